import { seededIds } from '@test/document/seeded-ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellStory } from './random-hands'

vi.mock('nanoid', async (original) => {
  const { seededId } = await import('@test/document/seeded-ids')
  return { ...(await original<typeof import('nanoid')>()), nanoid: seededId }
})

const RUNS = Number(process.env.RUNS ?? 25)
const START_SEED = Number(process.env.SEED ?? 1)
/** `npm run test:long -- MINUTES`: as many more stories as fit into them. */
const LONG_MINUTES = Number(process.env.SHEAF_LONG_MINUTES ?? 0)

/** Seeds that failed once. */
const KEPT = [4, 223, 445, 743, 101169, 102812]
/** The same of stories in which all is suggested: words that a suggested split had moved away came back unseen. */
const KEPT_SUGGESTED = [2600359, 2602422]

/** What reached the console, or nobody caught. */
const faults: unknown[] = []
const note = (...said: unknown[]) =>
  void faults.push(said[0] instanceof Error ? said[0] : new Error(said.join(' ')))
const caught = (error: unknown) => void faults.push(error)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(note)
  vi.spyOn(console, 'warn').mockImplementation(note)
  process.on('uncaughtException', caught)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.off('uncaughtException', caught)
})

async function failuresOf(seeds: Iterable<number>, most: number, suggests = false): Promise<string[]> {
  const failed: string[] = []
  for (const seed of seeds) {
    faults.length = 0
    seededIds(seed)
    try {
      await tellStory(seed, 25, faults, suggests)
    } catch (error) {
      failed.push((error as Error).message)
    }
    if (failed.length === most) break
  }
  return failed
}

test.each(KEPT_SUGGESTED)(
  'T1 T2 T5 anything selected, all of it suggested: the story of seed %i',
  async (seed) => {
    expect(await failuresOf([seed], 1, true)).toEqual([])
  },
)

let told = 0
function* seedsFrom(start: number, count: number) {
  const end = performance.now() + LONG_MINUTES * 60_000
  for (let i = 0; i < count || performance.now() < end; i++) {
    told = i + 1
    if (LONG_MINUTES > 0 && told % 100 === 0) process.stdout.write(`${told} stories, at seed ${start + i}\n`)
    yield start + i
  }
}

test.each(KEPT)('T1 T2 T5 anything selected, anything done with it: the story of seed %i', async (seed) => {
  expect(await failuresOf([seed], 1)).toEqual([])
})

test(
  `T1 T2 T5 anything selected, anything done with it, in two editors of one page, from seed ${START_SEED} on, ${RUNS} or more`,
  async () => {
    expect(await failuresOf(seedsFrom(START_SEED, RUNS), 5)).toEqual([])
    if (LONG_MINUTES > 0) process.stdout.write(`${told} stories from seed ${START_SEED} on\n`)
  },
  120_000 + LONG_MINUTES * 60_000 + RUNS * 2000,
)

test(
  `T1 T2 T5 anything selected, anything done with it, all of it suggested: the page stays as it is, from seed ${START_SEED} on`,
  async () => {
    // Two readings are compared after every turn: a few stories are enough for each run.
    expect(await failuresOf(seedsFrom(START_SEED, Math.ceil(RUNS / 5)), 5, true)).toEqual([])
  },
  120_000 + LONG_MINUTES * 60_000 + RUNS * 2000,
)
