import type { Page } from '@playwright/test'
import { wavFile } from '../test/wav.ts'
import { type EditorOnPage, expect, test } from './editor-fixtures.ts'
import { violations } from './screen.ts'

/** A picture of this size, as a browser would bring it. */
const picture = (page: Page, width: number, height: number): Promise<string> =>
  page.evaluate(
    ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const paint = canvas.getContext('2d')!
      paint.fillStyle = '#3c5cc4'
      paint.fillRect(0, 0, wide, high)
      return canvas.toDataURL('image/png').split(',')[1]!
    },
    [width, height] as const,
  )

/** Three seconds of silence. */
const silence = (): string => wavFile(Array(24_000).fill(0)).toString('base64')

interface Brought {
  name: string
  type: string
  base64: string
}

/** Files on the clipboard, or dropped onto the text of a block. */
const bring = (editor: EditorOnPage, how: 'paste' | string, files: Brought[]): Promise<void> =>
  editor.body.evaluate(
    (body, [how, files]) => {
      const data = new DataTransfer()
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      if (how === 'paste') {
        body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
        return
      }
      const block = [...body.querySelectorAll('[data-kind]')].find((one) => one.textContent === how)!
      const box = block.getBoundingClientRect()
      const at = { clientX: box.left + 40, clientY: box.bottom - 2, bubbles: true, cancelable: true }
      block.dispatchEvent(new DragEvent('dragover', { ...at, dataTransfer: data }))
      block.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer: data }))
    },
    [how, files] as const,
  )

const kinds = async (editor: EditorOnPage): Promise<string[]> =>
  (await editor.blocks()).map(({ kind }) => kind)
const media = async (editor: EditorOnPage) =>
  (await editor.blocks()).filter(({ kind }) => kind !== 'paragraph').map(({ attributes }) => attributes ?? {})

