import { toldTo } from '../test/ai-provider.ts'
import { pageOf, test } from './ai-fixtures.ts'
import { test as base, expect } from './fixtures.ts'
import { call, paragraph } from './screen.ts'

test('2.28 a model writes the summary of a page when it is asked to; it can be edited by hand and written anew', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['Pour the water slowly.', 'Drink.'])
  provider.answers({ text: '**How tea is made.**\n' })
  await page.getByRole('button', { name: 'Add summary' }).click()
  const field = page.getByRole('textbox', { name: 'Summary' })
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Write the summary with AI' }).click()
  await expect(field).toHaveValue('How tea is made.')
  expect(toldTo(provider.requests[0]!)).toContain('Pour the water slowly.')
  await page.reload()
  await expect(field).toHaveValue('How tea is made.')
  await field.fill('How I make tea.')
  await field.press('Enter')
  provider.answers({ text: 'Tea, step by step.' })
  await field.focus()
  await page.getByRole('button', { name: 'Write the summary anew with AI' }).click()
  await expect(field).toHaveValue('Tea, step by step.')
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

base('2.28 without a model the summary is written by hand alone', async ({ page, signUp }) => {
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
