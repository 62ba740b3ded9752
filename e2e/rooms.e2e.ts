import type { Browser, BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { body, call, makePage, seriousViolations } from './screen.ts'

/** Browsers of one machine without a network, each of which tells its own address. */
const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = ['--allow-loopback-in-peer-connection', '--disable-features=WebRtcHideLocalIpsWithMdns']
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
})

const control = (page: Page) => page.getByRole('button', { name: /^Room/ })

/** Somebody else, in a browser of their own. */
async function someoneElse(browser: Browser, page: Page, address: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await other.goto(address)
  await body(other).waitFor({ timeout: 30_000 })
  return context
}
const pageOf = (context: BrowserContext): Page => context.pages()[0]!

/** What the page says, without the names at the carets of others. */
const words = (page: Page): Promise<string> =>
  body(page).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
    return (copy.textContent ?? '').replaceAll('\u2060', '')
  })
/** The words are there, and once. */
const expectOnce = (page: Page, text: string) =>
  expect.poll(async () => (await words(page)).split(text).length - 1).toBe(1)

/** Writes at the very end of the page. */
async function write(page: Page, text: string): Promise<void> {
  await body(page).locator('p').last().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

test('2.14 2.40 visitors meet in a room by its link, write together without the server, and leave', async ({
  page,
  browser,
  context,
  server,
}) => {
  // Four screens of three people, and a server that is started twice.
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/editor')
  await control(page).click()
  const panel = page.getByRole('dialog', { name: 'Room' })
  await expect(panel.getByText('No live editors.')).toBeVisible()
  const field = panel.getByRole('textbox', { name: 'Room code' })
  await expect(field).toHaveValue('demo-room-id')
  await field.fill('  ')
  await panel.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(panel.getByText('Please enter a room code')).toBeVisible()
  await panel.getByRole('button', { name: 'New room' }).click()
  await expect(field).toHaveValue(/^[\w-]{21}$/)
  const code = await field.inputValue()
  await panel.getByRole('button', { name: 'Copy room id' }).click()
  await expect(page.getByText('Room id copied')).toBeVisible()
  // With its secret, without which it would lead into another room.
  const id = await page.evaluate(() => navigator.clipboard.readText())
  expect(id).toMatch(new RegExp(`^${code}#[\\w-]{21}$`))
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  // The secret stands in the fragment, which no server is sent.
  const address = `${new URL(page.url()).origin}/editor?room=${code}`
  expect(link.split('#room-key=')[0]).toBe(address)
  expect(link.split('#room-key=')[1]).toMatch(/^[\w-]{21}$/)
  const opening = context.waitForEvent('page')
  await panel.getByRole('button', { name: 'Open in new tab' }).click()
  const opened = await opening
  await expect(opened).toHaveURL(link)
  await opened.close()
  await panel.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page).toHaveURL(link)
  await expect(panel.getByRole('status', { name: 'Room state' })).toHaveText(
    'Connected. Nobody else is here yet.',
  )
  await expect(panel.getByRole('listitem')).toHaveText([/You$/])
  await page.keyboard.press('Escape')

  const guests = await someoneElse(browser, page, link)
  const guest = pageOf(guests)
  await expect(control(page)).toHaveAccessibleName('Room, 2 people')
  await expect(control(guest)).toHaveAccessibleName('Room, 2 people')
  await write(guest, ' From the guest.')
  await expectOnce(page, 'From the guest.')
  await control(page).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('listitem').first()).toHaveText(/You$/)
  await page.keyboard.press('Escape')

  // Without the server they stay together; when it is back, a newcomer meets them.
  await server.kill('SIGKILL')
  await write(page, ' While the server is away.')
  await expectOnce(guest, 'While the server is away.')
  await write(guest, ' Good.')
  await expectOnce(page, 'While the server is away. Good.')
  await server.start()
  const late = await someoneElse(browser, page, link)
  await expect(control(pageOf(late))).toHaveAccessibleName('Room, 3 people', { timeout: 40_000 })
  for (const one of [page, guest, pageOf(late)])
    await expectOnce(one, 'From the guest. While the server is away. Good.')
  await late.close()
  await expect(control(page)).toHaveAccessibleName('Room, 2 people', { timeout: 30_000 })

  // What was written is there after a reload, once, also for the last one in the room.
  await guests.close()
  await page.reload()
  await body(page).waitFor({ timeout: 30_000 })
  await expectOnce(page, 'While the server is away. Good.')
  await control(page).click()
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page).toHaveURL(/\/editor$/)
  await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible()
  await body(page).waitFor({ timeout: 30_000 })
  await expect(body(page)).not.toContainText('From the guest.')
})

