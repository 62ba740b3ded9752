import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { keepScreenshot } from './recording-mutations.ts'
import { ask, body, call, makePage, runInPalette, saveState, sidebar, toast, violations } from './screen.ts'

test.use({
  launchOptions: {
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      // A camera, a microphone and a screen that are none, and nobody who has to be asked.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--auto-select-desktop-capture-source=Entire screen',
    ],
  },
})
test.setTimeout(120_000)

interface Listed {
  recordings: {
    id: string
    title: string
    type: string
    duration: number
    size: number
    url: string
    thumbnail: string | null
    metadata: { resolution: string | null }
  }[]
}

const menu = (page: Page) => page.getByRole('dialog', { name: 'Record', exact: true })
const library = (page: Page) => page.getByRole('dialog', { name: 'Media Library' })
const cards = (page: Page) => library(page).getByRole('list', { name: 'Recordings' }).getByRole('article')
const bar = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true })
const timer = (page: Page) => bar(page).getByRole('timer')
/** Waits until this number of seconds is recorded; a browser with much to do may show later ones first. */
const reaches = (page: Page, seconds: number) =>
  expect
    .poll(async () => {
      const [minutes = 0, rest = 0] = ((await timer(page).textContent()) ?? '').split(':').map(Number)
      return minutes * 60 + rest
    })
    .toBeGreaterThanOrEqual(seconds)
const listed = async (page: Page) => (await ask<Listed>(page, 'recording.recordings', {})).recordings
const source = (page: Page, name: string) => menu(page).getByRole('switch', { name })

const openMenu = (page: Page) => runInPalette(page, 'record screen', 'Record')
const openLibrary = (page: Page) => sidebar(page).getByRole('button', { name: 'Media Library' }).click()

