import { parseArgs } from 'node:util'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { measureAcknowledging } from './acknowledging.ts'
import { measureAi } from './ai.ts'
import { measureEditing } from './editing.ts'
import type { Figure } from './figures.ts'
import { measureHeavy } from './heavy.ts'
import { measureInterchange } from './interchange.ts'
import { measureOthers } from './others.ts'
import { measurePrint } from './print.ts'
import { measurePublish } from './publish.ts'
import { measureReview } from './review.ts'
import { measureSearch } from './search.ts'
import { measureServer } from './server.ts'
import { measureUploads } from './uploads.ts'

const { values: options } = parseArgs({
  options: {
    /** One line of JSON for each figure. */
    json: { type: 'boolean', default: false },
    /** `editing`, `heavy`, `acknowledging`, `ai`, `interchange`, `others`, `print`, `publish`, `review`, `search`, `server` or `uploads`. */
    only: { type: 'string' },
    blocks: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    /** Of the file that `uploads` sends. */
    megabytes: { type: 'string', default: '1024' },
    /** Of `others` only what is named with this word, such as `import`; of `ai` this part: `words`, `typing`, `memory` or `search`. */
    during: { type: 'string', default: '' },
  },
})

/** Prints each figure as soon as it is there. */
const show = async (figures: Iterable<Figure> | AsyncIterable<Figure>) => {
  for await (const figure of figures) {
    if (options.json) console.log(JSON.stringify(figure))
    else console.log(sentence(figure))
  }
}

function sentence({ name, value, unit, peer, ratio, target, ok }: Figure): string {
  const beside = peer === null ? '' : `, peer ${peer} ${unit}, ratio ${ratio}`
  const goal = target === null ? '' : ` (at most ${target}: ${ok ? 'met' : 'MISSED'})`
  return `${name}: ${value} ${unit}${beside}${goal}`
}

const rounds = Number(options.rounds)
const wants = (part: string) => options.only === undefined || options.only === part
if (wants('editing') || wants('heavy')) {
  const browser = { rounds, keys: 60, chromePath: findOrInstallChromium() }
  if (wants('editing')) await show(await measureEditing({ blocks: Number(options.blocks), ...browser }))
  if (wants('heavy')) await show(await measureHeavy({ ...browser, keys: 40 }))
}
if (wants('acknowledging')) await show(await measureAcknowledging({ rounds, seconds: 6 }))
if (wants('ai'))
  await show(
    measureAi({
      blocks: Number(options.blocks),
      rounds,
      part: options.during,
      chromePath: findOrInstallChromium(),
    }),
  )
if (wants('interchange')) await show(await measureInterchange({ rounds, blocks: 3000 }))
if (wants('server')) await show(measureServer({ rounds, seconds: 3 }))
if (wants('publish')) await show(await measurePublish({ rounds }))
if (wants('review')) await show(measureReview({ rounds, blocks: Number(options.blocks) }))
if (wants('print')) await show(await measurePrint({ rounds, chromePath: findOrInstallChromium() }))
if (wants('others'))
  await show(measureOthers({ rounds, during: options.during, chromePath: findOrInstallChromium() }))
if (wants('search')) await show(measureSearch({ rounds, seconds: 3 }))
if (wants('uploads')) await show(await measureUploads({ rounds, megabytes: Number(options.megabytes) }))
