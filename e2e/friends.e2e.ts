import type { Browser, Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, call, toast, violations } from './screen.ts'

/** `SHOTS=folder` keeps what the screens look like. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

interface Named {
  id: string
  name: string
  username: string
}

/** Gives the person of this page a name that nobody else on the server has. */
async function rename(page: Page, name: string): Promise<Named> {
  await call(page, 'user.updateSettings', { name })
  const { currentUser } = await ask<{ currentUser: Named }>(page, 'layout.app')
  return currentUser
}

/** A second person in a browser of their own, on a phone. */
async function secondPerson(browser: Browser, baseURL: string) {
  return browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true })
}

const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name })
const friends = (page: Page) => page.getByRole('list', { name: 'Friends', exact: true })

test('2.26 4.15 5.11 8.9 two people find each other, ask, decline, accept and part again', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  test.slow()
  const stamp = Date.now().toString(36)
  await signUp(page)
  const ada = await rename(page, `Ada ${stamp}a`)
  const context = await secondPerson(browser, server.url)
  const phone = await context.newPage()
  await signUp(phone)
  const bea = await rename(phone, `Bea ${stamp}b`)

  await page.goto('/settings/friends')
  await expect(page.getByText('No friends yet')).toBeVisible()
  await shots(page, 'friends-empty')
  await tab(page, 'Requests').click()
  await expect(page.getByText('No pending requests')).toBeVisible()
  await expect(page.getByText('No sent requests')).toBeVisible()
  await tab(page, 'Find Friends').click()
  const search = page.getByLabel('Find people')
  await search.fill('nobody-has-such-a-name')
  await expect(page.getByText('No users found')).toBeVisible()
  await search.fill(`${stamp}B`)
  await page.getByRole('button', { name: `Add ${bea.name} as a friend` }).click()
  await expect(toast(page, 'Friend request sent!')).toBeVisible()
  // Whom one has asked is not found again.
  await expect(page.getByText('No users found')).toBeVisible()
  await tab(page, 'Requests').click()
  await page.getByRole('button', { name: `Cancel the request to ${bea.name}` }).click()
  await expect(toast(page, 'Friend request canceled')).toBeVisible()
  await expect(page.getByText('No sent requests')).toBeVisible()

  await call(page, 'friends.sendFriendRequest', { receiverId: bea.id })
  await phone.goto('/settings/friends')
  await tab(phone, /Requests/).click()
  await expect(phone.getByRole('button', { name: `Accept the request of ${ada.name}` })).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await shots(phone, 'requests-phone')
  await phone.getByRole('button', { name: `Decline the request of ${ada.name}` }).click()
  await expect(toast(phone, 'Friend request declined')).toBeVisible()
  await expect(phone.getByText('No pending requests')).toBeVisible()

  await call(page, 'friends.sendFriendRequest', { receiverId: bea.id })
  await phone.goto('/settings/friends')
  await tab(phone, /Requests/).click()
  await phone.getByRole('button', { name: `Accept the request of ${ada.name}` }).click()
  await expect(toast(phone, 'Friend request accepted!')).toBeVisible()

  await page.goto('/settings/friends')
  await expect(friends(page).getByText(bea.name)).toBeVisible()
  await page.getByRole('button', { name: `Message ${bea.name}` }).click()
  await expect(toast(page, 'Direct messaging coming soon!')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'friends')
  await page.getByLabel('Search your friends').fill('somebody else')
  await expect(page.getByText('No friends found')).toBeVisible()
  await page.getByLabel('Search your friends').fill('')
  await page.getByRole('button', { name: `More for ${bea.name}` }).click()
  await page.getByRole('menuitem', { name: 'Remove friend' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove friend' }).click()
  await expect(toast(page, 'Friend removed')).toBeVisible()
  await expect(page.getByText('No friends yet')).toBeVisible()
  await context.close()
})

test('3.9 4.15 the page of a person says what they are to each other, and blocking ends it', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  test.slow()
  const stamp = Date.now().toString(36)
  await signUp(page)
  const ada = await rename(page, `Ada ${stamp}c`)
  const context = await secondPerson(browser, server.url)
  const phone = await context.newPage()
  await signUp(phone)
  const bea = await rename(phone, `Bea ${stamp}d`)

  await page.goto(`/user/${bea.id}`)
  await expect(page.getByRole('heading', { name: bea.name })).toBeVisible()
  await expect(page.getByText(`@${bea.username}`)).toBeVisible()
  await expect(page.getByText('Nothing published yet')).toBeVisible()
  await shots(page, 'person')
  await page.getByRole('button', { name: `Add ${bea.name} as a friend` }).click()
  await expect(page.getByText('Request sent', { exact: true })).toBeVisible()

  await phone.goto(`/user/${ada.id}`)
  await expect(phone.getByRole('button', { name: `Decline the request of ${ada.name}` })).toBeVisible()
  await shots(phone, 'person-asks-phone')
  await phone.getByRole('button', { name: `Accept the request of ${ada.name}` }).click()
  await expect(phone.getByRole('button', { name: `Accept the request of ${ada.name}` })).toHaveCount(0)
  await expect(phone.getByRole('main').getByText('Friends', { exact: true })).toBeVisible()

  // Friends are suggested first when somebody shares a page.
  const { id } = await call(page, 'document.create', { title: 'To be shared' })
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: `Invite ${bea.name}` }).click()
  await expect(page.getByLabel('Invite somebody')).toHaveValue(bea.username)
  await shots(page, 'share')

  await page.goto(`/user/${bea.id}`)
  await page.getByRole('button', { name: `More for ${bea.name}` }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await phone.reload()
  await expect(phone.getByRole('heading', { name: ada.name })).toHaveCount(0)
  await phone.goto('/user/doesnotexist00000000')
  await expect(phone.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  const nobody = await phone.getByRole('main').ariaSnapshot()
  await phone.goto(`/user/${ada.id}`)
  await expect.poll(() => phone.getByRole('main').ariaSnapshot()).toBe(nobody)

  await page.goto('/settings/friends')
  await expect(page.getByRole('region', { name: 'Blocked people' }).getByText(bea.name)).toBeVisible()
  await shots(page, 'blocked')
  await page.getByRole('button', { name: `Unblock ${bea.name}` }).click()
  await expect(page.getByRole('region', { name: 'Blocked people' })).toHaveCount(0)
  await context.close()
})
