import type { CDPSession, Page, Worker } from '@playwright/test'
import { PushBrowser } from '../test/push-service.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { subscribesTo } from './push-browser.ts'
import { ask, seriousViolations, toast } from './screen.ts'

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

interface Devices {
  devices: { name: string }[]
}

/** Hands a message to the worker of the page as a push service would. */
async function deliver(devtools: CDPSession, page: Page, message: object): Promise<void> {
  const found = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await found,
    data: JSON.stringify(message),
  })
}

/** Without windows there is nothing to show notifications on: what the worker would show is noted. */
const noteWhatIsShown = (worker: Worker) =>
  worker.evaluate(() => {
    const shown: object[] = []
    Object.assign(globalThis, { shown })
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      const { tag, body, data } = options ?? {}
      shown.push({ tag, title, body, path: data.path })
    }
  })
const shownBy = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)

test('3.14 push notifications are turned on in a browser, shown by it, and turned off again', async ({
  page,
  signUp,
  context,
}) => {
  await subscribesTo(page, new PushBrowser('https://push.example'))
  await signUp(page)
  // The section is found by its words.
  await page.goto('/settings')
  await page.getByLabel('Search settings').fill('push')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/notifications')
  const part = page.getByRole('region', { name: 'Push notifications' })
  const toggle = part.getByRole('checkbox', { name: 'Send me push notifications' })
  await expect(toggle).not.toBeChecked()

  await page.route('**/notifications.addPushDevice*', (route) => route.abort(), { times: 1 })
  await part.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect(page.getByText('The server cannot be reached', { exact: false }).first()).toBeVisible()
  await expect(part.getByRole('listitem')).toHaveCount(0)
  await part.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect(toast(page, 'This browser shows notifications now')).toBeVisible()
  await expect(part.getByRole('listitem')).toContainText(/Chrome on .+This browser/)
  await expect(toggle).toBeChecked()
  await shots(page, 'push')
  expect(await seriousViolations(page)).toEqual([])

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await noteWhatIsShown(worker)
  const devtools = await context.newCDPSession(page)
  const message = { tag: 'one', title: 'Bob commented on Plans', body: 'Which ones?', path: '/some-page' }
  await deliver(devtools, page, message)
  await expect.poll(() => shownBy(worker)).toEqual([message])
  // The worker is for pushes alone: pages do not pass through it.
  expect(await page.evaluate(() => fetch('/push-worker.js').then((answer) => answer.text()))).not.toContain(
    "'fetch'",
  )

  // After another sign-in in this browser they go on.
  const before = (await ask<Devices>(page, 'notifications.getPushDevices')).devices
  expect(before).toHaveLength(1)
  await page.reload()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await part.getByRole('button', { name: /^Turn off push notifications in/ }).click()
  await expect(part.getByRole('listitem')).toHaveCount(0)
  expect((await ask<Devices>(page, 'notifications.getPushDevices')).devices).toEqual([])
  await page.reload()
  await expect(part.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible()
})

test('3.14 a browser that signs in again goes on showing pushes; one in which they are blocked says so', async ({
  page,
  signUp,
  context,
}) => {
  await subscribesTo(page, new PushBrowser('https://push.example'))
  const { email, password } = await signUp(page)
  await page.goto('/settings/notifications')
  const part = page.getByRole('region', { name: 'Push notifications' })
  await part.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  const devices = async () => (await ask<Devices>(page, 'notifications.getPushDevices')).devices.length
  const origin = new URL(page.url()).origin
  for (const [path, data] of [
    ['signout', {}],
    ['signin', { email, password }],
  ] as const)
    expect((await page.request.post(`/api/auth/${path}`, { data, headers: { origin } })).ok()).toBe(true)
  expect(await devices()).toBe(0)
  await page.reload()
  await expect.poll(devices).toBe(1)

  // A server that was restored from a backup has other keys than those that this browser knows.
  const known = () => page.evaluate(() => localStorage.getItem('test:subscribed'))
  const key = await known()
  expect(key).toMatch(/^[\w-]{80,}$/)
  await page.evaluate(() => localStorage.setItem('test:subscribed', 'b3RoZXI'))
  await page.reload()
  await expect.poll(known).toBe(key)
  expect(await devices()).toBe(1)

  // Turned off from another browser, it stays off, whatever is loaded here.
  const [device] = (await ask<{ devices: { id: string }[] }>(page, 'notifications.getPushDevices')).devices
  const removed = await page.request.post('/api/trpc/notifications.removePushDevice', {
    data: { id: device?.id },
    headers: { origin },
  })
  expect(removed.ok()).toBe(true)
  const asked = page.waitForResponse(/notifications\.getPushDevices/)
  await page.reload()
  await asked
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sheaf:push'))).toBeNull()
  expect(await devices()).toBe(0)

  const blocked = await context.newPage()
  await blocked.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await blocked.goto('/settings/notifications')
  await expect(
    blocked.getByText('Your browser blocks notifications of this site. Allow them there first.'),
  ).toBeVisible()
})
