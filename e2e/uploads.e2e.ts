import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, makePage, newPage, row, saveState, toast } from './screen.ts'

const PART = 4 * 1024 * 1024
const PARTS = '**/api/uploads/*'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A file of two parts and a half on this machine. */
function film(folder: string): { path: string; sum: string } {
  const bytes = randomBytes(PART * 2.5)
  const path = join(folder, 'film.bin')
  writeFileSync(path, bytes)
  return { path, sum: sha256(bytes) }
}

async function choose(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Insert File' })
  await dialog.getByLabel('Upload from computer').setInputFiles(path)
}

async function insertFile(page: Page, path: string): Promise<void> {
  await body(page).click()
  await page.keyboard.type('/file')
  await page.keyboard.press('Enter')
  await choose(page, path)
}

/** What the page's file says when it is fetched. */
async function sumOfFile(page: Page): Promise<string> {
  const link = body(page).locator('[href*="/api/files/"], [src*="/api/files/"]').first()
  await expect(link).toBeVisible({ timeout: 60_000 })
  const url = (await link.getAttribute('href')) ?? (await link.getAttribute('src'))
  return sha256(await (await page.request.get(url!)).body())
}

test('4.6 an upload goes on by itself when the line is cut and when the server is killed', async ({
  page,
  signUp,
  server,
}, info) => {
  await signUp(page)
  await newPage(page)
  const { path, sum } = film(info.outputPath())
  const offsets: string[] = []
  let questions = 0
  await page.route(PARTS, async (route) => {
    const request = route.request()
    // A server that is only starting answers so.
    if (request.method() === 'HEAD' && ++questions === 2) return route.fulfill({ status: 503 })
    if (request.method() !== 'PATCH') return route.continue()
    offsets.push(request.headers()['upload-offset'] ?? '')
    if (offsets.length === 1) return route.abort('connectionreset')
    if (offsets.length === 3) {
      await server.kill()
      await route.abort('connectionreset')
      return server.start()
    }
    return route.continue()
  })
  await insertFile(page, path)
  expect(await sumOfFile(page)).toBe(sum)
  expect(questions).toBeGreaterThan(2)
  // Nothing that had come was sent again.
  expect(offsets).toEqual([0, 0, PART, PART, PART * 2].map(String))
})

test('4.6 a small file waits for a server that is being started, and says what the server itself refuses at once', async ({
  page,
  signUp,
}, info) => {
  await signUp(page)
  await newPage(page)
  const path = info.outputPath('small.bin')
  const bytes = randomBytes(10_000)
  writeFileSync(path, bytes)
  let tries = 0
  await page.route('**/api/files?*', async (route) => {
    tries += 1
    if (tries === 1) return route.abort('connectionrefused')
    if (tries === 2) return route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })
    if (tries === 3)
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': '1' },
        json: { error: 'The server is starting.' },
      })
    if (tries === 5) return route.fulfill({ status: 503, json: { error: 'There is no room for it.' } })
    return route.continue()
  })
  await insertFile(page, path)
  await expect(body(page)).toContainText('Waiting for the connection')
  expect(await sumOfFile(page)).toBe(sha256(bytes))
  expect(tries).toBe(4)
  await body(page).press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/file')
  await page.keyboard.press('Enter')
  await choose(page, path)
  await expect(body(page)).toContainText('There is no room for it.')
  expect(tries).toBe(5)
})

test('4.6 a large file of which only the last answer was lost is not sent again', async ({
  page,
  signUp,
}, info) => {
  await signUp(page)
  await newPage(page)
  const { path, sum } = film(info.outputPath())
  let parts = 0
  let questions = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') parts += 1
  })
  await page.route(/\/api\/files\/[\w-]+$/, async (route) => {
    questions += 1
    if (questions === 1) return route.abort('connectionreset')
    if (questions === 2) return route.fulfill({ status: 502, body: '' })
    return route.continue()
  })
  await insertFile(page, path)
  expect(await sumOfFile(page)).toBe(sum)
  expect(questions).toBe(3)
  expect(parts).toBe(3)
})

test('4.6 an upload that a reload has broken off goes on when the same file is chosen again', async ({
  page,
  signUp,
}, info) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await signUp(page)
  await newPage(page)
  const { path, sum } = film(info.outputPath())
  const held = new Promise<void>((reached) => {
    let parts = 0
    void page.route(PARTS, (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      parts += 1
      if (parts === 1) return route.continue()
      // The second part never comes through.
      reached()
    })
  })
  await insertFile(page, path)
  await held
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  await page.unroute(PARTS)
  const offsets: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  const other = info.outputPath('other.bin')
  writeFileSync(other, 'not that one')
  const again = () => page.getByLabel('The file of “film.bin”')
  await expect(body(page)).toContainText('Choose the same file again: it goes on where it stopped.')
  await again().setInputFiles(other)
  await expect(body(page)).toContainText('This is another file.')
  await again().setInputFiles(path)
  expect(await sumOfFile(page)).toBe(sum)
  expect(offsets).toEqual([PART, PART * 2].map(String))
})

