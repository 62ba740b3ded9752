import type { Page } from '@playwright/test'
import { type ProviderRequest, toldTo } from '../test/ai-provider.ts'
import { menu, option, pageOf, preview, select, test } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { ask, body, call, runInPalette, saveState, violations } from './screen.ts'

const status = (page: Page) => menu(page).getByRole('status')
const settled = async (page: Page, id: string) => JSON.stringify(await ask(page, 'document.document', { id }))
const cards = (page: Page) => page.getByRole('article', { name: /: Replace / })

async function decisions(page: Page) {
  await runInPalette(page, 'version history', 'Version history')
  const history = page.getByRole('complementary', { name: 'Version history' })
  await history.getByRole('tab', { name: 'Decisions' }).click()
  return history
}

/** Mends "teh" in every block that a model is told of. */
const spelling = (request: ProviderRequest) => {
  const told = String(JSON.parse(toldTo(request))[1].at(-1).content)
  const edits = [...told.matchAll(/^\[(b\d+·[0-9a-f]{3})\] (.*teh.*)$/gm)].map(
    ([, name, words]) => `@replace ${name}\n@why A typing error\n${words!.replaceAll('teh', 'the')}\n`,
  )
  return { text: `${edits.join('')}@done\n` }
}

test('R65 4.12 select, improve, review, accept half, undo, with the server killed in the middle of the answer', async ({
  page,
  signUp,
  provider,
  server,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox', 'Pour teh tea.', 'Stays here', 'Wait for teh tea.'])
  provider.answers({ text: 'The swift', stalls: true })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Improve writing').click()
  await expect(preview(page)).toContainText('The swift')
  await server.kill()
  await server.start()
  // The menu takes up the line that it lost, and keeps what had come.
  await expect(status(page)).toContainText('The server was restarted in the middle of the answer.')
  await expect(preview(page)).toContainText('The swift')
  provider.answers({ text: 'The swift brown fox' })
  await option(page, 'Try again').click()
  await expect(status(page)).toHaveText('Written by tiny-test')
  expect(await violations(page, { part: '.ai-menu' })).toEqual([])
  // The person says which it is to be, in Editing too.
  await option(page, 'Accept as a suggestion').click()
  await expect(menu(page)).toHaveCount(0)
  await expect(body(page).locator('ins')).toHaveText('swift')
  await expect(page.getByRole('button', { name: 'Mode: Editing' })).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  expect(await settled(page, id)).toContain('The quick brown fox')
  await expect(cards(page)).toContainText('with tiny-test')
  await expect(cards(page)).toContainText('Asked for: Improve writing')

  provider.answers(spelling)
  await runInPalette(page, 'review with ai', 'Review with AI')
  const panel = page.getByRole('complementary', { name: 'Review with AI' })
  await panel.getByRole('button', { name: 'Review this page' }).click()
  await panel.getByRole('button', { name: 'Add as suggestions' }).click()
  await expect(panel.getByRole('status')).toHaveText('2 suggestions were added to the page')
  await panel.getByRole('button', { name: 'Close review with AI' }).click()
  await expect(cards(page)).toHaveCount(3)
  const [first, second] = [cards(page).filter({ hasText: 'quick' }), cards(page).filter({ hasText: 'teh' })]
  await first.focus()
  await page.keyboard.press('a')
  await second.first().focus()
  await page.keyboard.press('a')
  await expect(cards(page)).toHaveCount(1)
  await expect(body(page)).toContainText('Pour the tea.')
  await expect.poll(() => settled(page, id)).toContain('The swift brown fox')
  expect(await settled(page, id)).toContain('Wait for teh tea.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  // What was accepted last is pending again, and nothing else is.
  await expect(cards(page)).toHaveCount(2)
  await expect.poll(() => settled(page, id)).toContain('Pour teh tea.')
  expect(await settled(page, id)).toContain('The swift brown fox')
  await expect(
    (await decisions(page)).getByText(/^Written by tiny-test, asked for by (.+), accepted by \1$/),
  ).toHaveCount(1)
})

test('4.10 an answer goes on over a reload, at its place, and what is accepted is on record as written by the model', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['First', 'The quick brown fox'])
  const held = Promise.withResolvers<void>()
  provider.answers({
    text: ['The swift', ' brown fox'],
    before: (piece) => (piece === 1 ? held.promise : Promise.resolve()),
  })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Improve writing').click()
  await expect(preview(page)).toContainText('The swift')
  await page.reload()
  await expect(preview(page)).toContainText('The swift')
  held.resolve()
  await expect(status(page)).toHaveText('Written by tiny-test')
  expect(provider.requests).toHaveLength(1)
  await option(page, 'Accept').click()
  await expect(body(page).locator('p')).toHaveText(['First', 'The swift brown fox'])
  await expect(saveState(page)).toHaveText('Saved')
  const history = await decisions(page)
  await expect(history.getByText('Replace “The quick brown fox” with “The swift brown fox”')).toBeVisible()
  await expect(history.getByText(/^Written by tiny-test, asked for by (.+), accepted by \1$/)).toBeVisible()
  // What is undone is not said to be accepted, and what is done again is.
  await body(page).getByText('First').click()
  await page.keyboard.press('Control+z')
  await expect(body(page).locator('p')).toHaveText(['First', 'The quick brown fox'])
  await expect(history.getByText(/^Written by tiny-test, asked for and withdrawn by /)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(body(page).locator('p')).toHaveText(['First', 'The swift brown fox'])
  await expect(history.getByText(/^Written by tiny-test, asked for by (.+), accepted by \1$/)).toBeVisible()
  // What is decided does not come back.
  await page.reload()
  await expect(body(page)).toContainText('The swift brown fox')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(menu(page)).toHaveCount(0)
  expect(await settled(page, id)).toContain('The swift brown fox')
})

test('two people watch the edits of a model arrive as suggestions, and decide at once', async ({
  page,
  browser,
  baseURL,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['Pour teh tea.', 'Stays here', 'Wait for teh tea.', 'Rest.', 'Go.'])
  const { link } = await call<{ link: { url: string } }>(page, 'share.setLink', { id, level: 'edit' })
  const other = await browser.newContext({ baseURL })
  const theirs = await other.newPage()
  await signUp(theirs)
  await theirs.goto(new URL(link.url).pathname)
  await expect(body(theirs)).toHaveAttribute('contenteditable', 'true')
  provider.answers(spelling)
  await runInPalette(page, 'review with ai', 'Review with AI')
  const panel = page.getByRole('complementary', { name: 'Review with AI' })
  await panel.getByRole('button', { name: 'Review this page' }).click()
  await panel.getByRole('button', { name: 'Add as suggestions' }).click()
  for (const tab of [page, theirs]) await expect(body(tab).locator('ins')).toHaveText(['the', 'the'])
  await panel.getByRole('button', { name: 'Close review with AI' }).click()
  for (const tab of [page, theirs]) {
    await expect(cards(tab)).toHaveCount(2)
    await expect(cards(tab).first()).toContainText('with tiny-test')
  }
  // Both accept the first one, and each decides otherwise about the second.
  await Promise.all([page, theirs].map((tab) => cards(tab).first().focus()))
  await Promise.all([page.keyboard.press('a'), theirs.keyboard.press('a')])
  for (const tab of [page, theirs]) await expect(cards(tab)).toHaveCount(1)
  await Promise.all([page, theirs].map((tab) => cards(tab).first().focus()))
  await Promise.all([page.keyboard.press('a'), theirs.keyboard.press('r')])
  for (const tab of [page, theirs]) {
    await expect(cards(tab)).toHaveCount(0)
    await expect(saveState(tab)).toHaveText('Saved')
    await expect(body(tab)).toContainText('Pour the tea.')
  }
  // What is accepted and rejected at once is the same for both, and nothing of it is doubled: what goes either way is gone.
  const said = async (tab: Page) => /Wait for .*tea\./.exec(await body(tab).innerText())?.[0]
  await expect.poll(async () => (await said(page)) === (await said(theirs))).toBe(true)
  expect(await said(page)).toMatch(/^Wait for (the |teh )? ?tea\.$/)
  await other.close()
})
