import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, body, call, newPage, saveState } from './screen.ts'

/** Uploads a picture that the browser has drawn, or a text, as a block of this page does. */
const upload = (page: Page, name: string, content: 'picture' | string) =>
  page.evaluate(
    async ([fileName, what]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
      canvas.getContext('2d')!.fillRect(0, 0, 40, 30)
      const drawn = () => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const blob = what === 'picture' ? (await drawn())! : new Blob([what!])
      const query = new URLSearchParams({ page: location.pathname.slice(1), name: fileName! })
      const answer = await fetch(`/api/files?${query}`, { method: 'POST', body: new File([blob], fileName!) })
      return {
        status: answer.status,
        file: (await answer.json()) as { id: string; url: string; type: string },
      }
    },
    [name, content] as const,
  )

/** How wide a picture is that the browser has really been given; 0 while there is none. */
const widthOf = (page: Page) =>
  body(page)
    .locator('img')
    .first()
    .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0))

test('3.19, 4.6, 4.18 a file that was uploaded is found with "#", stays after a reload, and is there for nobody else', async ({
  page,
  signUp,
  server,
  browser,
}) => {
  await signUp(page)
  await newPage(page)
  const picture = await upload(page, 'Sunset over Rügen.png', 'picture')
  expect(picture).toMatchObject({ status: 201, file: { type: 'image/png' } })
  const drawing = await upload(
    page,
    'drawing.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>',
  )
  expect(readdirSync(join(server.dataDir, 'files'), { recursive: true }).join(' ')).toContain(picture.file.id)

  const list = page.getByRole('listbox', { name: 'Files' })
  await body(page).click()
  await page.keyboard.type('#')
  await expect(list.getByRole('option')).toHaveText([/drawing\.svg/, /Sunset over Rügen\.png/])
  await page.keyboard.type('rügen')
  await expect(list.getByRole('option')).toHaveText([/Sunset over Rügen\.png/])
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(page)).toBe(40)
  await page.keyboard.type('as in #draw')
  await expect(list.getByRole('option')).toHaveText([/drawing\.svg/])
  await page.keyboard.press('Enter')
  const mention = body(page).getByRole('link', { name: 'drawing.svg' })
  await expect(mention).toHaveAttribute('href', drawing.file.url)
  await expect(saveState(page)).toHaveText('Saved')

  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(40)
  await expect(mention).toBeVisible()

  // Opened by itself it is stored, not run.
  const stored = page.waitForEvent('download')
  await page.evaluate((url) => void window.open(url, '_blank', 'noopener'), drawing.file.url)
  expect((await stored).suggestedFilename()).toBe('drawing.svg')

  const stranger = await (await browser.newContext({ baseURL: server.url })).newPage()
  const seen = () =>
    stranger.evaluate(
      async (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
      [picture.file.url, `/api/files/${picture.file.id}`],
    )
  await stranger.goto('/')
  expect(await seen()).toEqual([401, 401])
  await signUp(stranger)
  expect(await seen()).toEqual([404, 404])
  await stranger.context().close()
})

test('9.12 words in a caption are kept when one leaves the page before they were stored', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  const { file } = await upload(page, 'Harbour.png', 'picture')
  const id = new URL(page.url()).pathname.slice(1)
  await call(page, 'document.update', { id, contentRich: [{ kind: 'image', attributes: { url: file.url } }] })
  await expect.poll(() => widthOf(page)).toBe(40)
  // Selected by keyboard: on so small a picture its tools lie on top.
  await body(page).press('Control+Home')
  await page.getByRole('textbox', { name: 'Caption' }).click()
  await page.keyboard.type('The old harbour')
  // The caret stays in the caption: nothing tells it that the page goes.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
  const stored = async () => JSON.stringify(await ask(page, 'document.document', { id }))
  await expect.poll(stored).toContain('The old harbour')
})
