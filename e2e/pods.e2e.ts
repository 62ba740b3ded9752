import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, call, row, sidebar, toast, violations } from './screen.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^Pod: / })

/** Opens the switcher and chooses an entry of it. */
async function choose(page: Page, entry: string | RegExp, role: 'menuitem' | 'menuitemradio' = 'menuitem') {
  await switcher(page).click()
  await page.getByRole('menu', { name: 'Pods' }).getByRole(role, { name: entry }).click()
}

async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('2.12 4.9 7.43 8.14 a pod is made, filled, listed on its index page, renamed and deleted', async ({
  page,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  await expect(switcher(page)).toHaveText(/'s pod/)
  const own = await switcher(page)
    .getAttribute('aria-label')
    .then((label) => label?.replace('Pod: ', '') ?? '')
  await switcher(page).click()
  await expect(page.getByRole('menu', { name: 'Pods' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shots(page, 'menu')
  await page.keyboard.press('Escape')
  await choose(page, 'New pod…')
  await page.getByRole('dialog', { name: 'New pod' }).getByLabel('Name').fill('Garden club')
  await page.getByRole('button', { name: 'Create pod' }).click()
  await expect(switcher(page)).toHaveText(/Garden club/)
  await expect(sidebar(page).getByText('No pages', { exact: true })).toBeVisible()
  const { activePodId } = await ask<{ activePodId: string }>(page, 'pod.pods')
  expect(await page.evaluate(() => localStorage.getItem('activePodId'))).toBe(activePodId)

  const plans = await call(page, 'document.create', {
    title: 'Spring plans',
    contentRich: [{ id: 'b1', kind: 'paragraph', text: [{ text: 'Sow the peas in March.' }] }],
  })
  const seeds = await call(page, 'document.create', {
    title: 'Seeds',
    parentDocumentId: plans.id,
  })
  await page.goto(`/${plans.id}`)
  await expect(row(page, 'Spring plans')).toHaveAttribute('aria-current', 'page')

  await page.keyboard.press('ControlOrMeta+p')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('pod index')
  await page.getByRole('option', { name: 'Refresh pod index' }).click()
  await expect(toast(page, 'Pod index updated successfully')).toBeVisible()
  const body = page.getByRole('textbox', { name: 'Page body' })
  await expect(body.getByText('Sow the peas in March.')).toBeVisible()
  await expect(row(page, 'Index')).toHaveAttribute('aria-current', 'page')
  await shots(page, 'index')

  await call(page, 'document.update', { id: seeds.id, title: 'Seeds of the year' })
  await choose(page, 'Refresh pod index')
  await body.getByRole('link', { name: 'Seeds of the year' }).click()
  await expect(page).toHaveURL(new RegExp(seeds.id))

  await choose(page, 'Name and icon…')
  const naming = page.getByRole('dialog', { name: 'Name and icon' })
  await naming.getByLabel('Name').fill('Allotment')
  await naming.getByRole('button', { name: 'Add icon' }).click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('seedling')
  await page
    .getByRole('gridcell', { name: /seedling/i })
    .first()
    .click()
  await expect(naming.getByRole('button', { name: 'Change icon' })).toContainText('🌱')
  await shots(page, 'name-and-icon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(switcher(page)).toHaveText(/🌱.*Allotment/)

  await choose(page, own, 'menuitemradio')
  await expect(switcher(page)).toContainText(own)
  await expect(row(page, 'Spring plans')).toHaveCount(0)
  // Opening a page of the other pod goes there with it.
  await page.goto(`/${plans.id}`)
  await expect(switcher(page)).toHaveText(/Allotment/)
  await expect(row(page, 'Spring plans')).toBeVisible()
  await choose(page, 'Delete pod…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete pod' }).click()
  await expect(switcher(page)).toContainText(own)
  await expect(sidebar(page).getByText('No pages', { exact: true })).toBeVisible()
})

test('R15 2.22 4.1 people of a pod: invited by username, they accept and edit its pages; taken out, they see them no more', async ({
  page,
  signUp,
  browser,
}) => {
  test.slow()
  await signUp(page)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
  })
  const other = await context.newPage()
  await signUp(other)
  const { username } = await ask<{ username: string }>(other, 'user.getSettings')
  const { id: podId } = await call(page, 'pod.create', { name: 'Garden club' })
  const create = (title: string, status: string) =>
    call(page, 'document.create', { title, podId }).then(async ({ id }) => {
      await call(page, 'document.update', { id, status })
      return id
    })
  const plans = await create('Spring plans', 'in-progress')
  await create('Seeds', 'none')
  await page.reload()
  await choose(page, 'Garden club', 'menuitemradio')
  await expect(row(page, 'Spring plans')).toHaveAccessibleDescription('Status: In Progress')

  await choose(page, 'People…')
  const people = page.getByRole('dialog', { name: 'People in “Garden club”' })
  const members = people.getByRole('list', { name: 'People', exact: true })
  const invite = async (name: string) => {
    await people.getByLabel('Invite somebody').fill(name)
    await people.getByRole('button', { name: 'Invite', exact: true }).click()
  }
  const inviteThem = async () => {
    await invite(username)
    // Emptied once the list has been asked for anew.
    await expect(people.getByLabel('Invite somebody')).toHaveValue('')
  }
  await invite('nobody-at-all')
  await expect(people.getByText('No user with that name.')).toBeVisible()
  await inviteThem()
  const invited = people.getByRole('list', { name: 'Invited' })
  await expect(invited.getByRole('listitem')).toHaveText(new RegExp(`@${username}.*Pending until`))
  await shots(page, 'people-pending')
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])

  // On a phone: nothing of the pod until the other person accepts, at home or in the list of pods.
  await other.goto(`/${plans}?theme=dark`)
  await expect(other.locator('h1')).toHaveText('Page not found')
  await other.goto('/?theme=dark')
  const invitations = other.getByRole('region', { name: 'Invitations' })
  await expect(invitations.getByRole('listitem')).toContainText('Garden club')
  await shots(other, 'phone-home-invited')
  await invitations.getByRole('button', { name: 'Decline the invitation to Garden club' }).click()
  await expect(invitations).toHaveCount(0)
  await inviteThem()
  await invited.getByRole('button', { name: `Withdraw the invitation of ${username}` }).click()
  await expect(invited).toHaveCount(0)
  await inviteThem()
  await expect(invited).toBeVisible()
  await other.reload()
  await other.getByRole('button', { name: 'Open sidebar' }).click()
  await other.getByRole('button', { name: /^Pod: .*, 1 invitation$/ }).click()
  await shots(other, 'phone-menu-invited')
  await other.getByRole('menuitem', { name: 'Invitations (1)…' }).click()
  const window = other.getByRole('dialog', { name: 'Invitations' })
  await expect(window.getByRole('listitem')).toContainText('Garden club')
  await shots(other, 'phone-invitations')
  expect(await violations(other, { part: '[role=dialog]' })).toEqual([])
  await window.getByRole('button', { name: 'Accept the invitation to Garden club' }).click()
  await expect(toast(other, 'You are in “Garden club” now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(page, 'People…')
  await expect(members.getByRole('combobox')).toHaveCount(2)
  await shots(page, 'people')
  await page.keyboard.press('Escape')

  await other.goto(`/${plans}?theme=dark`)
  await other.getByRole('textbox', { name: 'Page body' }).fill('Hello from the member')
  await expect(other.getByRole('status', { name: 'Save state' })).toHaveText('Saved')
  await other.getByRole('button', { name: 'Open sidebar' }).click()
  await expect(switcher(other)).toHaveText(/Garden club/)
  await switcher(other).click()
  await expect(other.getByRole('menuitem', { name: 'Leave pod…' })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: 'Delete pod…' })).toHaveCount(0)
  await shots(other, 'phone-menu')
  await other.keyboard.press('Escape')

  // Several pages at once, and back.
  await sidebar(page).getByRole('button', { name: 'Select pages' }).click()
  await row(page, 'Seeds').click()
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
  await row(page, 'Seeds').press('ControlOrMeta+a')
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected pages' })
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'Completed' }).click()
  await expect(row(page, 'Seeds')).toHaveAccessibleDescription('Status: Completed')
  await shots(page, 'select')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Seeds')).toHaveAccessibleDescription('')
  await expect(row(page, 'Spring plans')).toHaveAccessibleDescription('Status: In Progress')
  await bar.getByRole('button', { name: 'Done' }).click()

  await choose(page, 'People…')
  await people.getByRole('button', { name: /out of the pod$/ }).click()
  await expect(members.getByRole('combobox')).toHaveCount(1)
  await expect(other.locator('h1')).toHaveText('Page not found')

  // Its only owner hands it over before leaving.
  await inviteThem()
  await page.keyboard.press('Escape')
  await other.goto('/?theme=dark')
  await invitations.getByRole('button', { name: 'Accept the invitation to Garden club' }).click()
  await expect(toast(other, 'You are in “Garden club” now.')).toBeVisible()
  await page.reload()
  await choose(page, 'Leave pod…')
  const leaving = page.getByRole('dialog', { name: 'Hand over “Garden club” and leave' })
  await expect(leaving.getByRole('combobox', { name: 'New owner' })).toContainText(`@${username}`)
  await shots(page, 'hand-over')
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await leaving.getByRole('button', { name: 'Hand over and leave' }).click()
  await expect(row(page, 'Spring plans')).toHaveCount(0)
  await other.reload()
  await other.getByRole('button', { name: 'Open sidebar' }).click()
  await switcher(other).click()
  await expect(other.getByRole('menuitem', { name: 'Delete pod…' })).toBeVisible()
  await context.close()
})