test('4.6 a file that arrives when its page was left is told of, and stands there once that is opened, in another tab too', async ({
  page,
  signUp,
}, info) => {
  await signUp(page)
  await makePage(page, 'Elsewhere', ['Words'])
  await newPage(page)
  await expect(saveState(page)).toHaveText('Saved')
  const address = page.url()
  const { path, sum } = film(info.outputPath())
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  await page.route(PARTS, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    reached.resolve()
    await held.promise
    return route.continue()
  })
  await insertFile(page, path)
  await reached.promise
  await row(page, 'Elsewhere').click()
  await expect(body(page)).toContainText('Words')
  held.resolve()
  const told = toast(page, '“film.bin” is uploaded. It is put on its page when you open that.')
  await expect(told).toBeVisible({ timeout: 20_000 })
  // Who closes the tab has it all the same.
  const next = await page.context().newPage()
  await page.close()
  await next.goto(address)
  expect(await sumOfFile(next)).toBe(sum)
})

test('4.6 an upload is paused and resumed, waits for the connection, and is cancelled, several at once', async ({
  page,
  signUp,
  context,
}, info) => {
  await signUp(page)
  await newPage(page)
  const { path, sum } = film(info.outputPath())
  const offsets: string[] = []
  let hold = true
  await page.route(PARTS, async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    offsets.push(request.headers()['upload-offset'] ?? '')
    // The second part does not come through until it is let go.
    if (hold && offsets.length > 1) return
    return route.continue()
  })
  await insertFile(page, path)
  await expect.poll(() => offsets.length).toBe(2)
  await page.getByRole('button', { name: 'Pause the upload of film.bin' }).click()
  await expect(body(page)).toContainText('Paused at ')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Resume the upload of film.bin' }).click()
  await expect(body(page)).toContainText('Waiting for the connection')
  hold = false
  await context.setOffline(false)
  expect(await sumOfFile(page)).toBe(sum)
  expect(offsets.filter((offset) => offset === '0')).toHaveLength(1)

  // Two more at once, of which one is given up while it is paused: nothing of it is left at the server.
  hold = true
  const ended: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE' && request.url().includes('/api/uploads/')) ended.push(request.url())
  })
  const others = ['one.bin', 'two.bin'].map((name) => {
    const other = info.outputPath(name)
    writeFileSync(other, randomBytes(PART * 2))
    return other
  })
  await body(page).press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/file')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Insert File' })
  await dialog.getByLabel('Upload from computer').setInputFiles(others)
  await expect(page.getByRole('progressbar', { name: /^Upload of / })).toHaveCount(2)
  await page.getByRole('button', { name: 'Pause the upload of two.bin' }).click()
  await page.getByRole('button', { name: 'Cancel the upload of two.bin' }).click()
  await page.getByRole('button', { name: 'Cancel the upload of one.bin' }).click()
  await expect(page.getByRole('progressbar', { name: /^Upload of / })).toHaveCount(0)
  await expect.poll(() => ended.length).toBe(2)
  await page.reload()
  await expect(body(page)).toBeVisible()
  await expect(body(page)).not.toContainText('two.bin')
})

test('4.6 an upload that is stopped before the server has answered leaves nothing there, and goes on with its answer', async ({
  page,
  signUp,
}, info) => {
  await signUp(page)
  await newPage(page)
  const { path, sum } = film(info.outputPath())
  const seen: string[] = []
  let answer = Promise.withResolvers<void>()
  await page.route(/api\/uploads/, async (route) => {
    const method = route.request().method()
    seen.push(method)
    if (method === 'POST') await answer.promise
    return route.continue()
  })
  const count = (method: string) => seen.filter((one) => one === method).length
  const bars = page.getByRole('progressbar', { name: /^Upload of / })
  const name = basename(path)

  // Given up: what the server has begun is given back.
  await insertFile(page, path)
  await expect.poll(() => count('POST')).toBe(1)
  await page.getByRole('button', { name: `Cancel the upload of ${name}` }).click()
  await expect(bars).toHaveCount(0)
  answer.resolve()
  await expect.poll(() => count('DELETE')).toBe(1)
  expect(count('PATCH')).toBe(0)

  // Paused first, then given up.
  answer = Promise.withResolvers()
  await newPage(page)
  await insertFile(page, path)
  await expect.poll(() => count('POST')).toBe(2)
  await page.getByRole('button', { name: `Pause the upload of ${name}` }).click()
  await page.getByRole('button', { name: `Cancel the upload of ${name}` }).click()
  await expect(bars).toHaveCount(0)
  answer.resolve()
  await expect.poll(() => count('DELETE')).toBe(2)

  // Paused and resumed: it goes on with the one that was begun.
  answer = Promise.withResolvers()
  await newPage(page)
  await insertFile(page, path)
  await expect.poll(() => count('POST')).toBe(3)
  await page.getByRole('button', { name: `Pause the upload of ${name}` }).click()
  await page.getByRole('button', { name: `Resume the upload of ${name}` }).click()
  answer.resolve()
  expect(await sumOfFile(page)).toBe(sum)
  expect(count('POST')).toBe(3)
  expect(count('DELETE')).toBe(2)
})

