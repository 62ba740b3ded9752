import type { Locator, Page } from '@playwright/test'
import type { Block } from '../src/blocks/index.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import {
  ask,
  body,
  call,
  makePage,
  openId,
  row,
  saveState,
  seriousViolations,
  title,
  toast,
  tree,
} from './screen.ts'

/** Pages with these titles, made without the screen; the ids by title. */
async function seed(page: Page, titles: string[], parentDocumentId: string | null = null) {
  const ids: Record<string, string> = {}
  for (const title of titles)
    ids[title] = (await call(page, 'document.create', { title, parentDocumentId })).id
  return ids
}

/** The tree as it is drawn: titles, two spaces a level. */
async function outline(page: Page): Promise<string[]> {
  return tree(page)
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows.map((item) => '  '.repeat(Number(item.ariaLevel) - 1) + (item.getAttribute('aria-label') ?? '')),
    )
}

/** Opens the menu of a row and chooses an entry. */
async function choose(page: Page, rowTitle: string, entry: string) {
  await row(page, rowTitle).hover()
  await row(page, rowTitle)
    .getByRole('button', { name: `More for ${rowTitle}` })
    .click()
  const menu = page.getByRole('menu', { name: `Actions for ${rowTitle}` })
  await menu.getByRole('menuitem', { name: entry }).click()
}

/** Drags a row and drops it at a height (0 top, 1 bottom) of another. */
async function drag(page: Page, from: Locator, to: Locator, height: number) {
  await expect(from).toHaveAttribute('draggable', 'true')
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('a row is not on the screen')
  await page.mouse.move(start.x + 60, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 70, start.y + start.height / 2 + 4, { steps: 3 })
  await page.mouse.move(end.x + 70, end.y + end.height * height, { steps: 6 })
  await page.mouse.move(end.x + 72, end.y + end.height * height)
  await page.mouse.up()
}

