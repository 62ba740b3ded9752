import type { Page } from '@playwright/test'
import { type OAuthProviderServer, openOAuthProvider } from '../test/oauth-provider.ts'
import { test as base, expect } from './fixtures.ts'
import { ask, seriousViolations } from './screen.ts'
import { SheafServer } from './server.ts'

// Whole stories, on machines with much other work too.
base.setTimeout(120_000)

/** A server on which GitHub and a company's own sign-in are set up, both at a provider on loopback. */
const test = base.extend<{ provider: OAuthProviderServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
  provider: async ({}, use) => {
    const provider = await openOAuthProvider()
    await use(provider)
    await provider.close()
  },
  server: async ({ provider: { url, clientId, clientSecret } }, use) => {
    const server = new SheafServer({
      ...{ GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret },
      ...{ GITHUB_AUTHORIZE_URL: `${url}/authorize`, GITHUB_TOKEN_URL: `${url}/token` },
      GITHUB_USERINFO_URL: `${url}/user`,
      ...{ OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: 'Acme' },
    })
    await server.start()
    await use(server)
    await server.close()
  },
})

const me = async (page: Page) =>
  (await ask<{ currentUser: { email: string; name: string } | null }>(page, 'layout.app')).currentUser
const press = (page: Page, name: string) => page.getByRole('link', { name }).click()
const signOut = (page: Page) => page.context().clearCookies()

test('2.7 2.8 2.15 R26 a person comes in by GitHub and by a company, lands where they wanted to go, and takes over no account', async ({
  page,
  provider,
  signUp,
}) => {
  provider.person = { id: 7, name: 'Grace Hopper', email: 'grace@example.org', isVerified: true }
  await page.goto('/login?callbackUrl=/settings/security')
  await expect(page.getByRole('link', { name: 'Acme' })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await press(page, 'GitHub')
  await expect(page).toHaveURL('/settings/security')
  expect(await me(page)).toMatchObject({ email: 'grace@example.org', name: 'Grace Hopper' })
  // The code and the state are not in the history, and are good for nothing more.
  await page.goBack()
  expect(page.url()).not.toContain('code=')

  await signOut(page)
  provider.person = { id: 8, name: 'Mary Ward', email: 'mary@example.org', isVerified: true }
  await page.goto('/login')
  await press(page, 'Acme')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mary')

  // Somebody else's address, proven at the provider, does not open the account that is here already.
  await signOut(page)
  const { email } = await signUp(page)
  await signOut(page)
  provider.person = { id: 9, name: 'Mallory', email, isVerified: true }
  await page.goto('/login')
  await press(page, 'GitHub')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  expect(await me(page)).toBeNull()

  // Saying no is told, and an address that nobody has proven makes no account.
  provider.denies = true
  await press(page, 'GitHub')
  await expect(page.getByRole('alert')).toBeVisible()
  provider.denies = false
  provider.person = { id: 10, name: 'Nobody', email: 'nobody@example.org', isVerified: false }
  await press(page, 'GitHub')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await me(page)).toBeNull()
  expect(provider.complaints).toEqual([])
})

test('2.26 an account elsewhere is linked once the password was entered again, and unlinked; a wrong password is said', async ({
  page,
  provider,
  signUp,
}) => {
  const { password } = await signUp(page)
  provider.person = { id: 21, name: 'Ada Byron', email: 'ada@elsewhere.example', isVerified: true }
  await page.goto('/settings/security')
  const unlink = page.getByRole('button', { name: 'Unlink GitHub' })
  await page.getByRole('button', { name: 'Link GitHub' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link GitHub' })
  const field = dialog.getByLabel('Your password', { exact: true })
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.type('Not-My-Password-1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.')
  expect(await seriousViolations(page)).toEqual([])
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect(unlink).toBeVisible()
  await expect(page).toHaveURL('/settings/security')
  expect(provider.complaints).toEqual([])

  await unlink.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('button', { name: 'Link GitHub' })).toBeVisible()
})
