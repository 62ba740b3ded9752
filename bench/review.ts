import { execFileSync } from 'node:child_process'
import { type Figure, figure, quantile } from './figures.ts'
import { buildProgram } from './programs.ts'

/** What judging one update of somebody who may only suggest may take, in milliseconds. */
const TARGET = 2
const SUGGESTIONS = 2000

/** Judging what somebody types who may only suggest, each update by itself, in a page with many suggestions. */
export async function* measureReview({
  rounds,
  blocks,
}: {
  rounds: number
  blocks: number
}): AsyncGenerator<Figure> {
  const program = await buildProgram('review-program')
  const output = execFileSync(process.execPath, [
    program,
    String(rounds),
    String(blocks),
    String(SUGGESTIONS),
  ])
  const times = JSON.parse(String(output)) as number[]
  const what = `judging a suggested word, ${blocks.toLocaleString('en')} blocks, ${SUGGESTIONS.toLocaleString('en')} suggestions`
  yield figure(`${what}, p50`, 'ms', quantile(times, 0.5), null, TARGET)
  yield figure(`${what}, p95`, 'ms', quantile(times, 0.95), null, TARGET)
}
