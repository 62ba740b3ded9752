import type { Locator, Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, makePage, row, saveState, title, tree } from './screen.ts'

// Whole journeys, on machines with much other work too.
test.setTimeout(120_000)

/** Presses Tab until this has the focus, as somebody does who uses no pointer. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab', most = 80): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let pressed = 0; pressed < most; pressed++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${wanted} is not reached by ${most} times ${key}`)
}

test('by the keyboard alone a page is written, put in order, found, shared, reviewed, answered by AI and published', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  await test.step('writing, lists and a table', async () => {
    await tabTo(page, button('New page').first())
    await keyboard.press('Enter')
    await expect(title(page)).toBeFocused()
    await keyboard.type('Garden')
    await keyboard.press('Enter')
    await keyboard.type('What grows in **spring** here.')
    await keyboard.press('Enter')
    await keyboard.type('[] Sow peas')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('/table')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Size of the table' })).toBeVisible()
    await keyboard.press('Enter')
    for (const cell of ['Bed', 'Plant', 'Month', 'North', 'Peas', 'March']) {
      await keyboard.type(cell)
      await keyboard.press('Tab')
    }
    await keyboard.press('Control+Enter')
    await keyboard.type('Behind the table.')
    await expect(body(page).getByRole('row').nth(1)).toHaveText('NorthPeasMarch')
    await expect(body(page).locator('> p', { hasText: 'Behind the table.' })).toBeVisible()
    await expect(saveState(page)).toHaveText('Saved')
  })

  await test.step('the tree', async () => {
    await makePage(page, 'Tools')
    await expect(row(page, 'Tools')).toBeVisible()
    await tabTo(page, tree(page).locator('[role=treeitem][tabindex="0"]'), 'Shift+Tab')
    await keyboard.press('End')
    await expect(row(page, 'Tools')).toBeFocused()
    await keyboard.press('Alt+ArrowRight')
    await expect(row(page, 'Tools')).toHaveAttribute('aria-level', '2')
  })

  await test.step('search', async () => {
    await keyboard.press('Control+p')
    await keyboard.type('sping')
    await expect(page.getByRole('option', { name: /Garden/ })).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    await expect(title(page)).toHaveValue('Garden')
  })

  await test.step('sharing', async () => {
    await tabTo(page, button('Share'))
    await keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Share' })
    await tabTo(page, panel.getByLabel('Invite somebody'))
    await keyboard.type('grace@example.org')
    await keyboard.press('Enter')
    await expect(panel.getByText('grace@example.org')).toBeVisible()
    await keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('reviewing', async () => {
    await tabTo(page, body(page))
    await keyboard.press('Control+Home')
    await keyboard.press('Control+Alt+Shift+x')
    await expect(button('Mode: Suggesting')).toBeVisible()
    await keyboard.type('Now: ')
    await expect(body(page).locator('ins')).toHaveText('Now: ')
    await keyboard.press('Control+Alt+Shift+z')
    await expect(button('Mode: Editing')).toBeVisible()
    await keyboard.press('Control+Alt+Period')
    await keyboard.press('a')
    await expect(body(page).locator('ins')).toHaveCount(0)
    await expect(body(page)).toContainText('Now: What grows')
  })

  await test.step('asking the AI', async () => {
    await tabTo(page, body(page))
    await keyboard.press('Control+End')
    await keyboard.press('Enter')
    await keyboard.press('Control+j')
    const menu = page.getByRole('dialog', { name: 'Ask AI' })
    await expect(menu.getByRole('textbox')).toBeFocused()
    await keyboard.type('Say what to do in April')
    await keyboard.press('Enter')
    await expect(menu.getByRole('option', { name: 'Accept', exact: true })).toBeVisible()
    await keyboard.press('Enter')
    await expect(menu).toHaveCount(0)
  })

  await test.step('publishing', async () => {
    await keyboard.press('Control+p')
    await keyboard.type('publish')
    await expect(page.getByRole('option', { name: /^Publish/ }).first()).toBeVisible()
    await keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Publish' })
    await tabTo(page, panel.getByRole('button', { name: 'Publish' }))
    await keyboard.press('Enter')
    await expect(panel.getByRole('link', { name: 'View site' })).toBeVisible()
  })
})
