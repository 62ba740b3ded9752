import type { Page } from '@playwright/test'
import { codeOf } from '../test/authenticator.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { seriousViolations, toast } from './screen.ts'

/** Pictures for people who change how it looks: `SHOTS=shots`. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  test.slow()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name })

/** The sign-in of a browser that is signed in to nothing. */
async function signInByPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

/** Turns on codes of an app, as a person does; answers the app's address and the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ address: string; codes: string[] }> {
  await page.goto('/settings/security')
  await section(page, 'Two-factor authentication').getByRole('button', { name: 'Set up' }).click()
  const window = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await window.getByLabel('Your password', { exact: true }).fill('not-my-password')
  await button(page, 'Continue').click()
  await expect(window.getByRole('alert').getByText('The password is wrong.')).toBeVisible()
  await window.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(window.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await shots(page, 'two-factor-app')
  expect(await seriousViolations(page, { part: '[role=dialog]' })).toEqual([])
  const key = (await window.getByLabel('Key, if the app cannot scan').inputValue()).replaceAll(' ', '')
  const address = `otpauth://totp/Sheaf?secret=${key}`
  await window.getByLabel('Code', { exact: true }).fill(codeOf(address))
  await page.keyboard.press('Enter')
  const list = window.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  // Nothing but a press that means it takes them away: they are shown once.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await shots(page, 'two-factor-codes')
  expect(await seriousViolations(page, { part: '[role=dialog]' })).toEqual([])
  const codes = await list.getByRole('listitem').allTextContents()
  await button(page, 'Done').click()
  await expect(section(page, 'Two-factor authentication')).toContainText('It is on')
  return { address, codes }
}

test('2.26 two-factor authentication is set up by keyboard, asked for at the next sign-in, and turned off', async ({
  page,
  signUp,
}) => {
  const person = await signUp(page)
  // It is found by its words.
  await page.goto('/settings')
  await page.getByLabel('Search settings').fill('2fa')
  await expect(page.getByRole('tab')).toHaveText(['Security'])
  const { address, codes } = await setUp(page, person.password)
  await shots(page, 'security')

  // New recovery codes need a code as well.
  await section(page, 'Two-factor authentication').getByRole('button', { name: 'New recovery codes' }).click()
  const renewal = page.getByRole('dialog', { name: 'New recovery codes' })
  await renewal.getByLabel('Your password', { exact: true }).fill(person.password)
  await renewal.getByLabel(/^Code from your authenticator app/).fill(codes[0]!)
  await page.keyboard.press('Enter')
  const renewed = renewal.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(renewed).toHaveCount(10)
  codes.splice(0, 10, ...(await renewed.allTextContents()))
  await button(page, 'Done').click()

  await signInByPassword(page, person)
  await expect(heading(page, 'Two-factor authentication')).toBeVisible()
  await shots(page, 'second-factor')
  expect(await seriousViolations(page)).toEqual([])
  await page.getByLabel('Code', { exact: true }).fill(codeOf(address, 5_000))
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert').getByText(/^The code is wrong\./)).toBeVisible()
  await page.getByLabel('Do not ask again in this browser for 30 days').check()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(address))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  // This browser is trusted from now on, until it is not.
  const trusted = (await page.context().cookies()).filter(({ name }) => name.endsWith('trust_device'))
  await page.context().clearCookies()
  await page.context().addCookies(trusted)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await page.goto('/settings/security')
  const factor = section(page, 'Two-factor authentication')
  await expect(factor).toContainText('In one browser you are not asked for a code.')
  await shots(page, 'trusted-browser')
  const broken = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, appCode: 'internal' }
  await page.route(
    '**/user.forgetTrustedBrowsers*',
    (route) =>
      route.fulfill({ status: 500, json: [{ error: { message: 'Broken', code: -32603, data: broken } }] }),
    { times: 1 },
  )
  await factor.getByRole('button', { name: 'Ask in every browser again' }).click()
  await expect(page.getByText(/^Failed to forget the browsers/)).toBeVisible()
  await factor.getByRole('button', { name: 'Ask in every browser again' }).click()
  await expect(toast(page, 'Every browser is asked again')).toBeVisible()
  await expect(factor).not.toContainText('In one browser')

  await signInByPassword(page, person)
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()

  await page.goto('/settings/security')
  await section(page, 'Two-factor authentication').getByRole('button', { name: 'Turn off' }).click()
  const window = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
  // The code that was used is used up.
  await window.getByLabel(/^Code from your authenticator app/).fill(codes[0]!)
  await page.keyboard.press('Enter')
  await expect(window.getByRole('alert').getByText(/^The code is wrong\./)).toBeVisible()
  await window.getByLabel(/^Code from your authenticator app/).fill(codes[1]!)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Two-factor authentication is off')).toBeVisible()
  await signInByPassword(page, person)
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
})

test('2.26 a passkey is added, signs in without a code, and is removed', async ({ page, signUp }) => {
  const person = await signUp(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { codes } = await setUp(page, person.password)
  const passkeys = section(page, 'Passkeys')
  const add = async () => {
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    const window = page.getByRole('dialog', { name: 'Add a passkey' })
    await window.getByLabel('Your password', { exact: true }).fill(person.password)
    // With a second factor a passkey would lead around it.
    await expect(button(page, 'Continue')).toBeDisabled()
    await window.getByLabel(/^Code from your authenticator app/).fill(codes.pop()!)
    await shots(page, 'add-passkey')
    await page.keyboard.press('Enter')
    return window
  }
  await add()
  await expect(toast(page, 'Passkey added')).toBeVisible()
  await expect(passkeys.getByRole('listitem')).toContainText(/Chrome on .+ not used yet/)
  await shots(page, 'passkeys')
  await passkeys.getByRole('button', { name: /^Rename passkey/ }).click()
  const name = page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill('Key ring')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByRole('listitem')).toContainText('Key ring')
  // The same device has one already.
  const again = await add()
  await expect(
    again.getByRole('alert').getByText('This device has a passkey for your account already.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await page.context().clearCookies()
  await page.goto('/login')
  await shots(page, 'login')
  // Somebody who is not who the device knows gets nowhere.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('alert').getByText(/^No passkey was used/)).toBeVisible()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()

  await page.goto('/settings/security')
  await expect(passkeys.getByRole('listitem')).toContainText('last used')
  const remove = async () => {
    await passkeys.getByRole('button', { name: /^Remove passkey/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  }
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, appCode: 'internal' }
  await page.route(
    '**/user.removePasskey*',
    (route) => route.fulfill({ status: 500, json: [{ error: { message: 'Broken', code: -32603, data } }] }),
    { times: 1 },
  )
  await remove()
  await expect(page.getByText(/^Failed to remove the passkey/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  // While the question is open, what is behind it has no roles.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)

  await page.context().clearCookies()
  await page.goto('/login')
  await button(page, 'Sign in with a passkey').click()
  await expect(
    page.getByRole('alert').getByText('This passkey cannot be used here. Please try again.'),
  ).toBeVisible()
})
