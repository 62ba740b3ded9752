import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { tone, wavFile } from '../test/wav.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, newPage, openId, saveState, violations } from './screen.ts'

/** Uploads a picture that the browser has drawn, or a text, as a block of this page does. */
const upload = (page: Page, name: string, content: 'picture' | string) =>
  page.evaluate(
    async ([id, fileName, what]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
      canvas.getContext('2d')!.fillRect(0, 0, 40, 30)
      const drawn = () => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const blob = what === 'picture' ? (await drawn())! : new Blob([what!])
      const query = new URLSearchParams({ page: id!, name: fileName! })
      const answer = await fetch(`/api/files?${query}`, { method: 'POST', body: new File([blob], fileName!) })
      return {
        status: answer.status,
        file: (await answer.json()) as { id: string; url: string; type: string },
      }
    },
    [openId(page), name, content] as const,
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
  const id = openId(page)
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

/** What an H.265 decoder is told first; nothing of it is ever decoded. */
const HEVC = {
  ...{ codec: 'hvc1.1.6.L93.B0', codedWidth: 64, codedHeight: 48 },
  description: Uint8Array.from([
    1, 1, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0,
  ]),
}
const OPUS_HEAD = Uint8Array.from([79, 112, 117, 115, 72, 101, 97, 100, 1, 1, 56, 1, 128, 187, 0, 0, 0, 0, 0])

/** A film of ten seconds, encoded as the browser of these tests does not know; with sound that it knows, or none. */
async function filmToDownload(hasSound: boolean): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const pictures = new EncodedVideoPacketSource('hevc')
  const sound = new EncodedAudioPacketSource('opus')
  output.addVideoTrack(pictures)
  if (hasSound) output.addAudioTrack(sound)
  await output.start()
  for (let at = 0; at < 500; at += 1) {
    if (at % 5 === 0)
      await pictures.add(new EncodedPacket(new Uint8Array(50), at % 50 ? 'delta' : 'key', at / 50, 0.1), {
        decoderConfig: HEVC,
      })
    // Silence.
    if (hasSound)
      await sound.add(new EncodedPacket(Uint8Array.from([0xf8, 0xff, 0xfe]), 'key', at / 50, 0.02), {
        decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: OPUS_HEAD },
      })
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}

test('3.18 8.6 a card says how long a film is; what the browser cannot play says how it is encoded, with a way to download it', async ({
  page,
  signUp,
  server,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Films' })
  const keep = async (name: string, bytes: Buffer) => {
    const query = new URLSearchParams({ page: id, name })
    const answer = await page.request.post(`/api/files?${query}`, {
      data: bytes,
      headers: { origin: server.url, 'content-type': 'application/octet-stream' },
    })
    expect(answer.status()).toBe(201)
    const { url, type, size } = (await answer.json()) as { url: string; type: string; size: number }
    return { url, name, mimeType: type, size, isUpload: true }
  }
  const silent = await keep('silent.mp4', await filmToDownload(false))
  const audible = await keep('audible.mp4', await filmToDownload(true))
  await call(page, 'document.update', {
    id,
    contentRich: [
      { id: 'v', kind: 'video', attributes: silent },
      { id: 'w', kind: 'video', attributes: audible },
      { id: 'f', kind: 'file', attributes: silent },
    ],
  })
  await page.goto(`/${id}`)
  await expect(body(page).getByRole('link', { name: /^silent\.mp4\s*00:10 · / })).toBeVisible()
  const encoded = 'encoded as H.265 (HEVC), which this browser does not know.'
  const notes = body(page).getByRole('note')
  await expect(notes.first()).toContainText(`This video cannot be played: it is ${encoded}`)
  await expect(notes.last()).toContainText(`Only the sound is played: the pictures are ${encoded}`)
  await expect(notes).toHaveCount(2)
  await expect(body(page).getByRole('group', { name: 'Video: audible.mp4' })).toBeVisible()
  const download = page.waitForEvent('download')
  await notes.first().getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('silent.mp4')
  expect(await violations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/films.png` })
})

test('4.8 a sound that servers do not decode shows how loud it is, as the browser that uploaded it heard it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await body(page).click()
  await page.keyboard.type('/audio')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Insert Audio' })
  await dialog.getByLabel('Upload from computer').setInputFiles('test/sounds/plan.m4a')
  const player = body(page).getByRole('group', { name: 'Audio: plan.m4a' })
  const drawn = player.locator('.media-waveform svg[data-part="all"] path')
  const heights = async () =>
    [...(await drawn.getAttribute('d'))!.matchAll(/v(\d+)/g)].map(([, high]) => Number(high))
  expect(new Set(await heights()).size).toBeGreaterThan(5)
  // Also for who comes later.
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  expect(new Set(await heights()).size).toBeGreaterThan(5)
})

test('4.8 a sound shows how loud it is, and goes where that is pressed', async ({ page, signUp, server }) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Sounds' })
  const kept = await page.request.post(`/api/files?${new URLSearchParams({ page: id, name: 'tone.wav' })}`, {
    data: wavFile([...tone(4, 0.15), ...tone(4, 0.9)]),
    headers: { origin: server.url, 'content-type': 'application/octet-stream' },
  })
  const { url, type, size } = await kept.json()
  const attributes = { url, name: 'tone.wav', mimeType: type, size, isUpload: true }
  await call(page, 'document.update', { id, contentRich: [{ id: 'a', kind: 'audio', attributes }] })
  await page.goto(`/${id}`)
  const player = body(page).getByRole('group', { name: 'Audio: tone.wav' })
  const drawn = player.locator('.media-waveform svg[data-part="all"]')
  const path = await drawn.locator('path').getAttribute('d')
  const heights = [...path!.matchAll(/v(\d+)/g)].map(([, high]) => Number(high))
  expect(heights[50]).toBeLessThan(heights[150]! / 3)
  const audio = player.locator('audio')
  const time = () => audio.evaluate((sound: HTMLAudioElement) => sound.currentTime)
  await expect.poll(() => audio.evaluate((sound: HTMLAudioElement) => sound.duration)).toBeCloseTo(8, 0)
  const { x, y, width, height } = (await drawn.boundingBox())!
  await page.mouse.click(x + width * 0.75, y + height / 2)
  await expect.poll(time).toBeCloseTo(6, 0)
  expect(await violations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/waveform.png` })
})
