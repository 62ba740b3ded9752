import { countedTurns } from '@test/counted-turns'
import { expect, test } from 'vitest'
import { planPages } from './account-copy.service'

test('R67 others come first while the names of very many pages are made', async () => {
  const page = { parentId: null, pod: 'Ada', isOwn: 1 }
  const title = 'A long title of many words '.repeat(18)
  const pages = Array.from({ length: 20_000 }, (_, at) => ({ ...page, id: `p${at}`, title }))
  const { result, turns } = await countedTurns(() => planPages(pages, 'pages/'))
  expect(new Set(result.map(({ path }) => path)).size).toBe(20_000)
  expect(result.at(-1)?.path).toMatch(/^pages\/Ada\/A long .* 20000$/)
  expect(turns).toBeGreaterThan(2)
})

test('a page is in the folder of the page above it, and at the top where that is not seen', async () => {
  const page = { title: 'A', pod: 'Ada', isOwn: 1 }
  const plan = await planPages(
    [
      { ...page, id: 'a', parentId: null },
      { ...page, id: 'b', parentId: 'a' },
      { ...page, id: 'c', parentId: 'a' },
      { ...page, id: 'd', parentId: 'unseen', isOwn: 0 },
    ],
    'pages/',
  )
  expect(plan.map(({ id, parent, path }) => [id, parent, path])).toEqual([
    ['a', null, 'pages/Ada/A'],
    ['b', 0, 'pages/Ada/A/A'],
    ['c', 0, 'pages/Ada/A/A 2'],
    ['d', null, 'pages/Shared with me/A'],
  ])
})
