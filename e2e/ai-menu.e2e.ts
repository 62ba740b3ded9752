import type { Page } from '@playwright/test'
import { toldTo } from '../test/ai-provider.ts'
import { choose, field, menu, option, pageOf, preview, select, test, versionReasons } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { ask, body, call, paragraph, saveState, violations } from './screen.ts'

const options = (page: Page) => menu(page).getByRole('option')
const EDITS = [
  'Improve writing',
  'Fix spelling & grammar',
  'Make longer',
  'Make shorter',
  'Simplify language',
  'Beautify',
  'Translate',
]

/** Opens the menu at the end of a paragraph. */
async function openAtCaret(page: Page, text: string): Promise<void> {
  await body(page).getByText(text).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+j')
  await expect(field(page)).toBeFocused()
}

async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('7.38 a page that is too long for the model is read from its beginning, which is said', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['The quick brown fox'])
  const contentRich = Array.from({ length: 30 }, (_, at) =>
    paragraph(`r${at}`, `Rule ${at} ${'word '.repeat(1_000)}`),
  )
  await call(page, 'document.create', { title: 'Rules', contentRich })
  provider.answers({ text: 'jumped' })
  await openAtCaret(page, 'The quick brown fox')
  await menu(page).getByRole('button', { name: 'Add pages' }).click()
  await field(page).fill('rul')
  await field(page).press('Enter')
  await option(page, 'Continue writing').click()
  await expect(menu(page).getByRole('status')).toContainText('1 of the added pages is too long for the model')
  expect(toldTo(provider.requests[0]!)).toContain('Rule 0')
  expect(toldTo(provider.requests[0]!)).not.toContain('Rule 29')
})

