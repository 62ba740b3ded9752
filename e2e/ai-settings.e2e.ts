import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AiProvider } from '../test/ai-provider.ts'
import { testWithProvider } from './ai-fixtures.ts'
import { expect, testOnKeptServer as withoutProvider } from './fixtures.ts'
import { body, makePage, saveState, toast, violations } from './screen.ts'

const test = testWithProvider.extend({
  serverEnv: async ({ provider }, use) =>
    use({ OPENAI_BASE_URL: provider.url, ANTHROPIC_BASE_URL: provider.url, LOG_LEVEL: 'trace' }),
})

const avatar = (page: Page) => page.getByRole('button', { name: 'AI settings' })
const setKeys = (page: Page) => page.getByRole('button', { name: 'Set Keys' })
const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
const settings = (page: Page) => page.getByRole('dialog', { name: 'API Settings' })
const key = (page: Page, name: string) => settings(page).getByLabel(`${name} API key`, { exact: true })
const save = (page: Page) => settings(page).getByRole('button', { name: 'Save Keys' })

async function open(page: Page): Promise<void> {
  await avatar(page).focus()
  await setKeys(page).click()
  await expect(settings(page)).toBeVisible()
}

/** What the browser keeps that is about AI. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith('sheaf:ai'))
      .map(([, value]) => value)
      .join(),
  )

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await settings(page).getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Has the selection improved by the menu; resolves when the provider was asked. */
async function improve(page: Page, provider: AiProvider) {
  const before = provider.requests.length
  await body(page).getByText('The quick brown fox').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+j')
  await page.getByRole('option', { name: 'Improve writing' }).click()
  await expect.poll(() => provider.requests.length).toBe(before + 1)
  await page.getByRole('option', { name: 'Discard' }).click()
  return provider.requests[before]!
}

