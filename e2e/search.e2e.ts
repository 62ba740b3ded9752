import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, makePage, violations } from './screen.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const inPages = (page: Page) => palette(page).getByRole('group', { name: 'In pages' }).getByRole('option')

test('words that were just written are found in the palette, which opens their page at the block', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const filler = Array.from({ length: 60 }, (_, at) => `Paragraph number ${at} of a long page`)
  const orchard = await makePage(page, 'Orchard', [...filler, 'The quince blossoms in late spring'])
  const notes = await makePage(page, 'Notes', ['Nothing yet'])
  await page.goto(`/${notes}`)
  await body(page).getByText('Nothing yet').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' but a marmalade recipe')
  await expect(body(page).getByText('marmalade recipe')).toBeVisible()

  await page.keyboard.press('Control+p')
  const field = palette(page).getByRole('combobox')
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(
    'Notes',
  )
  // What is typed is asked again until the words have arrived, which takes about a second.
  await expect(async () => {
    await field.fill('')
    await field.fill('marmelade')
    await expect(inPages(page)).toHaveCount(1, { timeout: 1_500 })
  }).toPass()
  await expect(inPages(page)).toContainText('Nothing yet but a marmalade recipe')
  await expect(inPages(page).locator('mark')).toHaveText('marmalade')
  await expect(palette(page).getByRole('status')).toHaveText('1 result in pages')

  await field.fill('quinc')
  await expect(inPages(page).locator('mark')).toHaveText('quinc')
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${orchard}#block60$`))
  const block = body(page).getByText('The quince blossoms in late spring')
  await expect(block).toBeInViewport()
  await expect(block).toHaveClass(/is-flashing/)

  await page.keyboard.press('Control+p')
  await field.fill('zzzzqq')
  await expect(palette(page).getByText('No results found')).toBeVisible()
  await expect(palette(page).getByRole('status')).toHaveText('No results in pages')

  // The chips are reached and changed by the keyboard alone.
  await field.fill('quince')
  await expect(inPages(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(palette(page).getByRole('button', { name: 'Status: Any status' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Blocked' }).press('Enter')
  await expect(palette(page).getByRole('button', { name: 'Status: Blocked' })).toBeFocused()
  await expect(palette(page).getByText('No results found')).toBeVisible()
  await palette(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(inPages(page)).toHaveCount(1)

  // A search that fails says so, and can be tried again.
  await page.route('**/api/trpc/search.search*', (route) => route.abort())
  await field.fill('late spring')
  await expect(palette(page).getByRole('option', { name: /Try again/ })).toBeVisible()
  await page.unroute('**/api/trpc/search.search*')
  await palette(page)
    .getByRole('option', { name: /Try again/ })
    .click()
  await expect(inPages(page)).toHaveCount(1)
})

test('the palette forgives slips in titles and settings, and lists no page twice', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await makePage(page, 'Launch plan', ['The launch plan has two parts'])
  const other = await makePage(page, 'Notes', ['Nothing yet'])
  await page.goto(`/${other}`)
  await body(page).getByText('Nothing yet').click()
  await page.keyboard.press('Control+p')
  const field = palette(page).getByRole('combobox')
  const options = palette(page).getByRole('option')
  for (const typed of ['lanch pln', 'launch plan', 'pln']) {
    await field.fill(typed)
    await expect(options.filter({ hasText: 'Launch plan' })).toHaveCount(1)
    // Still once when what the server has found is there too.
    await expect(palette(page).getByRole('status')).toHaveText('No results in pages')
    await expect(options.filter({ hasText: 'Launch plan' })).toHaveCount(1)
  }
  // Of what is far too long to be looked for, the beginning is.
  await field.fill(`Nothing ${'yet '.repeat(200)}`)
  await expect(palette(page).getByRole('status')).toHaveText('1 result in pages')
  await field.fill('securty')
  await options.filter({ hasText: 'Settings: Security' }).click()
  await expect(page.getByRole('tab', { name: 'Security', selected: true })).toBeVisible()
})

test('2.51 9.1 on the page about the search mod+k opens its own palette, which forgives a slip', async ({
  page,
}) => {
  await page.goto('/search')
  await expect(page.getByRole('button', { name: /^Search the sample pages/ })).toBeVisible()
  await expect(body(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const demo = page.getByRole('dialog', { name: 'Search the sample pages' })
  const field = demo.getByRole('combobox')
  const first = demo.getByRole('option').first()
  await field.fill('toggel')
  await expect(demo.getByRole('status')).toHaveText(/pages found$/)
  await expect(first.locator('mark').first()).toHaveText(/^toggel|toggle/)
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  // What is found anew is begun at its first, which Enter opens.
  await field.fill('find and replace')
  await expect(first).toContainText('Find and replace')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page).toHaveURL('/find-replace')
})
