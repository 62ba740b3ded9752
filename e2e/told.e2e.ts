import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { makeProgram, type Program } from '../test/program.ts'
import { PushBrowser, PushService } from '../test/push-service.ts'
import { test as base, expect } from './fixtures.ts'
import { subscribesTo } from './push-browser.ts'
import { ask, body, call, makePage, saveState, sidebar, toast } from './screen.ts'
import { SheafServer } from './server.ts'

/** A server to which the push service on loopback is one like any other. */
const test = base.extend<{ service: PushService }, { program: Program }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const program = await makeProgram('test/notifying-child.ts')
      await use(program)
      program.remove()
    },
    { scope: 'worker' },
  ],
  server: async ({ program }, use, info) => {
    const server = new SheafServer({ APP_FOLDER: resolve(join('dist', 'app')) }, program.file)
    await server.start()
    await use(server)
    if (info.status !== info.expectedStatus) await info.attach('server output', { body: server.output })
    await server.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
  service: async ({}, use) => {
    const service = await PushService.start()
    await use(service)
    service.close()
  },
})

const bell = (page: Page) => sidebar(page).getByRole('button', { name: /^Notifications/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Turns on pushes to this browser, at the settings' own address. */
async function turnOnPushes(page: Page): Promise<void> {
  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect(toast(page, 'This browser shows notifications now')).toBeVisible()
}

/** Opens the bell, which says that one is unread, and presses that one. */
async function openFromBell(page: Page, words: RegExp): Promise<void> {
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  await list(page).getByRole('button', { name: words }).first().click()
  await expect(list(page)).toHaveCount(0)
}

/** Writes somebody's name at the end of the page, as one that is told. */
async function mention(page: Page, name: string): Promise<void> {
  await body(page).getByRole('paragraph').last().click()
  await page.keyboard.press('End')
  await page.keyboard.type(` @${name}`)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await expect(saveState(page)).toHaveText('Saved')
}

/** Says something about the page as a whole. */
const say = (page: Page, documentId: string, text: string) =>
  call(page, 'comment.createDiscussion', {
    id: crypto.randomUUID(),
    commentId: crypto.randomUUID(),
    documentId,
    kind: 'page',
    contentRich: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
  })

test('3.14 2.12 two people ask, accept, share, mention and comment; each is told on the bell, by e-mail and by push, as their preferences say', async ({
  page,
  browser,
  baseURL,
  signUp,
  server,
  service,
}) => {
  test.setTimeout(240_000)
  const [adas, beas] = [new PushBrowser(service.url), new PushBrowser(service.url)]
  const other = await browser.newContext({ baseURL })
  const guest = await other.newPage()
  await subscribesTo(page, adas)
  await subscribesTo(guest, beas)
  const { email: adasAddress } = await signUp(page)
  const { email: beasAddress } = await signUp(guest)
  await call(page, 'user.updateSettings', { name: 'Ada Quill' })
  await call(guest, 'user.updateSettings', { name: 'Bea Reed' })
  await turnOnPushes(page)
  await turnOnPushes(guest)
  // Ada wants no letters; Bea wants everything.
  await page.getByRole('checkbox', { name: 'Send me e-mail' }).click()
  await expect(toast(page, 'Setting updated')).toBeVisible()

  const pushedTo = (to: PushBrowser) =>
    service.pushed
      .filter(({ path }) => path === to.path)
      .map((pushed) => to.read(pushed) as { title: string })
  const lettersTo = (address: string) =>
    server.outbox().filter((mail) => mail.includes('List-Unsubscribe:') && mail.includes(`To: ${address}`))
  const isTold = async (who: { pushes: PushBrowser; address?: string }, words: string) => {
    await expect.poll(() => pushedTo(who.pushes).map(({ title }) => title)).toContain(words)
    const { address } = who
    // A letter waits for a moment, since it may be read meanwhile.
    if (address) await expect.poll(() => lettersTo(address).join(), { timeout: 40_000 }).toContain(words)
  }
  const ada = { pushes: adas }
  const bea = { pushes: beas, address: beasAddress }

  // Ada asks.
  await page.goto('/settings/friends')
  await page.getByRole('tab', { name: 'Find Friends' }).click()
  await page.getByLabel('Find people').fill('Bea Reed')
  await page.getByRole('button', { name: 'Add Bea Reed as a friend' }).click()
  await guest.goto('/')
  await expect(bell(guest)).toHaveAccessibleName('Notifications, 1 unread')
  await isTold(bea, 'Ada Quill sent you a friend request')

  // Bea accepts.
  await page.goto('/')
  await openFromBell(guest, /Ada Quill sent you a friend request/)
  await guest.getByRole('button', { name: 'Accept the request of Ada Quill' }).click()
  await expect(toast(guest, 'Friend request accepted!')).toBeVisible()
  await isTold(ada, 'Bea Reed accepted your friend request')
  await openFromBell(page, /Bea Reed accepted your friend request/)

  // Ada shares a page.
  const harvest = await makePage(page, 'Harvest', ['Apples first.'])
  await page.goto(`/${harvest}`)
  await guest.goto('/')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Share' })
  await panel.getByRole('combobox', { name: 'Role of the invited person' }).click()
  await page.getByRole('option', { name: 'Editor' }).click()
  const { username } = await ask<{ username: string }>(guest, 'user.getSettings')
  await panel.getByLabel('Invite somebody').fill(`@${username}`)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Invited as Editor')).toBeVisible()
  await page.keyboard.press('Escape')
  await isTold(bea, 'Ada Quill invited you to a page')
  await openFromBell(guest, /Ada Quill invited you to a page/)
  await guest.goto('/')
  await guest.getByRole('button', { name: /^Accept the page of/ }).click()
  await expect(body(guest)).toContainText('Apples first.')

  // Ada names Bea.
  await guest.goto('/')
  await mention(page, 'Bea Reed')
  await isTold(bea, 'Ada Quill mentioned you on Harvest')
  await openFromBell(guest, /Ada Quill mentioned you on Harvest/)
  await expect(guest).toHaveURL(new RegExp(harvest))

  // Bea answers in a comment.
  await page.goto('/')
  await body(guest)
    .getByText('Apples first.')
    .dblclick({ position: { x: 10, y: 10 } })
  await guest.keyboard.press('ControlOrMeta+Shift+m')
  const card = guest.getByRole('article', { name: /^(New comment|Comment of)/ })
  await expect(card.getByRole('textbox', { name: 'New comment' })).toBeFocused()
  await guest.keyboard.type('Pears, surely?')
  await guest.keyboard.press('Enter')
  await isTold(ada, 'Bea Reed commented on Harvest')
  await openFromBell(page, /Bea Reed commented on Harvest/)

  // What Ada does not want to be told about is told nowhere; what comes after it is.
  await page.goto('/settings/notifications')
  await page.getByRole('checkbox', { name: 'Comments' }).click()
  await expect(page.getByRole('checkbox', { name: 'Comments' })).not.toBeChecked()
  await expect
    .poll(() => ask(page, 'notifications.getPreferences'))
    .toMatchObject({ documentComments: false, emailEnabled: false })
  await page.goto('/')
  await say(guest, harvest, 'And plums.')
  await mention(guest, 'Ada Quill')
  await isTold(ada, 'Bea Reed mentioned you on Harvest')
  expect(pushedTo(adas).map(({ title }) => title)).toEqual([
    'Bea Reed accepted your friend request',
    'Bea Reed commented on Harvest',
    'Bea Reed mentioned you on Harvest',
  ])
  expect(pushedTo(beas).map(({ title }) => title)).toEqual([
    'Ada Quill sent you a friend request',
    'Ada Quill invited you to a page',
    'Ada Quill mentioned you on Harvest',
  ])
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  expect(lettersTo(beasAddress)).toHaveLength(3)
  expect(lettersTo(adasAddress)).toEqual([])
  await other.close()
})
