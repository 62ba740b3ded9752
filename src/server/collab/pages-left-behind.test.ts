import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '@/server/log'
import { AppError } from '@/shared/errors'
import { PagesLeftBehind } from './pages-left-behind'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Pages that are left behind, and which of them were stored, or tried; each asks `answer`. */
function behindOf(answer: (page: string) => Error | null) {
  const tried: string[] = []
  const room = { isThere: true }
  const pages = new PagesLeftBehind({
    log: createLog('silent'),
    mayBegin: () => room.isThere,
    store: async (page) => {
      tried.push(page)
      const error = answer(page)
      if (error) throw error
    },
  })
  return { pages, tried, room }
}

const MINUTE = 60_000

test('pages that left memory unstored are stored one after the other, when there is room', async () => {
  const { pages, tried, room } = behindOf(() => null)
  room.isThere = false
  pages.add('a')
  pages.add('b')
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(tried).toEqual([])
  room.isThere = true
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(tried).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(tried).toHaveLength(2)
  pages.close()
})

test('one that cannot be stored is tried less and less often, also when it leaves memory again, and then no more', async () => {
  const { pages, tried } = behindOf((page) => {
    // As a page does whose worker gives up: it is loaded for this, and leaves memory unstored again.
    pages.add(page)
    return new Error('too much for a worker')
  })
  pages.add('a')
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(tried).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect(tried).toHaveLength(6)
  pages.add('a')
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect(tried).toHaveLength(6)
  pages.close()
})

test('one that is gone is not asked for again, and nothing is begun any more at the end', async () => {
  const { pages, tried } = behindOf((page) =>
    page === 'gone' ? new AppError('not-found', 'It does not exist.') : null,
  )
  pages.add('gone')
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(tried).toEqual(['gone'])
  pages.add('late')
  pages.close()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(tried).toEqual(['gone'])
})
