import { type Browser, chromium, type Page } from 'playwright-core'
import type { Bench } from './browser/main.ts'
import type { Program } from './programs.ts'

declare const window: { bench: Bench }

export const launchBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu-vsync',
      '--disable-frame-rate-limit',
      '--enable-precise-memory-info',
    ],
  })

/** Opens an editor of bench/browser on a page of this content; `live` is where Sheaf's own page is kept. */
export async function openContender(
  browser: Browser,
  url: string,
  live: Program,
  variant: string,
  { count, content = 'mixed' }: { count: number; content?: 'mixed' | 'heavy' },
): Promise<{ page: Page; openMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = live.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  const query = new URLSearchParams({
    variant,
    count: String(count),
    content,
    live: live.url,
    page: live.pages[0] ?? '',
    user: live.userId ?? '',
  })
  await page.goto(`${url}?${query}`)
  await page.evaluate(() => window.bench.prepare())
  const openMs = await page.evaluate(() => window.bench.open())
  const shown = await page.evaluate(() => window.bench.blockCount())
  if (shown !== count) throw new Error(`${variant} shows ${shown} blocks instead of ${count}`)
  return { page, openMs }
}

export interface Typed {
  /** Milliseconds from each key to its painted frame. */
  latencies: number[]
  scriptMsPerKey: number
}

/** Types `keys` keys where the caret is, after a few that are not counted. */
export async function typeKeys(page: Page, keys: number): Promise<Typed> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const scriptSeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'ScriptDuration')?.value ?? 0
  }
  await page.waitForTimeout(500)
  for (let i = 0; i < 5; i++) await page.keyboard.press('x', { delay: 0 })
  await page.waitForTimeout(500)
  await page.evaluate(() => window.bench.latencies())
  const before = await scriptSeconds()
  for (let i = 0; i < keys; i++) {
    await page.keyboard.press('abcdefghij'[i % 10] as string)
    // A quick typist's pause, so that no key waits for the one before.
    await page.waitForTimeout(40)
  }
  const latencies = await page.evaluate(() => window.bench.latencies())
  const scriptMsPerKey = ((await scriptSeconds()) - before) * (1000 / keys)
  await devtools.detach()
  return { latencies, scriptMsPerKey }
}

/** Megabytes of JavaScript after a garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 1024 / 1024
}
