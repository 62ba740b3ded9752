import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { testWithProvider } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { ask, makePage, violations } from './screen.ts'

const test = testWithProvider.extend({
  serverEnv: async ({ provider }, use) => use({ OPENAI_BASE_URL: provider.url, AI_DAILY_TOKENS: '200000' }),
})

/** `SHOTS=folder` keeps what the screens look like. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 1000],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

const NO_BILLING = 'This installation has no billing.'
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
interface Used {
  requests: { used: number }
  storage: { used: number }
}

test('1.4 1.5 the free plan shows what is really used, and every button about money says that there is no billing', async ({
  page,
  signUp,
  server,
  provider,
}) => {
  test.slow()
  await signUp(page)
  await page.goto('/settings')
  await page.getByLabel('Search settings').fill('invoices')
  await page.getByLabel('Search settings').press('Enter')
  await expect(page).toHaveURL('/settings/membership')
  await expect(page.getByText('You have not used AI this month.')).toBeVisible()

  const free = part(page, 'Free')
  const premium = part(page, 'Premium')
  await expect(free).toContainText('Your plan')
  await expect(free).toContainText('5,000 API requests a month')
  await expect(free).toContainText('5 GB of storage')
  await expect(premium).not.toContainText('Your plan')
  await expect(premium).toContainText(/9\.99 per month/)
  for (const point of ['Advanced features', 'Priority support', 'Unlimited usage', 'Billing controls'])
    await expect(premium).toContainText(point)

  for (const [where, names] of [
    [premium, ['Upgrade to Premium', 'Start a trial']],
    [part(page, 'Usage'), ['Upgrade']],
    [part(page, 'Billing'), ['Manage billing', 'View invoices', 'Cancel subscription']],
  ] as const)
    for (const name of names) {
      // Opened anew, the section has said nothing yet.
      await page.getByRole('tab', { name: 'Storage' }).click()
      await page.getByRole('tab', { name: 'Membership' }).click()
      await where.getByRole('button', { name, exact: true }).focus()
      await expect(page.getByText(NO_BILLING)).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expect(where.getByRole('status').getByText(NO_BILLING)).toBeVisible()
      await expect(page).toHaveURL('/settings/membership')
    }

  // Real figures: a file, requests, and what a model was asked.
  const id = await makePage(page, 'Page')
  const headers = { origin: server.url }
  const sent = await page.request.post(`/api/files?page=${id}&name=a.txt`, {
    data: Buffer.alloc(2 * 1024 ** 2, 'x'),
    headers,
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  provider.answers({ text: 'Yes' })
  await page.request.post('/api/ai/command', { data: { prompt: 'Hi' }, headers })
  await page.goto('/settings/membership')
  const usage = part(page, 'Usage')
  await expect(usage.getByText(/^2\.0 MB of 5 GB$/)).toBeVisible()
  await expect(usage.getByRole('meter', { name: 'Storage' })).toHaveAttribute('value', String(2 * 1024 ** 2))
  const shown = Number(
    await usage.getByRole('meter', { name: 'API requests this month' }).getAttribute('value'),
  )
  const { requests } = await ask<Used>(page, 'user.membership')
  expect(shown).toBeGreaterThan(10)
  // The page itself goes on asking for a few things; each of them is one more.
  expect(requests.used).toBeGreaterThan(shown)
  expect(requests.used).toBeLessThan(shown + 100)
  const ai = page.getByRole('table', { name: 'AI use' })
  await expect(ai.getByRole('row', { name: /Tokens with this server/ })).toContainText('120 of 200,000')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, { theme: 'dark' })).toEqual([])
  await part(page, 'Billing').getByRole('button', { name: 'View invoices' }).click()
  await shots(page, 'free')

  // On a phone nothing is wider than the screen.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('1.4 1.5 premium shows its features, usage without limits and the billing controls', async ({
  page,
  signUp,
  server,
}) => {
  const { email } = await signUp(page)
  const database = new DatabaseSync(join(server.dataDir, 'sheaf.db'))
  database.prepare(`update "user" set "accountType" = 'premium' where email = ?`).run(email)
  database.close()
  await page.goto('/settings/membership')
  await expect(part(page, 'Premium')).toContainText('Your plan')
  await expect(part(page, 'Premium')).toContainText('Priority support')
  await expect(part(page, 'Usage')).toContainText(/API requests this month[\d,]+, unlimited/)
  await expect(page.getByRole('meter')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Upgrade|trial/ })).toHaveCount(0)
  const billing = part(page, 'Billing')
  for (const name of ['Manage billing', 'View invoices', 'Cancel subscription'])
    await expect(billing.getByRole('button', { name })).toBeVisible()
  await billing.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(billing.getByRole('status')).toHaveText(NO_BILLING)
  await shots(page, 'premium')
})

test('1.5 usage that cannot be loaded says so, and is asked for again', async ({ page, signUp }) => {
  await signUp(page)
  let isBroken = true
  await page.route(/user\.membership/, (route) => (isBroken ? route.abort() : route.continue()))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Membership' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  isBroken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('region', { name: 'Premium' })).toBeVisible()
  // Said inside the window, where a screen reader is.
  await dialog.getByRole('button', { name: 'Start a trial' }).click()
  await expect(dialog.getByText(NO_BILLING)).toBeVisible()
})
