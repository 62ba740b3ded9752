import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { recordedFilm } from '../test/film.ts'
import type { Others, Way } from './mutations.ts'
import { sidebar } from './screen.ts'
import type { SheafServer } from './server.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

const newId = () => Array.from({ length: 20 }, () => LETTERS[Math.floor(Math.random() * 32)]).join('')

/** Puts a picture into the library of who asks, without a screen that it is of. */
export async function keepScreenshot(
  request: APIRequestContext,
  origin: string,
  title: string,
): Promise<string> {
  const sent = await request.post(`${origin}/api/files?library=true&name=shot.png`, {
    headers: { origin, 'content-type': 'application/octet-stream' },
    data: PNG,
  })
  const id = newId()
  const made = await request.post(`${origin}/api/trpc/recording.create`, {
    headers: { origin },
    data: {
      id,
      fileId: (await sent.json()).id,
      title,
      type: 'screenshot',
      duration: 0,
      metadata: { resolution: '1x1' },
      thumbnail: `data:image/png;base64,${PNG.toString('base64')}`,
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  return id
}

/** Leaves a recording on the server that a browser has ended and not put into the library, as if that had been half an hour ago. */
export async function leaveRecording(
  request: APIRequestContext,
  server: SheafServer,
  title: string,
): Promise<void> {
  const origin = server.url
  const call = async (name: string, data: object) => {
    const answer = await request.post(`${origin}/api/trpc/recording.${name}`, { headers: { origin }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).result.data
  }
  const id = newId()
  const about = { title, type: 'camera', mimeType: 'video/webm', resolution: '640x480' }
  const { upload } = await call('begin', { id, ...about })
  const sent = await request.patch(`${origin}/api/uploads/${upload}`, {
    headers: {
      origin,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    data: Buffer.concat(await recordedFilm(2)),
  })
  expect(sent.status()).toBe(204)
  await call('note', { id, duration: 2, thumbnail: null, hasEnded: true })
  const database = new DatabaseSync(join(server.dataDir, 'sheaf.db'))
  database.exec('pragma busy_timeout = 5000')
  database
    .prepare('update live_recording set heard_at = ? where id = ?')
    .run(new Date(Date.now() - 1_800_000).toISOString(), id)
  database
    .prepare('update upload set expires_at = ? where id = ?')
    .run(new Date(Date.now() + 23 * 3_600_000).toISOString(), upload)
  database.close()
}

const library = (page: Page) => page.getByRole('dialog', { name: 'Media Library' })
async function seeLibrary(page: Page) {
  if (!(await library(page).isVisible()))
    await sidebar(page).getByRole('button', { name: 'Media Library' }).click()
  await expect(library(page).getByRole('article').first()).toBeVisible()
}

const bar = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true })
const unsent = (page: Page) => library(page).getByRole('region', { name: 'Not in your library yet' })

/** Records a tone, for a second at least. */
async function startRecording(page: Page) {
  await sidebar(page).getByRole('button', { name: 'Media Library' }).click()
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      await context.resume()
      const tone = context.createOscillator()
      const sound = context.createMediaStreamDestination()
      tone.connect(sound)
      tone.start()
      return sound.stream
    }
  })
  await library(page).getByRole('button', { name: 'Record', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Record', exact: true })
  await menu.getByRole('combobox', { name: 'Countdown' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await menu.getByRole('switch', { name: 'Microphone' }).click()
  await expect(menu.getByRole('switch', { name: 'Microphone' })).toBeChecked()
  await menu.getByRole('button', { name: 'Start recording' }).click()
  await expect(bar(page).getByRole('timer')).toHaveText(/^0:0[1-9]/)
}

/** Brings into the library what is recorded, or waits to be sent. */
async function saveRecording(page: Page) {
  const buttons = bar(page).getByRole('button', { name: /^(?:Stop and save|Try again)$/ })
  await expect(async () => {
    // By the keyboard: the bar changes while it sends, and is never still for a pointer.
    if (await buttons.isVisible()) await buttons.press('Enter', { timeout: 1_000 })
    await expect(bar(page)).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

async function discard(page: Page, title: string | RegExp) {
  await unsent(page)
    .getByRole('article', { name: title, exact: true })
    .getByRole('button', { name: /^Discard/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
}

/** The ways in which the screens change recordings. */
export const recordingMutations = ({ records, leaves }: Pick<Others, 'records' | 'leaves'>) => {
  const at = async (_call: unknown, title: string) => {
    await records(title)
    return '/'
  }
  const left = async (_call: unknown, title: string) => {
    await leaves(title)
    return '/'
  }
  return {
    'recording.create': [
      {
        at,
        look: seeLibrary,
        async act(page) {
          await page.evaluate(() => {
            const canvas = document.createElement('canvas')
            const context = canvas.getContext('2d')!
            setInterval(() => context.fillRect(0, 0, Math.random() * 100, 10), 50)
            navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream()
          })
          await library(page).getByRole('button', { name: 'Record', exact: true }).click()
          await page.getByRole('button', { name: 'Take screenshot' }).click()
        },
        says: 'Failed to take screenshot',
      },
    ],
    'recording.begin': [
      {
        at: async () => '/',
        async act(page) {
          await startRecording(page)
        },
        reset: saveRecording,
        isSecond: true,
        healsWhenLost: true,
        says: 'The recording cannot be sent now. It goes on, and is kept in this browser.',
      },
    ],
    'recording.note': [
      {
        at: async () => '/',
        async act(page) {
          await startRecording(page)
          await bar(page).getByRole('button', { name: 'Stop and save' }).press('Enter')
        },
        reset: saveRecording,
        isSecond: true,
        healsWhenLost: true,
        says: 'Something went wrong, please try again later. It is safe in this browser.',
      },
    ],
    'recording.finish': [
      {
        at: left,
        look: seeLibrary,
        act: (page, title) =>
          library(page)
            .getByRole('article', { name: title, exact: true })
            .getByRole('button', { name: 'Save to library' })
            .click(),
        says: 'The recording could not be saved',
      },
      {
        at: async () => '/',
        async act(page) {
          await startRecording(page)
          await bar(page).getByRole('button', { name: 'Stop and save' }).press('Enter')
        },
        reset: saveRecording,
        isSecond: true,
        says: 'Something went wrong, please try again later. It is safe in this browser.',
      },
    ],
    'recording.discard': [
      {
        at: left,
        look: seeLibrary,
        act: (page, title) => discard(page, title),
        says: 'The recording could not be discarded',
      },
      {
        // One that this browser has: it stays here as long as the server has it.
        at: async () => '/',
        async act(page) {
          await page.route('**/api/trpc/recording.finish*', (route) => route.abort())
          await startRecording(page)
          await bar(page).getByRole('button', { name: 'Stop and save' }).press('Enter')
          await bar(page).getByRole('button', { name: 'Later' }).press('Enter')
          await page.unroute('**/api/trpc/recording.finish*')
          await sidebar(page).getByRole('button', { name: 'Media Library' }).click()
          await discard(page, /^Audio recording/)
        },
        async reset(page) {
          await discard(page, /^Audio recording/)
          // One that an earlier way has left may stand there until the server ends it by itself.
          await expect(unsent(page).getByRole('article', { name: /^Audio recording/ })).toBeHidden()
        },
        isSecond: true,
        says: 'The recording could not be discarded',
      },
    ],
    'recording.rename': [
      {
        at,
        look: seeLibrary,
        async act(page, title) {
          await library(page)
            .getByRole('button', { name: `Rename “${title}”` })
            .click()
          const field = library(page).getByRole('textbox', { name: 'Title' })
          await field.fill(`Other ${title}`)
          await field.press('Enter')
        },
        async reset(page) {
          const field = library(page).getByRole('textbox', { name: 'Title' })
          if (await field.isVisible()) await field.press('Escape')
        },
        says: 'Failed to rename recording',
      },
    ],
    'recording.delete': [
      {
        at,
        look: seeLibrary,
        async act(page, title) {
          await library(page)
            .getByRole('button', { name: `Delete “${title}”` })
            .click()
          await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        },
        says: 'Failed to delete recording',
      },
    ],
  } satisfies Record<string, readonly Way[] | null>
}
