import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { quietWav } from '../test/speech-provider.ts'
import { test as base, expect } from './fixtures.ts'
import { ask, body, call, makePage, row, saveState, toast, violations } from './screen.ts'
import { SheafServer } from './server.ts'
import { test } from './speech-fixtures.ts'

/** A page with a recording of this length, or of these bytes, said to be audio or video. */
async function open(page: Page, sound: number | Buffer, kind: 'audio' | 'video' = 'audio'): Promise<string> {
  const { id } = await call(page, 'document.create', { title: 'Talks' })
  const { origin } = new URL(page.url())
  const kept = await page.request.post(`/api/files?page=${id}&name=talk.wav`, {
    data: typeof sound === 'number' ? quietWav(sound) : sound,
    headers: { origin, 'content-type': 'audio/wav' },
  })
  expect(kept.ok()).toBe(true)
  const { url } = (await kept.json()) as { url: string }
  const attributes = { url, name: 'talk.wav', isUpload: true, mimeType: 'audio/wav' }
  await call(page, 'document.update', { id, contentRich: [{ id: 'talk', kind, attributes }] })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  return id
}

async function transcribe(page: Page): Promise<void> {
  await body(page)
    .getByRole('group', { name: /^(Audio|Video)/ })
    .hover()
  await body(page).getByRole('button', { name: 'Transcribe' }).click()
}
const transcript = (page: Page) => body(page).locator('details', { hasText: 'Transcript' })

test('4.8 9.8 a recording is transcribed, its captions are shown with the player, sought and taken along', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  const id = await open(page, 12_000)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const said = 'One two three four five six seven eight nine ten, eleven twelve.'
  provider.answers({ heard: said, before: () => held })
  await transcribe(page)
  await expect(toast(page, 'Transcribing…')).toBeVisible()
  release()
  await expect(toast(page, 'Transcribed')).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  expect((provider.requests[0]!.body.file as File).size).toBe(12_000 * 16 + 44)
  // Nobody has to close it.
  await expect(toast(page, 'Transcribed')).toBeHidden()
  // Also for who comes later.
  await page.reload()
  await transcript(page).getByText('Transcript').click()
  const rows = transcript(page).getByRole('listitem')
  await expect(rows).toHaveText([
    '00:00 One two three four five six seven eight nine ten,',
    '00:05 eleven twelve.',
  ])
  await rows.nth(1).getByRole('button').click()
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(body(page).locator('.media-caption-line')).toHaveText('eleven twelve.')
  const cues = await body(page)
    .locator('audio')
    .evaluate((element: HTMLMediaElement) => {
      const [track] = element.textTracks
      return [track?.kind, track?.language, track?.cues?.length]
    })
  expect(cues).toEqual(['captions', 'en', 2])
  expect(await violations(page, { part: '.media-transcript' })).toEqual([])
  const download = page.waitForEvent('download')
  await transcript(page).getByRole('button', { name: 'Download captions' }).click()
  expect((await download).suggestedFilename()).toBe('talk.vtt')
  // The language is shown, and another one can be said to be spoken.
  await expect(transcript(page).getByLabel('Language')).toHaveValue('en')
  provider.answers({ heard: 'Eins zwei.' })
  await transcript(page).getByLabel('Language').selectOption('German')
  await transcript(page).getByRole('button', { name: 'Transcribe again' }).click()
  await expect(rows).toHaveText(['00:00 Eins zwei.'])
  expect(provider.requests[1]!.body.language).toBe('de')
  await expect(transcript(page).getByLabel('Language')).toHaveValue('de')
  // Nobody reads it on a published page.
  await call(page, 'document.publish', { id, isPublished: true })
  expect(await (await page.request.get(`/preview/${id}`)).text()).not.toContain('Eins')
  await transcript(page).getByRole('button', { name: 'Remove transcript' }).click()
  await expect(transcript(page)).toHaveCount(0)
})

test('9.9 8.13 a large recording goes in parts; only the part that failed is sent again, also after a reload', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, 1_400_000)
  // What stands before the server gives no reason.
  await page.route('**/api/transcribe', (route) => route.fulfill({ status: 502, body: 'A proxy' }))
  await transcribe(page)
  await expect(
    toast(page, 'Failed to transcribe audio: Large file transcription failed with status 502'),
  ).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/transcribe')
  let asked = 0
  provider.answers(() => {
    asked += 1
    return asked === 2 ? { status: 500 } : { heard: `Part ${asked}.` }
  })
  await transcribe(page)
  await expect(
    toast(
      page,
      'Failed to transcribe audio: The AI provider has a fault of its own (500). Try again in a moment.',
    ),
  ).toBeVisible({ timeout: 30_000 })
  expect(provider.requests).toHaveLength(5)
  await page.reload()
  await expect(saveState(page)).toHaveText('Saved')
  await transcribe(page)
  await expect(toast(page, 'Transcribed')).toBeVisible()
  expect(provider.requests).toHaveLength(6)
  await transcript(page).getByText('Transcript').click()
  await expect(transcript(page).getByRole('listitem')).toHaveText([
    '00:00 Part 1.',
    /^0[45]:\d\d Part 6\.$/,
    /^(10:00|09:59) Part 3\.$/,
    /^(15:00|14:59) Part 4\.$/,
    /^(20:00|19:59) Part 5\.$/,
  ])
})

