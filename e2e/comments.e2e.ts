import type { Browser, Page, Route } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, saveState, sidebar, violations } from './screen.ts'

/** Pictures for people who change how it looks: `SHOTS=shots`. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
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
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const card = (page: Page) => page.getByRole('article', { name: /^(New comment|Comment of)/ })
const field = (page: Page, name: string) => card(page).getByRole('textbox', { name })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const button = (page: Page) => page.getByRole('button', { name: /^Comments/ }).first()

const HARVEST = ['Apples first, then pears.', 'Store them in the cellar.']

async function openHarvest(page: Page): Promise<string> {
  const id = await makePage(page, 'Harvest', HARVEST)
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Apples first')
  return id
}

const ERROR = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, appCode: 'internal' }
/** The server refuses without a word of its own; a call that goes alone is answered alone. */
const refuse = (route: Route) => {
  const answer = { error: { message: 'Something broke', code: -32603, data: ERROR } }
  const isBatch = new URL(route.request().url()).searchParams.has('batch')
  return route.fulfill({ status: 500, json: isBatch ? [answer] : answer })
}

/** Leaves words in the browser that the editor of a page could not put back. */
async function keepWordsOf(page: Page, documentId: string): Promise<void> {
  await page.evaluate(async (id) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name ?? ''))
      if (!db.objectStoreNames.contains('notes')) continue
      const words = [{ id: 'lost', kind: 'paragraph', text: [{ text: 'Words apart' }] }]
      await done(db.transaction('notes', 'readwrite').objectStore('notes').put(words, [id, 'kept-words']))
      db.close()
    }
  }, documentId)
}

/** Selects the first word of the line that holds these words; again where an editor that is still busy has put its caret there instead. */
async function selectIn(page: Page, words: string): Promise<void> {
  const selected = () =>
    page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      return document.getSelection()?.toString().trim()
    })
  await expect(async () => {
    await body(page)
      .getByText(words)
      .dblclick({ position: { x: 10, y: 10 } })
    expect(await selected()).toBe(words.split(' ')[0])
  }).toPass()
}

/** Begins a discussion of the first word of a line. */
async function comment(page: Page, on: string, words: string): Promise<void> {
  await selectIn(page, on)
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(field(page, 'New comment')).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText(words)
  await expect(card(page).getByText(/Sending|Waiting/)).toHaveCount(0)
  // One writes on where one was.
  await expect(body(page)).toBeFocused()
}

/** Somebody else who may comment on the page, in a browser of their own. */
async function guestOf(page: Page, guest: Page, id: string): Promise<void> {
  const { username } = await ask<{ username: string }>(guest, 'user.getSettings')
  await call(page, 'share.invite', { id, username, level: 'comment' })
  const { invites } = await ask<{ invites: { id: string }[] }>(guest, 'share.invites')
  await call(guest, 'share.acceptInvite', { id: invites[0]!.id })
}

/** The harvest on the screen of its owner, and a commenter in a browser of their own, to be closed by the test. */
async function harvestWithGuest(
  page: Page,
  browser: Browser,
  baseURL: string | undefined,
  signUp: (page: Page) => Promise<unknown>,
) {
  await signUp(page)
  const other = await browser.newContext({ baseURL })
  const guest = await other.newPage()
  await signUp(guest)
  const id = await openHarvest(page)
  await guestOf(page, guest, id)
  return { other, guest, id }
}

