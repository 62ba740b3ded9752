import type { Bench } from './browser/main.ts'
import { heapOf, launchBrowser, openContender, type Typed, typeKeys } from './contenders.ts'
import { HEAVY, heavyBlocks } from './content.ts'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildLiveServer, serveContenders, start } from './programs.ts'

const VARIANTS = ['floor', 'bare', 'sheaf', 'tiptap-y'] as const
type Variant = (typeof VARIANTS)[number]
const PLACES = { paragraph: 'a paragraph', table: 'a table cell', codeBlock: 'a code block' } as const
type Place = keyof typeof PLACES

interface Sample {
  openMs: number
  heapMb: number
  typed: Record<Place, Typed>
}

interface Options {
  rounds: number
  keys: number
  chromePath: string
}

declare const window: { bench: Bench }

/** Opening and typing on a page of tables, code blocks and charts, which nobody but Sheaf colours and draws. */
export async function measureHeavy(options: Options): Promise<Figure[]> {
  const contenders = await serveContenders()
  const live = await start(await buildLiveServer(), { PAGES: '1', CONTENT: 'heavy' })
  const browser = await launchBrowser(options.chromePath)
  const samples: Record<Variant, Sample[]> = { floor: [], bare: [], sheaf: [], 'tiptap-y': [] }
  const page = { count: heavyBlocks().length, content: 'heavy' } as const
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const variant of VARIANTS) {
        const opened = await openContender(browser, contenders.url, live, variant, page)
        const typed = {} as Record<Place, Typed>
        for (const place of Object.keys(PLACES) as Place[]) {
          await opened.page.evaluate((kind) => window.bench.focusMiddle(kind), place)
          typed[place] = await typeKeys(opened.page, options.keys)
        }
        samples[variant].push({ openMs: opened.openMs, heapMb: await heapOf(opened.page), typed })
        await opened.page.context().close()
      }
    }
  } finally {
    await browser.close()
    await live.stop()
    await contenders.stop()
  }
  const { tables, rows, columns, codeBlocks, charts } = HEAVY
  const size = `${tables} tables of ${rows * columns} cells, ${codeBlocks} code blocks, ${charts} charts`
  const of = (variant: Variant, what: (sample: Sample) => number) => median(samples[variant].map(what))
  const against = (
    name: string,
    unit: string,
    peer: keyof typeof NAMES,
    what: (sample: Sample) => number,
    target: number | null,
  ) => figure(`${name}, ${size}, against ${NAMES[peer]}`, unit, of('sheaf', what), of(peer, what), target)
  const typing = (place: Place) => {
    const latency = (share: number) => (sample: Sample) => quantile(sample.typed[place].latencies, share)
    const script = (sample: Sample) => sample.typed[place].scriptMsPerKey
    const where = `typing in ${PLACES[place]}`
    return [
      against(`${where} p50`, 'ms', 'floor', latency(0.5), 2),
      against(`${where} p95`, 'ms', 'floor', latency(0.95), 2),
      against(`${where} p50`, 'ms', 'tiptap-y', latency(0.5), null),
      against(`${where}, script per key`, 'ms', 'floor', script, 3),
      against(`${where}, script per key`, 'ms', 'tiptap-y', script, null),
    ]
  }
  return [
    ...typing('paragraph'),
    ...typing('table'),
    ...typing('codeBlock'),
    against('opening', 'ms', 'bare', ({ openMs }) => openMs, 1),
    against('opening', 'ms', 'tiptap-y', ({ openMs }) => openMs, null),
    against('JS heap', 'MB', 'tiptap-y', ({ heapMb }) => heapMb, 1.15),
  ]
}

const NAMES = {
  floor: 'bare ProseMirror with sections',
  bare: 'bare ProseMirror',
  'tiptap-y': 'Tiptap + y-prosemirror',
} as const
