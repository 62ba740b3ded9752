import type { Page } from '@playwright/test'
import { type AiProvider, toldTo } from '../test/ai-provider.ts'
import { field, menu, option, pageOf, preview, select, test, versionReasons } from './ai-fixtures.ts'
import { expect, testOnKeptServer } from './fixtures.ts'
import { body, violations } from './screen.ts'

test('4.10 7.38 words are selected, improved, reviewed, accepted and taken back; a version is kept', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox', 'Stays here'])
  provider.answers({ text: 'The **swift** brown fox ![x](https://evil.example/x.png)' })
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) outside.push(request.url())
  })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await expect(field(page)).toBeFocused()
  await expect(menu(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await option(page, 'Improve writing').click()
  await expect(option(page, 'Accept')).toBeVisible()
  await expect(preview(page)).toContainText('The swift brown fox')
  // Nothing of the page has changed yet, and the model was told what was selected.
  await expect(body(page)).toContainText('The quick brown fox')
  expect(toldTo(provider.requests[0]!)).toContain('The quick brown fox')
  expect(await violations(page, { part: '.ai-menu' })).toEqual([])
  await field(page).press('Enter')
  await expect(menu(page)).toHaveCount(0)
  await expect(body(page)).toContainText('The swift brown fox')
  await expect(body(page)).toContainText('evil.example')
  await expect(body(page).locator('img[src*=evil]')).toHaveCount(0)
  expect((await versionReasons(page, id))[0]).toBe('before-rewrite')
  await page.keyboard.press('Control+z')
  await expect(body(page)).toContainText('The quick brown fox')
  await expect(body(page)).not.toContainText('swift')
  expect(outside).toEqual([])
})

/** Asks about the words of a new page, and presses Escape when a part of the answer has come. */
async function askAndStop(page: Page, provider: AiProvider): Promise<void> {
  await pageOf(page, ['The quick brown fox'])
  provider.answers({ text: 'The swift', stalls: true })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await field(page).fill('Say it otherwise')
  await field(page).press('Enter')
  await expect(preview(page)).toContainText('The swift')
  await page.keyboard.press('Escape')
}

test('5.13 Escape ends the request at the provider and keeps what has come, then discards it; Backspace in the empty field closes', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await askAndStop(page, provider)
  expect((await provider.requests[0]!.closed).early).toBe(true)
  await expect(option(page, 'Try again')).toBeVisible()
  await expect(preview(page)).toContainText('The swift')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(body(page)).toContainText('The quick brown fox')
  await page.keyboard.press('Control+j')
  await field(page).press('Backspace')
  await expect(menu(page)).toHaveCount(0)
})

test('5.13 an answer that is under way is not opened again by a part of the editor that comes late', async ({
  page,
  signUp,
  provider,
}) => {
  let letIn = () => {}
  const isLetIn = new Promise<void>((done) => {
    letIn = done
  })
  await page.route('**/assets/copilot-layer-*.js', async (route) => {
    await isLetIn
    await route.continue()
  })
  await signUp(page)
  await askAndStop(page, provider)
  await expect(option(page, 'Try again')).toBeVisible()
  letIn()
  // What the part brings is in the palette once it is there.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('Suggest the next words')
  await expect(page.getByRole('option', { name: 'Suggest the next words' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await field(page).focus()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await page.keyboard.press('Control+j')
  await expect(field(page)).toBeFocused()
  await expect(preview(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
})

test('R65 a provider that breaks in the middle: the person reads why, keeps the words, and tries again', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['The quick brown fox'])
  provider.answers({ text: 'The swift brown', breaks: true })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Make shorter').click()
  await expect(menu(page).getByRole('status')).toContainText('cut off')
  provider.answers({ text: 'A fox' })
  await option(page, 'Try again').click()
  await expect(preview(page)).toContainText('A fox')
  await option(page, 'Insert below').click()
  await expect(body(page)).toContainText('The quick brown fox')
  await expect(body(page)).toContainText('A fox')
})

test('R65 a proxy that waits less long than the model thinks costs no answer, and none is asked for twice', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['The quick brown fox'])
  const held = Promise.withResolvers<void>()
  provider.answers({ text: ['A ', 'fox'], before: () => held.promise })
  await page.route('**/api/ai/command', async (route) => {
    // It has the server answer, and gives up.
    route.fetch().catch(() => undefined)
    await expect.poll(() => provider.requests.length).toBe(1)
    await route.fulfill({ status: 504, body: '<h1>Gateway Timeout</h1>' })
    held.resolve()
  })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Make shorter').click()
  await expect(preview(page)).toContainText('A fox')
  expect(provider.requests).toHaveLength(1)
  await option(page, 'Discard').click()
  // One that has kept the question to itself is passed again.
  await page.unroute('**/api/ai/command')
  let tries = 0
  await page.route('**/api/ai/command', (route) => {
    tries += 1
    return tries === 1 ? route.fulfill({ status: 502, body: '' }) : route.continue()
  })
  provider.answers({ text: 'Another fox' })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await option(page, 'Make shorter').click()
  await expect(preview(page)).toContainText('Another fox')
  expect(provider.requests).toHaveLength(2)
})

const withoutModel = testOnKeptServer.extend({ isFirst: true })
withoutModel(
  '7.38 without a provider the menu shows the labeled placeholder; which setting brings more is told to the person who runs the server alone',
  async ({ page, signUp, browser, server }) => {
    const asked = async (tab: Page) => {
      await signUp(tab)
      await pageOf(tab, ['The quick brown fox'])
      await select(tab, 'The quick brown fox')
      await tab.keyboard.press('Control+j')
      await option(tab, 'Fix spelling & grammar').click()
      await expect(preview(tab)).toContainText('Sample reply: no AI provider is configured')
    }
    await asked(page)
    await expect(menu(page).getByRole('status')).toContainText('OPENAI_API_KEY')
    await expect(option(page, 'Accept')).toHaveCount(0)
    const other = await browser.newContext({ baseURL: server.url })
    const theirs = await other.newPage()
    await asked(theirs)
    await expect(menu(theirs).getByRole('status')).toContainText('AI is not set up on this server')
    await expect(menu(theirs)).not.toContainText('OPENAI')
    await other.close()
  },
)