test('2.12 a page of another pod goes there with one who is in it, and leaves others in the pod they work in', async ({
  page,
  signUp,
  browser,
}) => {
  await signUp(page)
  const { id: podId } = await call(page, 'pod.create', { name: 'Garden club' })
  const plans = await call(page, 'document.create', { title: 'Spring plans', podId })
  await page.goto(`/${plans.id}`)
  await expect(switcher(page)).toHaveAccessibleName('Pod: Garden club')

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await signUp(other)
  const { username } = await ask<{ username: string }>(other, 'user.getSettings')
  await call(other, 'pod.create', { name: 'Choir' })
  await other.reload()
  await choose(other, 'Choir', 'menuitemradio')
  await expect(switcher(other)).toHaveAccessibleName('Pod: Choir')
  await call(page, 'share.invite', { id: plans.id, username, level: 'edit' })
  const { invites } = await ask<{ invites: { id: string }[] }>(other, 'share.invites')
  await call(other, 'share.acceptInvite', { id: invites[0]!.id })
  await other.goto(`/${plans.id}`)
  await expect(other.getByRole('textbox', { name: 'Page title' })).toHaveValue('Spring plans')
  await expect(switcher(other)).toHaveAccessibleName('Pod: Choir')
  await other.goto('/')
  await expect(switcher(other)).toHaveAccessibleName('Pod: Choir')
  await context.close()
})