test('4.10 at the caret: submitted, streaming as Markdown, finished; what is accepted goes on behind the text', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox', 'Stays here'])
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.answers({
    text: ['It **jum', 'ped** over.'],
    before: (piece) => held[piece]!.promise,
  })
  await call(page, 'document.create', {
    title: 'Rules',
    contentRich: [paragraph('r', 'Ships are blue')],
  })
  await openAtCaret(page, 'The quick brown fox')
  const besides = menu(page).getByRole('list', { name: 'What the model reads besides' })
  await expect(besides.getByRole('listitem')).toHaveText(['Text around', 'Add pages'])
  await besides.getByRole('button', { name: 'Add pages' }).click()
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toHaveText('This page: Fox')
  await field(page).fill('rul')
  await field(page).press('Enter')
  await besides.getByRole('button', { name: 'Remove Text around' }).click()
  await expect(besides.getByRole('listitem')).toHaveText(['Rules', 'Add pages'])
  await shots(page, 'chips')
  await expect(options(page)).toHaveText([
    'Continue writing',
    'Add a summary',
    'Explain',
    'Answer from my pages',
    'Extract data to a table',
    'Review this page',
  ])
  await expect(menu(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await option(page, 'Continue writing').click()
  await expect(menu(page).getByRole('status')).toHaveText('Thinking…')
  await expect(menu(page).getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  held[0]!.resolve()
  await expect(preview(page).locator('strong')).toHaveText('jum')
  held[1]!.resolve()
  await expect(preview(page).locator('strong')).toHaveText('jumped')
  await expect(menu(page).getByRole('status')).toHaveText('Written by tiny-test')
  expect(toldTo(provider.requests[0]!)).toContain('one sentence')
  expect(toldTo(provider.requests[0]!)).not.toContain('Stays here')
  expect(toldTo(provider.requests[0]!)).toContain('Ships are blue')
  await expect(options(page)).toHaveText([
    'Accept',
    'Accept as a suggestion',
    'Try again',
    'Discard',
    ...EDITS,
  ])
  await shots(page, 'cursor')
  await option(page, 'Accept').click()
  await expect(body(page).locator('p')).toHaveText(['The quick brown fox It jumped over.', 'Stays here'])
  // Nothing was replaced, so there is nothing to go back to but by undo.
  expect(await versionReasons(page, id)).not.toContain('before-rewrite')
})

test('4.10 with a selection: every command, a long answer in 320 px, and what is done with it', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox', 'Stays here'])
  provider.answers({ text: Array.from({ length: 60 }, (_, n) => `Line ${n}\n\n`) })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await expect(options(page)).toHaveText([
    ...EDITS,
    'Explain',
    'Add a summary',
    'Continue writing',
    'Extract data to a table',
  ])
  await option(page, 'Translate').click()
  expect(await options(page).count()).toBeGreaterThanOrEqual(90)
  await field(page).fill('Frenc')
  await field(page).press('Enter')
  await expect(option(page, 'Replace selection')).toBeVisible()
  expect(toldTo(provider.requests[0]!)).toContain('Translate the text into French')
  expect((await preview(page).boundingBox())!.height).toBeLessThanOrEqual(320)
  await expect(preview(page)).toContainText('Line 59')
  await expect(options(page)).toHaveText([
    ...['Accept', 'Accept as a suggestion', 'Replace selection', 'Insert below', 'Try again', 'Discard'],
    ...EDITS,
  ])
  expect(await violations(page, { part: '.ai-menu' })).toEqual([])
  expect(await violations(page, { part: '.ai-menu', theme: 'dark' })).toEqual([])
  await shots(page, 'selection')
  await option(page, 'Discard').click()
  await expect(body(page).locator('p')).toHaveText(['The quick brown fox', 'Stays here'])

  for (const [label, asked] of [
    ['Fix spelling & grammar', 'Fix spelling and grammar'],
    ['Make longer', 'longer with fitting detail'],
    ['Make shorter', 'shorter and keep its meaning'],
    ['Simplify language', 'Simplify the language'],
    ['Beautify', 'better form'],
    ['Improve writing', 'Improve the writing'],
    ['Add a summary', 'Summarize'],
  ] as const) {
    provider.answers({ text: `Done: ${label}` })
    await select(page, 'The quick brown fox')
    await page.keyboard.press('Control+j')
    await option(page, label).click()
    await expect(preview(page)).toContainText(`Done: ${label}`)
    expect(toldTo(provider.requests.at(-1)!)).toContain(asked)
    // While it is still being written, Escape would end the answer and not the menu.
    await expect(option(page, 'Discard')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
  }
  expect(await versionReasons(page, id)).not.toContain('before-rewrite')

  // An explanation that is worked on stays one: accepted, it takes no words away.
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  provider.answers({ text: 'A long explanation' })
  await option(page, 'Explain').click()
  await expect(preview(page)).toContainText('A long explanation')
  provider.answers({ text: 'A fox runs' })
  await option(page, 'Make shorter').click()
  await expect(preview(page)).toHaveText('A fox runs')
  expect(toldTo(provider.requests.at(-1)!)).toContain('A long explanation')
  await option(page, 'Accept').click()
  await expect(body(page).locator('p')).toHaveText(['The quick brown fox', 'A fox runs', 'Stays here'])
  provider.answers({ text: 'A swift fox' })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Improve writing').click()
  await option(page, 'Replace selection').click()
  await expect(body(page).locator('p')).toHaveText(['A swift fox', 'A fox runs', 'Stays here'])
  expect(await versionReasons(page, id)).toContain('before-rewrite')
})

test('4.10 R12 what others write in the text, or delete, while an answer to it waits is neither replaced nor overwritten', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['The quick brown fox', 'Stays here'])
  /** The paragraphs, without the names at other people's carets. */
  const lines = () =>
    body(page)
      .locator('p')
      .evaluateAll((all) =>
        all.map((shown) => {
          const copy = shown.cloneNode(true) as HTMLElement
          for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
          return copy.textContent
        }),
      )
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(saveState(other)).toHaveText('Saved')
  provider.answers({ text: 'A swift fox' })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Improve writing').click()
  await expect(preview(page)).toHaveText('A swift fox')
  await body(other).getByText('The quick brown fox').click()
  await other.keyboard.press('Home')
  await other.keyboard.type('See: ')
  await expect.poll(lines).toEqual(['See: The quick brown fox', 'Stays here'])
  // What stands before the selection is no part of it: written inside it is.
  await other.keyboard.press('End')
  for (let i = 0; i < 3; i++) await other.keyboard.press('ArrowLeft')
  await other.keyboard.type('red ')
  await expect.poll(lines).toEqual(['See: The quick brown red fox', 'Stays here'])
  const told = page.getByText('This text was changed meanwhile, so it was not replaced.')
  await option(page, 'Accept').click()
  await expect(told).toBeVisible()
  await expect.poll(lines).toEqual(['See: The quick brown red fox', 'Stays here'])
  provider.answers({ text: 'A swift red fox' })
  await option(page, 'Try again').click()
  await expect(preview(page)).toHaveText('A swift red fox')
  expect(toldTo(provider.requests.at(-1)!)).toContain('The quick brown red fox')

  await other.keyboard.press('Escape')
  await other.keyboard.press('Delete')
  await expect.poll(lines).toEqual(['Stays here'])
  await option(page, 'Accept').click()
  await expect(told).toBeVisible()
  await expect.poll(lines).toEqual(['Stays here'])
  await option(page, 'Insert below').click()
  await expect.poll(lines).toEqual(['Stays here', 'A swift red fox'])
})