test('the room panel has no accessibility faults, in both themes and on a phone', async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/editor?room=a-room')
    await body(page).waitFor({ timeout: 30_000 })
    await control(page).click()
    await expect(page.getByRole('status', { name: 'Room state' })).toHaveText(
      'Connected. Nobody else is here yet.',
    )
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/room-${theme}.png` })
    expect(await seriousViolations(page, { theme })).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('2.40 on a phone, somebody who is alone finds who is here in the menu of the page', async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  const id = await makePage(page, 'Alone', ['Nobody else'])
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Active Users' }).click()
  const panel = page.getByRole('dialog', { name: 'Active Users' })
  await expect(panel.getByText('No live editors.')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Room code' })).toBeEditable()
  expect(await seriousViolations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/alone-390.png` })
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('R58 2.40 people on one page type on together while the server is gone; on its return every word is there once', async ({
  page,
  browser,
  baseURL,
  server,
  signUp,
}) => {
  // Two people, and a server that is started twice.
  test.slow()
  await signUp(page)
  await call(page, 'user.updateSettings', { name: 'Ada' })
  const id = await makePage(page, 'Together', ['For Ada:', 'For Grace:'])
  const { link } = await call<{ link: { url: string } }>(page, 'share.setLink', { id, level: 'edit' })
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Active Users' }).click()
  const panel = page.getByRole('dialog', { name: 'Active Users' })
  await expect(panel.getByText('No live editors.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Room code' }).fill('')
  await panel.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(panel.getByText('Please enter a room code')).toBeVisible()
  await page.keyboard.press('Escape')
  const guest = await browser.newPage({ baseURL })
  await signUp(guest)
  await call(guest, 'user.updateSettings', { name: 'Grace' })
  await guest.goto(new URL(link.url).pathname)
  await page.getByRole('button', { name: 'Also here: Grace' }).click()
  await expect(panel.getByRole('status', { name: 'Room state' })).toHaveText('Connected to 1 browser')
  await expect(panel.getByRole('listitem')).toHaveText([/You$/, /Grace/])
  if (process.env.SHOTS) {
    for (const [width, height, colorScheme] of [
      [1440, 900, 'light'],
      [390, 844, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${process.env.SHOTS}/page-room-${width}-${colorScheme}.png` })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.keyboard.press('Escape')

  /** What each has typed, in a paragraph of their own, so that what one types stays in one piece. */
  const tokens: string[] = []
  const type = async (who: Page, name: 'a' | 'g', count: number) => {
    for (let i = 0; i < count; i++) {
      const token = `${name}${tokens.length}.`
      tokens.push(token)
      await body(who)
        .locator('p')
        .nth(name === 'a' ? 0 : 1)
        .click()
      await who.keyboard.press('End')
      await who.keyboard.type(` ${token}`)
    }
  }
  const state = (who: Page) => who.getByRole('status', { name: 'Save state' })
  await Promise.all([type(page, 'a', 2), type(guest, 'g', 2)])
  const typing = Promise.all([type(page, 'a', 4), type(guest, 'g', 4)])
  await server.kill('SIGKILL')
  await typing
  await Promise.all([type(page, 'a', 2), type(guest, 'g', 2)])
  await expect(state(page)).toHaveText(/^Offline — \d+ unsent, on 1 peer$/)
  await expect(state(guest)).toHaveText(/^Offline — \d+ unsent, on 1 peer$/)
  for (const token of tokens) {
    await expectOnce(page, token)
    await expectOnce(guest, token)
  }
  // They see each other's names, as the server had said them.
  await expect(page.getByRole('button', { name: 'Also here: Grace' })).toBeVisible()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/page-room-offline.png` })
  await server.start()
  await Promise.all([type(page, 'a', 2), type(guest, 'g', 2)])
  await expect(state(page)).toHaveText('Saved', { timeout: 20_000 })
  await expect(state(guest)).toHaveText('Saved', { timeout: 20_000 })
  for (const token of tokens) {
    await expectOnce(page, token)
    await expectOnce(guest, token)
  }
  await guest.close()
  await page.reload()
  await expect(body(page)).toContainText('For Grace:')
  for (const token of tokens) await expectOnce(page, token)
})
