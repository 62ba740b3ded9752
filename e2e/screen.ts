import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { pageIdOf } from '../src/shared/page-address.ts'

/*
 * The words of the browser tests: what a person finds on every screen by its name, the calls that stand behind it, and
 * what is asked of each.
 */

export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
export const tree = (page: Page) => sidebar(page).getByRole('tree')
export const row = (page: Page, title: string) =>
  tree(page).getByRole('treeitem', { name: title, exact: true })
export const title = (page: Page) => page.getByRole('textbox', { name: 'Page title' })
export const body = (page: Page) => page.getByRole('textbox', { name: 'Page body' })
export const saveState = (page: Page) => page.getByRole('status', { name: 'Save state' })
export const toast = (page: Page, words: string) =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(words, { exact: true }) })

/** The id of the page on the screen, whose address says its title too. */
export const openId = (page: Page): string => pageIdOf(new URL(page.url()).pathname.slice(1))

/** Makes a page as a person does and waits until it is stored; the address of it. */
export async function newPage(page: Page): Promise<string> {
  const before = openId(page)
  await sidebar(page).getByRole('button', { name: 'New page' }).first().click()
  await expect.poll(() => openId(page)).not.toBe(before)
  await expect(body(page)).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  return new URL(page.url()).pathname
}

/** Where a call of this name is answered, with what it is asked. */
function addressOf(page: Page, name: string, input?: object): string {
  const url = new URL(`/api/trpc/${name}`, page.url())
  if (input) url.searchParams.set('input', JSON.stringify(input))
  return url.href
}

/** Changes something (`document.create`) as the person whose page this is, without the screen. */
export async function call<T = { id: string }>(page: Page, name: string, data: object = {}): Promise<T> {
  const { origin } = new URL(page.url())
  // A connection that rested may have been closed by a server that was started again.
  const answer = await page.request.post(addressOf(page, name), { data, headers: { origin }, maxRetries: 1 })
  expect(answer.ok(), `${name}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()).result.data as T
}

/** Asks for something (`pod.pods`) as the person whose page this is. */
export async function ask<T>(page: Page, name: string, input?: object): Promise<T> {
  const answer = await page.request.get(addressOf(page, name, input), { maxRetries: 1 })
  expect(answer.ok(), `${name}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()).result.data as T
}

export const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

/** A page of these paragraphs, whose blocks are `block0`, `block1` …; its id. */
export async function makePage(page: Page, title: string, texts: readonly string[] = []): Promise<string> {
  const contentRich = texts.map((text, at) => paragraph(`block${at}`, text))
  return (await call(page, 'document.create', { title, contentRich })).id
}

/**
 * Waits for what is still fading: half way it would be measured with colours that nobody is left with. And for style sheets that are on
 * their way, without which nothing is drawn.
 */
async function resting(page: Page): Promise<void> {
  const styled = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet)
  // One that cannot be had, without a network, never comes.
  await page.waitForFunction(styled, null, { timeout: 2_000 }).catch(() => undefined)
  await page.evaluate(async () => {
    // A message goes when its time is over, which may be while axe looks: it then goes at once.
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('[data-sonner-toast] { transition: none !important }')
    document.adoptedStyleSheets.push(atOnce)
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

interface Looked {
  /** A part of the screen; else all of it. */
  part?: string
  impacts?: readonly string[]
  /** In the dark only colors are looked at: everything else is the same as in the light. */
  theme?: 'light' | 'dark'
}

/** What axe finds on the screen: `rule: where, and what is wrong`. */
export async function violations(page: Page, { part, impacts, theme }: Looked = {}): Promise<string[]> {
  await resting(page)
  // Without frames axe need not open a page of its own to gather what it found in each: two fifths of its time.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  // What is in order is not described.
  axe.options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  if (theme === 'dark') axe.withRules(['color-contrast'])
  const found = (await axe.analyze()).violations
  return found
    .filter(({ impact }) => !impacts || impacts.includes(impact ?? ''))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
}

/** The serious and critical ones of them. */
export const seriousViolations = (page: Page, where: Looked = {}) =>
  violations(page, { ...where, impacts: ['serious', 'critical'] })

/** Opens the options of the page on the screen and chooses an entry, wherever in them it stands. */
export async function pageOption(page: Page, name: string | RegExp) {
  const entry = page.getByRole('menuitem', { name, exact: typeof name === 'string' })
  // What comes with code that is on its way stands there when the menu is opened again.
  await expect(async () => {
    await openLevelWith(page, entry)
    await entry.click({ timeout: 3_000 })
  }).toPass()
}

/**
 * An entry of the page's menu, in whichever level it stands, with that level open. Some come with code that is fetched once the page
 * stands: the menu is opened again until it is there.
 */
export async function shownPageOption(page: Page, name: string | RegExp): Promise<Locator> {
  const entry = page.getByRole('menuitem', { name, exact: typeof name === 'string' })
  await expect(async () => {
    await openLevelWith(page, entry)
    await expect(entry).toBeVisible({ timeout: 500 })
  }).toPass()
  return entry
}

async function openLevelWith(page: Page, entry: Locator): Promise<void> {
  for (let i = await page.getByRole('menu').count(); i > 0; i--) await page.keyboard.press('Escape')
  // One that is closing has the same entries.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('button', { name: 'Page options' }).click()
  const menu = page.getByRole('menu').first()
  await expect(menu.getByRole('menuitem', { name: 'More' })).toBeVisible()
  if ((await entry.count()) > 0) return
  await menu.getByRole('menuitem', { name: 'More' }).click()
  const more = page.getByRole('menu', { name: 'More' })
  await expect(more).toBeVisible()
  for (const level of await more.locator('[role=menuitem][aria-haspopup=menu]').all()) {
    if ((await entry.count()) > 0) return
    // By the keyboard: the pointer, on its way from one to the next, would keep the first one open.
    await level.press('ArrowRight')
    await expect(level).toHaveAttribute('aria-expanded', 'true')
    if ((await entry.count()) > 0) return
    await page.keyboard.press('ArrowLeft')
    await expect(level).toHaveAttribute('aria-expanded', 'false')
  }
}

/** Finds an action of the palette by what is typed, and runs it. */
export async function runInPalette(page: Page, typed: string, action: string) {
  await page.keyboard.press('ControlOrMeta+p')
  await page.getByRole('combobox', { name: 'Command palette' }).fill(typed)
  await page.getByRole('option', { name: action }).click()
}
