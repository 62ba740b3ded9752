import type { Page } from '@playwright/test'
import { type AiProvider, startAiProvider, toldTo } from '../test/ai-provider.ts'
import { test as base, expect } from './fixtures.ts'
import { body, call, paragraph, saveState, violations } from './screen.ts'
import { SheafServer } from './server.ts'

const test = base.extend<{ provider: AiProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
  provider: async ({}, use) => {
    const provider = await startAiProvider()
    await use(provider)
    await provider.close()
  },
  server: async ({ provider }, use, info) => {
    const server = new SheafServer({ OPENAI_BASE_URL: provider.url, AI_MODEL: 'tiny-test' })
    await server.start()
    await use(server)
    if (info.status !== info.expectedStatus) await info.attach('server output', { body: server.output })
    await server.close()
  },
})

const menu = (page: Page) => page.getByRole('dialog', { name: 'Ask AI' })
const field = (page: Page) => menu(page).getByRole('textbox')
const preview = (page: Page) => menu(page).getByRole('region', { name: 'Preview' })
const option = (page: Page, name: string) => menu(page).getByRole('option', { name, exact: true })

async function pageOf(page: Page, texts: string[]): Promise<string> {
  const { id } = await call(page, 'document.create', {
    title: 'Fox',
    contentRich: texts.map((text, at) => paragraph(`p${at}`, text)),
  })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  return id
}

/** Selects the whole of a paragraph by the keyboard. */
async function select(page: Page, text: string): Promise<void> {
  await body(page).getByText(text).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
}

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
  const input = encodeURIComponent(JSON.stringify({ documentId: id }))
  const answer = await page.request.get(`/api/trpc/version.documentVersions?input=${input}`)
  const { result } = (await answer.json()) as { result: { data: { versions: { reason: string }[] } } }
  expect(result.data.versions[0]).toMatchObject({ reason: 'before-rewrite' })
  await page.keyboard.press('Control+z')
  await expect(body(page)).toContainText('The quick brown fox')
  await expect(body(page)).not.toContainText('swift')
  expect(outside).toEqual([])
})

test('5.13 Escape ends the request at the provider and keeps what has come, then discards it; Backspace in the empty field closes', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['The quick brown fox'])
  provider.answers({ text: 'The swift', stalls: true })
  await select(page, 'The quick brown fox')
  await page.keyboard.press('Control+j')
  await field(page).fill('Say it otherwise')
  await field(page).press('Enter')
  await expect(preview(page)).toContainText('The swift')
  await page.keyboard.press('Escape')
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

base(
  '7.38 without a provider the menu shows the labeled placeholder and says which setting brings more',
  async ({ page, signUp }) => {
    await signUp(page)
    await pageOf(page, ['The quick brown fox'])
    await select(page, 'The quick brown fox')
    await page.keyboard.press('Control+j')
    await option(page, 'Fix spelling & grammar').click()
    await expect(preview(page)).toContainText('Sample reply: no AI provider is configured')
    await expect(menu(page).getByRole('status')).toContainText('OPENAI_API_KEY')
    await expect(option(page, 'Accept')).toHaveCount(0)
  },
)
