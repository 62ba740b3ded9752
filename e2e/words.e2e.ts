import { globSync, readFileSync } from 'node:fs'
import type { Page, TestInfo } from '@playwright/test'
import { readWords } from '../scripts/find-words.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { call } from './screen.ts'

// Whole stories, on machines with much other work too.
test.setTimeout(120_000)

/** What `npm run check` knows to be outside of messages; it says where, and sees to it that nothing is added. */
const known = new Set(
  globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    readWords(file, readFileSync(file, 'utf8')).findings.map(({ words }) => words.toLowerCase()),
  ),
)

/** Names, which every language writes like this. */
const NAMES = /^(Sheaf|GitHub|Google|Markdown|Ctrl)$/

/** Every text that is shown or read aloud, but for what is written in a page, keys, and what a person gave. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const skipped = '[contenteditable="true"], kbd, script, style, [data-own-words], .static-page, noscript'
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element?.checkVisibility() || element.closest(skipped)) continue
      if (node instanceof Text) texts.push(node.data)
      else
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
          texts.push(element.getAttribute(name) ?? '')
    }
    return texts.map((text) => text.replace(/\s+/g, ' ').trim())
  })

/** English of ours: letters that are in no message, and that nobody knows of. `given` is what the person wrote. */
async function plainEnglish(page: Page, given: readonly string[]): Promise<string[]> {
  const outside = (text: string) =>
    given.reduce((rest, own) => rest.replaceAll(own, ''), text.replace(/⟦[^⟧]*⟧/g, ''))
  return [...new Set(await textsOn(page))].filter((text) => {
    // A tip ends in its keys.
    const rest = outside(text)
      .trim()
      .replace(/ \([^()]*\)$/, '')
    return /[A-Za-z]{3}/.test(rest) && !NAMES.test(rest) && !isKnown(rest)
  })
}

/** Is it among the known ones, or put together from one of them? */
const isKnown = (text: string): boolean =>
  known.has(text.toLowerCase()) ||
  [...known].some(
    (words) => words.includes('…') && pieces(words).every((piece) => text.toLowerCase().includes(piece)),
  )

const pieces = (words: string): string[] => words.split('…').map((piece) => piece.trim())

async function look(page: Page, info: TestInfo, name: string, given: readonly string[] = []) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: info.outputPath(`${name}-${width}.png`) })
    expect.soft(await plainEnglish(page, given), `${name} at ${width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${name} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('in the pseudo-language no words of ours are left in English', async ({
  page,
  context,
  server,
  signUp,
}, info) => {
  await context.addCookies([{ name: 'language', value: 'en-XA', url: server.url }])
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦')
  await look(page, info, 'login', ['@example.org'])

  const { email } = await signUp(page)
  const given = [email, email.split('@')[0]!, 'Zzyzx']
  await look(page, info, 'home', given)

  const { id } = await call(page, 'document.create', { title: 'Zzyzx' })
  await page.goto(`/${id}`)
  await expect(page.locator('[contenteditable="true"]').first()).toBeVisible()
  await look(page, info, 'page', given)

  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦')
  await look(page, info, 'settings', given)

  await page.goto('/nowhere-at-all')
  await expect(page.getByRole('heading').first()).toContainText('⟦')
  await look(page, info, 'not-found', given)
})

test('the server answers in the language of who asks', async ({ page, context, server }) => {
  const asked = () => page.request.get(`${server.url}/api/nothing`)
  expect(await (await asked()).json()).toEqual({ error: 'There is nothing at this address.' })
  await context.addCookies([{ name: 'language', value: 'en-XA', url: server.url }])
  expect((await (await asked()).json()).error).toMatch(/^⟦Ţĥéŕé îš ñöţĥîñĝ åţ ţĥîš åððŕéšš\.~+⟧$/)
})
