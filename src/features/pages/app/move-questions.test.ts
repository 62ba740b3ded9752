import { expect, test } from 'vitest'
import type { MovePreview } from '../model'
import { ask } from './move-question'
import { joinedPreview } from './move-questions'

const preview = (some: Partial<MovePreview>): MovePreview => ({
  gains: [],
  loses: [],
  moreGains: 0,
  moreLoses: 0,
  link: 'same',
  ...some,
})

test('what several moves change names everybody once, who gains or loses any of the pages', () => {
  const joined = joinedPreview([
    preview({ gains: ['Cyd', 'Ada'], moreGains: 2 }),
    preview({ gains: ['Ada', 'Bea'], loses: ['Eve'], moreGains: 1, link: 'lost' }),
    preview({}),
  ])
  expect(joined).toEqual(
    preview({ gains: ['Ada', 'Bea', 'Cyd'], loses: ['Eve'], moreGains: 2, link: 'lost' }),
  )
})

test('a link that comes to open one of them is said before one that no longer does', () => {
  expect(joinedPreview([preview({ link: 'lost' }), preview({ link: 'gained' })]).link).toBe('gained')
  expect(joinedPreview([])).toEqual(preview({}))
})

test('a move is asked about also when those who gain or lose the page are only counted', async () => {
  const isAsked = (some: Partial<MovePreview>) => {
    const waiting = new Promise<'asked'>((resolve) => setImmediate(() => resolve('asked')))
    return Promise.race([ask(preview(some), 1), waiting])
  }
  expect(await isAsked({})).toBe(true)
  expect(await isAsked({ moreGains: 1 })).toBe('asked')
  expect(await isAsked({ moreLoses: 1 })).toBe('asked')
})