test.describe('the tree', () => {
  test('2.22 says "No pages", a new page opens its route, a nested empty list says "No pages inside"', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    await expect(page.getByText('No pages', { exact: true })).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'New page' }).click()
    await expect(page).toHaveURL(/\/[0-9a-z]{20}$/)
    await expect(title(page)).toBeFocused()
    await expect(row(page, 'Untitled')).toHaveAttribute('aria-current', 'page')
    await title(page).fill('Plans')
    await expect(row(page, 'Plans')).toBeVisible()
    const parent = new RegExp(`${openId(page)}$`)

    await row(page, 'Plans').getByRole('button', { name: 'Open what is inside Plans' }).click()
    await expect(page.getByText('No pages inside')).toBeVisible()

    await row(page, 'Plans').hover()
    await row(page, 'Plans').getByRole('button', { name: 'Add a page inside Plans' }).click()
    await expect(page).not.toHaveURL(parent)
    await expect(row(page, 'Untitled')).toHaveAttribute('aria-level', '2')
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Plans')
    await expect(page.getByText('No pages inside')).toBeHidden()
    await row(page, 'Plans').click()
    await expect(page).toHaveURL(parent)
  })

  test('2.2 the address of a page says its title, follows it, and keeps the block it leads to (U29)', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const id = await makePage(page, 'Plan for the harvest', ['First', 'Second'])
    await page.goto(`/${id}#block1`)
    await expect(page).toHaveURL(`/plan-for-the-harvest-${id}#block1`)
    await title(page).fill('Überblick: Ernte')
    await expect(page).toHaveURL(`/uberblick-ernte-${id}#block1`)
    // Back is where one came from, not what the page was called.
    await page.goto('/settings')
    await page.goBack()
    await expect(title(page)).toHaveValue('Überblick: Ernte')
    await expect(row(page, 'Überblick: Ernte')).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page).toHaveURL('/')
    // An address of before leads to it, and says what it is called now.
    await page.goto(`/plan-for-the-harvest-${id}`)
    await expect(page).toHaveURL(`/uberblick-ernte-${id}`)
    await page.goto(`/plan-for-the-harvest-${id}/`)
    await expect(title(page)).toHaveValue('Überblick: Ernte')
    // A press on the page that is open leads nowhere, also after it was loaded by its long address.
    await page.reload()
    const before = await page.evaluate(() => history.length)
    await row(page, 'Überblick: Ernte').click()
    await expect(page).toHaveURL(`/uberblick-ernte-${id}`)
    await row(page, 'Überblick: Ernte').click()
    expect(await page.evaluate(() => history.length)).toBe(before)
    // Nothing to say, nothing in it.
    await title(page).fill('')
    await expect(page).toHaveURL(`/${id}`)
  })

  test('2.22 select mode shows checkboxes and does not navigate; what is ticked goes to the trash together', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { One } = await seed(page, ['One', 'Two', 'Three'])
    await seed(page, ['Inside'], One)
    await page.reload()
    await row(page, 'One').hover()
    const selecting = page.getByRole('button', { name: 'Select pages' })
    await selecting.click()
    await page.getByRole('checkbox', { name: 'Select One' }).click()
    // A menu that Escape closes is not the end of it; Escape in the tree is.
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('menuitemradio').first().waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitemradio')).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
    await row(page, 'Three').focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('checkbox', { name: 'Select One' })).toHaveCount(0)
    await expect(row(page, 'Three')).toBeFocused()
    await selecting.press('Enter')
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(selecting).toBeFocused()
    await selecting.click()
    await page.getByRole('checkbox', { name: 'Select One' }).click()
    await row(page, 'Two').click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    await expect(row(page, 'Two')).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Trash', exact: true }).first().click()
    await expect(toast(page, 'Note moved to trash.')).toBeVisible()
    await expect.poll(() => outline(page)).toEqual(['Three'])
    await toast(page, 'Note moved to trash.').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Note Restored.')).toBeVisible()
    await expect.poll(() => outline(page)).toEqual(['One', 'Two', 'Three'])
  })

  test('2.22 the tree is walked, searched, renamed and emptied by the keyboard alone', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { Apple } = await seed(page, ['Apple', 'Banana', 'Blueberry'])
    await seed(page, ['Core'], Apple)
    await page.reload()
    await row(page, 'Apple').focus()
    await page.keyboard.press('ArrowRight')
    await expect(row(page, 'Core')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(row(page, 'Core')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(row(page, 'Apple')).toBeFocused()
    await page.keyboard.press('End')
    await expect(row(page, 'Blueberry')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.type('bl')
    await expect(row(page, 'Blueberry')).toBeFocused()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New title' })).toBeFocused()
    await page.keyboard.type('Blackberry')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Blackberry')).toBeFocused()
    await page.keyboard.press('F2')
    await page.keyboard.type('Nothing')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Blackberry')).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(row(page, 'Blackberry')).toBeHidden()
    await expect(row(page, 'Banana')).toBeFocused()
    await expect(toast(page, 'Note moved to trash.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveValue('Banana')
    await page.reload()
    await expect.poll(() => outline(page)).toEqual(['Apple', '  Core', 'Banana'])
  })

  test('2.22 in a tree of hundreds the row with the keyboard, and a title being typed, outlast the wheel', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const titles = Array.from({ length: 240 }, (_, at) => `Page ${String(at).padStart(3, '0')}`)
    const ids = await seed(page, titles)
    await page.goto(`/${ids['Page 200']}`)
    await expect(title(page)).toHaveValue('Page 200')
    // The open page is far below what is drawn, and where Tab goes all the same.
    await expect(row(page, 'Page 200')).toHaveAttribute('tabindex', '0')
    await row(page, 'Page 003').focus()
    await page.keyboard.press('F2')
    await page.keyboard.type('Renamed')
    await row(page, 'Page 005').hover()
    await page.mouse.wheel(0, 5_800)
    await expect(row(page, 'Page 200')).toBeInViewport()
    const field = page.getByRole('textbox', { name: 'New title' })
    await expect(field).not.toBeInViewport()
    await expect(field).toBeFocused()
    await page.keyboard.type(' by wheel')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Renamed by wheel')).toBeFocused()
    await expect(row(page, 'Renamed by wheel')).toBeInViewport()
    await page.mouse.wheel(0, 5_800)
    await expect(row(page, 'Page 200')).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Page 004')).toBeFocused()
    await expect(row(page, 'Page 004')).toBeInViewport()
  })

  test('2.22 a title that is typed in the tree is kept by a click elsewhere, and the focus goes there', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { Apple } = await seed(page, ['Apple', 'Banana'])
    await page.goto(`/${Apple}`)
    await expect(saveState(page)).toHaveText('Saved')
    await row(page, 'Banana').focus()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New title' })).toBeFocused()
    await page.keyboard.type('Cherry')
    await body(page).click()
    await expect(row(page, 'Cherry')).toBeVisible()
    await page.keyboard.type('written on')
    await expect(body(page)).toHaveText('written on')
    // From the first line up into the title, and back.
    await page.keyboard.press('ArrowUp')
    await expect(title(page)).toBeFocused()
    await page.keyboard.type(' pie')
    await expect(title(page)).toHaveValue('Apple pie')
    await page.keyboard.press('ArrowDown')
    await expect(body(page)).toBeFocused()
  })

  test('4.4 a page dropped on the top quarter goes before, on the bottom quarter after, on the middle inside', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    await seed(page, ['A', 'B', 'C'])
    await page.reload()
    await drag(page, row(page, 'C'), row(page, 'A'), 0.1)
    await expect.poll(() => outline(page)).toEqual(['C', 'A', 'B'])
    await drag(page, row(page, 'C'), row(page, 'B'), 0.9)
    await expect.poll(() => outline(page)).toEqual(['A', 'B', 'C'])
    await drag(page, row(page, 'A'), row(page, 'B'), 0.5)
    await expect.poll(() => outline(page)).toEqual(['B', '  A', 'C'])
    await expect(row(page, 'B')).toHaveAttribute('aria-expanded', 'true')
    await page.reload()
    await expect.poll(() => outline(page)).toEqual(['B', '  A', 'C'])
    await drag(page, row(page, 'A'), row(page, 'C'), 0.9)
    await expect.poll(() => outline(page)).toEqual(['B', 'C', 'A'])
    await page.reload()
    await expect.poll(() => outline(page)).toEqual(['B', 'C', 'A'])
  })

  test('5.5 a page is dropped neither on itself nor into its own descendant', async ({ page, signUp }) => {
    await signUp(page)
    const { A } = await seed(page, ['A', 'Z'])
    const { B } = await seed(page, ['B'], A)
    await seed(page, ['C'], B)
    await page.reload()
    await row(page, 'A').focus()
    await page.keyboard.press('ArrowRight')
    await row(page, 'B').focus()
    await page.keyboard.press('ArrowRight')
    const moves: string[] = []
    page.on('request', (request) => request.url().includes('document.move') && moves.push(request.url()))
    for (const target of ['A', 'B', 'C']) await drag(page, row(page, 'A'), row(page, target), 0.5)
    await drag(page, row(page, 'A'), row(page, 'C'), 0.9)
    expect(await outline(page)).toEqual(['A', '  B', '    C', 'Z'])
    expect(moves).toEqual([])
  })

  test('4.4 pages are moved by the keyboard, and the move is announced', async ({ page, signUp }) => {
    await signUp(page)
    await seed(page, ['A', 'B', 'C'])
    await page.reload()
    const said = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-live=polite]')
    await row(page, 'C').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(said).toHaveText('C moved before B.')
    await expect.poll(() => outline(page)).toEqual(['A', 'C', 'B'])
    await expect(row(page, 'C')).toBeFocused()
    await page.keyboard.press('Control+Shift+ArrowDown')
    await expect(said).toHaveText('C moved after B.')
    await expect.poll(() => outline(page)).toEqual(['A', 'B', 'C'])
    await page.keyboard.press('Alt+ArrowRight')
    await expect(said).toHaveText('C moved into B.')
    await expect.poll(() => outline(page)).toEqual(['A', 'B', '  C'])
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => outline(page)).toEqual(['A', 'B', 'C'])
    await expect(row(page, 'C')).toBeFocused()
    await page.reload()
    await expect.poll(() => outline(page)).toEqual(['A', 'B', 'C'])
  })

  test('a page is made inside another from its menu', async ({ page, signUp }) => {
    await signUp(page)
    await seed(page, ['Outside'])
    await page.reload()
    await choose(page, 'Outside', 'Add a page inside')
    await expect(title(page)).toBeFocused()
    await expect.poll(() => outline(page)).toEqual(['Outside', '  Untitled'])
  })

  test('a page is moved through "Move to…" without dragging', async ({ page, signUp }) => {
    await signUp(page)
    await seed(page, ['Inbox', 'Garden', 'Roses'])
    await page.reload()
    await choose(page, 'Roses', 'Move to…')
    const dialog = page.getByRole('dialog', { name: 'Move “Roses”' })
    await expect(dialog.getByRole('option', { name: 'Roses' })).toBeHidden()
    await dialog.getByRole('combobox').fill('gar')
    await page.keyboard.press('Enter')
    await expect.poll(() => outline(page)).toEqual(['Inbox', 'Garden', '  Roses'])
    await choose(page, 'Roses', 'Move to…')
    await page.getByRole('option', { name: 'Top level' }).click()
    await expect.poll(() => outline(page)).toEqual(['Inbox', 'Garden', 'Roses'])
  })

  test('2,000 pages are drawn as a window and still reached by the keyboard', async ({ page, signUp }) => {
    await signUp(page)
    const documents = Array.from({ length: 2_000 }, (_, at) => ({
      id: `page${at}`,
      podId: 'pod',
      parentDocumentId: null,
      title: `Page ${at}`,
      icon: null,
      status: 'none',
      tags: [],
      isFavorite: false,
      hasChildren: false,
      isShared: false,
      position: String(at).padStart(5, '0'),
      updatedAt: '2026-01-01T00:00:00.000Z',
    }))
    await page.route(/document\.tree/, async (route) => {
      const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
      const answer = await route.fetch()
      const results = await answer.json()
      results[names.indexOf('document.tree')] = { result: { data: { documents } } }
      await route.fulfill({ response: answer, json: results })
    })
    await page.reload()
    await expect(row(page, 'Page 0')).toBeVisible()
    expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(150)
    await row(page, 'Page 0').focus()
    await page.keyboard.press('End')
    await expect(row(page, 'Page 1999')).toBeFocused()
    await expect(row(page, 'Page 1999')).toBeInViewport()
    await expect(row(page, 'Page 1999')).toHaveAttribute('aria-posinset', '2000')
    await page.keyboard.press('ArrowRight')
    await expect(tree(page).getByText('No pages inside')).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(row(page, 'Page 0')).toBeFocused()
  })

  test('2.23 on a phone the tree is in a drawer that closes when a page is opened', async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signUp(page)
    await seed(page, ['Pocket'])
    await page.reload()
    await expect(tree(page)).toBeHidden()
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await row(page, 'Pocket').click()
    await expect(title(page)).toHaveValue('Pocket')
    await expect(tree(page)).toBeHidden()
    // Also when it is the page that is open.
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await row(page, 'Pocket').click()
    await expect(tree(page)).toBeHidden()
  })
})

