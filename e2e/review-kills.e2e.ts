import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { LONG_MINUTES } from './hands.ts'
import { ask, body, call, makePage, saveState } from './screen.ts'

/** As often as the server dies while everybody works. */
const KILLS = LONG_MINUTES ? 10 : 3

const countOf = (text: string, word: string) => text.split(word).length - 1
const old = (at: number) => `old${at}word`
const fresh = (at: number) => `new${at}word`

/** Somebody else who has the page open. */
class Guest {
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
  ) {}

  static async of(
    browser: Browser,
    owner: Page,
    id: string,
    level: 'edit' | 'suggest',
    signUp: (page: Page) => Promise<unknown>,
  ): Promise<Guest> {
    const context = await browser.newContext({
      baseURL: new URL(owner.url()).origin,
      viewport: { width: 1280, height: 800 },
    })
    const page = await context.newPage()
    await signUp(page)
    const { username } = await ask<{ username: string }>(page, 'user.getSettings')
    await call(owner, 'share.invite', { id, username, level })
    const { invites } = await ask<{ invites: { id: string }[] }>(page, 'share.invites')
    await call(page, 'share.acceptInvite', { id: invites[0]?.id })
    await page.goto(`/${id}`)
    await expect(body(page)).toContainText('The owner writes')
    return new Guest(page, context)
  }
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Suggestions' })

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Suggestions' }).click()
  await expect(panel(page)).toBeVisible()
}

/** Puts words at the end of the line that begins so. */
async function writeIn(page: Page, line: string, words: string): Promise<void> {
  await body(page)
    .getByText(line)
    .click({ position: { x: 4, y: 8 } })
  await page.keyboard.press('End')
  await page.keyboard.type(words)
}

/** Puts words at the end of the line that begins so, and takes them back: in one step of undo, or in several when typing took long. */
async function writeAndUndo(page: Page, line: string, words: string): Promise<void> {
  const text = () =>
    body(page)
      .getByText(line)
      .evaluate((shown) => {
        const copy = shown.cloneNode(true) as HTMLElement
        for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
        return copy.textContent
      })
  const before = await text()
  await writeIn(page, line, words)
  await expect.poll(text).not.toBe(before)
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z')
    expect(await text()).toBe(before)
  }).toPass({ timeout: 15_000 })
}

/** Decides about the replacement of a round, unless somebody else has by then. */
async function decide(page: Page, at: number, key: 'a' | 'r'): Promise<void> {
  const card = panel(page)
    .getByRole('article')
    .filter({ hasText: fresh(at) })
  if ((await card.count()) === 0) return
  const isFocused = await card.focus({ timeout: 2000 }).then(
    () => true,
    () => false,
  )
  if (isFocused) await page.keyboard.press(key)
}

/** Says something about the line that begins so. */
async function comment(page: Page, line: string, words: string): Promise<void> {
  await body(page)
    .getByText(line)
    .dblclick({ position: { x: 10, y: 10 } })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const draft = page.getByRole('textbox', { name: 'New comment' })
  await expect(draft).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(draft).toHaveCount(0)
}

