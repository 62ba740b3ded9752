import { expect, test } from 'vitest'
import { inSteps } from './in-steps'

const pages = (count: number) => Array.from({ length: count }, (_, at) => at)
const refused = new Error('This page is locked.')
const locked =
  (...places: number[]) =>
  async (page: number) => {
    if (places.includes(page)) throw refused
  }

test('2.22 a page that cannot be changed keeps no other from it, and is told from those that were', async () => {
  expect(await inSteps(pages(40), locked(3), undefined, 50)).toMatchObject({
    done: 39,
    tried: 40,
    failed: [3],
  })
  expect(await inSteps(pages(60), locked(55), undefined, 50)).toMatchObject({ done: 59, failed: [55] })
  expect(await inSteps(pages(60), locked(), undefined, 50)).toEqual({ done: 60 })
})

test('2.22 what is done one after the other ends at the first that fails', async () => {
  const tried: number[] = []
  const act = (page: number) => {
    tried.push(page)
    return locked(2)(page)
  }
  expect(await inSteps(pages(5), act, undefined)).toMatchObject({ done: 2, tried: 3, failed: [2] })
  expect(tried).toEqual([0, 1, 2])
})

test('2.22 where none could be changed, it fails with the reason', async () => {
  await expect(inSteps(pages(2), locked(0, 1), undefined, 50)).rejects.toBe(refused)
  await expect(inSteps(pages(2), locked(0), undefined)).rejects.toBe(refused)
})