test('2.38 8.15 a picture is inserted from the computer or by its address, described, and made smaller', async ({
  editor,
  page,
}) => {
  await editor.open('upload')
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await editor.type('/image')
  await editor.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Insert Image' })
  await dialog.getByLabel('URL').fill('nothing at all')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Invalid URL' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  // The empty block stays and asks again.
  await page.getByRole('button', { name: 'Add an image' }).click()
  const base64 = await picture(page, 900, 600)
  const file = { name: 'blue.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
  await dialog
    .getByLabel('Upload from computer')
    .setInputFiles({ ...file, name: 'a.txt', mimeType: 'text/plain' })
  await expect(dialog.getByText('“a.txt” is not an image.')).toBeVisible()
  // What is chosen is what is wanted.
  await dialog.getByLabel('Upload from computer').setInputFiles(file)
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => media(editor))
    .toEqual([
      {
        url: expect.stringMatching(/^\/api\/files\/f\d+\/blue\.png$/),
        name: 'blue.png',
        mimeType: 'image/png',
        size: file.buffer.length,
        isUpload: true,
        initialWidth: 900,
        initialHeight: 600,
      },
    ])

  // Smaller, with the keyboard and with the pointer.
  const image = page.locator('figure[data-kind=image] img')
  const handle = page.getByRole('slider', { name: 'Width' })
  const before = (await image.boundingBox())!
  await expect(handle).toHaveAttribute('aria-valuenow', String(Math.round(before.width)))
  await handle.focus()
  await editor.press('ArrowLeft', 'ArrowLeft')
  await expect(handle).toHaveAttribute('aria-valuenow', String(Math.round(before.width) - 20))
  await expect.poll(async () => (await media(editor))[0]?.width).toBe(Math.round(before.width) - 20)
  const box = (await handle.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 100, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await media(editor))[0]?.width).toBe(Math.round(before.width) - 220)
  await editor.press('Home')
  await expect.poll(async () => (await media(editor))[0]?.width).toBe(64)
  await handle.dblclick()
  await expect.poll(async () => (await media(editor))[0]?.width).toBeUndefined()
  await image.hover()
  await page.getByRole('button', { name: 'Align left' }).click()
  const caption = page.getByRole('textbox', { name: 'Caption' })
  const captionOnPage = async () => (await media(editor))[0]?.caption
  await caption.pressSequentially('It is blue ')
  await expect.poll(captionOnPage).toBe('It is blue ')
  // What others write there stays, though the caret still rests in it; a space at the end goes once one leaves.
  await caption.pressSequentially('now')
  await expect.poll(captionOnPage).toBe('It is blue now')
  await page.evaluate(() => {
    const { state, view } = window.harness.editors[0]!
    state.doc.descendants((node, pos) => {
      if (node.type.name === 'image') view.dispatch(state.tr.setNodeAttribute(pos, 'caption', 'By Ben '))
    })
  })
  await expect(caption).toHaveValue('By Ben ')
  await editor.press('Enter')
  expect(await captionOnPage()).toBe('By Ben ')
  await caption.fill('All of it is blue ')
  await expect.poll(captionOnPage).toBe('All of it is blue ')
  await caption.press('Enter')
  await expect
    .poll(async () => (await media(editor))[0])
    .toMatchObject({ align: 'left', caption: 'All of it is blue' })

  // With Enter on the selected picture: how it is described, and what it is replaced with.
  await image.click()
  await editor.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Media settings' })
  await panel.getByLabel('Alt text').fill('A blue square')
  await panel.getByLabel('Width').fill('99999')
  // I6: a picture may be a link, to nothing that runs.
  await panel.getByLabel('Link').fill('javascript:alert(1)')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(panel.getByRole('alert').getByText('Invalid URL')).toBeVisible()
  await panel.getByLabel('Link').fill('example.org/blue')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await media(editor))[0]?.link).toBe('https://example.org/blue')
  await expect(page.getByRole('img', { name: 'A blue square' })).toBeVisible()
  await expect.poll(async () => (await media(editor))[0]?.width).toBe(2400)
  expect((await image.boundingBox())!.width).toBeLessThanOrEqual(720)
  expect(await violations(page, { part: '.page-editor' })).toEqual([])

  await editor.press('Enter')
  await panel.getByRole('button', { name: 'Replace' }).click()
  await dialog.getByLabel('URL').fill('youtu.be/dQw4w9WgXcQ')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByTitle('YouTube embed')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  )
  await editor.press('Control+z')
  await expect(image).toBeVisible()
})

test('2.38 the file of a block is replaced: what it has stays until the other is there, and one undo brings all of it back', async ({
  editor,
  page,
}) => {
  await editor.open('upload')
  await editor.write('p first')
  await editor.caret('first')
  const file = async (name: string) => ({
    name,
    mimeType: 'image/png',
    base64: await picture(page, 300, 200),
  })
  const bytes = ({ name, mimeType, base64 }: Awaited<ReturnType<typeof file>>) => ({
    name,
    mimeType,
    buffer: Buffer.from(base64, 'base64'),
  })
  await bring(editor, 'paste', [{ ...(await file('old.png')), type: 'image/png' }])
  const attributes = async () => (await media(editor))[0]
  await expect.poll(attributes).toMatchObject({ name: 'old.png', isUpload: true })
  const old = await attributes()
  const replaceWith = async (name: string) => {
    await editor.body.getByRole('img', { name: /png$/ }).click()
    await editor.press('Enter')
    await page
      .getByRole('dialog', { name: 'Media settings' })
      .getByRole('button', { name: 'Replace' })
      .click()
    await page
      .getByRole('dialog', { name: /Image$/ })
      .locator('input[type=file]')
      .first()
      .setInputFiles(bytes(await file(name)))
  }

  // Given up on its way: nothing has become of it.
  await replaceWith('slow.png')
  await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click()
  await expect(editor.body.getByRole('img', { name: 'old.png' })).toBeVisible()
  expect(await attributes()).toEqual(old)

  // Somebody types while it comes.
  const typed = Promise.withResolvers<void>()
  await page.route(/\/api\/files\?.*new\.png/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await replaceWith('new.png')
  await expect(page.getByRole('button', { name: 'Cancel the upload of new.png' })).toBeVisible()
  await editor.caret('first')
  await editor.type(' word')
  expect(await attributes()).toMatchObject({ name: 'old.png' })
  typed.resolve()
  await expect.poll(attributes).toMatchObject({ name: 'new.png', isUpload: true })
  const now = await attributes()
  expect(now?.url).not.toBe(old?.url)
  await editor.press('Control+z')
  await expect.poll(attributes).toEqual(old)
  await editor.press('Control+Shift+z')
  await expect.poll(attributes).toEqual(now)

  // Cut off by loading the page anew: what is there is shown, and below it what was to take its place.
  await replaceWith('slow.png')
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible()
  const kept = JSON.stringify(await editor.blocks())
  page.on('dialog', (leaving) => leaving.accept())
  await editor.open('upload')
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), kept)
  await expect(editor.body.getByRole('img', { name: 'new.png' })).toBeVisible()
  await expect(page.getByText('The upload was interrupted. Choose the same file again')).toBeVisible()
  await page.getByRole('button', { name: 'Remove slow.png' }).click()
  await expect(page.getByText('The upload was interrupted')).toBeHidden()
  await expect(editor.body.getByRole('img', { name: 'new.png' })).toBeVisible()
  await expect.poll(attributes).toEqual(now)
})

