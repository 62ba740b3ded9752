import { type EditorPage, startEditorPage } from '@test/page'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findOrInstallChromium } from '../../../scripts/chromium.ts'

/** Two editors of the product on two documents that exchange every update, in a real browser. */
let site: EditorPage
let browser: Browser
let page: Page
let ada: Locator
let grace: Locator

beforeAll(async () => {
  site = await startEditorPage()
  browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})
beforeEach(async () => {
  page = await browser.newPage()
  await open('')
})
afterEach(() => page.close())

async function open(query: string): Promise<void> {
  await page.goto(`${site.url}?mode=live${query}`)
  const bodies = page.getByRole('textbox', { name: 'Page body' })
  await bodies.nth(1).waitFor()
  ada = bodies.nth(0)
  grace = bodies.nth(1)
}

const blocks = (index: number) =>
  page.evaluate(
    (at) => (window as unknown as { harness: { blocks(i: number): unknown[] } }).harness.blocks(at),
    index,
  )
const texts = async (index: number) =>
  (await blocks(index)).map((block) =>
    ((block as { text?: { text: string }[] }).text ?? []).map(({ text }) => text).join(''),
  )
const caret = (index = 0) =>
  page.evaluate((at) => {
    const { harness } = window as unknown as {
      harness: { editors: { state: { selection: { head: number } } }[] }
    }
    return harness.editors[at]?.state.selection.head
  }, index)
const both = async (wanted: string[]) => {
  await expect.poll(() => texts(0)).toEqual(wanted)
  await expect.poll(() => texts(1)).toEqual(wanted)
  expect(await blocks(0)).toEqual(await blocks(1))
}

test('what one types the other sees; splitting and joining keep both equal', async () => {
  await ada.locator('p').first().click()
  await page.keyboard.type('Hello world')
  await both(['Hello world'])
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
  // The browser moves the caret, and tells the editor a moment later.
  await expect.poll(() => caret()).toBe(7)
  await page.keyboard.press('Enter')
  await both(['Hello ', 'world'])
  await page.keyboard.press('Backspace')
  await both(['Hello world'])
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('new ')
  await both(['Hello \nnew world'])
})

test('the caret stays where it is while a colleague writes before it', async () => {
  await ada.locator('p').first().click()
  await page.keyboard.type('end')
  await both(['end'])
  await grace.locator('p').first().click()
  // Faster than any hand: the editor hears of the click a moment later, and 20 ms after it has got the focus it puts the
  // caret there once more.
  await expect.poll(() => caret(1)).toBe(4)
  await expect
    .poll(async () => {
      await page.keyboard.press('ControlOrMeta+Home')
      return caret(1)
    })
    .toBe(1)
  for (const letter of 'start ') {
    await page.keyboard.type(letter)
  }
  await both(['start end'])
  expect(await caret()).toBe(1 + 'start end'.length)
})

test('R13 opening a page, also an empty one, writes nothing', async () => {
  // What opening had written on both sides would stand beside what is typed now.
  await ada.locator('p').first().click()
  await page.keyboard.type('one')
  await both(['one'])
  await grace.locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' two')
  await both(['one two'])
  await open('&sample')
  const before = await blocks(0)
  await ada.locator('p').first().click()
  await grace.locator('p').first().click()
  expect(await blocks(1)).toEqual(before)
})
