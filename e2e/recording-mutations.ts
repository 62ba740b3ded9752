import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Others, Way } from './mutations.ts'
import { sidebar } from './screen.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

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
  const id = Array.from({ length: 20 }, () => LETTERS[Math.floor(Math.random() * 32)]).join('')
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

const library = (page: Page) => page.getByRole('dialog', { name: 'Media Library' })
async function seeLibrary(page: Page) {
  if (!(await library(page).isVisible()))
    await sidebar(page).getByRole('button', { name: 'Media Library' }).click()
  await expect(library(page).getByRole('article').first()).toBeVisible()
}

/** The ways in which the screens change recordings. */
export const recordingMutations = ({ records }: Pick<Others, 'records'>) => {
  const at = async (_call: unknown, title: string) => {
    await records(title)
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
    // What they are for waits for the server and goes on by itself; e2e/recordings.e2e.ts cuts it off.
    'recording.begin': null,
    'recording.note': null,
    'recording.finish': null,
    'recording.discard': null,
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
