import { expect, testOnKeptServer as test } from './fixtures.ts'

const demo = 'Search the templates by meaning'

test('2.46 2.47 4.20 5.1 the templates are searched by meaning, by a field and by four chips', async ({
  page,
}) => {
  await page.goto('/embeddings')
  const region = page.getByRole('region', { name: demo })
  await expect(region.getByRole('tab')).toHaveText(['Search', 'Compare', 'How it Works'])
  await expect(region.getByText(/^\d+ template documents embedded and ready to search!$/)).toBeVisible()
  const button = region.getByRole('button', { name: 'Search', exact: true })
  const field = region.getByRole('textbox', { name: demo })
  await expect(button).toBeDisabled()
  await field.fill('   ')
  await expect(button).toBeDisabled()
  await field.fill('write a mathematical formula')
  await field.press('Enter')
  const results = region.getByRole('list', { name: 'Templates that fit' }).getByRole('link')
  await expect(results.first()).toContainText('Equations')
  await expect(results.first()).toContainText('Blocks > Equations')
  await expect(results.first()).toContainText(/\d+% relevant/)
  for (const chip of ['how to use AI features', 'collaboration tools', 'upload files and media'])
    await expect(region.getByRole('button', { name: chip })).toBeEnabled()
  await region.getByRole('button', { name: 'mention teammates' }).click()
  await expect(field).toHaveValue('mention teammates')
  await expect(results.filter({ hasText: 'Mention' }).first()).toBeVisible()
  expect(await results.count()).toBeLessThanOrEqual(5)
  await results.filter({ hasText: 'Mention' }).first().click()
  await expect(page).toHaveURL(/\/mention$/)
})

test('2.48 4.20 meaning and words are compared, and stay compared', async ({ page }) => {
  await page.goto('/embeddings')
  const region = page.getByRole('region', { name: demo })
  await region.getByRole('tab', { name: 'Compare' }).click()
  await region.getByRole('button', { name: /teamwork features/ }).click()
  await expect(region.getByText('No exact keyword matches found')).toBeVisible()
  const side = region.getByRole('region', { name: 'By meaning' })
  await expect(side.getByRole('link').first()).toContainText(/\d+% relevant/)
  expect(await side.getByRole('link').count()).toBeLessThanOrEqual(3)
  await region.getByRole('tab', { name: 'Search' }).click()
  const field = region.getByRole('textbox', { name: demo })
  await expect(field).toHaveValue('teamwork features')
  await field.fill('rows and columns')
  await region.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(region.getByRole('list', { name: 'Templates that fit' })).toContainText('Table')
  await region.getByRole('tab', { name: 'Compare' }).click()
  await expect(region.getByRole('region', { name: 'By words' }).getByRole('link').first()).toBeVisible()
})

test('2.49 how it works is said in three steps, with the templates that are indexed', async ({ page }) => {
  await page.goto('/embeddings')
  const region = page.getByRole('region', { name: demo })
  await region.getByRole('tab', { name: 'How it Works' }).click()
  await expect(region.getByRole('tabpanel').getByRole('list').first().getByRole('listitem')).toHaveCount(3)
  await expect(region.getByRole('tabpanel')).toContainText('512 numbers')
  await expect(
    region.getByRole('region', { name: 'Indexed templates' }).getByRole('listitem'),
  ).not.toHaveCount(0)
})

test('2.50 8.1 while the templates come their count is shown; what fails is said', async ({ page }) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/templates/embedded', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/embeddings')
  const region = page.getByRole('region', { name: demo })
  await expect(region.getByText('Embedding Template Documents...')).toBeVisible()
  await expect(region.getByRole('progressbar')).toBeVisible()
  await expect(region.getByRole('textbox', { name: demo })).toBeDisabled()
  go()
  await expect(region.getByText(/ready to search!$/)).toBeVisible()
  await page.route('**/api/embed', (route) => route.fulfill({ status: 500, body: '{"error":"no"}' }))
  await region.getByRole('button', { name: 'collaboration tools' }).click()
  await expect(region.getByText('Failed to perform search. Please try again.')).toBeVisible()
  await page.unroute('**/api/templates/embedded')
  await page.route('**/api/templates/embedded', (route) => route.abort())
  await page.reload()
  await expect(region.getByText('Failed to load template documents. Please refresh the page.')).toBeVisible()
})