test('4.10 R65 a page that is locked while the model answers stays as it is, and the answer can be copied', async ({
  page,
  signUp,
  provider,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox'])
  const held = Promise.withResolvers<void>()
  provider.answers({
    text: ['It jumped ', 'over.'],
    before: (piece) => (piece === 1 ? held.promise : Promise.resolve()),
  })
  await openAtCaret(page, 'The quick brown fox')
  await option(page, 'Continue writing').click()
  await expect(preview(page)).toHaveText('It jumped')
  await call(page, 'document.update', { id, lockPage: true })
  await expect(body(page)).toHaveAttribute('contenteditable', 'false')
  held.resolve()
  await expect(preview(page)).toHaveText('It jumped over.')
  await expect(menu(page).getByRole('status')).toContainText('This page cannot be edited any more')
  await expect(options(page)).toHaveText(['Copy', 'Discard'])
  expect(await violations(page, { part: '.ai-menu' })).toEqual([])
  await shots(page, 'locked')
  await option(page, 'Copy').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('It jumped over.')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(body(page).locator('p')).toHaveText(['The quick brown fox'])
})

test('in Suggesting, an accepted answer is a suggestion that bears the name of the model', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox'])
  await choose(page, 'Suggesting')
  await body(page).getByText('The quick brown fox').click()
  await page.keyboard.press('End')
  await expect(body(page)).toBeFocused()
  for (let letter = 0; letter < ' fox'.length; letter++) await page.keyboard.press('Backspace')
  await expect(body(page).locator('del')).toHaveText(' fox')
  provider.answers({ text: 'The slow brown' })
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+j')
  await option(page, 'Improve writing').click()
  await expect(preview(page)).toContainText('The slow brown')
  // What is suggested away is no part of the text to come.
  expect(toldTo(provider.requests[0]!)).not.toContain('fox')
  await option(page, 'Accept').click()
  await expect(body(page).locator('ins').filter({ hasText: /slow/ })).toHaveCount(1)
  await expect(saveState(page)).toHaveText('Saved')
  expect(JSON.stringify(await ask(page, 'document.document', { id }))).toContain('The quick brown fox')
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Suggestions' }).click()
  await expect(page.getByRole('feed', { name: 'Suggestions' }).getByText('with tiny-test')).toHaveCount(1)
  // What was typed by hand before is a suggestion of its own, without that name.
  await expect(page.getByRole('feed', { name: 'Suggestions' }).getByRole('article')).toHaveCount(2)
})

test('4.10 who opens another page with an answer undecided can still copy it; who has discarded one is not asked', async ({
  page,
  signUp,
  provider,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  await call(page, 'document.create', { title: 'Elsewhere' })
  await pageOf(page, ['The quick brown fox'])
  const told = page.getByText('The answer of AI was not put into the page.')
  const answered = async () => {
    provider.answers({ text: ['It jumped over.'] })
    await openAtCaret(page, 'The quick brown fox')
    await option(page, 'Continue writing').click()
    await expect(preview(page)).toHaveText('It jumped over.')
  }
  await answered()
  await option(page, 'Discard').click()
  await expect(menu(page)).toHaveCount(0)
  await answered()
  await expect(told).toHaveCount(0)
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect(menu(page)).toHaveCount(0)
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('It jumped over.')
})
