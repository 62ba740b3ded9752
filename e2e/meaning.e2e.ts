import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { body, makePage, violations } from './screen.ts'
import { SheafServer } from './server.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
  server: async ({}, use) => {
    const server = new SheafServer({ MEANING_SEARCH: 'yes' })
    await server.start()
    await use(server)
    await server.close()
  },
})

/** Screenshots to look at, where `SHOTS` names a folder. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 720 })
}

test('a page is found by what it means, under the words that were found, and opens at the block that says it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const filler = Array.from({ length: 40 }, (_, at) => `Line ${at}`)
  const policy = await makePage(page, 'Vacation policy', [
    ...filler,
    'Each employee has thirty days of paid leave a year.',
  ])
  const notes = await makePage(page, 'Notes', ['Paid holiday for employees: ask Ada how much there is.'])
  await page.goto(`/${notes}`)
  await body(page).getByText('ask Ada').click()
  await page.keyboard.press('Control+p')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  const related = palette.getByRole('group', { name: 'Related by meaning' }).getByRole('option')
  await expect(async () => {
    await field.fill('')
    await field.fill('paid holiday employees')
    await expect(related).toHaveCount(1, { timeout: 3_000 })
  }).toPass()
  await expect(palette.getByRole('group', { name: 'In pages' }).getByRole('option')).toContainText('ask Ada')
  await expect(related).toContainText('Vacation policy')
  await expect(related).toContainText('thirty days of paid leave')
  await expect(palette.getByRole('status')).toHaveText('1 result in pages, 1 related by meaning')
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await shots(page, 'palette-meaning')
  await related.click()
  await expect(page).toHaveURL(new RegExp(`${policy}#block40$`))
  const block = body(page).getByText('thirty days of paid leave')
  await expect(block).toBeInViewport()
  await expect(block).toHaveClass(/is-flashing/)
})

test('pages that are about the like are listed beside a page, which open at what is alike', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const policy = await makePage(page, 'Vacation policy', [
    'Each employee has thirty days of paid leave a year.',
  ])
  const sick = await makePage(page, 'Sick leave', ['Employees who are ill stay at home and are paid.'])
  await makePage(page, 'Sourdough bread', ['Mix flour, water and salt and let the dough rise.'])
  await page.goto(`/${policy}`)
  const panel = page.getByRole('complementary', { name: 'Related pages' })
  const links = panel.getByRole('listitem').getByRole('link')
  await expect(async () => {
    await page.reload()
    await body(page).getByText('thirty days').click()
    await page.keyboard.press('Control+p')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('related pages')
    await page.getByRole('option', { name: 'Related pages' }).click()
    await expect(links).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(links).toContainText('Sick leave')
  expect(await violations(page, { part: '#right-panel' })).toEqual([])
  await shots(page, 'related-pages')
  await links.click()
  await expect(page).toHaveURL(new RegExp(`${sick}(#block0)?$`))
  // The panel stays, and is about the page that is open now.
  await expect(links).toContainText('Vacation policy')
})
