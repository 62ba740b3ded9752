import type { Page } from '@playwright/test'
import { expect, onSecondDevice, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, newPage, pageOption, saveState, title } from './screen.ts'

/** The page's words as stored, without anything that is only suggested. */
async function settled(page: Page, path: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ id: path.slice(1) }))
  const answer = await page.context().request.get(`/api/trpc/document.document?input=${input}`)
  return answer.text()
}

async function choose(page: Page, mode: 'Editing' | 'Suggesting' | 'Viewing'): Promise<void> {
  await page.getByRole('button', { name: /^Mode: / }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${mode}`) }).click()
  await expect(page.getByRole('button', { name: `Mode: ${mode}` })).toBeVisible()
  if (mode !== 'Viewing') await expect(body(page)).toHaveAttribute('contenteditable', 'true')
}

/** Keeps the code for suggesting on its way until what this gives is called. */
async function holdSuggesting(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/open-review-.*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The words of the first paragraph, without the names at other people's carets. */
const firstLine = (page: Page) =>
  body(page)
    .locator('p')
    .first()
    .evaluate((shown) => {
      const copy = shown.cloneNode(true) as HTMLElement
      for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
      return copy.textContent
    })

const inserted = (page: Page) => body(page).locator('[role=suggestion] ins')
const deleted = (page: Page) => body(page).locator('[role=suggestion] del')

const sharing = (page: Page) => page.getByRole('dialog', { name: 'Share' })

/** Lets somebody new edit the page `id`, or only read it, which they have open afterwards. */
async function shareWith(page: Page, guest: Page, id: string, role: 'Editor' | 'Viewer'): Promise<void> {
  const { username } = await ask<{ username: string }>(guest, 'user.getSettings')
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await sharing(page).getByRole('combobox', { name: 'Role of the invited person' }).click()
  await page.getByRole('option', { name: role }).click()
  await sharing(page).getByLabel('Invite somebody').fill(`@${username}`)
  await page.keyboard.press('Enter')
  await guest.goto('/')
  await guest.getByRole('button', { name: /^Accept the page of/ }).click()
  await expect(saveState(guest)).toHaveText('Saved')
}

/** From now on the one whom the open page is shared with may only suggest. */
async function demote(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const role = sharing(page).getByRole('combobox', { name: /^Role of (?!the invited)/ })
  await role.click()
  await page.getByRole('option', { name: 'Suggester' }).click()
  await expect(role).toHaveText('Suggester')
  await page.keyboard.press('Escape')
}

test('what somebody suggests is marked for everybody, and the page is as it was until an editor accepts it', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const path = await newPage(page)
  await body(page).focus()
  await page.keyboard.type('The quick fox')
  await expect(saveState(page)).toHaveText('Saved')
  const device = await onSecondDevice(browser, page, person)
  const other = await device.newPage()
  await other.goto(path)
  await expect(body(other)).toContainText('The quick fox')

  await choose(page, 'Suggesting')
  await body(page).getByText('The quick fox').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' runs')
  await page.keyboard.press('Enter')
  await page.keyboard.type('And sleeps')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  for (let i = 0; i < 4; i++) await page.keyboard.press('Delete')
  for (const one of [page, other]) {
    await expect(inserted(one)).toHaveText([' runs', 'And sleeps'])
    await expect(deleted(one)).toHaveText(['The '])
    await expect(body(one).locator('.review-block.is-new')).toHaveCount(1)
  }
  await expect(saveState(page)).toHaveText('Saved')
  expect(await settled(page, path)).toContain('The quick fox')
  expect(await settled(page, path)).not.toContain('sleeps')

  // A fresh tab shows the same, and its person writes as before.
  await other.reload()
  await expect(inserted(other)).toHaveText([' runs', 'And sleeps'])
  await expect(deleted(other)).toHaveText(['The '])
  await device.close()
})

test('suggestions can be shown as if all were accepted, and as if nothing were suggested', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await body(page).focus()
  await page.keyboard.type('One two')
  await choose(page, 'Suggesting')
  await body(page).getByText('One two').click()
  await page.keyboard.press('End')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace')
  await page.keyboard.type('six')
  await expect(deleted(page)).toHaveText(['two'])
  await expect(inserted(page)).toHaveText(['six'])
  const show = async (look: string) => {
    await page.getByRole('button', { name: /^Mode: / }).click()
    await page.getByRole('menuitemradio', { name: look }).click()
  }
  await show('Final')
  await expect(body(page)).toHaveText('One six')
  await expect(deleted(page)).toHaveCount(0)
  await show('Original')
  await expect(body(page)).toHaveText('One two')
  await show('Marked')
  await expect(deleted(page)).toHaveText(['two'])
  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(body(page)).not.toContainText('six')
})

test('rulings 4 who may only read sees the page as it is, and what is suggested when they ask for it', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await page.goto(`/${id}`)
  await choose(page, 'Suggesting')
  await body(page).getByText('Apples first.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Then pears.')
  await expect(inserted(page)).toHaveText([' Then pears.'])
  await expect(saveState(page)).toHaveText('Saved')
  const context = await browser.newContext({ baseURL })
  const guest = await context.newPage()
  await signUp(guest)
  await shareWith(page, guest, id, 'Viewer')
  await expect(body(guest)).toHaveText('Apples first.')
  await guest.getByRole('button', { name: 'Mode: Viewing' }).click()
  await expect(guest.getByRole('menuitemradio')).toHaveText(['Marked', 'Final', 'Original'])
  await guest.getByRole('menuitemradio', { name: 'Marked' }).click()
  await expect(inserted(guest)).toHaveText([' Then pears.'])
  await guest.getByRole('button', { name: 'Mode: Viewing' }).click()
  await guest.getByRole('menuitemradio', { name: 'Final' }).click()
  await expect(body(guest)).toHaveText('Apples first. Then pears.')
  await expect(inserted(guest)).toHaveCount(0)
  // Read as if all were accepted, it is decided about by who may.
  await page.goto(`/${id}`)
  await expect(inserted(page)).toHaveText([' Then pears.'])
  await page.getByRole('button', { name: /^Mode: / }).click()
  await page.getByRole('menuitemradio', { name: 'Final' }).click()
  await expect(inserted(page)).toHaveCount(0)
  await pageOption(page, 'Suggestions')
  const panel = page.getByRole('complementary', { name: 'Suggestions' })
  await panel.getByRole('button', { name: 'Accept' }).first().click()
  await expect(panel).toContainText('Nothing is suggested')
  await expect(saveState(page)).toHaveText('Saved')
  expect(await settled(page, `/${id}`)).toContain('Apples first. Then pears.')
  await context.close()
})

test('S4 an editor who typed offline and may only suggest by now finds the words as suggestions, the caret among them', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const context = await browser.newContext({ baseURL })
  // Another browser in reach would carry the words to the server while they may still be written.
  await context.addInitScript(() => void Reflect.deleteProperty(window, 'RTCPeerConnection'))
  const guest = await context.newPage()
  await signUp(guest)
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await shareWith(page, guest, id, 'Editor')

  await context.setOffline(true)
  await body(guest).getByText('Apples first.').click()
  await guest.keyboard.press('End')
  await guest.keyboard.type(' Then pears.')
  await guest.keyboard.press('Enter')
  await guest.keyboard.type('And nuts')
  await expect(saveState(guest)).toContainText('unsent')
  await demote(page)
  await context.setOffline(false)
  for (const one of [guest, page]) await expect(inserted(one)).toHaveText([' Then pears.', 'And nuts'])
  await expect(saveState(guest)).toHaveText('Saved')
  await expect(body(guest)).toBeFocused()
  await guest.keyboard.type('!')
  await expect(inserted(page)).toHaveText([' Then pears.', 'And nuts!'])
  expect(await settled(page, `/${id}`)).not.toContain('pears')

  // Their own suggestion they can withdraw, and nothing else.
  await guest.keyboard.press('ControlOrMeta+Alt+Period')
  await expect(guest.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await guest.keyboard.press('a')
  await expect(inserted(page)).toHaveText([' Then pears.', 'And nuts!'])
  await guest.keyboard.press('r')
  await expect(inserted(page)).toHaveCount(1)
  await guest.keyboard.press('r')
  await expect(inserted(page)).toHaveCount(0)
  await expect(saveState(guest)).toHaveText('Saved')
  expect(await settled(page, `/${id}`)).not.toContain('pears')
  await context.close()
})

test('S4 what an editor decided offline, who may only suggest by now, stands again, and they are told', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  const context = await browser.newContext({ baseURL })
  // Another browser in reach would carry the decision to the server while it may still be made.
  await context.addInitScript(() => void Reflect.deleteProperty(window, 'RTCPeerConnection'))
  const guest = await context.newPage()
  await signUp(guest)
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await shareWith(page, guest, id, 'Editor')

  await page.keyboard.press('Escape')
  await choose(page, 'Suggesting')
  await body(page).getByText('Apples first.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Then pears.')
  await expect(inserted(guest)).toHaveText(' Then pears.')
  // The code of its card comes with the first suggestion of a page, which without a network it could not.
  const accept = guest.getByRole('button', { name: 'Accept' })
  await expect(async () => {
    await guest.keyboard.press('ControlOrMeta+Alt+Period')
    await expect(accept).toBeVisible({ timeout: 1000 })
  }).toPass()
  await context.setOffline(true)
  await expect(saveState(guest)).toContainText('Offline')
  await accept.click()
  await expect(inserted(guest)).toHaveCount(0)
  await expect(saveState(guest)).toContainText('unsent')
  await demote(page)
  await context.setOffline(false)
  const told = guest.getByRole('region', { name: 'Unsaved words' })
  await expect(told).toContainText(
    'You can only suggest on this page now. A suggestion that you decided on is waiting',
  )
  for (const one of [guest, page]) await expect(inserted(one)).toHaveText(' Then pears.')
  await expect(saveState(guest)).toHaveText('Saved')
  expect(await settled(page, `/${id}`)).not.toContain('pears')
  await told.getByRole('button', { name: 'Dismiss' }).click()
  await expect(told).toHaveCount(0)
  await context.close()
})

test('2.34 a title typed while suggesting is marked below the title and stays as it was until it is accepted', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'The quick fox', ['Some words.'])
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Some words.')
  await page.keyboard.press('ControlOrMeta+Alt+Shift+x')
  await expect(page.getByRole('button', { name: 'Mode: Suggesting' })).toBeVisible()
  await expect(title(page)).toBeEditable()
  await title(page).fill('The fast fox')
  const suggested = page.getByRole('group', { name: 'Suggested title' })
  await expect(suggested).toHaveText('The quickfast fox')
  await expect(suggested.locator('del')).toHaveText('quick')
  await expect(suggested.locator('ins')).toHaveText('fast')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(page).toHaveTitle(/The quick fox/)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/title.png` })
  await title(page).press('ControlOrMeta+z')
  await expect(suggested).toHaveCount(0)
  await expect(title(page)).toHaveValue('The quick fox')
  await title(page).press('ControlOrMeta+Shift+z')
  await expect(suggested).toHaveText('The quickfast fox')

  await choose(page, 'Editing')
  await expect(title(page)).toHaveValue('The quick fox')
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+Alt+Period')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(suggested).toHaveCount(0)
  await expect(title(page)).toHaveValue('The fast fox')
  await expect(page).toHaveTitle(/The fast fox/)
  await pageOption(page, /Mode: Viewing/)
  await expect(page.getByRole('button', { name: 'Mode: Viewing' })).toBeVisible()
})