test.describe('the page', () => {
  test('2.28, 5.2 the title has a placeholder, fills tree and tab, and Enter goes to the body without a line break', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', {})
    await page.goto(`/${id}`)
    await expect(title(page)).toHaveAttribute('placeholder', 'Untitled')
    await title(page).click()
    await page.keyboard.type('A short')
    await page.keyboard.press('Enter')
    await expect(body(page)).toBeFocused()
    await page.keyboard.type('story')
    await expect(title(page)).toHaveValue('A short')
    await expect(body(page)).toHaveText('story')
    await expect(row(page, 'A short')).toBeVisible()
    await expect(page).toHaveTitle(/A short/)
    await title(page).fill('two\nlines')
    await expect(title(page)).toHaveValue('two lines')
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved')
    await page.reload()
    await expect(title(page)).toHaveValue('two lines')
    await expect(body(page)).toHaveText('story')
  })

  test('2.28 two people type in one title, and undo takes back only one’s own words', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'plan' })
    await page.goto(`/${id}`)
    const second = await page.context().newPage()
    await second.goto(`/${id}`)
    await expect(title(second)).toHaveValue('plan')
    await title(page).focus()
    await page.keyboard.press('Home')
    await title(second).focus()
    await second.keyboard.press('End')
    await page.keyboard.type('big ')
    await second.keyboard.type(' B')
    for (const one of [page, second]) await expect(title(one)).toHaveValue('big plan B')
    await page.keyboard.type('old ')
    await expect(title(second)).toHaveValue('big old plan B')
    await second.keyboard.press('Control+z')
    for (const one of [page, second]) await expect(title(one)).toHaveValue('big old plan')
  })

  test('2.28 an icon is added, changed and removed', async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Iconic' })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).host !== new URL(page.url()).host) elsewhere.push(request.url())
    })
    await page.goto(`/${id}`)
    await title(page).hover()
    await page.getByRole('button', { name: 'Add icon' }).click()
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('seedling')
    await expect(page.getByRole('gridcell').first()).toHaveText('🌱')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Change icon' })).toHaveText('🌱')
    await expect(row(page, 'Iconic')).toContainText('🌱')
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg/)
    await page.reload()
    await page.getByRole('button', { name: 'Change icon' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Change icon' })).toBeHidden()
    await expect(row(page, 'Iconic')).not.toContainText('🌱')
    expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([])
  })

  test('Enter right behind quickly typed words chooses the emoji that they find, also in a browser that is busy', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Iconic' })
    await page.goto(`/${id}`)
    await title(page).hover()
    await page.getByRole('button', { name: 'Add icon' }).click()
    const search = page.getByRole('searchbox', { name: 'Search emoji' })
    await expect(search).toBeFocused()
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    // The picker learns of what was typed with the next frame, which comes late here.
    await page.evaluate(() => {
      const soon = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (then) => window.setTimeout(() => soon(then), 400)
    })
    await page.keyboard.insertText('seedling')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Change icon' })).toHaveText('🌱')
  })

  test('emoji that could not be loaded say so and are asked for again', async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Iconic' })
    await page.goto(`/${id}`)
    await page.route(/assets\/data.*\.json/, (route) => route.abort(), { times: 1 })
    await title(page).hover()
    await page.getByRole('button', { name: 'Add icon' }).click()
    await expect(page.getByText('The emoji could not be loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeVisible()
  })

  test('rulings 3: the address of a block scrolls to it', async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', {
      title: 'Long',
      contentRich: Array.from({ length: 120 }, (_, at) => ({
        id: `block${at}`,
        kind: 'paragraph',
        text: [{ text: `Paragraph ${at}` }],
      })),
    })
    await page.goto(`/${id}#block100`)
    await expect(page.getByText('Paragraph 100', { exact: true })).toBeInViewport()
    await expect(page.getByText('Paragraph 0', { exact: true })).not.toBeInViewport()
  })

  test('a page is found again where it was scrolled to', async ({ page, signUp }) => {
    await signUp(page)
    const contentRich = Array.from({ length: 120 }, (_, at) => ({
      kind: 'paragraph',
      text: [{ text: `Paragraph ${at}` }],
    }))
    const { id } = await call(page, 'document.create', { title: 'Long', contentRich })
    await seed(page, ['Other'])
    await page.goto(`/${id}`)
    await page.getByText('Paragraph 80', { exact: true }).scrollIntoViewIfNeeded()
    await expect(page.getByText('Paragraph 80', { exact: true })).toBeInViewport()
    await row(page, 'Other').click()
    await expect(title(page)).toHaveValue('Other')
    await row(page, 'Long').click()
    await expect(page.getByText('Paragraph 80', { exact: true })).toBeInViewport()
    await row(page, 'Other').click()
    await expect(title(page)).toBeInViewport()
  })

  test('a row’s menu opens by the right button and by the keyboard, and gives the focus back', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    await seed(page, ['Row'])
    await page.reload()
    const menu = page.getByRole('menu', { name: 'Actions for Row' })
    await row(page, 'Row').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'More for Row' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'More for Row' })).toBeFocused()
    await row(page, 'Row').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(page.getByRole('textbox', { name: 'New title' })).toBeFocused()
  })

  test('2.31 the options change how the page looks and tell about it', async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', {
      title: 'Three words here',
      contentRich: [{ kind: 'paragraph', text: [{ text: 'and four more words' }] }],
    })
    await page.goto(`/${id}`)
    await page.getByRole('button', { name: 'Page options' }).click()
    await expect(page.getByText('7 words')).toBeVisible()
    await expect(page.getByText(/^Last edited by /)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Layout' }).click()
    const wide = page.getByRole('menuitemcheckbox', { name: 'Full width' })
    await wide.click()
    await expect(wide).toBeChecked()
    await page.getByRole('menuitem', { name: 'Status: None' }).click()
    await page.getByRole('menuitemradio', { name: 'In Progress' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByRole('button', { name: 'Status: In Progress' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByRole('button', { name: 'Status: In Progress' })).toBeVisible()
    const article = await page.getByRole('article').boundingBox()
    expect(article?.width).toBeGreaterThan(1000)
  })

  test('4.2 a favourite toggles and stands above the tree', async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Dear' })
    await page.goto(`/${id}`)
    await page.getByRole('button', { name: 'Add to favorites' }).click()
    const favourites = page.getByRole('region', { name: 'Favorites' })
    await expect(favourites.getByRole('link', { name: 'Dear' })).toBeVisible()
    await page.reload()
    await expect(favourites.getByRole('link', { name: 'Dear' })).toBeVisible()
    await choose(page, 'Dear', 'Remove from favorites')
    await expect(favourites).toBeHidden()
  })

  test('6.5, 2.30 a page in the trash says so and can only be read, and its banner restores it', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Old', icon: '🪦' })
    await page.goto(`/${id}`)
    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await expect(toast(page, 'Note moved to trash.')).toBeVisible()
    await expect(page.getByText('This page is in the trash.')).toBeVisible()
    await expect(row(page, 'Old')).toBeHidden()
    await expect(title(page)).toHaveAttribute('readonly', '')
    await expect(body(page)).toHaveAttribute('contenteditable', 'false')
    await expect(page.getByRole('button', { name: 'Change icon' })).toBeHidden()
    await expect(page.getByRole('img', { name: 'Page icon 🪦' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Restore' }).click()
    await expect(toast(page, 'Note Restored.')).toBeVisible()
    await expect(page.getByText('This page is in the trash.')).toBeHidden()
    await expect(row(page, 'Old')).toBeVisible()
    await title(page).fill('New again')
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved')
    await expect(row(page, 'New again')).toBeVisible()
  })

  test('2.12, 2.24, 4.2 deleting the open page goes home, after it was confirmed', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Doomed' })
    await call(page, 'document.archive', { id })
    await page.goto(`/${id}`)
    const deleteButton = page.getByRole('main').getByRole('button', { name: 'Delete permanently' })
    await deleteButton.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Doomed” permanently?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('This page is in the trash.')).toBeVisible()
    await deleteButton.click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(toast(page, 'Note deleted.')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await page.goto(`/${id}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  test('2.30 a page that goes to the trash elsewhere turns read-only here', async ({ page, signUp }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Shared view' })
    await page.goto(`/${id}`)
    await expect(body(page)).toHaveAttribute('contenteditable', 'true')
    await call(page, 'document.archive', { id })
    await expect(page.getByText('This page is in the trash.')).toBeVisible()
    await expect(body(page)).toHaveAttribute('contenteditable', 'false')
    await call(page, 'document.restore', { id })
    await expect(page.getByText('This page is in the trash.')).toBeHidden()
    await expect(body(page)).toHaveAttribute('contenteditable', 'true')
  })

  test('an unknown page and somebody else’s are the same friendly screen', async ({
    page,
    signUp,
    browser,
    server,
  }) => {
    await signUp(page)
    const { id } = await call(page, 'document.create', { title: 'Mine alone' })
    const context = await browser.newContext({ baseURL: server.url })
    const stranger = await context.newPage()
    await signUp(stranger)
    const screens: string[] = []
    for (const address of [`/${id}`, '/0123456789abcdefghjk']) {
      await stranger.goto(address)
      await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      screens.push(await stranger.getByRole('main').innerText())
    }
    expect(screens[0]).toBe(screens[1])
    await context.close()
  })

  test('rulings 0: a page that is in the browser opens without the server, and what is typed arrives later', async ({
    page,
    signUp,
    server,
  }) => {
    await signUp(page)
    const { Kept } = await seed(page, ['Kept', 'Other'])
    await page.goto(`/${Kept}`)
    await body(page).click()
    await page.keyboard.type('before')
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved')
    await row(page, 'Other').click()
    await expect(title(page)).toHaveValue('Other')
    await server.kill()
    await row(page, 'Kept').click()
    await expect(body(page)).toHaveText('before')
    await body(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and after')
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText(/^Offline — \d+ unsent$/)
    await server.start()
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved', { timeout: 30_000 })
    const { contentRich } = await ask<{ contentRich: Block[] }>(page, 'document.document', { id: Kept })
    expect(contentRich[0]?.text).toEqual([{ text: 'before and after' }])
  })
})

test('8.2 what is said while the sidebar of a phone is open stands over it, and its button is pressed without closing it', async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await seed(page, ['Kept', 'Thrown'])
  await page.goto('/')
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  const sidebar = page.getByRole('dialog', { name: 'Sidebar' })
  const thrown = sidebar.getByRole('treeitem', { name: 'Thrown', exact: true })
  await thrown.focus()
  await page.keyboard.press('Delete')
  await expect(thrown).toBeHidden()
  // Hit where it stands: something over it would fail this.
  await toast(page, 'Note moved to trash.').getByRole('button', { name: 'Undo' }).click()
  await expect(thrown).toBeVisible()
  await expect(sidebar).toBeVisible()
})

test('7.44 the head of a page is asked for again when it is opened and when its window is looked at again', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const ids = await seed(page, ['Looked at'])
  const asked = () =>
    page.waitForRequest((request) => /\/api\/trpc\/[^?]*document\.document\b/.test(request.url()))
  const onOpening = asked()
  await page.goto(`/${ids['Looked at']}`)
  await onOpening
  await expect(title(page)).toHaveValue('Looked at')
  await expect(body(page)).toBeVisible()
  // Its list of calls is at rest: what is asked now, is asked because the window is looked at.
  await page.waitForLoadState('networkidle')
  const onLooking = asked()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await onLooking
})

test.describe('home and trash', () => {
  test('home greets, starts empty, and then shows the five pages opened last', async ({ page, signUp }) => {
    await signUp(page)
    await expect(
      page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), / }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Write your first page' })).toBeVisible()
    const ids = await seed(page, ['R1', 'R2', 'R3', 'R4', 'R5', 'R6'])
    for (const id of Object.values(ids)) await call(page, 'document.visit', { id })
    await call(page, 'document.update', { id: ids.R2, isFavorite: true })
    await page.reload()
    const main = page.getByRole('main')
    await expect(main.getByRole('region', { name: 'Recently opened' }).getByRole('link')).toHaveText([
      /R6/,
      /R5/,
      /R4/,
      /R3/,
      /R2/,
    ])
    await main.getByRole('region', { name: 'Favorites' }).getByRole('link', { name: /R2/ }).click()
    await expect(title(page)).toHaveValue('R2')
  })

  test('2.27 the trash is searched, its rows open the page, and pages come back or go for good', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const ids = await seed(page, ['Alpha', 'Beta', 'Gamma'])
    for (const id of Object.values(ids)) await call(page, 'document.archive', { id })
    await page.reload()
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Trash' })
    await expect(panel.getByRole('listitem')).toHaveText([/Gamma/, /Beta/, /Alpha/])
    await panel.getByRole('searchbox', { name: 'Search the trash' }).fill('nothing like it')
    await expect(panel.getByText('No matches')).toBeVisible()
    await panel.getByRole('searchbox', { name: 'Search the trash' }).fill('ALPH')
    await expect(panel.getByRole('listitem')).toHaveText([/Alpha/])
    await panel.getByRole('searchbox', { name: 'Search the trash' }).fill('')
    await expect(panel.getByRole('listitem')).toHaveCount(3)
    await panel.getByRole('listitem').filter({ hasText: 'Beta' }).hover()
    await panel.getByRole('button', { name: 'Restore Beta' }).click()
    await expect(toast(page, 'Note Restored.')).toBeVisible()
    await expect(row(page, 'Beta')).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveText([/Gamma/, /Alpha/])
    await panel.getByRole('listitem').filter({ hasText: 'Gamma' }).hover()
    await panel.getByRole('button', { name: 'Delete Gamma permanently' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(toast(page, 'Note Deleted.')).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveText([/Alpha/])
    await panel.getByRole('link', { name: 'Alpha' }).click()
    await expect(page).toHaveURL(new RegExp(`${ids.Alpha}$`))
    await expect(page.getByText('This page is in the trash.')).toBeVisible()
    // All of it, once it was confirmed; the page that is open goes too.
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await panel.getByRole('button', { name: 'Empty trash' }).click()
    const question = page.getByRole('alertdialog', { name: 'Empty the trash?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(panel.getByRole('listitem')).toHaveText([/Alpha/])
    await panel.getByRole('button', { name: 'Empty trash' }).click()
    await question.getByRole('button', { name: 'Empty trash' }).click()
    await expect(toast(page, 'Trash emptied.')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await expect(row(page, 'Beta')).toBeVisible()
  })
})

test('a title that an input method composes keeps what a colleague writes in it meanwhile', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  await signUp(page)
  const { Plan } = await seed(page, ['Plan'])
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    storageState: await page.context().storageState(),
  })
  const other = await elsewhere.newPage()
  for (const one of [page, other]) {
    await one.goto(`/${Plan}`)
    await expect(title(one)).toHaveValue('Plan')
  }
  await title(page).click()
  await page.keyboard.press('End')
  const keys = await page.context().newCDPSession(page)
  await keys.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 })
  await expect(title(page)).toHaveValue('Planかな')

  await title(other).click()
  await other.keyboard.press('Home')
  await other.keyboard.type('Our ')
  // The tree hears of the colleague's words; the field is the input method's.
  await expect(row(page, 'Our Plan')).toBeVisible()
  await expect(title(page)).toHaveValue('Planかな')
  await keys.send('Input.insertText', { text: '仮名' })
  for (const one of [page, other]) await expect(title(one)).toHaveValue('Our Plan仮名')
  await page.keyboard.type('!')
  for (const one of [page, other]) await expect(title(one)).toHaveValue('Our Plan仮名!')
  await elsewhere.close()
})

// What every change says when it fails: failures.e2e.ts.
test.describe('what fails', () => {
  const callOf = (name: string) => new RegExp(`/api/trpc/[^?]*document\\.${name}\\b`)
  const failing = (message: string, appCode: string) => ({
    status: 500,
    json: [
      { error: { message, code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, appCode } } },
    ],
  })

  test.beforeEach(async ({ page, signUp }) => {
    await signUp(page)
    await seed(page, ['A', 'B'])
    await page.reload()
    await expect(row(page, 'B')).toBeVisible()
  })

  for (const [what, fail, words] of [
    ['is refused', { status: 500, json: { error: 'Something went wrong.' } }, 'Something went wrong.'],
    ['gets no answer', null, 'The server cannot be reached. Nothing was imported; please try again.'],
  ] as const) {
    test(`R50 an import that ${what}`, async ({ page }) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('option', { name: 'Import', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Import' })
      await page.route('**/api/import?*', (route) => (fail ? route.fulfill(fail) : route.abort()), {
        times: 1,
      })
      const file = { name: 'c.md', mimeType: 'text/markdown', buffer: Buffer.from('# C') }
      await dialog.getByLabel('File to import').setInputFiles(file)
      await expect(dialog.getByRole('alert')).toHaveText(words)
      await page.keyboard.press('Escape')
      await expect.poll(() => outline(page)).toEqual(['A', 'B'])
      await page.reload()
      await expect.poll(() => outline(page)).toEqual(['A', 'B'])
    })
  }

  test('8.3 R50 a limit has its own sentence', async ({ page }) => {
    await page.route(callOf('create'), (route) =>
      route.fulfill(failing('Daily limit reached', 'rate-limited')),
    )
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'New page' }).click()
    await expect(toast(page, 'Rate limit exceeded. Please try again later.')).toBeVisible()
  })

  test('R50 a sidebar that could not be loaded says so and tries again', async ({ page }) => {
    // More than once: the sidebar asks again by itself too.
    await page.route(callOf('tree'), (route) => route.fulfill(failing('Something broke', 'internal')))
    await page.reload()
    const sidebar = page.getByRole('navigation', { name: 'Pages' })
    await expect(sidebar.getByText('Your pages could not be loaded')).toBeVisible()
    const again = sidebar.getByRole('button', { name: 'Try again' })
    const [asked] = await Promise.all([page.waitForRequest(callOf('tree')), again.click()])
    expect(asked.method()).toBe('GET')
    await page.unroute(callOf('tree'))
    // It comes back by the button, or before that when something else asks for the pages.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 500 })
      await expect(row(page, 'A')).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})

/** No serious violation, in either theme. */
async function expectAccessible(page: Page, what: string) {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    expect(await seriousViolations(page, { theme }), `${what}, ${theme}`).toEqual([])
  }
}

test.describe('axe finds nothing serious in either theme', () => {
  let ids: Record<string, string> = {}
  test.beforeEach(async ({ page, signUp }) => {
    test.slow()
    await signUp(page)
    ids = await seed(page, ['Parent', 'Gone', 'Sibling'])
    await seed(page, ['Child'], ids.Parent)
    await call(page, 'document.update', { id: ids.Parent, isFavorite: true, status: 'blocked', icon: '🌿' })
    await call(page, 'document.archive', { id: ids.Gone })
  })

  test('on home, on a page with the tree, and in the trash', async ({ page }) => {
    await call(page, 'document.visit', { id: ids.Parent })
    await page.reload()
    await expect(page.getByRole('region', { name: 'Recently opened' })).toBeVisible()
    await expectAccessible(page, 'home')
    await page.goto(`/${ids.Parent}`)
    await expect(body(page)).toBeVisible()
    await row(page, 'Parent').focus()
    await page.keyboard.press('ArrowRight')
    await expectAccessible(page, 'page with tree')
    await page.goto(`/${ids.Gone}`)
    await expect(page.getByText('This page is in the trash.')).toBeVisible()
    await expectAccessible(page, 'page in the trash')
  })

  test('in menus, dialogs, pickers, the trash and select mode', async ({ page }) => {
    await page.goto(`/${ids.Parent}`)
    await expect(body(page)).toBeVisible()
    await page.getByRole('button', { name: 'Page options' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'page options')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await choose(page, 'Sibling', 'Move to…')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'move dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Change icon' }).click()
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expectAccessible(page, 'icon picker')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Trash' }).getByRole('listitem')).toBeVisible()
    await expectAccessible(page, 'trash panel')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Select pages' }).click()
    await row(page, 'Sibling').click()
    await expectAccessible(page, 'select mode')
  })
})