test('R15 an upload goes on when the page is locked meanwhile: its block can be taken away again with the lock gone', async ({
  editor,
  page,
}) => {
  await editor.open('upload')
  await editor.write('p first')
  await editor.caret('first')
  await bring(editor, 'paste', [{ name: 'slow.wav', type: 'audio/wav', base64: silence() }])
  const cancel = page.getByRole('button', { name: 'Cancel the upload of slow.wav' })
  await expect(cancel).toBeVisible()
  await page.evaluate(() => window.harness.setReadOnly(true))
  await expect(cancel).toBeHidden()
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.wav' })).toBeVisible()
  await page.evaluate(() => window.harness.setReadOnly(false))
  await cancel.click()
  await expect.poll(() => kinds(editor)).not.toContain('audio')
})

test('4.6 8.14 several files are pasted and dropped; one is cancelled, one fails and is tried again, none is lost', async ({
  editor,
  page,
}) => {
  await editor.open('upload')
  await editor.write('p first', 'p last')
  const png = await picture(page, 60, 40)
  // The server refuses each name once.
  const refused = `refused-${Date.now()}.pdf`
  await editor.caret('first')
  await bring(editor, 'paste', [
    { name: 'one.png', type: 'image/png', base64: png },
    { name: refused, type: 'application/pdf', base64: 'JVBERg==' },
    { name: 'slow.wav', type: 'audio/wav', base64: silence() },
  ])
  await expect.poll(() => kinds(editor)).toEqual(['paragraph', 'image', 'file', 'audio', 'paragraph'])
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.wav' })).toBeVisible()
  await expect(page.getByText('There is no room for this file.')).toBeVisible()
  await page.getByRole('button', { name: `Try again to upload ${refused}` }).click()
  await expect(page.getByRole('link', { name: `${refused} 4 B` })).toBeVisible()

  // The line breaks: the usual words, and the file can be taken away (8.14).
  await bring(editor, 'first', [{ name: 'torn.zip', type: 'application/zip', base64: 'UEsFBg==' }])
  await expect(page.getByText('Something went wrong, please try again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove torn.zip' }).click()

  await page.getByRole('button', { name: 'Cancel the upload of slow.wav' }).click()
  await expect.poll(() => kinds(editor)).toEqual(['paragraph', 'image', 'file', 'paragraph'])
  await bring(editor, 'last', [{ name: 'two.png', type: 'image/png', base64: png }])
  await expect
    .poll(() => kinds(editor))
    .toEqual(['paragraph', 'image', 'file', 'paragraph', 'image', 'paragraph'])
  await expect
    .poll(async () => (await media(editor)).map(({ url }) => String(url).split('/').pop()))
    .toEqual(['one.png', refused, 'two.png'])
  // The arrival is no step of undo: what is taken back is the dropping.
  await editor.press('Control+z')
  await expect.poll(() => kinds(editor)).toEqual(['paragraph', 'image', 'file', 'paragraph'])
  await editor.press('Control+Shift+z')
  await expect
    .poll(async () => (await media(editor)).at(-1))
    .toMatchObject({ name: 'two.png', isUpload: true })

  // What was on its way when the page was left says so.
  await editor.caret('first')
  await bring(editor, 'paste', [{ name: 'slow.png', type: 'image/png', base64: png }])
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.png' })).toBeVisible()
  const kept = JSON.stringify(await editor.blocks())
  page.on('dialog', (leaving) => leaving.accept())
  await editor.open('upload')
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), kept)
  await expect(page.getByText('The upload was interrupted. Choose the same file again')).toBeVisible()
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose the file again' }).click()
  await asked
  await page.getByRole('button', { name: 'Remove slow.png' }).click()
  await expect(page.getByText('slow.png')).toBeHidden()

  // What arrived while its page was not open is there when it is opened again; what is no picture after all is a file.
  const held = Promise.withResolvers<void>()
  await page.route(/name=(?:late|huge)\.png/, async (route) => {
    await held.promise
    const response = await route.fetch()
    const info = (await response.json()) as { name: string; type: string }
    const type = info.name === 'huge.png' ? 'application/x-huge-picture' : info.type
    await route.fulfill({ response, json: { ...info, type } })
  })
  await editor.write('p start')
  await editor.caret('start')
  await bring(
    editor,
    'paste',
    ['late.png', 'huge.png'].map((name) => ({ name, type: 'image/png', base64: png })),
  )
  await expect.poll(() => kinds(editor)).toEqual(['paragraph', 'image', 'image', 'paragraph'])
  const waiting = JSON.stringify(await editor.blocks())
  await editor.write('p another page')
  held.resolve()
  const arrived = () => page.evaluate(() => localStorage.getItem('sheaf:arrived-uploads') ?? '')
  await expect.poll(arrived).toMatch(/late\.png.*huge\.png|huge\.png.*late\.png/)
  await editor.open('upload')
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), waiting)
  await expect.poll(() => kinds(editor)).toEqual(['paragraph', 'image', 'file', 'paragraph'])
  expect((await media(editor)).map(({ url }) => String(url).split('/').pop())).toEqual([
    'late.png',
    'huge.png',
  ])
  await expect(page.getByRole('link', { name: /huge\.png/ })).toBeVisible()
})