test('blocks go to no other page while one suggests: there they would be at once, and here they would stay', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Plans',
    contentRich: [{ id: 'abc123abc123', kind: 'paragraph', text: [{ text: 'Stays here' }] }],
  })
  await page.goto(`/${id}`)
  const offered = async () => {
    await body(page).getByText('Stays here').click()
    await page.keyboard.press('Control+/')
    await page.getByPlaceholder('Search actions...').fill('another page')
  }
  const move = page.getByRole('option', { name: 'Move to…' })
  await offered()
  await expect(move).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(page, 'Suggesting')
  await offered()
  await expect(page.getByText('No results').or(page.getByText('No matches')).first()).toBeVisible()
  await expect(move).toHaveCount(0)
})

test('what is typed right after Suggesting was chosen is suggested from its first letter on', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const fetched = page.waitForResponse(/open-review-.*\.js$/, { timeout: 0 })
  const path = await newPage(page)
  await body(page).focus()
  await page.keyboard.type('Tea')
  await expect(saveState(page)).toHaveText('Saved')
  // Fetched, and run: only then does the choice hold from the next key on.
  await page.evaluate((code) => import(code), (await fetched).url())
  await page.keyboard.press('Control+Alt+Shift+x')
  await page.keyboard.type(' with milk')
  await expect(inserted(page)).toHaveText([' with milk'])
  await page.keyboard.press('Control+Alt+Shift+z')
  await page.keyboard.type(', hot')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(inserted(page)).toHaveText([' with milk'])

  await page.getByRole('button', { name: 'Mode: Editing' }).click()
  await page.getByRole('menuitemradio', { name: /^Suggesting/ }).click()
  await body(page).getByText('Tea').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' now')
  await expect(inserted(page)).toHaveText([' with milk', ' now'])
  await expect(saveState(page)).toHaveText('Saved')
  const stored = await settled(page, path)
  expect(stored).toContain('hot')
  expect(stored).not.toContain('now')
})

