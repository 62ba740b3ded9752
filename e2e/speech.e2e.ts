import type { Page } from '@playwright/test'
import { type AiProvider, startAiProvider } from '../test/ai-provider.ts'
import type { SpeechProvider } from '../test/speech-provider.ts'
import { expect, testOnKeptServer } from './fixtures.ts'
import { body, makePage, pageOption, runInPalette, saveState, toast, violations } from './screen.ts'
import { test as testWithSpeech } from './speech-fixtures.ts'

const test = testWithSpeech.extend<{ chat: AiProvider }, { keptChat: AiProvider }>({
  keptChat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const chat = await startAiProvider()
      await use(chat)
      await chat.close()
    },
    { scope: 'worker' },
  ],
  chat: async ({ keptChat }, use) => {
    keptChat.forget()
    await use(keptChat)
  },
  serverEnv: async ({ provider, chat }, use) =>
    use({ OPENAI_BASE_URL: provider.url, ANTHROPIC_BASE_URL: chat.url, AI_MODEL: 'claude-tiny' }),
})

const withoutService = testOnKeptServer.extend({ isFirst: true })

const bar = (page: Page) => page.getByRole('region', { name: 'Reading aloud' })
const spokenTexts = ({ requests }: SpeechProvider) => requests.map((request) => request.body.input)
/** The words that are marked as being read. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('reading-aloud') ?? [])].map(String).join('|'))

async function open(page: Page, title: string, texts: readonly string[]): Promise<void> {
  await page.goto(`/${await makePage(page, title, texts)}`)
  await expect(saveState(page)).toHaveText('Saved')
}

test('4.13 7.40 a page is read sentence by sentence, the one that is read is marked, and pressing again stops it', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, 'Foxes', ['One fox runs. Two foxes sleep.', 'A third one reads.'])
  provider.answers(({ body: { input } }) => ({ duration: String(input).startsWith('Two') ? 60_000 : 100 }))
  await pageOption(page, 'Read aloud')
  await expect(bar(page).getByRole('status')).toContainText('Reading aloud')
  await expect.poll(() => marked(page)).toBe('Two foxes sleep.')
  // What is read moves along when somebody writes before it.
  await body(page)
    .getByText('One fox')
    .click({ position: { x: 2, y: 8 } })
  await page.keyboard.press('Home')
  await page.keyboard.type('Look! ')
  await expect.poll(() => marked(page)).toBe('Two foxes sleep.')
  expect(await violations(page, { part: '.speech-bar' })).toEqual([])
  // The next one is fetched ahead.
  await expect
    .poll(() => spokenTexts(provider))
    .toEqual(['Foxes', 'One fox runs.', 'Two foxes sleep.', 'A third one reads.'])
  await pageOption(page, 'Stop reading aloud')
  await expect(bar(page)).toHaveCount(0)
  expect(await marked(page)).toBe('')
  // From the beginning again, to its end.
  provider.answers({ duration: 50 })
  await pageOption(page, 'Read aloud')
  await expect
    .poll(() => spokenTexts(provider).slice(4))
    .toEqual(['Foxes', 'Look!', 'One fox runs.', 'Two foxes sleep.', 'A third one reads.'])
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
})

test('4.13 while the audio comes it says that it prepares, and can be stopped', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, '', ['One fox runs.'])
  provider.answers({ hangs: true })
  await pageOption(page, 'Read aloud')
  await expect(bar(page).getByRole('status')).toHaveText('Preparing to read…')
  await expect.poll(() => provider.requests.length).toBe(1)
  await bar(page).getByRole('button', { name: 'Stop reading' }).click()
  await expect(bar(page)).toHaveCount(0)
  // Nobody waits for it at the service either.
  expect((await provider.requests[0]!.closed).early).toBe(true)
})

test('5.14 8.12 a selection is read and nothing else; without one, and without text, it is said so', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, '', ['The quick brown fox'])
  provider.answers({ duration: 50 })
  await body(page).getByText('The quick').click()
  await runInPalette(page, 'Read selection', 'Read selection aloud')
  await expect(toast(page, 'No text selected')).toBeVisible()
  await body(page)
    .getByText('The quick')
    .dblclick({ position: { x: 8, y: 8 } })
  await page.getByRole('toolbar').getByRole('button', { name: 'Read selection aloud' }).click()
  await expect.poll(() => spokenTexts(provider)).toEqual(['The'])
  await expect(bar(page)).toHaveCount(0)
  await open(page, '', ['', '***'])
  await pageOption(page, 'Read aloud')
  await expect(toast(page, 'No text to read')).toBeVisible()
})

test('8.12 what fails is said word for word, and it is idle again', async ({ page, signUp, provider }) => {
  await signUp(page)
  await open(page, 'Foxes', ['One fox runs.'])
  const fails = async (words: string) => {
    await pageOption(page, 'Read aloud')
    await expect(toast(page, words)).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  }
  provider.answers({ status: 429 })
  await fails(
    'Failed to generate speech: The AI provider is busy or its limit is reached. Wait a moment and try again.',
  )
  provider.answers({ raw: `ID3${'no audio '.repeat(200)}` })
  await fails('Failed to play audio')
  await page.route('**/api/tts', (route) => route.fulfill({ status: 200, body: '' }))
  await fails('Received empty audio data')
  await page.route('**/api/tts', (route) => route.fulfill({ status: 502, body: 'A proxy' }))
  await fails('Failed to generate speech: Bad Gateway')
  await page.route('**/api/tts', (route) => route.abort())
  await fails('Failed to generate or play speech')
})

