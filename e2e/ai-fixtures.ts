import type { Page } from '@playwright/test'
import { type AiProvider, startAiProvider } from '../test/ai-provider.ts'
import { expect, testOnKeptServer } from './fixtures.ts'
import { body, call, paragraph, saveState } from './screen.ts'

/** With a provider of models on loopback, of which a server is still to be told. */
export const testWithProvider = testOnKeptServer.extend<
  { provider: AiProvider },
  { keptProvider: AiProvider }
>({
  keptProvider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const provider = await startAiProvider()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  provider: async ({ keptProvider }, use) => {
    keptProvider.forget()
    await use(keptProvider)
  },
})

/** With a server whose models are that provider. A `model` whose name has "tools" in it calls tools. */
export const test = testWithProvider.extend<{ model: string }>({
  model: ['tiny-test', { option: true }],
  serverEnv: async ({ provider, model }, use) => use({ OPENAI_BASE_URL: provider.url, AI_MODEL: model }),
})

export const menu = (page: Page) => page.getByRole('dialog', { name: 'Ask AI' })
export const field = (page: Page) => menu(page).getByRole('textbox')
export const preview = (page: Page) => menu(page).getByRole('region', { name: 'Preview' })
export const option = (page: Page, name: string) => menu(page).getByRole('option', { name, exact: true })

/** Opens a page of these paragraphs; its id. */
export async function pageOf(page: Page, texts: string[]): Promise<string> {
  const { id } = await call(page, 'document.create', {
    title: 'Fox',
    contentRich: texts.map((text, at) => paragraph(`p${at}`, text)),
  })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  return id
}

/** Selects the whole of a paragraph by the keyboard. */
export async function select(page: Page, text: string): Promise<void> {
  await body(page).getByText(text).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
}

/** Chooses how the person works on the page. */
export async function choose(page: Page, mode: 'Editing' | 'Suggesting' | 'Viewing'): Promise<void> {
  await page.getByRole('button', { name: /^Mode: / }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${mode}`) }).click()
  await expect(page.getByRole('button', { name: `Mode: ${mode}` })).toBeVisible()
  if (mode !== 'Viewing') await expect(body(page)).toHaveAttribute('contenteditable', 'true')
}

/** What the page's versions were made for, the newest first. */
export async function versionReasons(page: Page, documentId: string): Promise<string[]> {
  const input = encodeURIComponent(JSON.stringify({ documentId }))
  const answer = await page.request.get(`/api/trpc/version.documentVersions?input=${input}`)
  const { result } = (await answer.json()) as { result: { data: { versions: { reason: string }[] } } }
  return result.data.versions.map(({ reason }) => reason)
}