test('what is typed while the code for suggesting is still on its way is suggested as soon as it is there', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const letIn = await holdSuggesting(page)
  await newPage(page)
  await body(page).focus()
  await page.keyboard.type('Tea')
  await expect(saveState(page)).toHaveText('Saved')
  await page.keyboard.press('Control+Alt+Shift+x')
  await expect(body(page)).toHaveAttribute('aria-readonly', 'true')
  await page.keyboard.type(' with milc')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('k')
  await expect(body(page)).toHaveText('Tea')
  letIn()
  await expect(inserted(page)).toHaveText([' with milk'])
  await page.keyboard.type(', hot')
  await expect(inserted(page)).toHaveText([' with milk, hot'])
})

test('who presses somewhere in the text while the code for suggesting is still on its way writes on there', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const letIn = await holdSuggesting(page)
  await page.goto(`/${await makePage(page, 'Tea', ['Milk', 'Sugar', 'Honey'])}`)
  await body(page).getByText('Honey').click()
  await page.keyboard.press('Control+Alt+Shift+x')
  await expect(body(page)).toHaveAttribute('aria-readonly', 'true')
  // What scrolls the page takes the focus now; the keys are meant for the text nevertheless.
  await body(page).getByText('Milk').click()
  await page.keyboard.type(', warm')
  await body(page).getByText('Sugar').click()
  letIn()
  await expect(body(page)).toBeFocused()
  await expect(inserted(page)).toHaveText([', warm'])
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect(body(page).locator('p')).toHaveText(['Sugar', 'Milk, warm', 'Honey'])
})

