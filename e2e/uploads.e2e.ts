import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { body, newPage, saveState } from './screen.ts'

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
  await page.route(PARTS, async (route) => {
    const request = route.request()
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
  // Nothing that had come was sent again.
  expect(offsets).toEqual([0, 0, PART, PART, PART * 2].map(String))
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
