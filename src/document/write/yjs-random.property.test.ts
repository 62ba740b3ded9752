import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { flat, isRectangle, tableKinds, wordsOf } from '@test/document/test-people'
import * as prng from 'lib0/prng'
import { expect, test, vi } from 'vitest'
import { applyRandomTests, type TestYInstance } from 'yjs/testHelper'
import { PageIndex } from '../page-index/page-index'
import { readPage } from '../page-index/read-page'

/** Five people of Yjs' own random tests, who come and go, edit pages instead of arrays; it compares what they hold. */
function story(seed: number, acts: number): void {
  const gen = prng.create(seed)
  const world: ActsWorld = {
    random: (below) => prng.int32(gen, 0, Math.max(0, below - 1)),
    seed,
    ids: 0,
    typed: new Set(),
  }
  // Without undo: it keeps what was deleted, so that the structures, which are compared as well, differ by right.
  const edit = (doc: TestYInstance, _gen: prng.PRNG, index: PageIndex) => {
    randomAct({ index, undo: null }, world)
    expect(index.blocks(), `seed ${seed}`).toEqual(readPage(doc, tableKinds))
  }
  const { users } = applyRandomTests({ prng: gen }, [edit], acts, (doc) => new PageIndex(doc, tableKinds))
  // Five people, and for each of them a document made of nothing but the updates they had.
  expect(users).toHaveLength(10)
  const pages = users.map((doc) => readPage(doc, tableKinds))
  for (const page of pages) expect(page, `seed ${seed}`).toEqual(pages[0])
  const blocks = flat(pages[0] ?? [])
  expect(wordsOf(blocks).length + blocks.length).toBeGreaterThan(0)
  for (const table of blocks.filter(({ kind }) => kind === 'table')) expect(isRectangle(table)).toBe(true)
}

test.each([
  [60, 20],
  [15, 100],
  [3, 400],
])(
  'R1 %i runs of the random tests of Yjs, %i edits each, leave everybody with the same page',
  (runs, acts) => {
    // It says of every run which encoding it takes.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    for (let seed = 1; seed <= runs; seed++) story(seed, acts)
    vi.restoreAllMocks()
  },
  120_000,
)