/** Switches these on and starts at once. */
async function start(page: Page, ...sources: string[]) {
  await openMenu(page)
  await menu(page).getByRole('combobox', { name: 'Countdown' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  for (const name of sources) {
    await source(page, name).click()
    await expect(source(page, name)).toBeChecked()
  }
  await menu(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(menu(page)).toBeHidden()
}

const stop = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Stop and save' }).click()
  await expect(bar(page)).toBeHidden({ timeout: 30_000 })
}

/** What a player makes of a file of ours. */
const played = (page: Page, url: string) =>
  page.evaluate(async (src) => {
    const film = document.createElement('video')
    film.src = src
    await new Promise((there, fail) => {
      film.onloadedmetadata = there
      film.onerror = () => fail(new Error('not played'))
    })
    film.currentTime = film.duration / 2
    await new Promise((sought) => {
      film.onseeked = sought
    })
    return { duration: film.duration, width: film.videoWidth, at: film.currentTime }
  }, url)

test('2.39 3.17 4.7 9.9 the camera is recorded with sound, paused and stopped; it can be sought in', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await openMenu(page)
  await expect(source(page, 'Camera')).toBeVisible()
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await expect(menu(page).getByRole('button', { name: 'Start recording' })).toBeDisabled()
  await source(page, 'Camera').click()
  const preview = menu(page).getByLabel('Preview of the camera')
  await expect.poll(() => preview.evaluate((film: HTMLVideoElement) => film.videoWidth)).toBe(1280)
  await source(page, 'Microphone').click()
  // The device beeps once a second: who looks once a second may always look between two beeps.
  await expect
    .poll(() => menu(page).getByRole('meter', { name: 'Microphone level' }).getAttribute('value'), {
      intervals: [70],
    })
    .not.toBe('0')
  const began = Date.now()
  await menu(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(bar(page).getByRole('status')).toHaveText(/Starts in [123]/)
  await reaches(page, 2)
  await bar(page).getByRole('button', { name: 'Pause recording' }).click()
  const at = await timer(page).textContent()
  const before = Date.now()
  await expect.poll(() => Date.now() - before).toBeGreaterThan(2_500)
  expect(await timer(page).textContent()).toBe(at)
  await bar(page).getByRole('button', { name: 'Resume recording' }).click()
  await reaches(page, 4)
  await stop(page)
  const [made] = await listed(page)
  expect(made).toMatchObject({ type: 'camera', metadata: { resolution: '1280x720' } })
  expect(made!.title).toMatch(/^Camera recording, /)
  expect(made!.thumbnail).toMatch(/^data:image\/jpeg;base64,/)
  expect(made!.url).toMatch(/\.webm$/)
  expect(made!.duration).toBeGreaterThan(3)
  // Neither the countdown nor the pause is in it.
  expect(made!.duration).toBeLessThan((Date.now() - began) / 1_000 - 5)
  const film = await played(page, made!.url)
  expect(film.duration).toBeCloseTo(made!.duration, 0)
  expect(film.width).toBe(1280)
  expect(film.at).toBeGreaterThan(1)
})

test('2.39 4.7 9.9 sound, the screen with the camera over it, and a screenshot; what is shared ends, or a camera goes away, and so does the recording', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await start(page, 'Microphone')
  await reaches(page, 1)
  await stop(page)
  await start(page, 'Screen', 'Camera')
  await reaches(page, 2)
  await stop(page)
  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Take screenshot' }).click()
  await expect(menu(page)).toBeHidden()
  await expect.poll(async () => (await listed(page)).length).toBe(3)
  const [shot, screen, sound] = await listed(page)
  expect(shot).toMatchObject({ type: 'screenshot', duration: 0, url: expect.stringMatching(/\.png$/) })
  expect(screen).toMatchObject({ type: 'screen', url: expect.stringMatching(/\.webm$/) })
  expect(sound).toMatchObject({ type: 'audio', thumbnail: null, metadata: { resolution: null } })
  expect((await played(page, screen!.url)).duration).toBeGreaterThan(1)

  // The browser's own button ends the sharing, and a camera is pulled out.
  await page.evaluate(() => {
    const { mediaDevices } = navigator
    for (const open of ['getDisplayMedia', 'getUserMedia'] as const) {
      const before = mediaDevices[open].bind(mediaDevices)
      mediaDevices[open] = async (wanted) => {
        const stream = await before(wanted)
        const end = () => {
          const [track] = stream.getVideoTracks()
          track!.stop()
          track!.dispatchEvent(new Event('ended'))
        }
        Object.assign(window, { endPictures: end })
        return stream
      }
    }
  })
  for (const [source, count] of [
    ['Screen', 4],
    ['Camera', 5],
  ] as const) {
    await start(page, source)
    await reaches(page, 1)
    await page.evaluate('endPictures()')
    await expect(bar(page)).toBeHidden({ timeout: 30_000 })
    await expect.poll(async () => (await listed(page)).length).toBe(count)
  }
})

test('4.7 what a tab did not end is a “Recovered recording” afterwards, up to its last second', async ({
  page,
  signUp,
  context,
}) => {
  await signUp(page)
  await start(page, 'Camera', 'Microphone')
  await reaches(page, 4)
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await next.goto('/')
  await expect(toast(next, 'A recording is not in your library yet.')).toBeVisible()
  await openLibrary(next)
  const left = library(next).getByRole('article', { name: 'Recovered recording' })
  await left.getByRole('button', { name: 'Save to library' }).click()
  await expect(cards(next)).toHaveCount(1)
  await expect(cards(next)).toContainText('Recovered recording')
  await expect(library(next).getByRole('region', { name: 'Not in your library yet' })).toBeHidden()
  const [made] = await listed(next)
  expect(made).toMatchObject({ title: 'Recovered recording', type: 'camera' })
  expect(made!.duration).toBeGreaterThanOrEqual(2.5)
  expect((await played(next, made!.url)).duration).toBeCloseTo(made!.duration, 0)
})

/** As if nothing had been heard of any browser that records for some hours. */
function passHours(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'sheaf.db'))
  database.exec(`
    pragma busy_timeout = 5000;
    update live_recording set heard_at = '2020-01-01T00:00:00.000Z';
    update upload set expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+20 hours')`)
  database.close()
}