test('4.6 8.14 a copy of a picture that was refused says why, in this tab and in others, and can be tried again', async ({
  editor,
  page,
}) => {
  await editor.open('upload')
  await editor.write('p first', 'p last')
  const png = await picture(page, 60, 40)
  const placeholders = async () => (await media(editor)).map(({ placeholderId }) => String(placeholderId))
  const refused = `refused-${Date.now()}.png`
  await editor.caret('first')
  await bring(editor, 'paste', [{ name: refused, type: 'image/png', base64: png }])
  const reasons = page.getByText('There is no room for this file.')
  await expect(reasons).toHaveCount(1)
  await expect.poll(placeholders).toEqual([expect.stringMatching(/^failed-/)])

  // Copied, pasted, taken away and brought back, it says the same.
  await page.locator('.media-waiting .media-card-name').click()
  await editor.press('Control+c')
  await editor.caret('last')
  await editor.press('Control+v')
  await expect(reasons).toHaveCount(2)
  await page
    .getByRole('button', { name: `Remove ${refused}` })
    .last()
    .click()
  await expect(reasons).toHaveCount(1)
  await editor.press('Control+z')
  await expect(reasons).toHaveCount(2)
  const stored = JSON.stringify(await editor.blocks())

  // Another tab knows no reason, but waits for nothing.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.evaluate((json) => window.harness.load(JSON.parse(json)), stored)
  await expect(other.getByText('This file could not be uploaded. Choose the file again.')).toHaveCount(2)
  await expect(other.getByRole('progressbar')).toHaveCount(0)

  // Tried again on one of them it comes to both.
  await page
    .getByRole('button', { name: `Try again to upload ${refused}` })
    .first()
    .click()
  await expect
    .poll(async () => (await media(editor)).map(({ url, placeholderId }) => [url, placeholderId]))
    .toEqual([
      [expect.stringContaining(refused), undefined],
      [expect.stringContaining(refused), undefined],
    ])

  // What has arrived in this browser, its other tabs know as well.
  await other.evaluate((json) => window.harness.load(JSON.parse(json)), stored)
  await expect(other.getByRole('img', { name: refused })).toHaveCount(2)
  await other.close()

  // What is taken away beside its copy goes on; the last one that is taken away is cancelled, and undo says so.
  await editor.write('p first')
  await editor.caret('first')
  await bring(editor, 'paste', [{ name: 'slow.png', type: 'image/png', base64: png }])
  const progress = page.getByRole('progressbar', { name: 'Upload of slow.png' })
  await expect(progress).toBeVisible()
  await page.locator('.media-waiting .media-card-name').click()
  await editor.press('Control+d')
  await expect(progress).toHaveCount(2)
  const cancel = page.getByRole('button', { name: 'Cancel the upload of slow.png' })
  await cancel.last().click()
  await expect(progress).toHaveCount(1)
  await cancel.click()
  await expect.poll(() => kinds(editor)).not.toContain('image')
  await editor.press('Control+z')
  await expect(page.getByText('The upload was canceled.')).toBeVisible()
  await expect(progress).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again to upload slow.png' }).click()
  await expect(progress).toBeVisible()
  await expect.poll(placeholders).toEqual([expect.not.stringMatching(/^failed-/)])
})