test('4.13 an answer of a model is read before it is accepted, and no longer once it is gone', async ({
  page,
  signUp,
  provider,
  chat,
}) => {
  await signUp(page)
  await open(page, 'Foxes', ['One fox runs.'])
  chat.answers({ text: 'A **swift** fox. It runs.' })
  provider.answers({ duration: 60_000 })
  await body(page).getByText('One fox').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+j')
  const menu = page.getByRole('dialog', { name: 'Ask AI' })
  await menu.getByRole('option', { name: 'Improve writing', exact: true }).click()
  await menu.getByRole('button', { name: 'Read aloud' }).click()
  await expect(menu.getByRole('button', { name: 'Stop reading' })).toBeVisible()
  expect(spokenTexts(provider)[0]).toBe('A swift fox.')
  await menu.getByRole('button', { name: 'Stop reading' }).click()
  await expect(menu.getByRole('button', { name: 'Read aloud' })).toBeVisible()
  await menu.getByRole('button', { name: 'Read aloud' }).click()
  await expect(bar(page)).toBeVisible()
  await menu.getByRole('textbox').press('Escape')
  await expect(bar(page)).toHaveCount(0)
})

withoutService(
  '4.13 without a service a voice of the browser reads, and that is said; without either, what is missing is',
  async ({ page, signUp }) => {
    await signUp(page)
    await open(page, 'Foxes', ['One fox runs.'])
    await pageOption(page, 'Read aloud')
    await expect(page.locator('[data-sonner-toast]')).toContainText(
      /no voice of its own.*OPENAI_SPEECH_MODEL/,
    )
    // Browsers on machines without a speech engine have no voices: this one gets an engine that only waits.
    await page.evaluate(() => {
      const said: string[] = []
      const voice = { name: 'Own', lang: 'en-US', localService: true, default: true, voiceURI: 'own' }
      Object.assign(window, { said })
      Object.defineProperty(window, 'SpeechSynthesisUtterance', {
        value: class {
          constructor(readonly text: string) {}
        },
      })
      Object.defineProperty(window, 'speechSynthesis', {
        value: {
          getVoices: () => [voice],
          cancel: () => said.push('stop'),
          speak: (words: { text: string; onend(): void }) => {
            said.push(words.text)
            if (words.text === 'Foxes') words.onend()
          },
        },
      })
    })
    await pageOption(page, 'Read aloud')
    await expect(bar(page).getByRole('status')).toContainText('With a voice of this browser')
    await expect.poll(() => marked(page)).toBe('One fox runs.')
    await bar(page).getByRole('button', { name: 'Stop reading' }).click()
    await expect(bar(page)).toHaveCount(0)
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said).toEqual(['Foxes', 'stop', 'One fox runs.', 'stop'])
  },
)
