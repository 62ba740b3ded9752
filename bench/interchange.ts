import { execFileSync } from 'node:child_process'
import { type Figure, figure, median } from './figures.ts'
import { buildProgram } from './programs.ts'

/** What one round of `interchange-program.ts` took, in ms. */
export interface InterchangeSample {
  read: number
  write: number
  bareRead: number
  bareWrite: number
}

/** Reading a page of Markdown into blocks and writing it again, against what remark does of it: text to tree and back, GFM only. */
export async function measureInterchange({
  rounds,
  blocks,
}: {
  rounds: number
  blocks: number
}): Promise<Figure[]> {
  const program = await buildProgram('interchange-program')
  const output = execFileSync(process.execPath, [program, String(rounds), String(blocks)])
  const samples = JSON.parse(String(output)) as InterchangeSample[]
  const of = (name: keyof InterchangeSample) => median(samples.map((sample) => sample[name]))
  const page = `${blocks.toLocaleString('en')} blocks`
  return [
    figure(`import of ${page} of Markdown, peer: bare remark`, 'ms', of('read'), of('bareRead'), null),
    figure(`export of ${page} as Markdown, peer: bare remark`, 'ms', of('write'), of('bareWrite'), null),
  ]
}