test('2.41 4.6 a visitor keeps a picture in the tab, sees it large, and a reader may only look', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await bring(editor, 'paste', [
    { name: 'a.png', type: 'image/png', base64: await picture(page, 500, 300) },
    { name: 'b.png', type: 'image/png', base64: await picture(page, 300, 500) },
  ])
  await expect(page.getByText('Not uploaded: sign in to keep')).toHaveCount(2)
  const first = page.locator('figure[data-kind=image] img').first()
  await first.hover()
  await page
    .getByRole('toolbar', { name: 'Tools of a.png' })
    .getByRole('button', { name: 'Full view' })
    .click()
  const lightbox = page.getByRole('dialog', { name: 'Pictures' })
  await expect(lightbox).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Download' })).toBeVisible()
  await lightbox.getByRole('button', { name: 'Next' }).click()
  await expect(lightbox.getByText('2 / 2')).toBeVisible()
  await lightbox.getByRole('button', { name: 'Previous' }).click()
  await editor.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(page.getByRole('button', { name: 'Full view' }).first()).toBeFocused()
  await page.getByRole('button', { name: 'More' }).first().press('Enter')
  await page.getByLabel('Alt text').fill('Blue')
  await editor.press('Enter')
  await expect(page.getByRole('img', { name: 'Blue' })).toBeVisible()

  await page.evaluate(() => window.harness.setReadOnly(true))
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  await expect(page.getByRole('slider')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveCount(0)
  await first.click()
  await expect(lightbox).toBeVisible()
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toBeHidden()
  await page.getByRole('button', { name: 'Full view' }).first().press('Enter')
  await expect(lightbox).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
})