test('4.7 R56 a server that is killed costs a recording nothing, and a browser that is killed at most a second: another one has the rest', async ({
  page,
  signUp,
  context,
  browser,
  server,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(MediaStreamTrack.prototype, 'stats', { get: () => ({ discardedFrames: 3 }) })
  })
  await signUp(page)
  await start(page, 'Camera', 'Microphone')
  await reaches(page, 2)
  await expect(bar(page)).toContainText('3 frames dropped')
  await server.kill()
  const isCut = bar(page).getByText('The server cannot be reached. It is kept in this browser.')
  await expect(isCut).toBeVisible()
  await reaches(page, 5)
  await server.start()
  await expect(isCut).toBeHidden({ timeout: 30_000 })
  const sizeOf = async () => (await ask<{ size: number }[]>(page, 'recording.unfinished', {}))[0]?.size ?? 0
  const before = await sizeOf()
  await expect.poll(sizeOf).toBeGreaterThan(before)
  const recorded = ((await timer(page).textContent()) ?? '').split(':').map(Number)
  const seconds = recorded[0]! * 60 + recorded[1]!
  const storageState = await context.storageState()
  await context.close()

  const other = await browser.newContext({ baseURL: server.url, storageState })
  const next = await other.newPage()
  await next.goto('/')
  const isLive = async () => (await ask<{ isLive: boolean }[]>(next, 'recording.unfinished', {}))[0]?.isLive
  await expect
    .poll(() => {
      passHours(server.dataDir)
      return isLive()
    })
    .toBe(false)
  await next.reload()
  await expect(toast(next, 'A recording is not in your library yet.')).toBeVisible()
  await openLibrary(next)
  const left = library(next).getByRole('region', { name: 'Not in your library yet' }).getByRole('article')
  await expect(left).toContainText('Recovered recording')
  await left.getByRole('button', { name: 'Save to library' }).click()
  await expect(cards(next)).toHaveCount(1)
  await expect(left).toBeHidden()
  const [made] = await listed(next)
  expect(made).toMatchObject({ title: 'Recovered recording', type: 'camera' })
  expect(made!.thumbnail).toMatch(/^data:image\/jpeg;base64,/)
  const film = await played(next, made!.url)
  expect(film.duration).toBeGreaterThanOrEqual(seconds - 1)
  expect(film.duration).toBeCloseTo(made!.duration, 0)
  await other.close()
})

test('8.7 R5 with a full disk or without the server a recording stays in the browser, and goes when there is room, or it is back', async ({
  page,
  signUp,
  context,
}) => {
  await signUp(page)
  await start(page, 'Microphone')
  await reaches(page, 2)
  const words = 'The server has no space left for this file, so it was not kept.'
  await page.route('**/api/uploads/*', (route) => route.fulfill({ status: 503, json: { error: words } }))
  const isFull = bar(page).getByText('The server has no room left. It is kept in this browser.')
  await expect(isFull).toBeVisible()
  await page.unroute('**/api/uploads/*')
  await expect(isFull).toBeHidden({ timeout: 30_000 })
  await context.setOffline(true)
  await bar(page).getByRole('button', { name: 'Stop and save' }).click()
  await expect(bar(page).getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(bar(page).getByRole('alert')).toContainText('It is safe in this browser.')
  // It is asked about while this tab still offers to save it.
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out with unsent work?' })
  await expect(question).toContainText('A recording is only in this browser.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bar(page).getByRole('button', { name: 'Later' }).click()
  await expect(bar(page)).toBeHidden()
  await context.setOffline(false)
  await page.reload()
  await openLibrary(page)
  const left = library(page).getByRole('region', { name: 'Not in your library yet' }).getByRole('article')
  await expect(left).toContainText('Audio recording, ')
  const save = left.getByRole('button', { name: 'Save to library' })
  await context.setOffline(true)
  await save.click()
  await expect(left).toContainText(
    'The server cannot be reached. The recording is sent when the connection is back.',
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    left.getByRole('button', { name: /^Download “Audio recording, / }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Audio recording, .*\.webm$/)
  await left.getByRole('button', { name: 'Stop saving' }).click()
  await expect(left).not.toContainText('The server cannot be reached.')
  await save.click()
  await context.setOffline(false)
  await expect(cards(page)).toHaveCount(1)
  await expect(left).toBeHidden()
})

test('8.7 a preview that cannot be had is said and its switch goes off; a recording or picture that fails is said', async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => {
    MediaRecorder.prototype.start = () => {
      throw new DOMException('no', 'NotSupportedError')
    }
  })
  await signUp(page)
  for (const [name, words] of [
    ['Camera', 'Failed to start camera recording'],
    ['Microphone', 'Failed to start audio recording'],
    ['Screen', 'Failed to start screen recording'],
  ] as const) {
    await start(page, name)
    await expect(toast(page, words)).toBeVisible()
    await expect(bar(page)).toBeHidden()
  }
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    navigator.mediaDevices.getUserMedia = refuse
    navigator.mediaDevices.getDisplayMedia = refuse
  })
  await openMenu(page)
  for (const [name, words] of [
    ['Camera', 'Unable to access camera'],
    ['Screen', 'Unable to access screen sharing'],
    ['Microphone', 'Unable to access microphone'],
  ] as const) {
    await source(page, name).click()
    await expect(menu(page).getByRole('alert')).toHaveText(words)
    await expect(source(page, name)).not.toBeChecked()
  }
  await menu(page).getByRole('button', { name: 'Take screenshot' }).click()
  await expect(toast(page, 'Failed to take screenshot')).toBeVisible()
})

