import { tellStory } from '@test/document/random-story'
import { randomTableEdit } from '@test/document/random-table-edits'
import { failuresOf } from '@test/document/seeded-ids'
import { storySeeds } from '@test/story-seeds'
import { expect, test, vi } from 'vitest'
import type { Block } from '@/blocks'

vi.mock('nanoid', async (original) => {
  const { seededId } = await import('@test/document/seeded-ids')
  return { ...(await original<typeof import('nanoid')>()), nanoid: seededId }
})

const { start: START_SEED, runs: RUNS } = storySeeds(60)

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
const KEPT = [21, 128, 5017]

const tellTableStory = (seed: number) => tellStory(seed, 50, START, randomTableEdit)

const seedsFrom = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i)

test.each(KEPT)('R1 R12 R13 many people write in one table at once: the story of seed %i', (seed) => {
  expect(failuresOf([seed], tellTableStory)).toEqual([])
})

test(`R1 R12 R13 many people write in one table and move its rows and columns, seeds ${START_SEED} to ${START_SEED + RUNS - 1}`, () => {
  expect(failuresOf(seedsFrom(START_SEED, RUNS), tellTableStory, 3)).toEqual([])
}, 3_600_000)
