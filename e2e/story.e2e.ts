import type { Browser, Page } from '@playwright/test'
import { makeLongMarkdown } from '../test/markdown-corpus.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { openId } from './screen.ts'
import type { SheafServer } from './server.ts'
import { storedText } from './stored-page.ts'

const PASSWORD = 'Sheaf-of-paper-1'
const KILLS = 10

/** Somebody at a keyboard, who remembers every word typed and which of them the page called saved. */
class Writer {
  readonly typed: string[] = []
  readonly saved = new Set<string>()
  readonly page: Page
  private readonly name: string

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  async write(): Promise<void> {
    const word = `${this.name}${String(this.typed.length).padStart(4, '0')}x`
    await this.page.keyboard.type(`${word} `)
    this.typed.push(word)
    // Two frames, so that the words on the screen are those of a moment after the last key.
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    if ((await this.saveState.textContent()) === 'Saved') for (const one of this.typed) this.saved.add(one)
  }

  /** Waits until all that was typed is called saved. */
  async rest(): Promise<void> {
    await expect(this.saveState).toHaveText('Saved', { timeout: 60_000 })
    for (const one of this.typed) this.saved.add(one)
  }

  get saveState() {
    return this.page.getByRole('status', { name: 'Save state' })
  }

  /** The text of every block, in order, without the cursors of others. */
  body(): Promise<string[]> {
    return this.page.getByRole('textbox', { name: 'Page body' }).evaluate((body) => {
      const copy = body.cloneNode(true) as HTMLElement
      for (const widget of copy.querySelectorAll('.ProseMirror-widget, .ProseMirror-separator'))
        widget.remove()
      return [...copy.querySelectorAll('p, h1, h2, h3, h4, h5, h6, pre code')].map(
        (block) => block.textContent ?? '',
      )
    })
  }
}

async function signUpOnScreen(page: Page, server: SheafServer, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').fill(await server.codeFor(email))
  await page.keyboard.press('Enter')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
}

async function signInElsewhere(
  browser: Browser,
  server: SheafServer,
  email: string,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1200, height: 800 } })
  const page = await context.newPage()
  await page.goto(`/login?callbackUrl=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Page body' })).toBeVisible()
  return page
}

/** How often each longer word stands in a text. */
function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(/[A-Za-z]{5,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const countOf = (text: string, word: string) => text.split(word).length - 1

test('2.1, 2.2, 2.16, 2.17, 2.20 a page is imported, written by two, and survives ten kills of the server', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(240_000)
  const email = 'writer@example.org'
  await signUpOnScreen(page, server, email)

  const markdown = makeLongMarkdown(3000, 7)
  await page.getByRole('button', { name: 'Import' }).first().click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'field-notes.md', mimeType: 'text/markdown', buffer: Buffer.from(markdown) })
  await page.getByRole('dialog').getByRole('button', { name: 'Open page' }).click()
  const body = page.getByRole('textbox', { name: 'Page body' })
  await expect(body.locator('h2').first()).toBeVisible()
  const path = `/${openId(page)}`

  const first = new Writer(page, 'ada')
  const second = new Writer(await signInElsewhere(browser, server, email, path), 'bob')
  await expect(second.page.getByRole('textbox', { name: 'Page body' }).locator('h2').first()).toBeVisible()
  await expect(first.saveState).toHaveText('Saved')
  await expect(second.saveState).toHaveText('Saved')

  const paragraphsOf = (writer: Writer) =>
    writer.page.getByRole('textbox', { name: 'Page body' }).locator('p')
  const middle = Math.floor((await paragraphsOf(first).count()) / 2)
  await paragraphsOf(first).nth(middle).click()
  await paragraphsOf(second).nth(3).click()
  for (const writer of [first, second]) {
    await writer.page.keyboard.press('End')
    await writer.page.keyboard.type(' ')
  }

  let seed = 20260101
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  const together = async (words: number) => {
    await Promise.all(
      [first, second].map(async (writer) => {
        for (let index = 0; index < words; index++) await writer.write()
      }),
    )
  }
  for (let kill = 0; kill < KILLS; kill++) {
    await together(1 + random(4))
    const writing = together(3 + random(4))
    await new Promise((resolve) => setTimeout(resolve, random(250)))
    await server.kill('SIGKILL')
    await writing
    // The browsers still hold every word; what counts is what the dead server had on its disk.
    const stored = storedText(server.dataDir, path.slice(1))
    const lost = [first, second].flatMap(({ saved }) =>
      [...saved].filter((word) => countOf(stored, word) !== 1),
    )
    expect(lost, `words called saved and not on the disk after kill ${kill + 1}`).toEqual([])
    await server.start()
    await together(2)
    // On a slow machine nothing is called saved between two words: then the next kill finds what was saved in a rest.
    if (kill % 3 === 0) for (const writer of [first, second]) await writer.rest()
  }

  for (const writer of [first, second])
    await expect(writer.saveState).toHaveText('Saved', { timeout: 60_000 })
  expect(first.saved.size + second.saved.size).toBeGreaterThan(0)
  const bodies = [await first.body(), await second.body()]
  expect(bodies[0]).toEqual(bodies[1])
  const exported = await page.request.get(`/api/export/markdown?documentId=${path.slice(1)}`)
  const file = await exported.text()
  for (const text of [bodies[0]!.join('\n'), bodies[1]!.join('\n'), file]) {
    const wrong = [...first.typed, ...second.typed].filter((word) => countOf(text, word) !== 1)
    expect(wrong, 'words lost or doubled').toEqual([])
  }
  const kept = countsOf(file)
  const missing = [...countsOf(markdown)].filter(([word, count]) => (kept.get(word) ?? 0) < count)
  expect(missing, 'words of the imported file that the exported one lacks').toEqual([])
})