/** Puts pictures into the library without taking any. */
async function fill(page: Page, titles: readonly string[]) {
  for (const title of titles) await keepScreenshot(page.request, new URL(page.url()).origin, title)
}

test('2.39 5.8 8.15 9.9 the library: searched, narrowed, ordered; downloaded, linked, renamed, deleted', async ({
  page,
  signUp,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  await openLibrary(page)
  await expect(library(page).getByText('No recordings yet')).toBeVisible()
  await expect(library(page).getByText('Start recording to see your media files here')).toBeVisible()
  await page.keyboard.press('Escape')
  await fill(page, ['Beta', 'Alpha', ...Array.from({ length: 8 }, (_, at) => `More ${at}`)])
  await openLibrary(page)
  await expect(cards(page)).toHaveCount(10)
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  const grid = library(page).getByRole('list', { name: 'Recordings' }).locator('..')
  expect(await grid.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('450px')
  await library(page).getByRole('searchbox').fill('nothing of that kind')
  await expect(library(page).getByText('No recordings found matching your search.')).toBeVisible()
  await library(page).getByRole('searchbox').fill('a')
  await expect(cards(page)).toHaveCount(2)
  await library(page).getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Title' }).click()
  await expect(cards(page).first()).toHaveAccessibleName('Alpha')
  await library(page).getByRole('combobox', { name: 'Filter' }).click()
  await page.getByRole('option', { name: 'Camera' }).click()
  await expect(library(page).getByText('No recordings found matching your search.')).toBeVisible()
  await library(page).getByRole('combobox', { name: 'Filter' }).click()
  await page.getByRole('option', { name: 'Screenshot' }).click()
  await expect(cards(page)).toHaveCount(2)

  const coming = page.waitForEvent('download')
  await library(page).getByRole('button', { name: 'Download “Alpha”' }).click()
  expect((await coming).suggestedFilename()).toBe('Alpha.png')
  await library(page).getByRole('button', { name: 'Copy link to “Alpha”' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect((await page.request.get(link)).headers()['content-type']).toBe('image/png')

  await library(page).getByRole('button', { name: 'Rename “Alpha”' }).click()
  const field = library(page).getByRole('textbox', { name: 'Title' })
  await field.fill('  ')
  await field.press('Enter')
  await expect(cards(page).first()).toHaveAccessibleName('Alpha')
  await library(page).getByRole('button', { name: 'Rename “Alpha”' }).click()
  await field.fill('Gamma')
  await field.press('Enter')
  await expect(cards(page).nth(1)).toHaveAccessibleName('Gamma')
  await library(page).getByRole('button', { name: 'Delete “Gamma”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(cards(page)).toHaveCount(1)
  expect((await page.request.get(link)).status()).toBe(404)
  await library(page).getByRole('button', { name: 'Record', exact: true }).click()
  await expect(menu(page).getByRole('button', { name: 'Media Library' })).toContainText('9')
  await page.keyboard.press('Escape')
  await call(page, 'recording.delete', { id: (await listed(page))[0]!.id })
  await fill(page, ['Anew'])
})

test('2.39 a recording goes into the page from the library, by the slash menu and by dragging', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await fill(page, ['Alpha'])
  const id = await makePage(page, 'Minutes', ['First', 'Second', 'Third'])
  await page.goto(`/${id}`)
  await body(page).getByText('First').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' /media lib')
  await page.getByRole('option', { name: 'Media Library' }).click()
  await library(page).getByRole('button', { name: 'Insert “Alpha”' }).click()
  await expect(library(page)).toBeHidden()
  const pictures = body(page).locator('.media img')
  await expect(pictures).toHaveCount(1)
  await expect.poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

  const third = (await body(page).getByText('Third').boundingBox())!
  await openLibrary(page)
  const grip = (await cards(page).locator('.cursor-grab').boundingBox())!
  await page.mouse.move(grip.x + 6, grip.y + 6)
  await page.mouse.down()
  await page.mouse.move(grip.x + 20, grip.y + 20, { steps: 3 })
  await page.mouse.move(third.x + 40, third.y + third.height - 2, { steps: 5 })
  await expect(page.locator('.drop-indicator')).toBeVisible()
  await page.mouse.up()
  await expect(pictures).toHaveCount(2)
  await expect(library(page)).toBeHidden()
  await expect(saveState(page)).toHaveText('Saved')
  const kinds = await ask<{ contentRich: { kind: string }[] }>(page, 'document.document', { id })
  expect(kinds.contentRich.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'image',
    'paragraph',
    'paragraph',
    'image',
    'paragraph',
  ])
})
