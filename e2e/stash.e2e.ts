import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, sidebar, violations } from './screen.ts'

const stash = (page: Page) => page.getByRole('complementary', { name: 'Stash' })
const cards = (page: Page) => stash(page).getByRole('article')

/** The texts of the blocks on the page. */
const lines = (page: Page) =>
  body(page).evaluate((element) =>
    [...element.querySelectorAll('p, h2')].map((block) => block.textContent ?? ''),
  )

async function showStash(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('stash')
  await page.getByRole('option', { name: /Show or hide the stash/ }).click()
}

/** Puts the caret at the end of the block with this text and moves it to the stash by its menu. */
async function stashBlock(page: Page, text: string) {
  await body(page).getByText(text, { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+/')
  await page.getByPlaceholder('Search actions...').fill('stash')
  await page.getByRole('option', { name: 'Move to stash' }).click()
  await expect(page.getByText('Moved to stash', { exact: true }).first()).toBeVisible()
}

/** A page of paragraphs whose first is bold; its id. */
async function makePage(page: Page, title: string, texts: string[]): Promise<string> {
  const contentRich = texts.map((text, index) => ({
    id: `block${index}`,
    kind: 'paragraph',
    text: [{ text, ...(index === 0 ? { marks: [{ kind: 'bold' }] } : {}) }],
  }))
  return (await call(page, 'document.create', { title, contentRich })).id
}

test('rulings 2: blocks move to the stash and back, to another page, by button and by dragging', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const from = await makePage(page, 'Drafts', ['Bold words', 'Second', 'Third'])
  const to = await makePage(page, 'Final', ['Beginning', 'Ending'])
  await page.goto(`/${from}`)
  await expect(body(page)).toBeVisible()
  await stashBlock(page, 'Bold words')
  await expect.poll(() => lines(page)).toEqual(['Second', 'Third'])
  await stashBlock(page, 'Second')
  await expect.poll(() => lines(page)).toEqual(['Third'])
  // Undone on the page, the block is there again; the stash keeps its own.
  await page.keyboard.press('Control+z')
  await expect.poll(() => lines(page)).toEqual(['Second', 'Third'])

  // To the end of another page, and back with undo.
  await body(page).getByText('Third', { exact: true }).click()
  await page.keyboard.press('Control+/')
  await page.getByPlaceholder('Search actions...').fill('another page')
  await page.getByRole('option', { name: 'Move to…' }).click()
  const picker = page.getByRole('dialog', { name: 'Move blocks to' })
  await expect(picker.getByRole('option', { name: 'Drafts' })).toHaveCount(0)
  await picker.getByRole('combobox').fill('fin')
  await picker.getByRole('option', { name: 'Final' }).click()
  await expect(page.getByText('Moved to “Final”')).toBeVisible()
  await expect.poll(() => lines(page)).toEqual(['Second'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => lines(page)).toEqual(['Second', 'Third'])

  await page.goto(`/${to}`)
  await expect(body(page)).toBeVisible()
  await showStash(page)
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).first()).toContainText('Drafts')
  await expect(cards(page).nth(1).locator('strong')).toHaveText('Bold words')
  expect(await violations(page, { part: '.stash-panel' })).toEqual([])

  await stash(page).getByRole('searchbox').fill('BOLD')
  await expect(cards(page)).toHaveCount(1)
  await stash(page).getByRole('searchbox').fill('')
  await expect(cards(page)).toHaveCount(2)
  await body(page).getByText('Beginning').click()
  // Pressed twice while the first press is on its way, it is there once.
  await stash(page).getByRole('button', { name: 'Insert “Bold words” here' }).dblclick()
  await expect.poll(() => lines(page)).toEqual(['Beginning', 'Bold words', 'Ending', 'Third'])
  await expect(cards(page)).toHaveCount(1)
  await expect(body(page).locator('strong').nth(1)).toHaveText('Bold words')
  // What is taken off the page again by an undo is in the stash again, and out of it when it is done anew.
  await page.keyboard.press('Control+z')
  await expect.poll(() => lines(page)).toEqual(['Beginning', 'Ending', 'Third'])
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => lines(page)).toEqual(['Beginning', 'Bold words', 'Ending', 'Third'])
  await expect(cards(page)).toHaveCount(1)

  const grip = (await stash(page)
    .getByRole('button', { name: /^Drag “Second”/ })
    .boundingBox())!
  const end = (await body(page).getByText('Ending').boundingBox())!
  await page.mouse.move(grip.x + 6, grip.y + 6)
  await page.mouse.down()
  await page.mouse.move(grip.x - 60, grip.y + 6, { steps: 3 })
  await page.mouse.move(end.x + 200, end.y + end.height - 2, { steps: 5 })
  await expect(page.locator('.drop-indicator')).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => lines(page)).toEqual(['Beginning', 'Bold words', 'Ending', 'Second', 'Third'])
  await expect(stash(page).getByText(/Nothing is stashed/)).toBeVisible()

  await stashBlock(page, 'Ending')
  await stash(page).getByRole('button', { name: 'Delete “Ending”' }).click()
  await expect(stash(page).getByText(/Nothing is stashed/)).toBeVisible()
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(1)
  await stash(page).getByRole('searchbox').press('Escape')
  await expect(stash(page)).toBeHidden()
})

test("2.10 /stash explains the stash, and a visitor's stays in their browser until they sign up", async ({
  page,
  signUp,
}) => {
  await page.goto('/stash')
  await expect(page.getByRole('heading', { level: 1, name: 'Stash' })).toBeVisible()
  const text = 'This sentence is good, but not here. Keep it for later.'
  await stashBlock(page, text)
  await expect(body(page).getByText(text)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open stash' }).click()
  await expect(cards(page)).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('sheaf:stash'))).toContain('Keep it for later')

  await signUp(page)
  await showStash(page)
  await expect(stash(page).getByText('1 item is in this browser only.')).toBeVisible()
  await stash(page).getByRole('button', { name: 'Keep them' }).click()
  await expect(cards(page)).toHaveCount(1)
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('sheaf:stash'))).toBe('[]')
})

test('2.25 ?find= in an address opens the page with the words marked', async ({ page }) => {
  await page.goto('/find-replace?find=fox')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toHaveValue('fox')
  await expect(page.getByRole('status', { name: 'Matches' })).toHaveText(/^1 of \d+$/)
})

test('R1 what is put back stays in the stash when its page is left before the blocks are on it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const first = await makePage(page, 'Drafts', ['Kept words', 'Second'])
  await makePage(page, 'Final', ['Beginning'])
  await page.goto(`/${first}`)
  await expect(body(page)).toBeVisible()
  await stashBlock(page, 'Kept words')
  await page.getByRole('button', { name: 'Open stash' }).click()
  let letThrough = () => {}
  const left = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/put-on-*.js', async (route) => {
    await left
    await route.continue()
  })
  await stash(page).getByRole('button', { name: 'Insert “Kept words” here' }).click()
  await sidebar(page).getByText('Final', { exact: true }).click()
  await expect(body(page)).toContainText('Beginning')
  letThrough()
  await expect(page.getByText('Open a page that you may edit, and put it back there.')).toBeVisible()
  expect(await lines(page)).toEqual(['Beginning'])
  await expect(cards(page)).toHaveText(/Kept words/)
  await stash(page).getByRole('button', { name: 'Insert “Kept words” here' }).click()
  await expect.poll(() => lines(page)).toContain('Kept words')
  await expect(cards(page)).toHaveCount(0)
})
