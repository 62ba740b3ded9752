import { expect, test } from 'vitest'
import { createUnderWay } from './under-way.ts'

test('what is done under one name runs one after the other, also after one that failed', async () => {
  const underWay = createUnderWay()
  const said: string[] = []
  const run = (name: string, word: string) =>
    underWay.inTurn(name, async () => {
      said.push(`${word} begins`)
      await Promise.resolve()
      said.push(`${word} ends`)
      if (word === 'second') throw new Error('of its own')
      return word
    })
  const all = await Promise.allSettled([run('page', 'first'), run('page', 'second'), run('page', 'third')])
  expect(said).toEqual(['first', 'second', 'third'].flatMap((word) => [`${word} begins`, `${word} ends`]))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('names do not wait for each other', async () => {
  const underWay = createUnderWay()
  let release = () => {}
  const held = underWay.inTurn(
    'one page',
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  expect(await underWay.inTurn('another page', async () => 'done')).toBe('done')
  release()
  await held
})

test('no more of a name is under way than may be, and what failed makes room', async () => {
  const underWay = createUnderWay()
  const releases: ((how: 'well' | 'badly') => void)[] = []
  const begin = (name = 'uploads of Ada') =>
    underWay.within(
      name,
      2,
      'Too many.',
      () =>
        new Promise<void>((resolve, reject) => {
          releases.push((how) => (how === 'well' ? resolve() : reject(new Error('broken off'))))
        }),
    )
  const running = [begin(), begin()]
  await expect(begin()).rejects.toMatchObject({ code: 'rate-limited', message: 'Too many.' })
  const other = begin('uploads of Bea')
  releases[0]?.('badly')
  await expect(running[0]).rejects.toThrow('broken off')
  const next = begin()
  for (const release of releases) release('well')
  await Promise.all([running[1], other, next])
})

test('what was entered counts with what is within, once, until it is left; another server counts for itself', async () => {
  const [underWay, other] = [createUnderWay(), createUnderWay()]
  const enter = (server = underWay) => server.enter('requests of Ada', 2, 'Too many.')
  const [leave] = [await enter(), await enter()]
  await expect(enter()).rejects.toMatchObject({ code: 'rate-limited', message: 'Too many.' })
  await expect(underWay.within('requests of Ada', 2, 'Too many.', async () => {})).rejects.toThrow()
  await enter(other)
  leave()
  await enter()
})

test('a minute counts what came in it, each name for itself', async () => {
  let now = 59_000
  const underWay = createUnderWay(() => now)
  expect([await underWay.countMinute('a'), await underWay.countMinute('a')]).toEqual([1, 2])
  expect(await underWay.countMinute('b')).toBe(1)
  now = 60_000
  expect(await underWay.countMinute('a')).toBe(1)
})

test('how far something is can be asked until it has ended', async () => {
  const underWay = createUnderWay()
  const progress = { done: 1, total: 3 }
  await underWay.tell('copy', progress)
  progress.done = 2
  expect(await underWay.progressOf('copy')).toEqual({ done: 1, total: 3 })
  await underWay.tell('copy', null)
  expect(await underWay.progressOf('copy')).toBeNull()
})
