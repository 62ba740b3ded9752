import { toldTo } from '../test/ai-provider.ts'
import { field, menu, option, pageOf, preview, test } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { body, violations } from './screen.ts'

const TABLE = '| Name | Amount |\n| - | - |\n| Ada | 12 |\n| Bea | 7 |'

test('4.10 data of a page is extracted to a table of chosen columns, shown first and inserted below', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['Ada paid 12 euros.', 'Bea paid 7 euros.'])
  provider.answers({ text: TABLE })
  await body(page).getByText('Bea paid 7 euros.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+j')
  await option(page, 'Extract data to a table').click()
  const columns = menu(page).getByRole('textbox', { name: 'Columns' })
  await expect(columns).toBeFocused()
  await expect(option(page, 'Let the model choose the columns')).toBeVisible()
  await columns.fill('Name, Amount')
  await columns.press('Enter')
  await expect(preview(page).getByRole('cell', { name: '12' })).toBeVisible()
  const told = toldTo(provider.requests[0]!)
  expect(told).toContain('Ada paid 12 euros.')
  expect(told).toContain('Name, Amount')
  expect(await violations(page, { part: '.ai-menu' })).toEqual([])
  await option(page, 'Accept').click()
  await expect(menu(page)).toHaveCount(0)
  await expect(body(page).locator('table tr')).toHaveCount(3)
  await expect(body(page)).toContainText('Ada paid 12 euros.')
  await page.keyboard.press('Control+z')
  await expect(body(page).locator('table')).toHaveCount(0)
})

test('4.10 what was extracted becomes a data table when the person wants one', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['Ada paid 12 euros. Bea paid 7 euros.'])
  provider.answers({ text: TABLE })
  await body(page).getByText('Ada paid').click()
  await page.keyboard.press('Control+j')
  await option(page, 'Extract data to a table').click()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveAccessibleName('Ask AI anything')
  await option(page, 'Extract data to a table').click()
  await option(page, 'Let the model choose the columns').click()
  await option(page, 'Insert as a data table').click()
  await expect(body(page).getByRole('columnheader', { name: /Amount/ })).toBeVisible()
  await expect(body(page).getByText('Bea', { exact: true })).toBeVisible()
})
