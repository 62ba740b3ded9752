import { toldTo } from '../test/ai-provider.ts'
import { pageOf, test } from './ai-fixtures.ts'
import { expect, testOnKeptServer as withoutModel } from './fixtures.ts'
import { ask, body, call, paragraph, runInPalette, saveState, violations } from './screen.ts'

test('2.28 a model writes the summary of a page when it is asked to; it can be edited by hand and written anew', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  const id = await pageOf(page, ['Pour the water slowly.', 'Drink.'])
  const stored = async () => (await ask<{ aiSummary: string }>(page, 'document.document', { id })).aiSummary
  provider.answers({ text: '**How tea is made.**\n' })
  await page.getByRole('button', { name: 'Add summary' }).click()
  const field = page.getByRole('textbox', { name: 'Summary' })
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Write the summary with AI' }).click()
  await expect(field).toHaveValue('How tea is made.')
  expect(toldTo(provider.requests[0]!)).toContain('Pour the water slowly.')
  await expect.poll(stored).toBe('How tea is made.')
  await page.reload()
  await expect(field).toHaveValue('How tea is made.')
  await field.fill('How I make tea.')
  await field.press('Enter')
  provider.answers({ text: 'Tea, step by step.' })
  await field.focus()
  await page.getByRole('button', { name: 'Write the summary anew with AI' }).click()
  await expect(field).toHaveValue('Tea, step by step.')
  await expect.poll(stored).toBe('Tea, step by step.')
  await page.reload()
  await expect(field).toHaveValue('Tea, step by step.')
  // What fails is said, and the summary stays.
  provider.answers({ status: 500 })
  await field.focus()
  await page.getByRole('button', { name: 'Write the summary anew with AI' }).click()
  await expect(
    page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /\w/ }).first(),
  ).toBeVisible()
  await expect(field).toHaveValue('Tea, step by step.')
})

test('2.28 a summary that the page has outgrown says so, with one button that writes it anew', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['Pour the water slowly.', 'Drink.'])
  provider.answers({ text: 'How tea is made.' })
  await page.getByRole('button', { name: 'Add summary' }).click()
  const field = page.getByRole('textbox', { name: 'Summary' })
  await page.getByRole('button', { name: 'Write the summary with AI' }).click()
  await expect(field).toHaveValue('How tea is made.')
  const note = page.getByText('Written before the latest changes')
  await expect(note).toHaveCount(0)
  await body(page).getByText('Drink.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Then wash up.')
  await expect(note).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  await expect(note).toBeVisible()
  expect(await violations(page, { part: 'header' })).toEqual([])
  provider.answers({ text: 'Tea, and washing up.' })
  await page.getByRole('button', { name: 'Write it anew' }).click()
  await expect(field).toHaveValue('Tea, and washing up.')
  expect(toldTo(provider.requests[1]!)).toContain('Then wash up.')
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(field).toHaveValue('Tea, and washing up.')
  await expect(body(page)).toContainText('Then wash up.')
  await expect(note).toHaveCount(0)
  // By hand it is the person's own, whatever the page says.
  await field.fill('How I make tea.')
  await field.press('Enter')
  await body(page).getByText('Pour').click()
  await page.keyboard.type('Now ')
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  await expect(field).toHaveValue('How I make tea.')
  await expect(note).toHaveCount(0)
})

test('a model proposes titles and labels; a press takes one, and nothing changes before', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const other = await call(page, 'document.create', { title: 'Other' })
  await call(page, 'document.update', { id: other.id, tags: ['kitchen'] })
  const id = await pageOf(page, ['Pour the water slowly.', 'Drink.'])
  const now = () => ask<{ title: string; tags: string[] }>(page, 'document.document', { id })
  provider.answers({ text: '1. **Tea at home**\n2. "How I make tea"\n3. Tea, step by step' })
  await runInPalette(page, 'suggest a title', 'Suggest a title')
  const titles = page.getByRole('dialog', { name: 'Suggest a title' })
  await expect(titles.getByRole('listitem')).toHaveText([
    'Tea at home',
    'How I make tea',
    'Tea, step by step',
  ])
  expect(toldTo(provider.requests[0]!)).toContain('Pour the water slowly.')
  expect((await now()).title).toBe('Fox')
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await titles.getByRole('button', { name: 'How I make tea' }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('How I make tea')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Fox')

  provider.answers({ text: 'kitchen\n- Hot drinks\n' })
  await page.getByRole('button', { name: 'Add labels' }).click()
  const labels = page.getByRole('dialog', { name: 'Labels' })
  await labels.getByRole('button', { name: 'Suggest labels' }).click()
  await labels.getByRole('button', { name: 'Add the label Hot drinks' }).click()
  await expect(labels.getByRole('button', { name: /^Add the label/ })).toHaveText(['kitchen'])
  expect(toldTo(provider.requests[1]!)).toContain('take what fits: kitchen')
  await expect.poll(async () => (await now()).tags).toEqual(['Hot drinks'])
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  // What fails is said.
  provider.answers({ status: 500 })
  await labels.getByRole('button', { name: 'Suggest others' }).click()
  await expect(labels).toContainText(/provider|again/i)
})

withoutModel('2.28 without a model the summary is written by hand alone', async ({ page, signUp }) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Tea',
    contentRich: [paragraph('a', 'Pour.')],
  })
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Add summary' }).click()
  await expect(page.getByRole('textbox', { name: 'Summary' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Write the summary with AI' })).toHaveCount(0)
})
