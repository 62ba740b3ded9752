import type { Browser, Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, row, seriousViolations, sidebar, title, tree } from './screen.ts'

const start = (page: Page) => page.getByRole('region', { name: 'A good beginning' })
const gallery = (page: Page) => page.getByRole('dialog', { name: 'Templates' })

test('2.1 a new account makes its first page with one press, and hides the suggestions for good', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await expect(tree(page).getByRole('treeitem')).toHaveCount(0)
  expect(await seriousViolations(page)).toEqual([])
  await start(page)
    .getByRole('button', { name: /Getting started/ })
    .click()
  await expect(title(page)).toHaveValue('Getting started')
  await expect(body(page).getByRole('checkbox').first()).toBeVisible()
  await expect(row(page, 'Getting started')).toBeVisible()

  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(row(page, 'Getting started')).toHaveCount(0)
  await page.goto('/')
  await start(page).getByRole('button', { name: 'Hide these suggestions' }).click()
  await expect(start(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Write your first page' })).toBeVisible()
  await expect(start(page)).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('sheaf:home-start-hidden'))
})

test('2.1 a template on home opens the gallery at it, which makes a page with what is inside', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await start(page).getByRole('button', { name: 'Wiki home' }).click()
  await expect(gallery(page).getByRole('heading', { name: 'Wiki home' })).toBeVisible()
  await expect(gallery(page).getByRole('link', { name: 'How we work' }).first()).toBeVisible()
  await expect(gallery(page)).toContainText('3 pages inside')
  expect(await seriousViolations(page)).toEqual([])
  await gallery(page).getByRole('button', { name: 'Use this template' }).click()
  await expect(title(page)).toHaveValue('Wiki home')
  await body(page).getByRole('link', { name: 'How we work' }).first().click()
  await expect(title(page)).toHaveValue('How we work')
})

test('the gallery is narrowed to a category with the keyboard, and a page is made without the mouse', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await sidebar(page).getByRole('button', { name: 'Templates', exact: true }).click()
  const planning = gallery(page).getByRole('button', { name: 'Planning and decisions' })
  await planning.focus()
  await page.keyboard.press('Enter')
  await expect(planning).toHaveAttribute('aria-pressed', 'true')
  await expect(gallery(page).getByRole('option')).toHaveText([
    /Weekly plan/,
    /Project brief/,
    /Decision record/,
    /Product spec/,
  ])
  const search = gallery(page).getByRole('combobox')
  await search.fill('options and why')
  await expect(gallery(page).getByRole('option')).toHaveText([/Decision record/])
  await expect(gallery(page).getByRole('heading', { name: 'What follows' })).toBeVisible()
  const use = gallery(page).getByRole('button', { name: 'Use this template' })
  await use.focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveValue('Decision record')
  await expect(body(page)).toContainText('Today')
  await expect(gallery(page)).toBeHidden()
})

test('U3 a sample page that shows something beside its text is opened where it shows it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await sidebar(page).getByRole('button', { name: 'Templates', exact: true }).click()
  await gallery(page).getByRole('combobox').fill('version history')
  await gallery(page)
    .getByRole('option', { name: /Version history/ })
    .click()
  await expect(gallery(page).getByRole('button', { name: 'Use this template' })).toHaveCount(0)
  await gallery(page).getByRole('button', { name: 'Open the page' }).click()
  await expect(page).toHaveURL('/version-history')
  await expect(gallery(page)).toBeHidden()
})

test('2.1 with four pages home is about them', async ({ page, signUp }) => {
  await signUp(page)
  await expect(start(page)).toBeVisible()
  for (const name of ['One', 'Two', 'Three', 'Four']) await call(page, 'document.create', { title: name })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Recently opened' })).toBeVisible()
  await expect(start(page)).toHaveCount(0)
})

/** Somebody else, in a browser of their own, to be closed by the test. */
async function colleague(
  browser: Browser,
  baseURL: string | undefined,
  signUp: (page: Page) => Promise<unknown>,
) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signUp(page)
  return { context, page }
}

async function shareWith(page: Page, guest: Page, id: string, level: string) {
  const { username } = await ask<{ username: string }>(guest, 'user.getSettings')
  await call(page, 'share.invite', { id, username, level })
  const { invites } = await ask<{ invites: { id: string }[] }>(guest, 'share.invites')
  await call(guest, 'share.acceptInvite', { id: invites[0]!.id })
}

test('4.2 who may only read a page makes it a favourite of their own, and sees in seconds who has edited it', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const other = await colleague(browser, baseURL, signUp)
  const guest = other.page
  const { name } = await ask<{ name: string }>(page, 'user.getSettings')
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await shareWith(page, guest, id, 'view')
  await guest.goto(`/${id}`)
  await expect(body(guest)).toContainText('Apples first.')
  await guest.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(guest.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await page.goto(`/${id}`)
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()

  const { username } = await ask<{ username: string }>(guest, 'user.getSettings')
  const { people } = await ask<{ people: { id: string; username: string }[] }>(page, 'share.people', { id })
  const userId = people.find((person) => person.username === username)!.id
  await call(page, 'share.setRole', { id, userId, level: 'edit' })
  await expect(page.getByText(`Edited by ${name}`)).toBeVisible()
  await expect(body(guest)).toHaveAttribute('contenteditable', 'true')
  await body(guest).click()
  await guest.keyboard.type('Then pears. ')
  const { name: theirs } = await ask<{ name: string }>(guest, 'user.getSettings')
  for (const reader of [page, guest]) await expect(reader.getByText(`Edited by ${theirs}`)).toBeVisible()
  await other.context.close()
})