test('8.6 what cannot be shown, played or downloaded says so; in dark and on a phone nothing stands out', async ({
  editor,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await editor.open('upload&theme=dark')
  const url = (name: string) => `/api/files/none/${name}`
  const blocks = [
    { id: 'i', kind: 'image', attributes: { url: url('a.png'), initialWidth: 1600, initialHeight: 900 } },
    { id: 'v', kind: 'video', attributes: { url: url('a.mov'), width: 2000 } },
    { id: 'w', kind: 'video', attributes: { url: url('a.mp4') } },
    { id: 'a', kind: 'audio', attributes: { url: url('a.mp3') } },
    {
      id: 'f',
      kind: 'file',
      attributes: { url: url('a.zip'), name: `${'long '.repeat(20)}.zip`, isUpload: true },
    },
    { id: 'm', kind: 'mediaEmbed', attributes: { url: `https://evil.example/${'x'.repeat(200)}` } },
    { id: 'e', kind: 'image' },
  ]
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
  for (const words of [
    "Couldn't load this image. The URL might be invalid or inaccessible.",
    "QuickTime (.mov) videos aren't supported in browsers. Consider converting to MP4 format.",
    "Couldn't load this video. It might be in an unsupported format or inaccessible.",
    'Audio cannot be played',
  ])
    await expect(page.getByText(words)).toBeVisible()
  const tools = page.getByRole('toolbar', { name: /long/ })
  await tools.getByRole('button', { name: 'Download' }).press('Enter')
  await expect(page.getByText('Download failed. Please try again.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page, { part: '.page-editor' })).toEqual([])
})

test('9.8 sound is played with skips of 10 seconds and five speeds, from the keyboard', async ({
  editor,
  page,
}) => {
  await editor.open('upload')
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await bring(editor, 'paste', [{ name: 'quiet.wav', type: 'audio/wav', base64: silence() }])
  const player = page.getByLabel('Audio: quiet.wav')
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await player.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await player.getByRole('button', { name: 'Forward 10 seconds' }).click()
  const audio = page.locator('audio')
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(2.9)
  await player.getByRole('button', { name: 'Back 10 seconds' }).click()
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(0)
  const speed = player.getByRole('button', { name: /^Speed/ })
  for (const rate of [1.25, 1.5, 1.75, 2, 1]) {
    await speed.click()
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(rate)
  }
  expect(await violations(page, { part: '.page-editor' })).toEqual([])
})

test('5.7 an address pasted alone can be embedded or kept; hosts that are not allowed and data stay outside', async ({
  editor,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await editor.open('upload')
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await editor.paste({ 'text/plain': 'https://vimeo.com/76979871' })
  const offer = page.getByRole('listbox', { name: 'Pasted address' })
  await expect(offer).toBeVisible()
  await editor.press('Enter')
  await expect(page.getByTitle('Vimeo embed')).toHaveAttribute('sandbox', /allow-scripts/)
  await editor.press('Control+z')
  await expect(page.getByRole('link', { name: 'https://vimeo.com/76979871', exact: true })).toBeVisible()

  // Writing on keeps the link.
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await editor.paste({ 'text/plain': 'https://vimeo.com/76979871' })
  await expect(offer).toBeVisible()
  await editor.type(' is good')
  await expect(offer).toBeHidden()
  await editor.shows('p https://vimeo.com/76979871 is good')

  // Pasted as plain text it is only that.
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await page.keyboard.down('Shift')
  await editor.paste({ 'text/plain': 'https://vimeo.com/76979871' })
  await page.keyboard.up('Shift')
  await editor.shows('p https://vimeo.com/76979871')
  await expect(offer).toBeHidden()

  // What pasted HTML brings: a frame of somebody, and a picture as data, which becomes a file.
  await editor.write('p')
  await editor.body.getByRole('paragraph').click()
  await editor.paste({
    'text/html': `<iframe src="https://evil.example/x" srcdoc="<script>alert(1)</script>"></iframe><p>words</p><img alt="Dot" src="data:image/png;base64,${await picture(page, 30, 20)}"><img src="javascript:alert(1)">`,
  })
  await expect.poll(() => kinds(editor)).toEqual(['mediaEmbed', 'paragraph', 'image'])
  await expect
    .poll(async () => (await media(editor))[1])
    .toMatchObject({
      alt: 'Dot',
      isUpload: true,
      initialWidth: 30,
      initialHeight: 20,
    })
  await expect(page.getByRole('link', { name: 'evil.example https://evil.example/x' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('evil'))).toEqual([])
})
