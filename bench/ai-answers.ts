import { chromium } from 'playwright-core'
import { startAiProvider } from '../test/ai-provider.ts'
import { type Figure, figure, median, quantile } from './figures.ts'
import { dataFolder, fill, type Running, startSheaf } from './server-programs.ts'

/** Milliseconds that the server may add to the time until the first word of a model. */
const FIRST_TARGET = 30
const ASKED = 60
/** How much slower typing may be while an answer streams into its preview. */
const TYPING_TARGET = 1.3
const KEYS = 80
/** Words of the answer that streams meanwhile, and the milliseconds between two of them. */
const STREAM = { words: 2_000, everyMs: 25 }

interface Seed {
  cookie: string
  pages: string[]
}

/** The first word of a model over HTTP, as the browser asks for it, against the provider alone. */
export async function measureFirstWord(): Promise<Figure> {
  const provider = await startAiProvider()
  using folder = dataFolder()
  const { cookie, pages } = fill<Seed>('seed', folder.path, { PAGES: '1', BLOCKS: '100' })
  await using server = await startSheaf(folder.path, {
    OPENAI_BASE_URL: provider.url,
    AI_MODEL: 'tiny-bench',
  })
  try {
    const origin = `http://localhost:${server.port}`
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = -5; round < ASKED; round++) {
      const bare = await firstWord(
        `${provider.url}/chat/completions`,
        {},
        {
          model: 'tiny-bench',
          stream: true,
          messages: [{ role: 'user', content: 'Improve: The quick brown fox' }],
        },
      )
      const ours = await firstWord(
        `${origin}/api/ai/command`,
        { cookie, origin },
        {
          command: 'improve',
          selection: 'The quick brown fox',
          documentId: pages[0],
          answerId: `answer${String(round + 5).padStart(14, '0')}`,
          withEnd: true,
        },
      )
      if (round < 0) continue
      times.ours.push(ours)
      times.bare.push(bare)
    }
    const added = median(times.ours) - median(times.bare)
    const about = `bare ${median(times.bare).toPrecision(2)} ms, ours ${median(times.ours).toPrecision(2)} ms`
    return figure(
      `first word of an answer, over the provider's own (${about})`,
      'ms',
      added,
      null,
      FIRST_TARGET,
    )
  } finally {
    await provider.close()
  }
}

/** Milliseconds until the first words of an answer have come, of whose rest nothing is measured. */
async function firstWord(url: string, headers: Record<string, string>, body: object): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  let all = ''
  let first: number | null = null
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    all += piece
    if (all.includes('Hello')) first ??= performance.now() - began
  }
  if (first === null) throw new Error(`No word came: ${all}`)
  return first
}

/** Typing on a large page of the product while the answer of a model streams into its preview, against the same without one. */
export async function* measureTypingMeanwhile({
  blocks,
  rounds,
  chromePath,
}: {
  blocks: number
  rounds: number
  chromePath: string
}): AsyncGenerator<Figure> {
  const provider = await startAiProvider()
  const words = Array.from({ length: STREAM.words }, (_, n) => `word${n}${n % 12 === 11 ? '.\n\n' : ' '}`)
  provider.answers({
    text: words,
    before: () => new Promise((resolve) => setTimeout(resolve, STREAM.everyMs)),
  })
  using folder = dataFolder()
  const { cookie, pages } = fill<Seed>('seed', folder.path, { PAGES: '1', BLOCKS: String(blocks) })
  await using server = await startSheaf(folder.path, {
    OPENAI_BASE_URL: provider.url,
    AI_MODEL: 'tiny-bench',
  })
  const browser = await chromium.launch({
    executablePath: chromePath,
    args: ['--no-sandbox', '--disable-gpu-vsync', '--disable-frame-rate-limit'],
  })
  const times = { quiet: [] as number[], streaming: [] as number[] }
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await openPage(browser, server, cookie, pages[0] as string)
      times.quiet.push(...(await page.type()))
      await page.ask()
      times.streaming.push(...(await page.type()))
      await page.close()
    }
  } finally {
    await browser.close()
    await provider.close()
  }
  const size = `${blocks.toLocaleString('en')} blocks`
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const)
    yield figure(
      `typing ${name} while an answer streams into its preview, ${size}, against none`,
      'ms',
      quantile(times.streaming, share),
      quantile(times.quiet, share),
      TYPING_TARGET,
    )
}

type Browser = Awaited<ReturnType<typeof chromium.launch>>

async function openPage(browser: Browser, server: Running, cookie: string, id: string) {
  const origin = `http://localhost:${server.port}`
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  await context.addInitScript(noteKeys)
  const page = await context.newPage()
  await page.goto(`${origin}/${id}`)
  const body = page
    .locator('[contenteditable="true"].ProseMirror, .ProseMirror[contenteditable="true"]')
    .last()
  await body.locator('p').nth(5).click({ timeout: 120_000 })
  const take = () => page.evaluate(() => (window as unknown as KeysNoted).takeKeys())
  return {
    async type(): Promise<number[]> {
      await page.waitForTimeout(500)
      for (let i = 0; i < 5; i++) await page.keyboard.press('x')
      await page.waitForTimeout(500)
      await take()
      for (let i = 0; i < KEYS; i++) {
        await page.keyboard.press('abcdefghij'[i % 10] as string)
        // A quick typist's pause, so that no key waits for the one before.
        await page.waitForTimeout(40)
      }
      return take()
    },
    /** Asks for an answer, and goes back to the text while it streams. */
    async ask(): Promise<void> {
      await page.keyboard.press('Control+j')
      const menu = page.getByRole('dialog', { name: 'Ask AI' })
      await menu.getByRole('option', { name: 'Continue writing', exact: true }).click()
      await menu.getByRole('region', { name: 'Preview' }).getByText('word3').waitFor()
      await body.locator('p').nth(1).click()
    },
    close: () => context.close(),
  }
}

interface KeysNoted {
  takeKeys(): number[]
}

/** In the page: milliseconds from each key to the frame that shows it. */
function noteKeys() {
  let noted: number[] = []
  const painted = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(null)
      })
    })
  window.addEventListener(
    'keydown',
    (event) => {
      const began = event.timeStamp
      void painted().then(() => noted.push(performance.now() - began))
    },
    { capture: true },
  )
  ;(window as unknown as KeysNoted).takeKeys = () => {
    const taken = noted
    noted = []
    return taken
  }
}