test('R20 2.33 two who edit and two who suggest write, decide and undo on one page while the server is killed: every word, suggestion and comment is there once', async ({
  page: owner,
  server,
  browser,
  signUp,
}) => {
  test.setTimeout(120_000 + KILLS * 30_000)
  await signUp(owner)
  const replaced = Array.from({ length: KILLS + 2 }, (_, at) => old(at))
  const id = await makePage(owner, 'Minutes', [
    'The owner writes',
    'An editor writes',
    ...replaced,
    ...replaced.map((_, at) => `Matter ${at} is talked about`),
  ])
  const editor = await Guest.of(browser, owner, id, 'edit', signUp)
  const suggester = await Guest.of(browser, owner, id, 'suggest', signUp)
  const other = await Guest.of(browser, owner, id, 'suggest', signUp)
  await owner.goto(`/${id}`)
  await expect(body(owner)).toContainText('The owner writes')
  await openPanel(owner)
  await openPanel(editor.page)
  const written: string[] = []
  const said: string[] = []
  const round = async (at: number) => {
    const [first, second] = [`owner${at}x`, `editor${at}x`]
    written.push(first, second)
    said.push(`said${at}x`)
    await Promise.all([
      (async () => {
        await writeIn(owner, 'The owner writes', ` ${first}`)
        if (at > 0) await decide(owner, at - 1, 'r')
      })(),
      (async () => {
        await writeAndUndo(editor.page, 'An editor writes', ` undone${at}x`)
        await writeIn(editor.page, 'An editor writes', ` ${second}`)
        // In some rounds the two decide otherwise about the same suggestion, while nobody hears of the other.
        if (at > 0 && at % 3 !== 1) await decide(editor.page, at - 1, 'a')
      })(),
      (async () => {
        await body(suggester.page)
          .getByText(old(at))
          .dblclick({ position: { x: 10, y: 10 } })
        await suggester.page.keyboard.type(fresh(at))
      })(),
      (async () => {
        await comment(other.page, `Matter ${at} is`, `said${at}x`)
        await writeAndUndo(other.page, `Matter ${at} is`, ` undone${at}x`)
        await writeIn(other.page, `Matter ${at} is`, ` added${at}x`)
      })(),
    ])
  }
  const pages = [owner, editor.page, suggester.page, other.page]
  // What a round suggested has reached those who decide in the next.
  const reached = async (at: number) => {
    for (const one of [owner, editor.page]) {
      const card = panel(one)
        .getByRole('article')
        .filter({ hasText: fresh(at) })
      await expect(card).toHaveCount(1, { timeout: 60_000 })
    }
  }
  // Whatever a browser loads when it is first used is there after this.
  await round(0)
  await reached(0)
  for (let at = 1; at <= KILLS; at++) {
    const working = round(at)
    await owner.waitForTimeout(100 + ((at * 397) % 500))
    await server.kill('SIGKILL')
    await working
    await server.start()
    await reached(at)
  }
  const last = KILLS + 1
  await round(last)
  for (const one of pages) await expect(saveState(one)).toHaveText('Saved', { timeout: 60_000 })

  // As it is written, without the names at other people's carets.
  const words = (one: Page) =>
    body(one).evaluate((shown) => {
      const copy = shown.cloneNode(true) as HTMLElement
      for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
      return [...copy.querySelectorAll('p')].map((p) => p.textContent ?? '').join('\n')
    })
  for (const one of pages.slice(1)) {
    await expect(async () => {
      expect(await words(one)).toBe(await words(owner))
    }).toPass({ timeout: 30_000 })
  }
  const marked = await words(owner)
  const input = encodeURIComponent(JSON.stringify({ id }))
  const settled = await (await owner.request.get(`/api/trpc/document.document?input=${input}`)).text()
  for (const word of written) {
    expect(countOf(marked, word), `${word} in ${marked}`).toBe(1)
    expect(countOf(settled, word), word).toBe(1)
  }
  for (let at = 0; at <= last; at++) {
    const there = [old(at), fresh(at)].map((word) => countOf(settled, word))
    expect(there[0]! + there[1]!, `one of ${old(at)} and ${fresh(at)} in the page: ${marked}`).toBe(1)
  }
  expect(marked).not.toContain('undone')
  expect(settled).not.toContain('undone')
  for (let at = 0; at <= last; at++) {
    expect(
      [countOf(marked, `added${at}x`), countOf(settled, `added${at}x`)],
      `added${at}x in ${marked}`,
    ).toEqual([1, 0])
  }
  // Nobody has decided about the last one.
  expect([old(last), fresh(last)].map((word) => countOf(marked, word))).toEqual([1, 1])
  const comments = () =>
    ask<{ discussions: { comments: unknown[] }[] }>(owner, 'comment.discussions', { documentId: id })
  const missing = async () => {
    const there = JSON.stringify(await comments())
    return said.filter((word) => !there.includes(`"text":"${word}"`))
  }
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
  expect((await comments()).discussions.flatMap((one) => one.comments)).toHaveLength(said.length)
  for (const one of [editor, suggester, other]) await one.context.close()
})
