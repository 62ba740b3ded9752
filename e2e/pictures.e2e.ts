import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, newPage, openId, saveState } from './screen.ts'

/** A photograph of this width, drawn by the browser: a JPEG of many colors. */
async function photograph(page: Page, path: string, width: number, height: number): Promise<void> {
  const base64 = await page.evaluate(
    async ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const context = canvas.getContext('2d')!
      for (let at = 0; at < 400; at += 1) {
        context.fillStyle = `hsl(${(at * 37) % 360} 60% ${30 + (at % 50)}%)`
        context.fillRect(
          ((at * 71) % 97) * (wide! / 97),
          ((at * 53) % 89) * (high! / 89),
          wide! / 7,
          high! / 9,
        )
      }
      return canvas.toDataURL('image/jpeg', 0.92).split(',')[1]!
    },
    [width, height] as const,
  )
  writeFileSync(path, Buffer.from(base64, 'base64'))
}

async function insert(page: Page, kind: 'image' | 'video', path: string): Promise<void> {
  await body(page).click()
  await page.keyboard.type(`/${kind}`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Upload from computer').setInputFiles(path)
}

test('4.6 a picture is kept in smaller widths, its room is there before it is, and a published page gives the one that fits', async ({
  page,
  signUp,
  browser,
  server,
}, info) => {
  await signUp(page)
  await newPage(page)
  const path = info.outputPath('harbor.jpg')
  await photograph(page, path, 2400, 1600)
  await insert(page, 'image', path)
  const picture = body(page).locator('img[src*="/api/files/"]')
  await expect(picture).toHaveAttribute('srcset', /\?w=320 320w, .*\?w=960 960w, .*\?w=1600 1600w, .* 2400w$/)
  await expect(picture).toHaveCSS('background-image', /^url\("data:image\/bmp;base64,/)
  await expect(saveState(page)).toHaveText('Saved')

  // The line below stands where it stays, while the picture has not come.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/files/*/harbor.jpg*', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  // The editor has taken the place of what was shown first.
  await expect(saveState(page)).toHaveText('Saved')
  await expect(picture).toBeVisible()
  let before = null as Awaited<ReturnType<typeof picture.boundingBox>>
  await expect
    .poll(async () => {
      before = await picture.boundingBox()
      return before && before.width / before.height
    })
    .toBeCloseTo(1.5, 1)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0)
  release()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await picture.boundingBox()).toEqual(before)

  const id = openId(page)
  await page.evaluate(
    (documentId) =>
      fetch('/api/trpc/document.publish', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: documentId, isPublished: true }),
      }),
    id,
  )
  for (const [width, fitting] of [
    [390, /\?w=(?:320|960)(?: |$)/],
    [1440, /\?w=(?:960|1600)(?: |$)/],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, javaScriptEnabled: false })
    const visitor = await context.newPage()
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url()))
    await visitor.goto(`${server.url}/preview/${id}`)
    await expect.poll(() => asked.join(' ')).toMatch(fitting)
    await context.close()
  }
})
