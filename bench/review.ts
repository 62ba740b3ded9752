import { execFileSync } from 'node:child_process'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildProgram } from './programs.ts'

/** What judging one update of somebody who may only suggest may take, in milliseconds. */
const TARGET = 2
const SUGGESTIONS = 2000
const DISCUSSIONS = [500, 5000]
/** What typing may take of what it takes on the page without review; how long opening takes on the screen has a bar of its own. */
const TYPING = 1.2
/** What accepting everything may take, in milliseconds. */
const ACCEPTING = 1000

/**
 * Judging what somebody types who may only suggest, each update by itself, in a page with many suggestions; then what an editor's
 * page does with many discussions and suggestions beside the same page without, drawing left out.
 */
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
  yield* measureReading({ rounds, blocks })
}

interface Measured {
  opening: number
  typing: number[]
  accepting: number
}

async function* measureReading({
  rounds,
  blocks,
}: {
  rounds: number
  blocks: number
}): AsyncGenerator<Figure> {
  const program = await buildProgram('review-reading-program')
  for (const discussions of DISCUSSIONS) {
    const args = [rounds, blocks, discussions, SUGGESTIONS].map(String)
    const output = execFileSync(process.execPath, [program, ...args])
    const { bare, reviewed } = JSON.parse(String(output)) as { bare: Measured[]; reviewed: Measured[] }
    const size = `${blocks.toLocaleString('en')} blocks, ${discussions.toLocaleString('en')} discussions, ${SUGGESTIONS.toLocaleString('en')} suggestions`
    const against = (
      name: string,
      what: (measured: readonly Measured[]) => number,
      target: number | null,
    ): Figure => figure(`${name}, ${size}, against none`, 'ms', what(reviewed), what(bare), target)
    const typing = (share: number) => (measured: readonly Measured[]) =>
      quantile(
        measured.flatMap((one) => one.typing),
        share,
      )
    yield against('reading a page', (measured) => median(measured.map(({ opening }) => opening)), null)
    yield against('writing a letter p50', typing(0.5), TYPING)
    yield against('writing a letter p95', typing(0.95), TYPING)
    yield figure(
      `accepting everything, ${size}`,
      'ms',
      median(reviewed.map(({ accepting }) => accepting)),
      null,
      ACCEPTING,
    )
  }
}
