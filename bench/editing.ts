import type { Browser } from 'playwright-core'
import type { Bench } from './browser/main.ts'
import { heapOf, launchBrowser, openContender, type Typed, typeKeys } from './contenders.ts'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildLiveServer, type Program, serveContenders, start } from './programs.ts'

const VARIANTS = ['floor', 'bare', 'sheaf', 'tiptap', 'tiptap-y'] as const
type Variant = (typeof VARIANTS)[number]

interface Sample extends Typed {
  openMs: number
  heapMb: number
}

interface Options {
  blocks: number
  rounds: number
  keys: number
  chromePath: string
}

declare const window: { bench: Bench }

/** Typing, opening and memory of the full live editor on a large page, beside its peers in the same run. */
export async function measureEditing(options: Options): Promise<Figure[]> {
  const contenders = await serveContenders()
  const live = await start(await buildLiveServer(), { PAGES: '1', BLOCKS: String(options.blocks) })
  const browser = await launchBrowser(options.chromePath)
  const samples: Record<Variant, Sample[]> = { floor: [], bare: [], sheaf: [], tiptap: [], 'tiptap-y': [] }
  const arriving: Record<'sheaf-alone' | 'tiptap-y', number[]> = { 'sheaf-alone': [], 'tiptap-y': [] }
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const variant of VARIANTS) {
        samples[variant].push(await measureOnce(browser, contenders.url, live, variant, options))
      }
      for (const variant of ['sheaf-alone', 'tiptap-y'] as const) {
        arriving[variant].push(await measureArriving(browser, contenders.url, live, variant))
      }
    }
  } finally {
    await browser.close()
    await live.stop()
    await contenders.stop()
  }
  const of = (variant: Variant, what: (sample: Sample) => number) => median(samples[variant].map(what))
  const typing = (share: number) => (sample: Sample) => quantile(sample.latencies, share)
  const size = `${options.blocks.toLocaleString('en')} blocks`
  const against = (
    name: string,
    unit: string,
    peer: Variant,
    what: (sample: Sample) => number,
    target: number | null,
  ) => figure(`${name}, ${size}, against ${NAMES[peer]}`, unit, of('sheaf', what), of(peer, what), target)
  return [
    against('typing p50', 'ms', 'floor', typing(0.5), 1.5),
    against('typing p95', 'ms', 'floor', typing(0.95), 1.5),
    against('script per key', 'ms', 'floor', (sample) => sample.scriptMsPerKey, 2.5),
    against('typing p50', 'ms', 'tiptap', typing(0.5), 0.2),
    against('typing p95', 'ms', 'tiptap', typing(0.95), 0.2),
    against('opening', 'ms', 'bare', (sample) => sample.openMs, 0.5),
    against('opening', 'ms', 'floor', (sample) => sample.openMs, null),
    against('JS heap', 'MB', 'tiptap-y', (sample) => sample.heapMb, 1.15),
    against('JS heap', 'MB', 'bare', (sample) => sample.heapMb, null),
    figure(
      `${REMOTE.edits.toLocaleString('en')} edits of others arrive, ${REMOTE.blocks.toLocaleString('en')} blocks, against y-prosemirror`,
      'ms',
      median(arriving['sheaf-alone']),
      median(arriving['tiptap-y']),
      0.06,
    ),
  ]
}

const NAMES: Record<Variant, string> = {
  floor: 'bare ProseMirror with sections',
  bare: 'bare ProseMirror',
  sheaf: 'Sheaf',
  tiptap: 'Tiptap without sections',
  'tiptap-y': 'Tiptap + y-prosemirror',
}

/** How many edits of somebody else arrive on a page of which size. */
const REMOTE = { edits: 1000, blocks: 5000 }

async function measureArriving(
  browser: Browser,
  url: string,
  live: Program,
  variant: string,
): Promise<number> {
  const { page } = await openContender(browser, url, live, variant, { count: REMOTE.blocks })
  await page.evaluate(() => window.bench.focusMiddle())
  const took = await page.evaluate((edits) => window.bench.applyRemote(edits), REMOTE.edits)
  await page.context().close()
  return took
}

async function measureOnce(
  browser: Browser,
  url: string,
  live: Program,
  variant: Variant,
  { blocks, keys }: Options,
): Promise<Sample> {
  const { page, openMs } = await openContender(browser, url, live, variant, { count: blocks })
  await page.evaluate(() => window.bench.focusMiddle())
  const typed = await typeKeys(page, keys)
  const heapMb = await heapOf(page)
  await page.context().close()
  return { openMs, heapMb, ...typed }
}