test('4.8 what was heard while its page was left is not paid for twice, and a try again there says where to go', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await makePage(page, 'Elsewhere', ['Words'])
  await open(page, 1_000)
  const address = page.url()
  const held = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/transcribe', async (route) => {
    asked += 1
    if (asked === 1) return route.fulfill({ status: 502, body: 'A proxy' })
    await held.promise
    return route.continue()
  })
  provider.answers({ heard: 'Once.' })
  await transcribe(page)
  const failed = page.locator('[data-sonner-toast]', { hasText: 'Failed to transcribe audio' })
  await expect(failed).toBeVisible()
  await row(page, 'Elsewhere').click()
  await expect(body(page)).toContainText('Words')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Its page was left. Open the page again')).toBeVisible()
  expect(asked).toBe(1)

  await page.goto(address)
  await transcribe(page)
  await expect.poll(() => asked).toBe(2)
  await row(page, 'Elsewhere').click()
  await expect(body(page)).toContainText('Words')
  held.resolve()
  await expect(page.getByText('The page was left or changed.')).toBeVisible()
  await page.goto(address)
  await transcribe(page)
  await expect(toast(page, 'Transcribed')).toBeVisible()
  expect(provider.requests).toHaveLength(1)
})

test('4.8 8.13 a transcription is canceled, and what cannot be fetched or transcribed is said', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await open(page, 1_000, 'video')
  provider.answers({ hangs: true })
  await transcribe(page)
  await expect.poll(() => provider.requests.length).toBe(1)
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Cancel' }).click()
  expect((await provider.requests[0]!.closed).early).toBe(true)
  await expect(toast(page, 'Transcription canceled')).toBeVisible()
  await page.route('**/api/transcribe', (route) => route.fulfill({ status: 502, body: 'A proxy' }))
  await transcribe(page)
  await expect(toast(page, 'Failed to transcribe video: Server error (502): Bad Gateway')).toBeVisible()
  await page.route('**/api/files/**', (route) => route.fulfill({ status: 404, body: '' }))
  await transcribe(page)
  await expect(toast(page, 'Failed to transcribe video: Failed to fetch audio: 404 Not Found')).toBeVisible()
})

base.describe('without a service', () => {
  const built = base.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    server: async ({}, use) => {
      const server = new SheafServer({ BUILT_IN_TRANSCRIPTION: 'yes' })
      await server.start()
      await use(server)
      await server.close()
    },
  })
  built(
    '4.8 a recording is transcribed by the server itself, and that it understands English is said',
    async ({ page, signUp }) => {
      built.setTimeout(240_000)
      await signUp(page)
      // A kind that the server does not read by itself: the browser decodes what it can play.
      await open(page, readFileSync(new URL('../test/sounds/plan.m4a', import.meta.url)))
      await transcribe(page)
      await expect(toast(page, 'By the engine of this server, which understands English only.')).toBeVisible({
        timeout: 180_000,
      })
      await transcript(page).getByText('Transcript').click()
      await expect(transcript(page)).toContainText('every team writes down what it needs')
      await transcript(page).getByLabel('Language').selectOption('German')
      await transcript(page).getByRole('button', { name: 'Transcribe again' }).click()
      await expect(
        page.locator('[data-sonner-toast]').getByText(/built in understands English only/),
      ).toBeVisible()
    },
  )
})

