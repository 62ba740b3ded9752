import type { Page } from '@playwright/test'
import { openWebServer } from '../test/sinkhole.ts'
import { test as base, expect } from './fixtures.ts'
import { call, violations } from './screen.ts'
import { SheafServer } from './server.ts'

/** What a GIPHY of our own answers. */
type Giphy = 'gifs' | 'none' | 'too many' | 'broken'

const image = (name: string) => ({ url: `https://media.example/${name}`, width: '200', height: '150' })
const gif = (title: string, id: number) => ({
  id: `g${id}`,
  title: `${title} ${id}`,
  images: { original: image(`g${id}.gif`), fixed_width: image(`g${id}-small.gif`) },
})

const test = base.extend<{ giphy: { answer: Giphy; asked: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
  giphy: async ({}, use) => use({ answer: 'gifs', asked: [] }),
  server: async ({ giphy }, use) => {
    const site = await openWebServer((request, response) => {
      const words = new URL(request.url!, 'http://giphy').searchParams.get('q') ?? 'Trending'
      giphy.asked.push(words)
      if (giphy.answer === 'too many' || giphy.answer === 'broken')
        return response.writeHead(giphy.answer === 'broken' ? 500 : 429).end('{}')
      const data = giphy.answer === 'none' ? [] : [1, 2, 3].map((id) => gif(words, id))
      return response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
    })
    const server = new SheafServer({ GIPHY_API_KEY: 'a-key', GIPHY_BASE_URL: site.url })
    await server.start()
    await use(server)
    await server.close()
    await site.close()
  },
})

test.use({
  launchOptions: {
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      // A camera and a screen that are none, and nobody who has to be asked.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--auto-select-desktop-capture-source=Entire screen',
    ],
  },
})
test.setTimeout(120_000)

const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const banner = (page: Page) => page.locator('[data-page-cover]')
const picker = (page: Page) => page.getByRole('dialog', { name: 'Cover' })
const button = (page: Page, name: string) => picker(page).getByRole('button', { name })

/** A new page with a cover, and the picker at one of its tabs. */
async function openPicker(page: Page, tab: string) {
  const { id } = await call(page, 'document.create', { title: 'Covered' })
  await call(page, 'document.update', { id, coverImage: 'misty' })
  await page.goto(`/${id}`)
  await showTab(page, tab)
}

async function showTab(page: Page, tab: string) {
  await banner(page).hover()
  await banner(page).getByRole('button', { name: 'Change cover' }).click()
  await picker(page).getByRole('tab', { name: tab }).click()
}

test('2.29 4.5 8.8 9.4 a GIF is searched, looked at and set; nothing found, too many and a failure are said', async ({
  page,
  signUp,
  giphy,
}) => {
  await page.route('https://media.example/**', (route) =>
    route.fulfill({ contentType: 'image/gif', body: GIF }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signUp(page)
  await openPicker(page, 'GIFs')
  await expect(button(page, 'Trending 1')).toBeVisible()
  const search = picker(page).getByRole('searchbox', { name: 'Search GIFs' })
  await search.pressSequentially('cats')
  await expect(button(page, 'cats 3')).toBeVisible()
  // Typed letter by letter, asked once.
  expect(giphy.asked).toEqual(['Trending', 'cats'])
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])

  // Given up and set, by keyboard alone.
  await button(page, 'cats 2').press('Enter')
  await expect(picker(page).getByRole('tab', { name: 'Preview' })).toHaveAttribute('aria-selected', 'true')
  await expect(button(page, 'Set Cover')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Set Cover')).toBeHidden()
  await expect(picker(page).getByRole('tab', { name: 'Preview' })).toBeFocused()
  await picker(page).getByRole('tab', { name: 'GIFs' }).click()
  await button(page, 'cats 2').press('Enter')
  await expect(button(page, 'Set Cover')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(banner(page).locator('img')).toHaveAttribute('src', 'https://media.example/g2.gif')

  giphy.answer = 'none'
  await showTab(page, 'GIFs')
  await search.fill('nothing like it')
  await expect(picker(page).getByText('No GIFs found')).toBeVisible()
  giphy.answer = 'broken'
  await search.fill('broken')
  await expect(picker(page).getByText('Failed to load GIFs. Please try again.')).toBeVisible()
  giphy.answer = 'gifs'
  await button(page, 'Try again').click()
  await expect(button(page, 'broken 1')).toBeVisible()
  giphy.answer = 'too many'
  await search.fill('many')
  await expect(picker(page).getByRole('status')).toHaveText(/Too many requests to GIPHY. Trying once more in/)
})

test('4.5 8.6 9.9 the camera and the screen are recorded as a cover', async ({ page, signUp }) => {
  await signUp(page)
  await openPicker(page, 'Record')
  await button(page, 'Record camera').click()
  const timer = picker(page).getByRole('timer')
  await expect(timer).toHaveText(/0:0[1-9]/)
  await button(page, 'Stop recording').click()
  await expect(picker(page).locator('video')).toBeVisible()
  await expect(button(page, 'Set Cover')).toBeVisible()
  // While another one is recorded, it is not the one before that could be set.
  await picker(page).getByRole('tab', { name: 'Record' }).click()
  await button(page, 'Record camera').click()
  await expect(timer).toHaveText(/0:0[1-9]/)
  await expect(button(page, 'Set Cover')).toBeHidden()
  await button(page, 'Stop recording').click()
  await button(page, 'Set Cover').click()
  await expect(picker(page)).toBeHidden()
  const film = banner(page).locator('video')
  await expect(film).toHaveAttribute('src', /^\/api\/files\/.*recording\.webm$/)
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(1280)

  // Nothing leads away from what is being recorded, and what was recorded is asked about: it is nowhere else.
  await showTab(page, 'Record')
  await button(page, 'Record screen').click()
  await expect(timer).toHaveText(/0:0[1-9]/)
  await expect(picker(page).getByRole('tab', { name: 'Gallery' })).toBeDisabled()
  await button(page, 'Stop recording').click()
  await expect(button(page, 'Set Cover')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Set Cover')).toBeVisible()
  await picker(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Set Cover')).toBeHidden()
  await picker(page).getByRole('tab', { name: 'Record' }).click()

  // The window does not close over a recording without a question.
  await button(page, 'Record camera').click()
  await expect(timer).toHaveText(/0:0[1-9]/)
  await page.keyboard.press('Escape')
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(timer).toBeVisible()
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(picker(page)).toBeHidden()
})

test('4.5 8.6 without a screen to record there is the camera; refused, it is said; without either a placeholder that says so', async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(MediaDevices.prototype, 'getDisplayMedia', { value: undefined })
    MediaDevices.prototype.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await openPicker(page, 'Record')
  await expect(button(page, 'Record screen')).toHaveCount(0)
  await button(page, 'Record camera').click()
  await expect(picker(page).getByRole('alert')).toHaveText('Unable to access camera')
  await expect(button(page, 'Record camera')).toBeEnabled()

  await page.addInitScript(() => Reflect.deleteProperty(window, 'MediaRecorder'))
  await page.reload()
  await showTab(page, 'Record')
  await expect(picker(page).getByText('This browser cannot record.')).toContainText('it is no recording')
  await button(page, 'Use a placeholder').click()
  await expect(picker(page).getByRole('status')).toHaveText(/Making a placeholder… [123]/)
  await expect(button(page, 'Set Cover')).toBeVisible()
})