/** A folder on this machine with these files, by path. */
function folderOf(path: string, files: Record<string, string | Buffer>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return path
}

const TRIP = {
  'notes.txt': 'Pack the tent.',
  'days/day 2.txt': 'Rain.',
  'days/day 10.txt': 'Sun.',
  'days/.DS_Store': 'of the system',
  '.git/config': 'hidden',
  'empty.txt': '',
}

/** The names of the files that stand on the page, in its order. */
const namesOnPage = (page: Page) =>
  body(page).locator('[href*="/api/files/"] .media-card-name').allTextContents()

/** Drops a file or folder of this machine onto the page, as the browser has it from the system. */
async function drop(page: Page, path: string): Promise<void> {
  const box = (await body(page).boundingBox())!
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + 60, y: box.y + 12, data: { items: [], files: [path], dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at })
  await session.detach()
}

test('4.6 a folder is chosen: its files come in the order of their names, without hidden ones, each with its progress', async ({
  page,
  signUp,
}, info) => {
  await signUp(page)
  await newPage(page)
  const held = Promise.withResolvers<void>()
  await page.route(/api\/files\?/, async (route) => {
    await held.promise
    await route.continue()
  })
  const choose = async (path: string) => {
    await body(page).press('ControlOrMeta+End')
    await page.keyboard.type('/file')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Insert File' })
    await dialog.getByLabel('Choose a folder').setInputFiles(path)
    return dialog
  }
  await body(page).click()
  await choose(folderOf(info.outputPath('trip'), TRIP))
  await expect(page.getByText('1 file was left out: “empty.txt” is empty.')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /^Upload of / })).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveText(/3 files left to upload/)
  held.resolve()
  await expect.poll(() => namesOnPage(page)).toEqual(['day 2.txt', 'day 10.txt', 'notes.txt'])
  await expect(page.getByRole('region', { name: 'Uploads' })).toBeHidden()

  // One with nothing in it, and one with too much, bring nothing: it is said why, and another one can be chosen.
  const dialog = await choose(folderOf(info.outputPath('bare'), { '.DS_Store': 'x' }))
  await expect(dialog.getByRole('alert')).toHaveText('There are no files in this folder.')
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.txt`, 'words']))
  await dialog.getByLabel('Choose a folder').setInputFiles(folderOf(info.outputPath('many'), many))
  await expect(dialog.getByRole('alert')).toHaveText(
    'A folder can be added with at most 200 files. There are more in this one.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => namesOnPage(page)).toEqual(['day 2.txt', 'day 10.txt', 'notes.txt'])
})

test('4.6 a folder is dropped on a page; all its uploads are canceled at once, and undo brings them back', async ({
  page,
  signUp,
}, info) => {
  await signUp(page)
  await newPage(page)
  await body(page).click()
  await page.keyboard.type('The trip')
  let hold = true
  await page.route(/api\/files\?/, (route) => (hold ? undefined : route.continue()))
  await drop(page, folderOf(info.outputPath('trip'), TRIP))
  await expect(page.getByRole('progressbar', { name: /^Upload of / })).toHaveCount(3)
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Cancel all' }).click()
  await expect(page.getByRole('progressbar', { name: /^Upload of / })).toHaveCount(0)
  await expect(body(page)).not.toContainText('notes.txt')
  await expect(body(page)).toContainText('The trip')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(body(page).getByText('The upload was canceled.')).toHaveCount(3)
  hold = false
  for (const name of ['day 2.txt', 'day 10.txt', 'notes.txt'])
    await page.getByRole('button', { name: `Try again to upload ${name}` }).click()
  await expect.poll(() => namesOnPage(page)).toEqual(['day 2.txt', 'day 10.txt', 'notes.txt'])
  await drop(page, folderOf(info.outputPath('bare'), { 'sub/.DS_Store': 'x' }))
  await expect(page.getByText('There are no files in this folder.')).toBeVisible()
})
