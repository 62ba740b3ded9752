/** Minutes that randomized tests may take; 0 in `npm test`, where they run in their short form. */
const LONG_MINUTES = Number(process.env.SHEAF_LONG_MINUTES ?? 0)
/** A run a day in turn tells another part of the stories, so that four days tell them all. */
const PARTS = 4
const DAY_MS = 86_400_000

/** Which random stories a run tells: the first seed, and how many from there. */
export interface StorySeeds {
  start: number
  runs: number
}

/**
 * Of the stories with the seeds 1 to `count` a quarter, another one each day (UTC); all of them in `npm run test:long`.
 * `SEED` and `RUNS` from outside choose others. The titles of the tests say which were told.
 */
export function storySeeds(count: number): StorySeeds {
  const { SEED, RUNS } = process.env
  const isWhole = LONG_MINUTES > 0 || SEED !== undefined || RUNS !== undefined
  if (isWhole) return { start: Number(SEED ?? 1), runs: Number(RUNS ?? count) }
  const runs = Math.ceil(count / PARTS)
  const part = Math.floor(Date.now() / DAY_MS) % PARTS
  return { start: 1 + part * runs, runs }
}