test('4.12 5.13 6.3 a comment on selected words is begun, sent, answered, edited, resolved and reopened', async ({
  page,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  await openHarvest(page)
  await shots(page, 'none')
  await selectIn(page, 'Apples first')
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(field(page, 'New comment')).toBeFocused()
  await expect(card(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.keyboard.type('Which ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('kind')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('of apples?')
  await shots(page, 'draft')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(card(page).locator('strong')).toHaveText('kind')
  await field(page, 'Reply').click()
  await page.keyboard.type('Boskoop')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('listitem')).toHaveCount(2)
  await expect(card(page).getByText(/Sending|Waiting/)).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await shots(page, 'thread')

  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Elstar')
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText('Elstar')
  await expect(card(page).getByText('edited')).toBeVisible()

  // A press elsewhere ends being active, one on the marked words begins it.
  await body(page).getByText('Store them').click()
  await expect(field(page, 'Reply')).toHaveCount(0)
  await body(page)
    .getByText('Apples first')
    .click({ position: { x: 10, y: 10 } })
  await expect(field(page, 'Reply')).toBeVisible()

  await card(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(card(page)).toHaveCount(0)
  await button(page).click()
  await expect(panel(page).getByText('No comments yet')).toBeVisible()
  await shots(page, 'empty-panel')
  await panel(page).getByRole('combobox').click()
  await page.getByRole('option', { name: 'Resolved (1)' }).click()
  await panel(page).getByRole('listitem').getByRole('button').click()
  await expect(card(page).getByText(/^Resolved by/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'resolved')
  await card(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(card(page).getByText(/^Resolved by/)).toHaveCount(0)
  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this comment?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(2)
  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(1)
  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(panel(page).getByText('No comments here')).toBeVisible()
})

test('4.12 the card of a comment stays, with what is typed in it, while the page does not know yet where it stands', async ({
  page,
  signUp,
}) => {
  let held: (string | Buffer)[] | null = null
  let release = () => {}
  await page.routeWebSocket(/\/collab/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (held) held.push(message)
      else socket.send(message)
    })
    release = () => {
      const late = held ?? []
      held = null
      for (const message of late) socket.send(message)
    }
  })
  await signUp(page)
  await openHarvest(page)
  await expect(saveState(page)).toHaveText('Saved')
  await selectIn(page, 'Apples first')
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(field(page, 'New comment')).toBeFocused()
  await page.keyboard.type('Which ones?')
  // The server answers, and what it writes into the page is still on its way.
  held = []
  await page.keyboard.press('Enter')
  await field(page, 'Reply').click()
  await page.keyboard.type('Bos')
  await expect(card(page).getByText(/Sending|Waiting/)).toHaveCount(0)
  await page.keyboard.type('koop')
  await expect(field(page, 'Reply')).toHaveText('Boskoop')
  release()
  await page.keyboard.type('!')
  await expect(field(page, 'Reply')).toHaveText('Boskoop!')
})

test('6.3 the owner of a page deletes a discussion that others have written, and it goes for all of them', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const { other, guest, id } = await harvestWithGuest(page, browser, baseURL, signUp)
  await guest.goto(`/${id}`)
  await selectIn(guest, 'Store them')
  await guest.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(field(guest, 'New comment')).toBeFocused()
  await guest.keyboard.type('Buy cheap apples')
  await guest.keyboard.press('Enter')
  await expect(card(guest)).toContainText('Buy cheap apples')
  const actions = (on: Page) => card(on).getByRole('button', { name: /^Actions for/ })
  await actions(guest).click()
  await expect(guest.getByRole('menuitem', { name: 'Delete', exact: true })).toBeVisible()
  await expect(guest.getByRole('menuitem', { name: 'Delete the discussion' })).toHaveCount(0)
  await guest.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Comments, 1 unread' }).click()
  await panel(page).getByRole('listitem').getByRole('button').first().click()
  await actions(page).click()
  await expect(page.getByRole('menuitem', { name: 'Delete', exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Delete the discussion' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Delete this discussion?' })
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await shots(page, 'delete-discussion')
  await asked.getByRole('button', { name: 'Delete the discussion' }).click()
  await expect(asked).toHaveCount(0)
  await expect(card(page)).toHaveCount(0)
  await expect(card(guest)).toHaveCount(0)
  await page.reload()
  await button(page).click()
  await expect(panel(page).getByText('No comments yet')).toBeVisible()
  await other.close()
})

test('4.12 6.3 a commenter discusses a page that they cannot edit, and the other one sees it at once', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const { other, guest, id } = await harvestWithGuest(page, browser, baseURL, signUp)
  await guest.goto(`/${id}`)
  await expect(body(guest)).toHaveAttribute('contenteditable', 'false')
  await selectIn(guest, 'Store them')
  await guest.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(field(guest, 'New comment')).toBeFocused()
  await guest.keyboard.type('Is it dry enough?')
  await guest.keyboard.press('Enter')
  await expect(card(guest)).toContainText('Is it dry enough?')

  await expect(page.getByRole('button', { name: 'Comments, 1 unread' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'New comments' })).toContainText('Is it dry enough?')
  await page.getByRole('button', { name: 'Comments, 1 unread' }).click()
  await shots(page, 'unread-panel')
  await panel(page)
    .getByRole('button', { name: /Unread/ })
    .click()
  await expect(page.getByRole('button', { name: 'Comments', exact: true })).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Resolve' })).toBeVisible()
  await field(page, 'Reply').click()
  await page.keyboard.type('I think so')
  await page.keyboard.press('Enter')
  await expect(card(guest)).toContainText('I think so')
  await card(guest)
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await expect(guest.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(guest.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await expect(guest.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await guest.keyboard.press('Escape')

  // The words go: the discussion stays, and says so.
  await body(page).getByText('Store them').click({ clickCount: 3 })
  await page.keyboard.press('Delete')
  await button(guest).click()
  await expect(panel(guest).getByText(/^The text was deleted/)).toBeVisible()
  await shots(guest, 'orphan')
  await other.close()
})

test('4.12 a title is discussed, and its mark leads to the discussion', async ({ page, signUp }) => {
  await signUp(page)
  await openHarvest(page)
  await page.getByRole('textbox', { name: 'Page title' }).click()
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await field(page, 'New comment').fill('Too short?')
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText('Too short?')
  const mark = page.getByRole('button', { name: '1 discussion of the title' })
  await expect(mark).toBeVisible()
  const [field1, markBox] = [
    (await page.getByRole('textbox', { name: 'Page title' }).boundingBox())!,
    (await mark.boundingBox())!,
  ]
  expect(markBox.y).toBeLessThan(field1.y + field1.height)
  expect(markBox.x).toBeGreaterThanOrEqual(field1.x + field1.width)
  await body(page).getByText('Store them').click()
  await expect(field(page, 'Reply')).toHaveCount(0)
  await mark.click()
  await expect(field(page, 'Reply')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'title-mark')
})

test('4.12 a discussion follows its words when they are cut and pasted, and when that is undone', async ({
  page,
  context,
  signUp,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  await openHarvest(page)
  await comment(page, 'Store them', 'Which?')
  const marked = () =>
    page.evaluate(() =>
      ['comment', 'comment-active'].flatMap((name) =>
        [...(CSS.highlights.get(name) ?? [])].map((range) => {
          const { startContainer, startOffset, endOffset } = range as Range
          const words = startContainer.textContent?.slice(startOffset, endOffset)
          return `${words} in ${startContainer.parentElement?.closest('p')?.textContent}`
        }),
      ),
    )
  await expect.poll(marked).toContain('Store in Store them in the cellar.')
  await selectIn(page, 'Store them')
  await page.keyboard.press('ControlOrMeta+x')
  await expect(body(page)).not.toContainText('Store')
  await expect.poll(marked).toEqual([])
  await body(page).getByText('Apples first').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await page.keyboard.press('ControlOrMeta+v')
  const there = 'Store in Apples first, then pears. Store'
  await expect(body(page)).toContainText('pears. Store')
  await expect.poll(marked).toContain(there)
  // It is so for everybody.
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  await expect.poll(marked).toContain(there)

  // Pasted once more, it stays at the first.
  await body(page).getByText('them in the cellar').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(body(page)).toContainText('cellar.Store')
  await expect.poll(marked).toEqual([there])
  // Cut, pasted and both undone, it is where it was.
  await body(page).getByText('Apples first').click()
  await page.keyboard.press('End')
  for (let at = 0; at < 5; at++) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ControlOrMeta+x')
  await expect.poll(marked).toEqual([])
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(marked).toContain(there)
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(marked).toContain(there)
})

test('4.12 what was typed and not sent survives a reload, and a comment written offline is sent later', async ({
  page,
  context,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  await openHarvest(page)
  await selectIn(page, 'Apples first')
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(field(page, 'New comment')).toBeFocused()
  await page.keyboard.type('Half a thought')
  await page.reload()
  await expect(body(page)).toContainText('Apples first')
  await selectIn(page, 'Apples first')
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(field(page, 'New comment')).toHaveText('Half a thought')
  await context.setOffline(true)
  await field(page, 'New comment').press('End')
  await page.keyboard.type(', finished')
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText('Half a thought, finished')
  await expect(card(page).getByText('Waiting to be sent')).toBeVisible()
  await shots(page, 'waiting')
  await context.setOffline(false)
  await expect(card(page).getByText('Waiting to be sent')).toHaveCount(0)
  await page.reload()
  await button(page).click()
  await expect(panel(page).getByText('Half a thought, finished')).toBeVisible()
})

test('4.12 8.8 a comment written offline is sent by the next tab, whichever page that opens; a draft is asked about before signing out', async ({
  page,
  context,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const documentId = await openHarvest(page)
  await comment(page, 'Store them', 'Where is the key?')
  await context.setOffline(true)
  await field(page, 'Reply').click()
  await page.keyboard.type('Under the mat')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Waiting to be sent')).toBeVisible()
  // Another page has words that its editor could not put back: it stays "not saved" until its person decides.
  await keepWordsOf(page, '0'.repeat(26))
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/')
  await expect
    .poll(async () => JSON.stringify(await ask(next, 'comment.discussions', { documentId })))
    .toContain('Under the mat')

  await next.goto(`/${documentId}`)
  await button(next).click()
  await panel(next).getByText('Where is the key?').click()
  await field(next, 'Reply').click()
  await next.keyboard.type('Half a thought')
  await sidebar(next).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  await next.getByRole('button', { name: /Account of/ }).click()
  await next.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = next.getByRole('alertdialog', { name: 'Sign out with unsent work?' })
  await expect(question).toContainText('1 comment is not sent')
  expect(await violations(next)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await next.goto(`/${documentId}`)
  await button(next).click()
  await panel(next).getByText('Where is the key?').click()
  await expect(field(next, 'Reply')).toHaveText('Half a thought')
  await next.close()
})

test('4.12 what one makes of a comment stays while others answer, and when the server does not take it', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const { other, guest, id } = await harvestWithGuest(page, browser, baseURL, signUp)
  await comment(page, 'Apples first', 'Which ones?')
  const answer = async (tab: Page, words: string) => {
    await field(tab, 'Reply').click()
    await tab.keyboard.type(words)
    await tab.keyboard.press('Enter')
    await expect(field(tab, 'Reply')).toHaveText('')
    await expect(card(tab)).toContainText(words)
  }
  await answer(page, 'Boskoop')
  // Nobody is called so: it is sent as any word.
  await answer(page, 'Elstar, says @zzz')
  await expect(card(page).getByText(/Sending|Waiting/)).toHaveCount(0)
  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(field(page, 'Edit the comment')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' from the old tree')
  // A third answer folds the ones before it, but for one that is being changed.
  await guest.goto(`/${id}`)
  await card(guest).getByText('Which ones?').click()
  await answer(guest, 'And Cox')
  await expect(card(page)).toContainText('And Cox')
  await expect(field(page, 'Edit the comment')).toHaveText('Boskoop from the old tree')

  // They stand there again when the page has been loaded anew, and take the focus from nothing.
  await page.reload()
  await expect(field(page, 'Edit the comment')).toHaveText('Boskoop from the old tree')
  await expect(field(page, 'Edit the comment')).not.toBeFocused()
  await sidebar(page).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(card(page)).toHaveCount(0)
  await sidebar(page).getByRole('treeitem', { name: 'Harvest' }).click()
  await expect(field(page, 'Edit the comment')).toHaveText('Boskoop from the old tree')

  await page.route(/comment\.updateComment|comment\.editComment/, refuse)
  await field(page, 'Edit the comment').press('Enter')
  await expect(field(page, 'Edit the comment')).toHaveText('Boskoop from the old tree')
  await page.unrouteAll()
  await field(page, 'Edit the comment').press('Enter')
  await expect(field(page, 'Edit the comment')).toHaveCount(0)
  await card(page)
    .getByRole('button', { name: /^Show \d more/ })
    .click()
  await expect(card(page)).toContainText('Boskoop from the old tree')
  await expect(card(page).getByText('edited')).toBeVisible()
  await other.close()
})

test('4.12 a comment that was written while the server was away is sent once it is back, wherever its tab has gone', async ({
  page,
  server,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const documentId = await openHarvest(page)
  await comment(page, 'Store them', 'Where is the key?')
  await server.kill()
  await field(page, 'Reply').click()
  await page.keyboard.type('Under the mat')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Waiting to be sent')).toBeVisible()
  await sidebar(page).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(body(page)).toHaveCount(0)
  await server.start()
  await expect
    .poll(async () => JSON.stringify(await ask(page, 'comment.discussions', { documentId })), {
      timeout: 45_000,
    })
    .toContain('Under the mat')
})

test('T4 a comment that the browser cannot write down waits in its tab while the page is left, and is asked about', async ({
  page,
  server,
  signUp,
}) => {
  test.slow()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await signUp(page)
  await openHarvest(page)
  await comment(page, 'Store them', 'Where is the key?')
  await server.kill()
  await field(page, 'Reply').click()
  await page.keyboard.type('Under the mat')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Waiting to be sent')).toBeVisible()
  await sidebar(page).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(body(page)).toHaveCount(0)
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out with unsent work?' })
  await expect(question).toContainText('1 comment is not sent')
  await question.getByRole('button', { name: 'Cancel' }).click()
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await server.start()
  await sidebar(page).getByRole('treeitem', { name: 'Harvest' }).click()
  await button(page).click()
  await panel(page).getByText('Where is the key?').click()
  await expect(card(page)).toContainText('Under the mat')
  await expect(card(page).getByText(/Sending|Waiting/)).toHaveCount(0)
})

test('4.12 the first comment of a commenter is begun and written without a network, and sent later', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const { other, guest, id } = await harvestWithGuest(page, browser, baseURL, signUp)
  const column = guest.waitForResponse(/\/margin-column-[^/]*\.js$/)
  await guest.goto(`/${id}`)
  await expect(body(guest)).toHaveAttribute('contenteditable', 'false')
  // Fetched once there is nothing else to do.
  await column
  await other.setOffline(true)
  await selectIn(guest, 'Store them')
  await guest.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(field(guest, 'New comment')).toBeFocused()
  await guest.keyboard.type('Is it dry enough?')
  await guest.keyboard.press('Enter')
  await expect(card(guest).getByText('Waiting to be sent')).toBeVisible()
  await other.setOffline(false)
  await expect(card(guest).getByText('Waiting to be sent')).toHaveCount(0)
  await page.getByRole('button', { name: 'Comments, 1 unread' }).click()
  await expect(panel(page).getByText('Is it dry enough?')).toBeVisible()
  await other.close()
})

test('4.12 a link to a comment opens its page with that card; a refused comment says why and can be given up', async ({
  page,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const id = await openHarvest(page)
  await comment(page, 'Store them', 'Where is the key?')
  const href = await card(page).getByRole('listitem').first().getAttribute('data-comment')
  await page.goto('/')
  await page.goto(`/${id}#comment-${href}`)
  await expect(card(page)).toContainText('Where is the key?')
  await page.route(/comment\.createComment/, refuse)
  await field(page, 'Reply').click()
  await page.keyboard.type('Under the mat')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('alert')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'failed')
  await page.unroute(/comment\.createComment/)
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page).getByRole('alert')).toHaveCount(0)
  await expect(card(page)).toContainText('Under the mat')
  await card(page).getByRole('button', { name: 'Add a reaction' }).first().click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs up')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: /You$/ })).toBeVisible()
  const reactions = async () => JSON.stringify(await ask(page, 'comment.discussions', { documentId: id }))
  await expect.poll(reactions).toContain('"emoji":"👍"')
  await expect(card(page).getByRole('button', { name: /👍.*You$/ })).toBeVisible()

  // What only this person has chosen stays chosen, whatever else happens in the discussion.
  const menu = card(page)
    .getByRole('button', { name: /^Actions for/ })
    .first()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await field(page, 'Reply').click()
  await page.keyboard.type('Not there')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Not there')).toBeVisible()
  await expect(card(page).getByText(/Sending|Waiting/)).toHaveCount(0)
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Follow' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Mute' })).toHaveCount(0)
})

test('what is typed before the field of a comment is there does not go over the selected words', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/comment-layer-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openHarvest(page)
  await selectIn(page, 'Apples first')
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await page.keyboard.type('Which')
  await expect(body(page)).toContainText('Apples first, then pears.')
  release()
  await expect(field(page, 'New comment')).toBeFocused()
  await expect(card(page)).toContainText('Apples')
})

test('R67 a discussion that is as long as it can be says so beside the reply, which stays, and goes once there is room', async ({
  page,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const documentId = await openHarvest(page)
  await comment(page, 'Store them', 'Where is the key?')
  const { discussions } = await ask<{ discussions: { id: string; comments: { contentRich: unknown }[] }[] }>(
    page,
    'comment.discussions',
    { documentId },
  )
  const [discussion] = discussions
  const saying = (content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
  // A long way to a place, so that a few comments fill what all of a discussion may have; words for the rest.
  const href = `https://example.org/${'x'.repeat(1_900)}`
  const links = Array.from({ length: 95 }, () => ({
    ...{ type: 'text', text: 'there' },
    marks: [{ type: 'link', attrs: { href } }],
  }))
  const sizeOf = (comment: unknown) => JSON.stringify(comment).length
  let left = 1_000_000 - sizeOf(discussion!.comments[0]!.contentRich)
  let last = ''
  while (left > 200) {
    const words = [{ type: 'text', text: 'x'.repeat(Math.min(19_000, left - 120)) }]
    const contentRich = saying(left > sizeOf(saying(links)) + 200 ? links : words)
    last = crypto.randomUUID()
    await call(page, 'comment.createComment', { id: last, discussionId: discussion!.id, contentRich })
    left -= sizeOf(contentRich)
  }
  const words = `Under the mat, or where it always was: ${'on the nail behind the door, '.repeat(5)}or ask Ada.`
  await field(page, 'Reply').click()
  await page.keyboard.insertText(words)
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('alert')).toContainText('This discussion is as long as it can be.')
  await expect(card(page)).toContainText(words)
  // What waits is of the same person as what stands there, with the same picture.
  await expect(card(page).getByRole('listitem').last().locator('img')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'full')
  await call(page, 'comment.deleteComment', { id: last })
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page).getByRole('alert')).toHaveCount(0)
  await expect(card(page)).toContainText(words)
})
