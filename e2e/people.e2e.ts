import type { Locator, Page } from '@playwright/test'
import { readPicture } from '../src/shared/read-picture.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, seriousViolations, sidebar, toast } from './screen.ts'

/** Pictures for people who change how it looks: `SHOTS=shots`. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  test.slow()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const NOTE = 'taken at 52.5200 N 13.4050 E'

/** A photograph of a green field with a red sun, and what a camera notes in it. */
async function photograph(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const draw = canvas.getContext('2d')!
    draw.fillStyle = '#2f7d4f'
    draw.fillRect(0, 0, 900, 600)
    draw.fillStyle = '#d9472b'
    draw.beginPath()
    draw.arc(450, 300, 120, 0, 7)
    draw.fill()
    return canvas.toDataURL('image/jpeg').split(',')[1]!
  })
  const plain = Buffer.from(base64, 'base64')
  const note = Buffer.from(`Exif\0\0${NOTE}`, 'latin1')
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, note.length + 2]), note])
  return Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)])
}

const file = (buffer: Buffer, name = 'me.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer })
const input = (page: Page) => page.locator('input[type=file][aria-label="Profile picture"]')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Profile picture' })
const accountPicture = (page: Page) => page.getByRole('button', { name: /^Account of/ }).locator('img')

async function uploadPicture(page: Page): Promise<string> {
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
  await input(page).setInputFiles(file(await photograph(page)))
  await dialog(page).getByRole('button', { name: 'Save picture' }).click()
  await expect(accountPicture(page)).toHaveAttribute('src', /^\/api\/avatars\/own\//)
  return (await accountPicture(page).getAttribute('src'))!
}

test('3.13 a picture of oneself is cut by keyboard, stored small and without the notes of the camera, and can be removed', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/settings')
  await expect(accountPicture(page)).toHaveAttribute('src', /\.svg$/)
  // The file chooser opens from the button.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload picture' }).press('Enter')
  await (await chooser).setFiles(file(await photograph(page)))

  await expect(dialog(page)).toBeVisible()
  await shots(page, 'crop')
  expect(await seriousViolations(page, { part: '[role=dialog]' })).toEqual([])
  const zoom = dialog(page).getByRole('slider', { name: 'Zoom' })
  await zoom.focus()
  await page.keyboard.press('End')
  await expect(zoom).toHaveValue('4')
  // Far to the side there is only grass.
  const part = dialog(page).getByLabel('Part of the picture that is shown')
  await part.focus()
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowRight')
  await dialog(page).getByRole('button', { name: 'Save picture' }).press('Enter')
  await expect(toast(page, 'Picture saved')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await shots(page, 'profile')

  const address = (await accountPicture(page).getAttribute('src'))!
  const stored = await (await page.request.get(address)).body()
  expect(readPicture(stored)).toMatchObject({ type: 'image/webp', width: 512, height: 512 })
  expect(stored.toString('latin1')).not.toContain('13.4050')
  expect(stored.length).toBeLessThan(100_000)
  const middle = await page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const canvas = document.createElement('canvas')
    const draw = canvas.getContext('2d')!
    draw.drawImage(image, -250, -250)
    return [...draw.getImageData(0, 0, 1, 1).data]
  }, address)
  expect(middle[1]).toBeGreaterThan(middle[0]!)

  // While there is a picture, drawings are not offered.
  await expect(page.getByRole('button', { name: 'Change avatar' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(accountPicture(page)).toHaveAttribute('src', /\.svg$/)
  await expect(page.getByRole('button', { name: 'Change avatar' })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})

test('3.13 what cannot be a profile picture is refused in words before it is sent', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
  const jpeg = await photograph(page)
  const huge = Buffer.from(jpeg)
  // The sides that the header states: nothing is unpacked to find out.
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
  huge.writeUInt16BE(40_000, frame + 7)
  const animated = Buffer.from(
    '47494638396101000100800000000000ffffff21f904000a0000002c00000000010001000002024401002c000000000100010000020244010021f904000a0000003b',
    'hex',
  )
  for (const [bytes, name, words] of [
    [Buffer.from('words, not a picture'), 'me.png', 'This file is not a picture that your browser can open.'],
    [
      huge,
      'me.jpg',
      'This picture has 40000 × 600 pixels, which is too many. Neither side may have more than 10000.',
    ],
    [animated, 'me.gif', 'Animated pictures cannot be used. Please choose a still picture.'],
    [
      Buffer.concat([jpeg, Buffer.alloc(6 * 1024 * 1024)]),
      'me.jpg',
      'This file is larger than 5 MB. Please choose a smaller picture.',
    ],
  ] as const) {
    await input(page).setInputFiles(file(bytes, name))
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect(accountPicture(page)).toHaveAttribute('src', /\.svg$/)

  // What the server says against it stands in the window, and the picture is still there to be sent again.
  await input(page).setInputFiles(file(jpeg))
  await page.route('**/api/avatars', (route) =>
    route.fulfill({ status: 503, json: { error: 'The store is full.' } }),
  )
  await dialog(page).getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The store is full.')
  await page.unroute('**/api/avatars')
  await dialog(page).getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(accountPicture(page)).toHaveAttribute('src', /^\/api\/avatars\/own\//)
})

test('3.15 a picture of oneself is what others see: cursor, presence, comment, notification, mentions, profile, people', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  test.slow()
  await signUp(page)
  const bob = await browser.newPage({ baseURL })
  await signUp(bob)
  await call(page, 'user.updateSettings', { name: 'Ada Lovelace' })
  const address = await uploadPicture(page)
  const { id: podId } = await call(bob, 'pod.create', { name: 'Common' })
  const { username, ...me } = await ask<{ username: string; email: string }>(page, 'user.getSettings')
  const { id: invitation } = await call(bob, 'pod.addMember', { podId, username })
  await call(page, 'pod.acceptInvitation', { id: invitation })
  const { id } = await call(bob, 'document.create', {
    podId,
    title: 'Harvest',
    contentRich: [{ id: 'p', kind: 'paragraph', text: [{ text: 'Apples first.' }] }],
  })
  const shows = async (where: Locator) =>
    expect(where.locator(`img[src="${address}"]`).first()).toBeAttached()

  await bob.goto(`/${id}`)
  await page.goto(`/${id}`)
  await body(page)
    .getByText('Apples')
    .dblclick({ position: { x: 10, y: 10 } })
  await expect(body(bob).locator('.remote-caret-picture')).toHaveAttribute('src', address)
  await expect(body(bob).locator('.remote-caret-name')).toHaveText('Ada Lovelace')
  const faces = bob.getByRole('button', { name: 'Also here: Ada Lovelace' })
  await shows(faces)
  // U27: one person, one color.
  const colorOf = (where: Locator, of: 'borderTopColor' | 'backgroundColor') =>
    where.evaluate((element, of) => getComputedStyle(element)[of], of)
  const caret = body(bob).locator('.remote-caret-name')
  expect(await colorOf(faces.locator('span').first(), 'borderTopColor')).toBe(
    await colorOf(caret, 'backgroundColor'),
  )
  // The name stands on its color whole, beside the picture.
  expect(await caret.evaluate((flag) => flag.scrollWidth - flag.clientWidth)).toBe(0)
  await faces.click()
  await shows(bob.getByRole('dialog', { name: 'Active Users' }))
  await bob.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(page.getByRole('textbox', { name: 'New comment' })).toBeFocused()
  await page.keyboard.type('Which ones?')
  await page.keyboard.press('Enter')
  const card = bob.getByRole('article', { name: /^Comment of/ })
  await expect(card).toContainText('Which ones?')
  await shows(card)
  await sidebar(bob)
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await shows(bob.getByRole('dialog', { name: 'Notifications' }))
  await bob.keyboard.press('Escape')

  await body(bob).focus()
  await bob.keyboard.press('ControlOrMeta+End')
  await bob.keyboard.type(' @Ada')
  await shows(bob.getByRole('option', { name: 'Ada Lovelace' }))
  await bob.keyboard.press('Escape')

  const { currentUser } = await ask<{ currentUser: { id: string; email: string } }>(page, 'layout.app')
  expect(currentUser.email).toBe(me.email)
  await bob.goto(`/user/${currentUser.id}`)
  await expect(bob.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible()
  await shows(bob.getByRole('main'))
  // With the picture gone, everybody sees the drawing again.
  await call(page, 'user.updateSettings', { profileImageUrl: null })
  await bob.reload()
  await expect(bob.getByRole('main').locator('img[src$=".svg"]').first()).toBeAttached()
})