test('2.32 the avatar at the bottom right shows Login and Set Keys after 300 ms of hovering or focus, and stays out of the way', async ({
  page,
  signUp,
}) => {
  await page.goto('/basic-blocks')
  await expect(avatar(page)).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await avatar(page).hover()
  await page.clock.runFor(290)
  await expect(setKeys(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(login(page)).toBeVisible()
  await expect(setKeys(page)).toBeVisible()
  await page.clock.resume()
  expect(await violations(page)).toEqual([])
  await page.mouse.move(10, 10)
  await expect(setKeys(page)).toHaveCount(0)
  await avatar(page).focus()
  await expect(login(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(login(page)).toHaveCount(0)
  await avatar(page).press('Enter')
  await login(page).click()
  await expect(page.getByRole('dialog')).toContainText('Sign in')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(avatar(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('API Settings')
  await page.getByRole('option', { name: /API Settings/ }).click()
  await expect(settings(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })
  await signUp(page)
  await avatar(page).focus()
  await expect(setKeys(page)).toBeVisible()
  await expect(login(page)).toHaveCount(0)
})

test('5.15 keys are optional, Save Keys waits for a change, and an empty save takes a key away', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await open(page)
  await expect(save(page)).toBeDisabled()
  await key(page, 'OpenAI').fill('sk-mine')
  await key(page, 'OpenAI').fill('')
  await expect(save(page)).toBeDisabled()
  await key(page, 'OpenAI').fill('sk with spaces')
  await expect(settings(page).getByRole('alert').first()).toContainText('no API key')
  await expect(save(page)).toBeDisabled()
  await key(page, 'OpenAI').fill(' sk-mine ')
  await settings(page).getByLabel('UploadThing API key (optional)', { exact: true }).fill('sk_upload')
  await expect(settings(page)).toContainText('Uploads need no key')
  await choose(page, 'Model', /GPT-4.1/)
  await choose(page, 'Variant', 'Mini')
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await key(page, 'OpenAI').press('Enter')
  await expect(toast(page, 'Keys and model saved in this browser')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  expect(JSON.parse(await kept(page))).toEqual({
    openai: 'sk-mine',
    uploadthing: 'sk_upload',
    model: 'gpt-4.1-2025-04-14-mini',
  })
  await page.reload()
  await open(page)
  await expect(key(page, 'OpenAI')).toHaveValue('sk-mine')
  await expect(key(page, 'OpenAI')).toHaveAttribute('type', 'password')
  await expect(settings(page).getByRole('combobox', { name: 'Variant' })).toContainText('Mini')
  await key(page, 'OpenAI').fill('')
  await settings(page).getByLabel('UploadThing API key (optional)', { exact: true }).fill('')
  await choose(page, 'Model', 'Default')
  await save(page).click()
  await expect(save(page)).toBeDisabled()
  expect(await kept(page)).toBe('')
})

test('7.38 9.11 the AI menu sends the key and the model that were chosen, and no trace of the key stays on the server', async ({
  page,
  signUp,
  provider,
  server,
}) => {
  provider.answers({ text: 'The swift brown fox' })
  await signUp(page)
  const id = await makePage(page, 'Fox', ['The quick brown fox'])
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  expect(await improve(page, provider)).toMatchObject({ body: { model: 'gpt-4.1-2025-04-14' } })
  await open(page)
  await key(page, 'OpenAI').fill('sk-PLANTED')
  await choose(page, 'Model', /GPT-4.1/)
  await choose(page, 'Variant', 'Mini')
  await save(page).click()
  await expect(save(page)).toBeDisabled()
  await page.keyboard.press('Escape')
  expect(await improve(page, provider)).toMatchObject({
    body: { model: 'gpt-4.1-mini-2025-04-14' },
    headers: { authorization: 'Bearer sk-PLANTED' },
  })
  await open(page)
  await choose(page, 'Model', 'Another name…')
  await settings(page).getByLabel('Name of the model').fill('llama3.2')
  await save(page).click()
  await expect(save(page)).toBeDisabled()
  await page.keyboard.press('Escape')
  expect(await improve(page, provider)).toMatchObject({ body: { model: 'llama3.2' } })
  // What a person enters goes away with them.
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  expect(await kept(page)).toBe('')
  expect(server.output).toContain('/api/ai/command')
  expect(server.output).not.toContain('PLANTED')
  for (const file of readdirSync(server.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes('PLANTED'), file.name).toBe(false)
})

const whoRunsIt = test.extend({ isFirst: true })
whoRunsIt(
  'the connection is tested part by part, from the settings too, with what is entered and not yet saved',
  async ({ page, signUp, provider }) => {
    provider.answers(({ path, headers, body: { stream } }) => {
      if (path.endsWith('/audio/transcriptions')) return { status: 404 }
      if (headers.authorization !== 'Bearer sk-right') return { status: 401 }
      return stream ? { text: '1 2 3 4 5 6 7 8' } : { text: 'ready' }
    })
    await signUp(page)
    await page.goto('/settings/ai')
    const part = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
    const test = page.getByRole('button', { name: 'Test connection' })
    await page.getByLabel('OpenAI API key', { exact: true }).fill('sk-wrong')
    await test.click()
    await expect(part('Chat')).toContainText('Failed. The AI provider did not accept your key')
    await expect(test).toBeEnabled()
    await page.getByLabel('OpenAI API key', { exact: true }).fill('sk-right')
    await test.click()
    await expect(part('Chat')).toContainText(/Works\. gpt-4\.1-2025-04-14 answers\. \(\d+ ms\)/)
    await expect(part('Streaming')).toContainText('Works.')
    await expect(part('Tools')).toContainText('Not there.')
    await expect(part('Embeddings')).toContainText('512 numbers, from the built-in model')
    await expect(part('Transcription')).toContainText('OPENAI_TRANSCRIBE_MODEL')
    await expect(test).toBeEnabled()
    expect(await kept(page)).toBe('')
    expect(await violations(page)).toEqual([])
  },
)

withoutProvider('without a model, the AI menu leads to the keys', async ({ page, signUp }) => {
  await signUp(page)
  const id = await makePage(page, 'Fox', ['The quick brown fox'])
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  await body(page).getByText('The quick brown fox').click()
  await page.keyboard.press('Control+j')
  await page.getByRole('option', { name: 'Continue writing' }).click()
  const menu = page.getByRole('dialog', { name: 'Ask AI' })
  await menu.getByRole('button', { name: 'Set Keys' }).click()
  await expect(menu).toHaveCount(0)
  await expect(settings(page)).toBeVisible()
})

withoutProvider(
  'what a visitor enters is sent nowhere, and theirs once they have signed in',
  async ({ page, signUp }) => {
    await page.goto('/basic-blocks')
    await open(page)
    await expect(settings(page)).toContainText('until then they are sent nowhere')
    await expect(settings(page).getByRole('button', { name: 'Test connection' })).toHaveCount(0)
    await key(page, 'Anthropic').fill('sk-ant-mine')
    await save(page).click()
    await expect(save(page)).toBeDisabled()
    await page.keyboard.press('Escape')
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`))
    await body(page).locator('p').first().click()
    await page.keyboard.press('Control+j')
    await page.getByRole('option', { name: 'Continue writing' }).click()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Sample reply')
    expect(sent.join()).toContain('/api/ai/command')
    expect(sent.join()).not.toContain('sk-ant-mine')
    await signUp(page)
    await open(page)
    await expect(key(page, 'Anthropic')).toHaveValue('sk-ant-mine')
  },
)
