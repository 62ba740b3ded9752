import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, row, saveState, sidebar, violations } from './screen.ts'

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

const share = async (page: Page) => {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  return page.getByRole('dialog', { name: 'Share' })
}

test('2.36 3.8 an owner hides the review from viewers: they read the settled page, and the page itself once it is shown again', async ({
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
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await call(page, 'share.invite', { id, username, level: 'view' })
  const { invites } = await ask<{ invites: { id: string }[] }>(guest, 'share.invites')
  await call(guest, 'share.acceptInvite', { id: invites[0]!.id })
  await page.goto(`/${id}`)
  await body(page).click()
  await page.getByRole('button', { name: 'Mode: Editing' }).click()
  await page.getByRole('menuitemradio', { name: /^Suggesting/ }).click()
  await expect(page.getByRole('button', { name: 'Mode: Suggesting' })).toBeVisible()
  await body(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Then pears.')
  await expect(saveState(page)).toHaveText('Saved')
  await guest.goto(`/${id}`)
  await expect(saveState(guest)).toBeVisible()

  // Nothing is offered that a viewer may not do.
  await guest.getByRole('button', { name: 'Page options' }).click()
  const offered = guest.getByRole('menu').first()
  await expect(offered.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(offered.getByRole('menuitem', { name: /^(Move to|Rename|Status)/ })).toHaveCount(0)
  await guest.keyboard.press('Escape')

  const panel = await share(page)
  const hide = panel.getByRole('checkbox', { name: 'Hide suggestions and comments from viewers' })
  await hide.check({ force: true })
  await expect(guest.getByText('Read only')).toBeVisible()
  await expect(body(guest)).toHaveText('Apples first.')
  expect(await violations(guest)).toEqual([])
  await shots(page, 'hides-review')
  await shots(guest, 'settled')
  await hide.uncheck({ force: true })
  await expect(saveState(guest)).toBeVisible()
  await other.close()
})

test('2.36 a page is shared with somebody by name, who accepts, edits it, is made a viewer and taken off it', async ({
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
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await call(page, 'document.create', { title: 'Cellar', parentDocumentId: id })
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Apples first.')

  let panel = await share(page)
  await expect(panel.getByText('Only you can open it.')).toBeVisible()
  await panel.getByRole('combobox', { name: 'Role of the invited person' }).click()
  await page.getByRole('option', { name: 'Editor' }).click()
  await panel.getByLabel('Invite somebody').fill(`@${username}`)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Invited as Editor')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'invited')

  await guest.goto('/')
  await expect(guest.getByText(/shares a page with you/)).toBeVisible()
  expect(await violations(guest)).toEqual([])
  await shots(guest, 'home')
  await guest.getByRole('button', { name: /^Accept the page of/ }).click()
  await expect(body(guest)).toContainText('Apples first.')
  await expect(sidebar(guest).getByRole('button', { name: 'Shared with me' })).toBeVisible()
  await body(guest).click()
  await guest.keyboard.press('End')
  await guest.keyboard.type(' Then pears.')
  await expect(saveState(guest)).toHaveText('Saved')
  await expect(body(page)).toContainText('Then pears.')

  await page.reload()
  panel = await share(page)
  const role = panel.getByRole('combobox', { name: /^Role of (?!the invited)/ })
  await expect(role).toHaveText('Editor')
  await role.click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await expect(role).toHaveText('Viewer')
  await expect(body(guest)).toHaveAttribute('contenteditable', 'false')
  await guest.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(guest.getByRole('dialog', { name: 'Share' })).toContainText('Your role on this page: Viewer')
  expect(await violations(guest)).toEqual([])
  await shots(guest, 'viewer')
  await shots(page, 'people')
  await panel.getByRole('button', { name: /^Take .* off this page$/ }).click()
  await expect(guest.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await guest.reload()
  await guest.getByLabel('Ask its owners to let you in').fill('I only want to read')
  await shots(guest, 'missing')
  expect(await violations(guest)).toEqual([])
  await guest.getByRole('button', { name: 'Ask for access' }).click()
  await expect(guest.getByRole('status').filter({ hasText: 'its owners are asked' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('I only want to read')).toBeVisible()
  await page.getByRole('button', { name: /^Let .* in$/ }).click()
  await expect(page.getByText('I only want to read')).toHaveCount(0)
  await guest.reload()
  await expect(body(guest)).toContainText('Apples first.')
  await other.close()
})

test('2.36 a secret link opens the page for somebody who is signed in, until it is replaced', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Recipe', ['Flour and water.'])
  await page.goto(`/${id}`)
  const panel = await share(page)
  await panel.getByRole('combobox', { name: 'What the link gives' }).click()
  await page.getByRole('option', { name: 'Anyone with the link: Viewer' }).click()
  await expect(panel.getByRole('button', { name: 'Copy secret link' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'link')
  const { link } = await ask<{ link: { url: string } }>(page, 'share.people', { id })
  const path = new URL(link.url).pathname
  const other = await browser.newContext({ baseURL })
  const guest = await other.newPage()
  await signUp(guest)
  await guest.goto(path)
  await expect(body(guest)).toContainText('Flour and water.')
  await panel.getByRole('button', { name: /^Replace the link/ }).click()
  await expect(guest.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await guest.goto(path)
  await expect(guest.getByText('This link does not open a page any more.', { exact: false })).toBeVisible()
  await other.close()
})

test('a page that only invited people see is gone from the lists of the pod', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const other = await browser.newContext({ baseURL })
  const mate = await other.newPage()
  await signUp(mate)
  const { username } = await ask<{ username: string }>(mate, 'user.getSettings')
  const pod = await call(page, 'pod.create', { name: 'Office' })
  const invitation = await call(page, 'pod.addMember', { podId: pod.id, username })
  await call(mate, 'pod.acceptInvitation', { id: invitation.id })
  const { id } = await call(page, 'document.create', { podId: pod.id, title: 'Salaries' })
  const open = await call(page, 'document.create', { podId: pod.id, title: 'Holidays' })
  await mate.goto(`/${open.id}`)
  await expect(row(mate, 'Salaries')).toBeVisible()
  await page.goto(`/${id}`)
  const panel = await share(page)
  await panel.getByRole('combobox', { name: 'Who else has it' }).click()
  await page.getByRole('option', { name: 'Only invited people' }).click()
  await expect(panel.getByText('(you)')).toBeVisible()
  await expect(row(page, 'Salaries')).toBeVisible()
  await mate.reload()
  await expect(row(mate, 'Holidays')).toBeVisible()
  await expect(row(mate, 'Salaries')).toHaveCount(0)
  await mate.goto(`/${id}`)
  await expect(mate.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await other.close()
  await panel.getByRole('button', { name: 'Leave this page' }).click()
  await expect(panel.getByRole('alert')).toContainText('A restricted page needs an owner')
})

test('6.2 embedded, the page stands without the frame, and signing in opens another tab', async ({
  page,
  signUp,
}) => {
  await page.goto('/some-page?iframe=true')
  await expect(page.getByRole('heading', { name: 'Sign in to open this page' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(await opened).toHaveURL(/\/login\?callbackUrl=/)
  await signUp(page)
  const id = await makePage(page, 'Embedded', ['Here.'])
  await page.goto(`/${id}?iframe=true`)
  await expect(body(page)).toContainText('Here.')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(sidebar(page)).toHaveCount(0)
})

test('moving a page out of a restricted one says who gains it, and moves it only when that is wanted', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const other = await browser.newContext({ baseURL })
  const mate = await other.newPage()
  await signUp(mate)
  const { username, name } = await ask<{ username: string; name: string }>(mate, 'user.getSettings')
  const pod = await call(page, 'pod.create', { name: 'Team' })
  const invitation = await call(page, 'pod.addMember', { podId: pod.id, username })
  await call(mate, 'pod.acceptInvitation', { id: invitation.id })
  const shut = await call(page, 'document.create', { podId: pod.id, title: 'Shut' })
  const moved = await call(page, 'document.create', { title: 'Moved', parentDocumentId: shut.id })
  await call(page, 'share.setInheritance', { id: shut.id, isRestricted: true })
  await page.goto(`/${moved.id}`)
  await expect(body(page)).toBeVisible()
  const move = async () => {
    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    await page.getByRole('option', { name: 'Top level' }).click()
    return page.getByRole('alertdialog')
  }
  const question = await move()
  await expect(question).toContainText(`They can open it there: ${name}`)
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Moved')).toHaveAttribute('aria-level', '2')
  await (await move()).getByRole('button', { name: 'Move' }).click()
  await expect(row(page, 'Moved')).toHaveAttribute('aria-level', '1')

  // Several at once are asked about in one question.
  for (const title of ['First', 'Second'])
    await call(page, 'document.create', { title, parentDocumentId: shut.id })
  await page.reload()
  await row(page, 'Shut').focus()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'First')).toBeVisible()
  const moveBoth = async () => {
    await sidebar(page).getByRole('button', { name: 'Select pages' }).click()
    for (const title of ['First', 'Second'])
      await sidebar(page).getByRole('treeitem', { name: title, exact: true }).click()
    const chosen = page.getByRole('region', { name: 'Selected pages' })
    await chosen.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('option', { name: 'Top level' }).click()
    return page.getByRole('alertdialog', { name: 'Other people will see these pages' })
  }
  const both = await moveBoth()
  await expect(both).toContainText(`They can open it there: ${name}`)
  await both.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'First')).toHaveAttribute('aria-level', '2')
  await (await moveBoth()).getByRole('button', { name: 'Move' }).click()
  for (const title of ['First', 'Second']) await expect(row(page, title)).toHaveAttribute('aria-level', '1')
  await other.close()
})

test('2.36 a secret link is read live without an account, until it is turned off, and leads on to signing in', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const id = await makePage(page, 'Open house', ['Bring a chair.'])
  const inside = await call(page, 'document.create', { title: 'Dishes', parentDocumentId: id })
  const { link } = (await call(page, 'share.setLink', { id, level: 'edit' })) as unknown as {
    link: { url: string }
  }
  const path = new URL(link.url).pathname
  const other = await browser.newContext({ baseURL })
  const visitor = await other.newPage()
  const referrers: string[] = []
  visitor.on('request', async (request) => {
    referrers.push((await request.allHeaders()).referer ?? '')
  })
  const arrived = await visitor.goto(path)
  expect(arrived?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'strict-origin' })
  await expect(body(visitor)).toContainText('Bring a chair.')
  await expect(body(visitor)).toHaveAttribute('contenteditable', 'false')
  await expect(visitor.getByRole('status').filter({ hasText: 'Read only' })).toBeVisible()
  // The token has left the address.
  await expect(visitor).toHaveURL(new RegExp(`${id}$`))
  expect(referrers.join()).not.toContain(path)
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await violations(visitor)).toEqual([])
  await shots(visitor, 'visitor')

  await page.goto(`/${id}`)
  await body(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' And a cup.')
  await expect(body(visitor)).toContainText('Bring a chair. And a cup.')
  // Nobody is told of visitors' readings, and they of nobody.
  await expect(visitor.getByText(/Guest/)).toHaveCount(0)

  await visitor.getByRole('link', { name: 'Dishes' }).click()
  await expect(visitor).toHaveURL(new RegExp(`${inside.id}$`))
  await expect(visitor.getByRole('heading', { name: 'Dishes' })).toBeVisible()
  await visitor.getByRole('link', { name: 'Open house' }).click()
  await expect(body(visitor)).toContainText('And a cup.')
  await visitor.getByRole('link', { name: 'Sign in to edit' }).click()
  await expect(visitor).toHaveURL(/\/login\?callbackUrl=/)
  await visitor.goto(`/${id}`)
  await expect(body(visitor)).toContainText('And a cup.')
  await signUp(visitor)
  await visitor.goto(`/share/page~${id}`)
  await expect(body(visitor)).toHaveAttribute('contenteditable', 'true')

  const third = await browser.newContext({ baseURL })
  const late = await third.newPage()
  await late.goto(path)
  await expect(body(late)).toContainText('And a cup.')
  await call(page, 'share.setLink', { id, level: null })
  await expect(late.getByRole('heading', { name: 'Sign in to open this page' })).toBeVisible()
  await expect(late.getByText('And a cup.')).toHaveCount(0)
  await late.goto(path)
  await expect(late.getByText('This link does not open a page any more.', { exact: false })).toBeVisible()
  await other.close()
  await third.close()
})
