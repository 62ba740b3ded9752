import type { Page } from '@playwright/test'
import type { Editor } from '@tiptap/core'
import { findTestBrowser } from '../scripts/chromium.ts'
import { expect, testOnKeptServer } from './fixtures.ts'
import { body, makePage, runInPalette, saveState, toast, violations } from './screen.ts'
import { test } from './speech-fixtures.ts'

// A microphone that beeps, and that everybody may use.
const launchOptions = {
  executablePath: findTestBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
}
const withoutService = testOnKeptServer.extend({ isFirst: true })
test.use({ launchOptions })
withoutService.use({ launchOptions })

const bar = (page: Page) => page.getByRole('region', { name: 'Dictation' })
const state = (page: Page) => bar(page).getByRole('status')
const stop = (page: Page) => bar(page).getByRole('button', { name: 'Stop and write it down' }).click()

async function open(page: Page, texts: readonly string[]): Promise<void> {
  await page.goto(`/${await makePage(page, 'Foxes', texts)}`)
  await expect(saveState(page)).toHaveText('Saved')
}

/** Puts the caret behind the first word of the first paragraph, and dictates there. */
async function dictateBehindFirstWord(page: Page): Promise<void> {
  const offset = () =>
    body(page).evaluate(
      (element) => (element as HTMLElement & { editor: Editor }).editor.state.selection.$head.parentOffset,
    )
  // What is drawn anew just then may put the caret back where it was clicked.
  await expect(async () => {
    await body(page).getByText(/^One/).click()
    await page.keyboard.press('Home')
    for (const _ of 'One') await page.keyboard.press('ArrowRight')
    // The editor is told of a caret that the browser moves a moment later.
    await expect.poll(offset, { timeout: 2_000 }).toBe(3)
  }).toPass()
  await runInPalette(page, 'Dictate', 'Dictate')
}

test('4.7 7.37 what is said is recorded, transcribed and written at the caret, wherever that has moved to', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, ['One fox', 'Below'])
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  provider.answers({ heard: 'quick brown', before: () => held })
  await dictateBehindFirstWord(page)
  await expect(state(page)).toHaveText('Recording')
  await expect(bar(page).getByRole('timer')).toHaveText('00:01')
  expect(await violations(page, { part: '.speech-bar' })).toEqual([])
  await stop(page)
  await expect(state(page)).toHaveText('Transcribing…')
  // Somebody writes before the place meanwhile.
  await body(page).getByText('One fox').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Look! ')
  release()
  await expect(state(page)).toHaveText('Done')
  await expect(body(page)).toContainText('Look! One quick brown fox')
  await expect(bar(page)).toHaveCount(0)
  expect(provider.requests).toHaveLength(1)
  const { file } = provider.requests[0]!.body as { file: File }
  expect(file.name).toBe('sound.wav')
  // A second of 16,000 samples at least.
  expect(file.size).toBeGreaterThan(32_000)
  // One step of undo.
  await page.keyboard.press('Control+z')
  await expect(body(page)).toContainText('Look! One fox')
})

test('8.13 what fails is said, and what was said is sent again', async ({ page, signUp, provider }) => {
  await signUp(page)
  await open(page, ['One fox'])
  provider.answers({ status: 500 })
  await dictateBehindFirstWord(page)
  await expect(bar(page).getByRole('timer')).toHaveText('00:01')
  await stop(page)
  const failed = toast(
    page,
    'Transcription failed: The AI provider has a fault of its own (500). Try again in a moment.',
  )
  await expect(failed).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  provider.answers({ heard: 'swift' })
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(body(page)).toContainText('One swift fox')
  await page.route('**/api/transcribe', (route) => route.fulfill({ status: 502, body: 'A proxy' }))
  await dictateBehindFirstWord(page)
  await expect(bar(page).getByRole('timer')).toHaveText('00:01')
  await stop(page)
  await expect(toast(page, 'Transcription failed: Transcription failed with status 502')).toBeVisible()
})

test('4.7 dictation stands in the slash menu, which leaves nothing behind', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, ['One fox', ''])
  provider.answers({ heard: 'Two foxes.' })
  await body(page).getByText('One fox').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('/dictate')
  await page.getByRole('option', { name: 'Dictate' }).click()
  await expect(bar(page).getByRole('timer')).toHaveText('00:01')
  await stop(page)
  await expect(body(page)).toHaveText('One foxTwo foxes.')
})

test('4.7 a dictation can be given up while it records and while it is transcribed', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, ['One fox'])
  provider.answers({ hangs: true })
  await dictateBehindFirstWord(page)
  await expect(state(page)).toHaveText('Recording')
  await bar(page).getByRole('button', { name: 'Cancel dictation' }).click()
  await expect(bar(page)).toHaveCount(0)
  expect(provider.requests).toHaveLength(0)
  await dictateBehindFirstWord(page)
  await expect(bar(page).getByRole('timer')).toHaveText('00:01')
  await stop(page)
  await expect.poll(() => provider.requests.length).toBe(1)
  await bar(page).getByRole('button', { name: 'Cancel dictation' }).click()
  expect((await provider.requests[0]!.closed).early).toBe(true)
  await expect(bar(page)).toHaveCount(0)
  await expect(body(page)).toHaveText('One fox')
})

test('8.13 without a microphone it is said what to do', async ({ page, signUp }) => {
  await signUp(page)
  await open(page, ['One fox'])
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await dictateBehindFirstWord(page)
  await expect(toast(page, 'Could not access microphone. Please check permissions.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

withoutService(
  '7.37 without a service nothing is recorded, and the setting that is missing is named',
  async ({ page, signUp }) => {
    await signUp(page)
    await open(page, ['One fox'])
    await dictateBehindFirstWord(page)
    await expect(page.locator('[data-sonner-toast]')).toContainText('OPENAI_TRANSCRIBE_MODEL')
    await expect(bar(page)).toHaveCount(0)
  },
)
