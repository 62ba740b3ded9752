import { expect, test, vi } from 'vitest'
import type { Block } from '@/blocks'
import { randomOf } from './random-edits'
import { tellStory } from './random-story'
import { randomTableEdit } from './random-table-edits'

const ids = vi.hoisted(() => ({ random: (below: number) => below - 1 }))

// The ids that the page makes decide ties: a seed tells a whole story only when they come from it too.
vi.mock('nanoid', async (original) => {
  const nanoid = await original<typeof import('nanoid')>()
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'
  return {
    ...nanoid,
    nanoid: (length = 21) =>
      Array.from({ length }, () => letters.charAt(ids.random(letters.length))).join(''),
  }
})

const RUNS = Number(process.env.RUNS ?? 60)
const START_SEED = Number(process.env.SEED ?? 1)

const cell = (id: string, words?: string): Block => ({
  id,
  kind: 'tableCell',
  children: words ? [{ id: `p${id.replace(':', '')}`, kind: 'paragraph', text: [{ text: words }] }] : [],
})
const START: Block[] = [
  { id: 'a', kind: 'paragraph', text: [{ text: 'one two' }] },
  {
    id: 't',
    kind: 'table',
    children: [
      { id: 'c1', kind: 'tableColumn' },
      { id: 'c2', kind: 'tableColumn' },
      { id: 'r1', kind: 'tableRow', children: [cell('r1:c1', 'A'), cell('r1:c2')] },
      { id: 'r2', kind: 'tableRow', children: [cell('r2:c1'), cell('r2:c2', 'D')] },
    ],
  },
  { id: 'z', kind: 'paragraph', text: [{ text: 'end' }] },
]

/** Seeds that failed once. */
const KEPT = [5017]

function failures(seeds: Iterable<number>): string[] {
  const failed: string[] = []
  for (const seed of seeds) {
    ids.random = randomOf(seed + 1_000_003)
    try {
      tellStory(seed, 50, START, randomTableEdit)
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error))
    }
    if (failed.length === 3) break
  }
  return failed
}

const seedsFrom = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i)

test.each(KEPT)('R1 R12 R13 many people write in one table at once: the story of seed %i', (seed) => {
  expect(failures([seed])).toEqual([])
})

test(`R1 R12 R13 many people write in one table and move its rows and columns, seeds ${START_SEED} to ${START_SEED + RUNS - 1}`, () => {
  expect(failures(seedsFrom(START_SEED, RUNS))).toEqual([])
}, 3_600_000)