test('R61 somebody who types on while they are made a suggester loses no letter, and each stands where it was typed', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const id = await makePage(page, 'Tea', ['A cup of with honey', 'Another line'])
  const device = await onSecondDevice(browser, page, person)
  const guest = await device.newPage()
  await device.clearCookies()
  await signUp(guest)
  await shareWith(page, guest, id, 'Editor')
  await body(guest)
    .getByText('A cup of')
    .click({ position: { x: 4, y: 8 } })
  await guest.keyboard.press('Home')
  for (let i = 0; i < 'A cup of '.length; i++) await guest.keyboard.press('ArrowRight')
  const words = Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ')
  const typing = guest.keyboard.type(`${words} `, { delay: 60 })
  await demote(page)
  await typing
  await expect(inserted(guest).last()).toBeVisible()
  await expect(saveState(guest)).toHaveText('Saved', { timeout: 30_000 })
  await expect.poll(() => firstLine(guest)).toBe(`A cup of ${words} with honey`)
  await page.reload()
  await expect.poll(() => firstLine(page)).toBe(`A cup of ${words} with honey`)
  await device.close()
})

test('the text stays where it is when the mode changes, with an icon and without, on a phone too', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Tea', ['Milk'])
  await page.goto(`/${id}`)
  const top = async () => (await body(page).boundingBox())!.y
  const look = async () => {
    await choose(page, 'Editing')
    const editing = await top()
    for (const mode of ['Suggesting', 'Viewing'] as const) {
      await choose(page, mode)
      await expect.poll(top, mode).toBe(editing)
      // Nothing to press where nothing can be changed.
      await expect(page.getByRole('button', { name: 'Add labels' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^(Add|Change) icon$/ })).toHaveCount(0)
    }
  }
  for (const icon of [null, '🍵']) {
    await call(page, 'document.update', { id, icon })
    await page.reload()
    await expect(body(page)).toBeVisible()
    await look()
    await page.setViewportSize({ width: 390, height: 844 })
    await look()
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('2.25 words that are replaced while suggesting are replaced once: what is struck is found no more', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Fish', ['red fish, red fish', 'red'])
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  await choose(page, 'Suggesting')
  await body(page).getByText('red fish').click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+h')
  const bar = page.getByRole('search')
  await bar.getByRole('textbox', { name: 'Find' }).fill('red')
  await expect(bar).toContainText('1 of 3')
  const replacement = bar.getByRole('textbox', { name: 'Replace with' })
  await replacement.fill('blue')
  await replacement.press('Enter')
  await expect(bar).toContainText('1 of 2')
  await expect(inserted(page)).toHaveText(['blue'])
  // With nothing it goes on as well.
  await replacement.fill('')
  await replacement.press('Enter')
  await expect(bar).toContainText('1 of 1')
  await replacement.fill('blue')
  const all = bar.getByRole('button', { name: 'Replace all' })
  await all.click()
  await expect(bar).toContainText('No results')
  await expect(all).toBeDisabled()
  await expect(inserted(page)).toHaveText(['blue', 'blue'])
  await expect(deleted(page)).toHaveText(['red', 'red', 'red'])
  await page.keyboard.press('Escape')
  await expect(saveState(page)).toHaveText('Saved')
  expect(await settled(page, `/${id}`)).toContain('red fish, red fish')
})
