import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, seriousViolations, sidebar, toast, violations } from './screen.ts'

async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const bell = (page: Page) => sidebar(page).getByRole('button', { name: /^Notifications/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const id = () => crypto.randomUUID()

test('2.12 3.10 4.16 a comment rings the bell of an open tab, a click marks it as read and opens the page; 8.9 the others are read and cleared', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const other = await browser.newContext({ baseURL })
  const guest = await other.newPage()
  await signUp(guest)
  const { username } = await ask<{ username: string }>(guest, 'user.getSettings')
  const harvest = await makePage(page, 'Harvest', ['Apples first.'])
  await call(page, 'share.invite', { id: harvest, username, level: 'comment' })
  const { invites } = await ask<{ invites: { id: string }[] }>(guest, 'share.invites')
  await call(guest, 'share.acceptInvite', { id: invites[0]?.id })
  const say = (text: string) =>
    call(guest, 'comment.createDiscussion', {
      id: id(),
      commentId: id(),
      documentId: harvest,
      kind: 'page',
      contentRich: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    })

  await page.goto('/')
  await expect(bell(page)).toBeVisible()
  await bell(page).click()
  await expect(list(page).getByText('No notifications')).toBeVisible()
  await shots(page, 'empty')
  await page.keyboard.press('Escape')

  // Nobody loads anything again.
  await say('Pears, surely?')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg')
  await say('And plums.')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')

  await bell(page).click()
  await expect(list(page).getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(2)
  // The tooltip of the button that has the focus stands beside all landmarks, which is a moderate finding.
  expect(await seriousViolations(page)).toEqual([])
  await shots(page, 'list')
  if (!process.env.SHOTS) {
    await list(page)
      .getByRole('button', { name: /Pears, surely/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`${harvest}$`))
    await expect(body(page)).toContainText('Apples first.')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')

    await bell(page).click()
    await list(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect(toast(page, 'All notifications marked as read')).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await expect(page).toHaveTitle(/^Harvest/)
    await list(page)
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(toast(page, 'Notification deleted')).toBeVisible()
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
  }
  // On a phone the bell is put away with the sidebar; the tab still says it.
  await call(page, 'notifications.markAllAsRead')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page).toHaveTitle(/^[^(]/)
  await say('And quinces.')
  await expect(page).toHaveTitle(/^\(1\) /)
  await other.close()
})

test('3.14 7.34 preferences are kept by the server, in the settings at their own address', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/settings/notifications')
  const comments = page.getByRole('checkbox', { name: 'Comments' })
  await expect(comments).toBeChecked()
  await comments.click()
  await expect(toast(page, 'Setting updated')).toBeVisible()
  await page.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Once a day' }).click()
  await page.getByRole('checkbox', { name: 'Send nothing in quiet hours' }).click()
  await expect(page.getByRole('combobox', { name: 'Quiet from' })).toContainText('22:00')
  await shots(page, 'preferences')
  await expect
    .poll(() => ask(page, 'notifications.getPreferences'))
    .toMatchObject({ documentComments: false, frequency: 'daily', quietHours: true, mentions: true })
  await page.reload()
  await expect(comments).not.toBeChecked()
  expect(await violations(page)).toEqual([])
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('No notifications')).toBeVisible()
})
