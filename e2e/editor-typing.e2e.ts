import { expect, test } from './editor-fixtures.ts'
import { testOnKeptServer } from './fixtures.ts'
import { body, call, makePage, row, saveState, title } from './screen.ts'

/** The rules come once an editor stands: typed until one has answered. */
async function warm(editor: {
  type(text: string): Promise<void>
  press(...keys: string[]): Promise<void>
  lines(): Promise<string[]>
}) {
  await expect(async () => {
    await editor.press('Control+a', 'Backspace')
    await editor.type('->')
    expect((await editor.lines()).join('')).toContain('→')
  }).toPass()
  await editor.press('Control+a', 'Backspace')
}

test('an address that is typed becomes a link with the next space, and Backspace takes that back', async ({
  editor,
}) => {
  await editor.write('p')
  await editor.body.click()
  await warm(editor)
  await editor.type('See example.org/plan, or www.sheaf.dev today; file.ts is none ')
  await expect(editor.body.locator('a')).toHaveText(['example.org/plan', 'www.sheaf.dev'])
  expect(JSON.stringify(await editor.blocks())).toContain('https://example.org/plan')
  await editor.type('https://example.net/x ')
  await expect(editor.body.locator('a')).toHaveCount(3)
  await editor.press('Backspace')
  await expect(editor.body.locator('a')).toHaveCount(2)
  await expect(editor.body).toContainText('https://example.net/x')
  await editor.type(' and www.sheaf.dev/new')
  await editor.press('Enter')
  await editor.type('next')
  await expect(editor.body.locator('p').first().locator('a').last()).toHaveText('www.sheaf.dev/new')
  await expect(editor.body.locator('p').last()).toHaveText('next')
  await expect(editor.body.locator('p').last().locator('a')).toHaveCount(0)
})

test('quotes, dashes and arrows become their signs, each taken back by Backspace; not in code, nor for those who switched it off', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  await warm(editor)
  await editor.write('p', 'code x')
  await editor.body.click({ position: { x: 120, y: 10 } })
  await editor.type(`"It's" here -- now... a -> b <- c <-> d`)
  await editor.shows('p “It’s” here — now… a → b ← c ↔ d', 'code x')
  await editor.type('"')
  await editor.press('Backspace')
  await editor.shows('p “It’s” here — now… a → b ← c ↔ d"', 'code x')
  await editor.caret('x')
  await editor.type(` -> "y"`)
  await editor.shows('p “It’s” here — now… a → b ← c ↔ d"', 'code x -> "y"')
  await page.evaluate(() => localStorage.setItem('sheaf:smart-typing', 'off'))
  await editor.write('p')
  await editor.body.click()
  await editor.type('"a" -> b')
  await editor.shows('p "a" -> b')
})

test('4.18 "[[" offers pages, and a new one of the title that was typed', async ({ editor, page }) => {
  await editor.write('p')
  await editor.body.click()
  await editor.type('[one] ')
  const list = page.getByRole('listbox', { name: 'Mention' })
  await expect(list).toHaveCount(0)
  await editor.type('[[meet')
  await expect(list.getByRole('option', { name: 'Meeting notes' })).toBeVisible()
  await expect(list.getByRole('option').last()).toHaveText(/New page “meet”/)
  await editor.press('Enter')
  await expect(editor.body.getByRole('link')).toHaveCount(1)
  await expect(editor.body).not.toContainText('[[')
  await editor.type(' and [[Launch plan')
  await list.getByRole('option', { name: 'New page “Launch plan”' }).click()
  await expect(editor.body.getByRole('link')).toHaveCount(2)
  await expect(editor.body).toContainText('Launch plan')
  await expect(editor.body).not.toContainText('[[')
  expect(await page.evaluate(() => window.harness.opened)).toContain('made Launch plan')
})

testOnKeptServer(
  '4.18 a new page is mentioned where its title was typed, and the title comes back when it cannot be made',
  async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Plans' })
    await page.goto(`/${id}`)
    await body(page).click()
    const option = (title: string) => page.getByRole('option', { name: `New page “${title}”` })
    const held = Promise.withResolvers<void>()
    await page.route('**/document.create*', (route) => held.promise.then(() => route.continue()), {
      times: 1,
    })
    await page.keyboard.type('See [[Roof')
    await expect(option('Roof')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' for details')
    held.resolve()
    await expect(body(page).getByRole('link', { name: 'Roof' })).toBeVisible()
    await expect(body(page)).toHaveText(/See\s.*Roof.*\sfor details/)

    await page.route('**/document.create*', (route) => route.abort(), { times: 1 })
    await page.keyboard.type(' or [[Cellar')
    await expect(option('Cellar')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(body(page)).toHaveText(/for details or Cellar$/)
    await page.keyboard.type('!')
    await expect(body(page)).toHaveText(/for details or Cellar!$/)
  },
)

testOnKeptServer(
  '2.22 "/page" makes a page inside this one, links it where one wrote, and opens it',
  async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Plans' })
    await page.goto(`/${id}`)
    await body(page).click()
    await page.keyboard.type('See /page')
    await expect(page.getByRole('option', { name: 'Page', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(new RegExp(`${id}$`))
    await expect(title(page)).toBeFocused()
    await page.keyboard.type('Launch')
    await expect(saveState(page)).toHaveText('Saved')
    await row(page, 'Plans').getByRole('link').click()
    await expect(body(page).getByRole('link', { name: 'Launch' })).toBeVisible()
    await expect(body(page)).toContainText('See')
    await body(page).getByRole('link', { name: 'Launch' }).click()
    await expect(title(page)).toHaveValue('Launch')
  },
)

test('the focus that a window gives back finds the caret where it stood', async ({ editor, page }) => {
  await editor.write('p One fox', 'p Two')
  await editor.body.getByText('One fox').click()
  await page.keyboard.press('Home')
  for (const _ of 'One') await page.keyboard.press('ArrowRight')
  await editor.type(' red')
  for (const word of [' quick', ' big']) {
    // As a window does it that opens, is typed in, and closes.
    await page.evaluate(() => document.body.append(document.createElement('input')))
    await page.locator('body > input').fill('words')
    await page.locator('body > input').evaluate((input) => {
      input.remove()
      getSelection()!.removeAllRanges()
      document.querySelector<HTMLElement>('.page-body')!.focus()
    })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    await page.keyboard.type(word)
  }
  await expect(editor.body).toContainText('One red quick big fox')
})

testOnKeptServer(
  'who has pressed somewhere meanwhile begins another step of undo, also at the same place',
  async ({ page, signUp }) => {
    await signUp(page)
    await page.goto(`/${await makePage(page, 'Fox', ['one'])}`)
    await expect(saveState(page)).toHaveText('Saved')
    const write = async (words: string) => {
      await body(page)
        .getByText('one')
        .click({ position: { x: 4, y: 8 } })
      await page.keyboard.press('End')
      await page.keyboard.type(words)
    }
    await write(' a')
    await write(' b')
    await expect(body(page).locator('p')).toHaveText('one a b')
    await page.keyboard.press('Control+z')
    await expect(body(page).locator('p')).toHaveText('one a')
    await page.keyboard.press('Control+z')
    await expect(body(page).locator('p')).toHaveText('one')
  },
)