test('rulings 3 6.1 a guest of a pod is invited as one, sees what is shared with them, and is taken out', async ({
  page,
  signUp,
  browser,
}) => {
  await signUp(page)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
  })
  const other = await context.newPage()
  await signUp(other)
  const { username } = await ask<{ username: string }>(other, 'user.getSettings')
  const { id: podId } = await call(page, 'pod.create', { name: 'Garden club' })
  const plans = await call(page, 'document.create', { title: 'Spring plans', podId })
  await page.reload()
  await choose(page, 'Garden club', 'menuitemradio')
  await choose(page, 'People…')
  const people = page.getByRole('dialog', { name: 'People in “Garden club”' })
  await people.getByLabel('Invite somebody').fill(username)
  await people.getByRole('combobox', { name: 'Role of the invited person' }).click()
  await page.getByRole('option', { name: 'Guest' }).click()
  await people.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(people.getByRole('list', { name: 'Invited' })).toContainText('Guest')
  await shots(page, 'guest-invited')

  await other.goto('/?theme=dark')
  const invitation = other.getByRole('region', { name: 'Invitations' }).getByRole('listitem')
  await expect(invitation).toContainText('as a guest')
  await shots(other, 'guest-phone-invitation')
  await other.getByRole('button', { name: 'Accept the invitation to Garden club' }).click()
  await expect(
    toast(
      other,
      'You are a guest of “Garden club” now. What is shared with you appears under “Shared with me”.',
    ),
  ).toBeVisible()
  const { members } = await ask<{ members: { id: string; role: string }[] }>(page, 'pod.members', { podId })
  const userId = members.find((person) => person.role === 'guest')?.id
  await call(page, 'share.setRole', { id: plans.id, userId, level: 'view' })
  await other.reload()
  await other.getByRole('button', { name: 'Open sidebar' }).click()
  await expect(sidebar(other).getByRole('link', { name: 'Spring plans' })).toBeVisible()
  await switcher(other).click()
  await expect(other.getByRole('menuitem', { name: 'Leave “Garden club”…' })).toBeVisible()
  await shots(other, 'guest-phone-menu')
  expect(await violations(other, { part: '[role=menu]' })).toEqual([])

  await page.keyboard.press('Escape')
  await choose(page, 'People…')
  await expect(people.getByRole('combobox', { name: /^Role of/ }).filter({ hasText: 'Guest' })).toHaveCount(1)
  await shots(page, 'guest-people')
  await people.getByRole('button', { name: /out of the pod$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click()
  await expect(people.getByRole('combobox', { name: /^Role of/ }).filter({ hasText: 'Guest' })).toHaveCount(0)
  // People who make less of themselves cannot take it back, and are asked.
  const own = people.getByRole('listitem').filter({ hasText: '(you)' }).getByRole('combobox')
  await own.click()
  await page.getByRole('option', { name: 'Guest' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change your own role?' })
  await expect(question).toContainText('You will see only the pages that are shared with you.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toHaveText('Owner')
  await other.goto(`/${plans.id}?theme=dark`)
  await expect(other.locator('h1')).toHaveText('Page not found')
  await context.close()
})

test('somebody without an account is invited to a pod by e-mail, and comes into it by the letter', async ({
  page,
  browser,
  baseURL,
  server,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const pod = await call(page, 'pod.create', { name: 'Choir' })
  await call(page, 'document.create', { podId: pod.id, title: 'Rehearsals' })
  await page.reload()
  await choose(page, 'Choir', 'menuitemradio')
  await choose(page, 'People…')
  const people = page.getByRole('dialog', { name: 'People in “Choir”' })
  const email = `singer-${pod.id.toLowerCase()}@example.org`
  await people.getByLabel('Invite somebody').fill(email)
  await expect(people.getByText('They get an email', { exact: false })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(people.getByRole('list', { name: 'Invited' })).toContainText(email)
  expect(await violations(page)).toEqual([])
  await shots(page, 'invited-by-e-mail')

  const letter = () => server.outbox().find((mail) => mail.includes(email) && mail.includes('/invite/')) ?? ''
  await expect.poll(letter).toContain('Choir')
  const [path] = /\/invite\/pod~[\w-]{43}/.exec(letter()) ?? []
  const other = await browser.newContext({ baseURL })
  const singer = await other.newPage()
  await singer.goto(path as string)
  await expect(singer.getByRole('heading', { name: 'Sign in to open this page' })).toBeVisible()
  await signUp(singer, email)
  await singer.goto(path as string)
  await expect(switcher(singer)).toHaveText(/Choir/)
  await expect(row(singer, 'Rehearsals')).toBeVisible()
  await singer.goto(path as string)
  await expect(singer.getByText('This invitation was withdrawn, answered or has expired.')).toBeVisible()
  await other.close()
})

test('2.22 2.30 a member sees that a page of the pod is public, and throws away what is theirs inside of it', async ({
  page,
  signUp,
  browser,
}) => {
  await signUp(page)
  const context = await browser.newContext()
  const other = await context.newPage()
  await signUp(other)
  const { username } = await ask<{ username: string }>(other, 'user.getSettings')
  const { id: podId } = await call(page, 'pod.create', { name: 'Garden club' })
  const plans = await call(page, 'document.create', { title: 'Spring plans', podId })
  const invitation = await call(page, 'pod.addMember', { podId, username })
  await call(other, 'pod.acceptInvitation', { id: invitation.id })
  const seeds = await call(other, 'document.create', { title: 'Seeds', parentDocumentId: plans.id })
  await call(page, 'document.publish', { id: plans.id, isPublished: true, subPages: true })

  // The page inside is public by the one around it.
  for (const { id } of [plans, seeds]) {
    await page.goto(`/${id}`)
    await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
  }
  await other.goto(`/${plans.id}`)
  await expect(other.getByRole('link', { name: 'View site' })).toHaveAttribute('href', `/preview/${plans.id}`)
  await other.goto(`/${seeds.id}`)
  await expect(row(other, 'Seeds')).toBeVisible()
  await other.getByRole('button', { name: 'Select pages' }).click()
  await row(other, 'Spring plans').click()
  await row(other, 'Seeds').click()
  await expect(other.getByText('1 of them were made by others')).toBeVisible()
  await other.getByRole('button', { name: 'Trash', exact: true }).first().click()
  await expect(toast(other, 'Note moved to trash.')).toBeVisible()
  await expect(row(other, 'Seeds')).toBeHidden()
  await expect(row(other, 'Spring plans')).toBeVisible()
  expect(await ask<{ documents: { title: string }[] }>(other, 'document.trash', { q: '' })).toMatchObject({
    documents: [{ title: 'Seeds' }],
  })
  await context.close()
})