test('2.3 the address of a published page leads others to the published page; of one that is not, nowhere', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const other = await colleague(browser, baseURL, signUp)
  const visitor = await (await browser.newContext({ baseURL })).newPage()
  const id = await makePage(page, 'Open letter', ['To everybody.'])
  const closed = await makePage(page, 'Closed letter', ['To nobody.'])
  await call(page, 'document.publish', { id, isPublished: true })
  for (const reader of [other.page, visitor]) {
    await reader.goto(`/${id}`)
    await expect(reader).toHaveURL(`/preview/${id}`)
    await expect(reader.getByText('To everybody.')).toBeVisible()
  }
  await visitor.goto(`/${closed}`)
  await expect(visitor.getByRole('heading', { name: 'Sign in to open this page' })).toBeVisible()
  await other.page.goto(`/${closed}`)
  await expect(other.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('To everybody.')
  await other.context.close()
  await visitor.context().close()
})

test('8.2 U6 offline, “New page” says that there is no connection, also where the network went at once', async ({
  page,
  signUp,
  context,
}) => {
  await signUp(page)
  await context.setOffline(true)
  await sidebar(page).getByRole('button', { name: 'New page' }).first().click()
  // As a message, or as it is where the code that shows messages had no time to come.
  await expect(page.getByText('Failed to create a new note!', { exact: true })).toBeVisible()
  await expect(page.getByText(/You are offline/).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('This could not be loaded. Check the connection.')).toHaveCount(0)
})

test('2.1 home shows what is assigned to one, who mentions one and what changed, and nothing on it moves', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const other = await colleague(browser, baseURL, signUp)
  const guest = other.page
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await shareWith(page, guest, id, 'edit')
  await call(page, 'document.visit', { id })
  const me = (await ask<{ currentUser: { id: string } }>(page, 'layout.app')).currentUser.id
  const say = (name: string, content: object[]) =>
    call(guest, 'comment.createDiscussion', {
      ...{ id: `thread-${name}-${id}`, commentId: `comment-${name}-${id}`, documentId: id, kind: 'page' },
      contentRich: { type: 'doc', content: [{ type: 'paragraph', content }] },
    })
  const day = (date: string) => ({ kind: 'date', attributes: { date } })
  const now = new Date()
  const iso = (days: number) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
    return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
  }
  const todo = (block: string, words: string, days: number, more: object[] = []) => ({
    id: block,
    kind: 'listItem',
    attributes: { listStyleType: 'todo' },
    text: [...more, { text: `${words} ` }, day(iso(days))],
  })
  const mention = { kind: 'mention', attributes: { key: me, value: 'Owner' } }
  await call(guest, 'document.update', {
    ...{ id: await makePage(guest, 'Cellar') },
    contentRich: [todo('theirs', 'Sweep', 0)],
  })
  await call(guest, 'document.update', {
    id,
    contentRich: [
      { id: 'apples', kind: 'paragraph', text: [{ text: 'Apples first.' }] },
      todo('ladder', 'Mend the ladder', -1),
      todo('baskets', ' buys baskets', 1, [mention]),
      todo('winter', 'Prune', 60),
    ],
  })
  const discussionId = `thread-crates-${id}`
  await say('crates', [{ type: 'text', text: 'Who buys the crates?' }])
  await say('pears', [
    { type: 'mention', attrs: { id: me, label: 'Owner' } },
    { type: 'text', text: ' and the pears?' },
  ])
  await call(guest, 'comment.assignDiscussion', { discussionId, userId: me })
  await call(guest, 'document.update', { id, icon: '🍎' })

  await page.goto('/')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('link', { name: /assigned to you: Who buys the crates\?/ })).toBeVisible()
  await expect(waiting).toContainText('on “Harvest”')
  const due = page.getByRole('region', { name: 'Due this week' })
  await expect(due.getByRole('listitem')).toHaveText([
    'Mend the ladder HarvestOverdue: Yesterday',
    '@Owner buys baskets HarvestTomorrow',
  ])
  const mentions = page.getByRole('region', { name: 'Mentions of you' })
  await expect(mentions).toContainText('and the pears?')
  await expect(mentions.getByRole('link', { name: /mentions you: @Owner buys baskets/ })).toHaveAttribute(
    'href',
    `/${id}#baskets`,
  )
  await expect(page.getByRole('region', { name: 'Changed since you were here' })).toContainText('Harvest')
  expect(await seriousViolations(page)).toEqual([])

  // From the second time on the skeleton has the shape of what comes.
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(waiting).toBeVisible()
  const moved = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  )
  expect(moved).toBeLessThan(0.01)

  await waiting.getByRole('link', { name: /Who buys the crates/ }).click()
  await expect(title(page)).toHaveValue('Harvest')
  await call(page, 'comment.assignDiscussion', { discussionId, isDone: true })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Recently opened' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await due.getByRole('link', { name: /Mend the ladder/ }).click()
  await expect(page).toHaveURL(new RegExp(`${id}#ladder$`))
  await other.context.close()
})