test('3.18 6.4 4.8 moments are marked with M and noted, words corrected by a press and found, and one player is heard at a time', async ({
  page,
  signUp,
}) => {
  test.setTimeout(120_000)
  await signUp(page)
  const id = await open(page, 12_000)
  const { contentRich } = await ask<{ contentRich: { attributes: object }[] }>(page, 'document.document', {
    id,
  })
  const [talk] = contentRich
  const words = 'we meet on Tusday at noon in the large room upstairs, all of us'
    .split(' ')
    .map((text, at) => [text, at / 2, at / 2 + 0.4])
  await call(page, 'document.update', {
    id,
    contentRich: [
      { id: 'talk', kind: 'audio', attributes: { ...talk!.attributes, transcription: { text: '-', words } } },
      { id: 'other', kind: 'audio', attributes: talk!.attributes },
    ],
  })
  await page.reload()
  await expect(saveState(page)).toHaveText('Saved')
  const players = body(page).locator('audio')
  await expect(players).toHaveCount(2)
  const isPaused = (at: number) => players.nth(at).evaluate((player: HTMLMediaElement) => player.paused)
  const buttons = body(page).locator('media-play-button')
  await buttons.nth(1).click()
  await expect.poll(() => isPaused(1)).toBe(false)
  await buttons.nth(0).click()
  await expect.poll(() => isPaused(0)).toBe(false)
  expect(await isPaused(1)).toBe(true)
  await buttons.nth(0).click()
  await expect.poll(() => isPaused(0)).toBe(true)

  // What is said is found, and the player goes there.
  await transcript(page).getByText('Transcript').click()
  const search = transcript(page).getByRole('searchbox', { name: 'Search what is said' })
  await search.fill('UPSTAIRS')
  const rows = transcript(page).getByRole('listitem')
  await expect(rows).toHaveText(['00:05 upstairs, all of us'])
  await search.press('Enter')
  const time = () => players.nth(0).evaluate((player: HTMLMediaElement) => player.currentTime)
  await expect.poll(time).toBe(5)
  await search.fill('nothing like it')
  await expect(transcript(page).getByRole('status')).toHaveText('Nobody says this here.')
  await search.fill('')

  await transcript(page).getByRole('button', { name: 'Correct words' }).click()
  await transcript(page).getByRole('button', { name: 'Tusday' }).click()
  const word = transcript(page).getByRole('textbox', { name: 'Correct “Tusday”' })
  await word.fill('Monday')
  await word.press('Escape')
  await transcript(page).getByRole('button', { name: 'Tusday' }).click()
  await word.fill('Tuesday')
  await word.press('Enter')
  await expect(transcript(page).getByRole('button', { name: 'Tuesday' })).toBeVisible()
  const download = page.waitForEvent('download')
  await transcript(page).getByRole('button', { name: 'Download as .srt' }).click()
  const srt = readFileSync(await (await download).path(), 'utf8')
  expect(srt).toContain('1\n00:00:00,000 --> 00:00:04,900\nwe meet on Tuesday at noon in the large room\n')

  // M marks the moment; its note is asked for, and the list leads back.
  await buttons.nth(0).focus()
  await page.keyboard.press('m')
  const note = body(page).getByRole('textbox', { name: 'Note at 00:05' })
  await expect(note).toBeFocused()
  await page.keyboard.type('who is upstairs?')
  await page.keyboard.press('Enter')
  await expect(buttons.nth(0)).toBeFocused()
  expect(await players.nth(0).evaluate((player: HTMLMediaElement) => player.muted)).toBe(false)
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  await body(page).getByText('Markers (1)').click()
  await expect(note).toHaveValue('who is upstairs?')
  expect(await violations(page, { part: '.media-transcript' })).toEqual([])
  await body(page).getByRole('button', { name: 'Go to 00:05' }).first().click()
  await expect.poll(time).toBe(5)
  await body(page).getByRole('button', { name: 'Remove the marker at 00:05' }).click()
  await expect(body(page).getByText('Markers (')).toHaveCount(0)
})

/** A film of two seconds, as a browser records it. */
const filmOf = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const paint = canvas.getContext('2d')!
    const drawing = setInterval(() => {
      paint.fillStyle = `hsl(${performance.now() / 10} 60% 50%)`
      paint.fillRect(0, 0, 320, 180)
    }, 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const recorded = new Promise<Blob>((done) => {
      recorder.ondataavailable = ({ data }) => done(data)
    })
    recorder.start()
    setTimeout(() => recorder.stop(), 2_000)
    const bytes = new Uint8Array(await (await recorded).arrayBuffer())
    clearInterval(drawing)
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

test('a film is watched in a window of its own, and comes back into the page', async ({ page, signUp }) => {
  await signUp(page)
  await open(page, await filmOf(page), 'video')
  const window = () => page.evaluate(() => document.pictureInPictureElement?.tagName ?? null)
  const button = body(page).locator('media-pip-button')
  await expect(button).toHaveAccessibleName('Picture in picture')
  await button.click()
  await expect.poll(window).toBe('VIDEO')
  await expect(button).toHaveAccessibleName('Leave picture in picture')
  await button.press('Enter')
  await expect.poll(window).toBe(null)
})

test('4.8 what is said is found on the page and from everywhere, and a press goes to the second', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await open(page, 30_000)
  const words = 'one two three four five six seven eight nine ten and then the samovar sings'.split(' ')
  const transcription = { text: words.join(' '), words: words.map((word, at) => [word, at * 2, at * 2 + 2]) }
  const { contentRich } = await ask<{ contentRich: { attributes: object }[] }>(page, 'document.document', {
    id,
  })
  await call(page, 'document.update', {
    id,
    contentRich: contentRich.map((block) => ({
      ...block,
      attributes: { ...block.attributes, transcription },
    })),
  })
  const player = body(page).locator('audio')
  const second = () => player.evaluate((element: HTMLMediaElement) => Math.round(element.currentTime))
  await expect(transcript(page)).toBeVisible()
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('samovar')
  const said = page.getByRole('region', { name: 'Said in recordings' })
  await expect(said.getByRole('button')).toHaveText([/^00:20 and then the samovar sings/])
  expect(await violations(page, { part: '.find-bar' })).toEqual([])
  await said.getByRole('button').click()
  await expect.poll(second).toBe(20)

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('samovar')
  await palette.getByRole('group', { name: 'In pages' }).getByRole('option').first().click()
  await expect(page).toHaveURL(new RegExp(`${id}\\?at=20#talk$`))
  await expect.poll(second).toBe(20)
})
