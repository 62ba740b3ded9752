import type { Locator, Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, saveState, violations } from './screen.ts'

const PASSWORD = 'Sheaf-of-paper-1'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const field = (page: Page | Locator, name: string) => page.getByLabel(name, { exact: true })
/** Types at the end of the page that is open. */
async function typeInto(page: Page, words: string) {
  await body(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

test('2.15 the sign-in view has everything, says what went wrong, and lets in', async ({
  page,
  signUp,
  context,
}) => {
  const { email, password } = await signUp(page)
  await context.clearCookies()
  await page.goto('/login')
  await expect(heading(page, 'Sign in')).toBeVisible()
  for (const name of ['GitHub', 'Google']) await expect(page.getByRole('link', { name })).toBeVisible()
  for (const name of ['Forgot password?', 'Create an account']) await expect(button(page, name)).toBeVisible()

  // 5.12: an address with an @ and a password that is not blank.
  await expect(button(page, 'Sign in')).toBeDisabled()
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('   ')
  await expect(button(page, 'Sign in')).toBeDisabled()
  await field(page, 'Password').fill('not-my-password')
  await button(page, 'Show password').click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')

  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert').getByText('The email address or the password is wrong.')).toBeVisible()

  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('U27 an address that cannot be one is said to be none when Enter is pressed, and until it is one', async ({
  page,
}) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await field(page, 'Email').fill('ada')
    await page.keyboard.press('Enter')
    const words = page.getByRole('alert').getByText('Please enter a valid email address')
    await expect(words).toBeVisible()
    await expect(field(page, 'Email')).toBeFocused()
    await field(page, 'Email').fill('ada@example.org')
    await expect(words).toHaveCount(0)
  }
})

test('2.16 2.17 2.20 an account is made with an address, a code and a password', async ({ page, server }) => {
  const email = 'grace.hopper@example.org'
  await page.goto('/signup')
  await expect(heading(page, 'Create your account')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await field(page, 'Email').fill('grace.hopper')
  await expect(button(page, 'Send code')).toBeDisabled()
  await field(page, 'Email').fill(email)
  await button(page, 'Send code').click()

  await expect(heading(page, 'Check your email')).toBeVisible()
  const code = await server.codeFor(email)
  await field(page, 'Code').fill(code.slice(0, 5))
  await expect(button(page, 'Continue')).toBeDisabled()
  await field(page, 'Code').fill(code === '000000' ? '111111' : '000000')
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert').getByText(/code is wrong or has expired/)).toBeVisible()
  // As a mail shows it: the digits are picked out of whatever is pasted.
  await field(page, 'Code').fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
  await button(page, 'Continue').click()

  await expect(heading(page, 'Choose a password')).toBeVisible()
  await field(page, 'New password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await button(page, 'Set password').click()
  await expect(page.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('5.12 the requirements and the strength bar follow the password', async ({ page, server }) => {
  const email = 'rules@example.org'
  await page.goto('/signup')
  await field(page, 'Email').fill(email)
  await button(page, 'Send code').click()
  await field(page, 'Code').fill(await server.codeFor(email))
  await button(page, 'Continue').click()

  const strength = page.getByRole('meter', { name: 'Password strength' })
  const met = page.getByRole('list', { name: 'Password requirements' }).getByText('(met)')
  for (const [typed, value, rules] of [
    ['', '0', 0],
    ['Ab1!', '0', 4],
    ['abcdefgh', '1', 2],
    ['Abcdefgh', '2', 3],
    ['Abcdefg1', '2', 4],
    ['Abcdef1!', '3', 5],
  ] as const) {
    await field(page, 'New password').fill(typed)
    await expect(strength).toHaveAttribute('aria-valuenow', value)
    await expect(met).toHaveCount(rules)
  }
  await field(page, 'Confirm password').fill('Abcdef1?')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(button(page, 'Set password')).toBeDisabled()
  await field(page, 'Confirm password').fill('Abcdef1!')
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)
  await expect(button(page, 'Set password')).toBeEnabled()
})

test('2.21 who goes back to signing in after the code of a new account is signed out again', async ({
  page,
  server,
}) => {
  const email = 'undecided@example.org'
  await page.goto('/signup')
  await field(page, 'Email').fill(email)
  await button(page, 'Send code').click()
  await field(page, 'Code').fill(await server.codeFor(email))
  await button(page, 'Continue').click()
  await expect(heading(page, 'Choose a password')).toBeVisible()
  const isIn = async () => (await (await page.request.get('/api/trpc/layout.app')).text()).includes(email)
  expect(await isIn()).toBe(true)
  await button(page, 'Back to sign in').click()
  await expect(heading(page, 'Choose a password')).toHaveCount(0)
  await expect(field(page, 'Email')).toBeVisible()
  expect(await isIn()).toBe(false)
})

test('2.17 9.11 a code can be sent again after 60 seconds', async ({ page, server }) => {
  const email = 'patient@example.org'
  await page.clock.install()
  await page.goto('/signup')
  await field(page, 'Email').fill(email)
  await button(page, 'Send code').click()
  await server.codeFor(email)
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await page.clock.fastForward(58_000)
  await expect(page.getByRole('button', { name: /^Resend in \d s$/ })).toBeDisabled()
  await page.clock.fastForward(2_000)
  await button(page, 'Resend code').click()
  const second = await server.codeFor(email, 1)
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await field(page, 'Code').fill(second)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Choose a password')).toBeVisible()
})

test('2.18 2.19 a forgotten password is replaced with a code', async ({ page, server, signUp, context }) => {
  const { email } = await signUp(page)
  await context.clearCookies()
  const sent = server.sentTo(email)
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await button(page, 'Forgot password?').click()
  await expect(heading(page, 'Reset your password')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(email)
  await button(page, 'Send code').click()

  await expect(heading(page, 'Enter the reset code')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  const code = await server.codeFor(email, sent)
  await field(page, 'Code').fill(code === '000000' ? '111111' : '000000')
  await button(page, 'Continue').click()
  await field(page, 'New password').fill('Another-2-words')
  await field(page, 'Confirm password').fill('Another-2-words')
  await button(page, 'Set password').click()
  await expect(page.getByRole('alert').getByText(/code is wrong or has expired/)).toBeVisible()

  await button(page, 'Enter another code').click()
  await field(page, 'Code').fill(code)
  await button(page, 'Continue').click()
  await field(page, 'New password').fill('Another-2-words')
  await field(page, 'Confirm password').fill('Another-2-words')
  await button(page, 'Set password').click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
})

test('2.21 back to sign in forgets what was typed', async ({ page }) => {
  await page.goto('/login')
  await field(page, 'Email').fill('somebody@example.org')
  await button(page, 'Forgot password?').click()
  await button(page, 'Send code').click()
  await field(page, 'Code').fill('123456')
  await button(page, 'Back to sign in').click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('')
  await button(page, 'Forgot password?').click()
  await expect(field(page, 'Email')).toHaveValue('')
})

test('2.21 after signing in one is where one wanted to go', async ({ page, signUp, context }) => {
  const { email, password } = await signUp(page)
  await context.clearCookies()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login\?callbackUrl=/)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL('/settings')
  await expect(heading(page, 'Settings')).toBeVisible()
})

test('2.26 R28 a password is changed in the settings, and every other browser is signed out', async ({
  page,
  server,
  signUp,
  browser,
}) => {
  const { email, password } = await signUp(page)
  const second = await browser.newPage({ baseURL: server.url })
  await second.goto('/login')
  await field(second, 'Email').fill(email)
  await field(second, 'Password').fill(password)
  await button(second, 'Sign in').click()
  await expect(second.getByRole('button', { name: /^Account of/ })).toBeVisible()

  const { id } = await call(page, 'document.create', { title: 'Diary' })
  await page.goto(`/${id}`)
  await typeInto(page, 'Before')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Security' }).click()
  await button(settings, 'Change password').click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  expect(await violations(page)).toEqual([])
  await field(dialog, 'Your password').fill('Not-the-right-1')
  await field(dialog, 'New password').fill('Another-2-words')
  await field(dialog, 'Confirm password').fill('Another-2-words')
  await button(dialog, 'Set password').click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await field(dialog, 'Your password').fill(password)
  const again = page.waitForEvent('websocket', (socket) => socket.url().includes('/collab'))
  await button(dialog, 'Set password').click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(dialog).toBeHidden()
  await settings.press('Escape')
  // The page that is open goes on, over a connection with the new cookie.
  await again
  await typeInto(page, ' and after')
  await expect.poll(() => saveState(page).textContent()).toBe('Saved')
  await page.reload()
  await expect(body(page)).toContainText('Before and after')
  await second.goto('/settings')
  await expect(heading(second, 'Sign in to open this page')).toBeVisible()
  await second.goto('/login')
  await field(second, 'Email').fill(email)
  await field(second, 'Password').fill('Another-2-words')
  await button(second, 'Sign in').click()
  await expect(second.getByRole('button', { name: /^Account of/ })).toBeVisible()
})

test('2.20 2.26 who came by a code and has no password sets one in the settings', async ({
  page,
  server,
}) => {
  const email = `no-password-${Date.now()}@example.org`
  const post = (path: string, data: object) =>
    page.request.post(`/api/auth/${path}`, { data, headers: { origin: server.url } })
  await post('send-verification', { email })
  await post('verify-email', { email, code: await server.codeFor(email) })
  await page.goto('/settings/security')
  const sent = server.sentTo(email)
  await button(page, 'Set a password').click()
  const dialog = page.getByRole('dialog', { name: 'Set a password' })
  await button(dialog, 'Send the code').click()
  await field(dialog, 'Code').fill(await server.codeFor(email, sent))
  await field(dialog, 'New password').fill('x'.repeat(200))
  await expect(dialog.getByText('At most 128 characters')).toBeVisible()
  await field(dialog, 'New password').fill('Another-2-words')
  await field(dialog, 'Confirm password').fill('Another-2-words')
  await button(dialog, 'Set password').click()
  await expect(page.getByText('Password set')).toBeVisible()
  await expect(button(page, 'Change password')).toBeVisible()
})

test('2.4 the person who is signed in is sent on from the sign-in screens', async ({ page, signUp }) => {
  await signUp(page)
  for (const path of ['/login?callbackUrl=%2Ffaq', '/signup?callbackUrl=%2Ffaq']) {
    await page.goto(path)
    await expect(page).toHaveURL('/faq')
  }
})

test('R25 a callback address never leads to another origin', async ({ page, signUp, context }) => {
  const { email, password } = await signUp(page)
  for (const target of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%2F/evil.example',
  ]) {
    await context.clearCookies()
    await page.goto(`/login?callbackUrl=${encodeURIComponent(target)}`)
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await expect(page.getByRole('button', { name: /^Account of/ }), target).toBeVisible()
    await expect(page, target).toHaveURL('/')
  }
})

test('2.7 the GitHub and Google buttons say that they are not set up here', async ({ page }) => {
  for (const name of ['GitHub', 'Google']) {
    await page.goto('/login')
    await page.getByRole('link', { name }).click()
    await expect(
      page
        .getByRole('alert')
        .getByText(`Signing in with ${name} is not set up on this server. Please use your email address.`),
    ).toBeVisible()
    await expect(heading(page, 'Sign in')).toBeVisible()
  }
})

test('8.10 when the server cannot be reached, the sign-in view says so', async ({ page, context }) => {
  await page.goto('/login')
  await field(page, 'Email').fill('ada@example.org')
  await field(page, 'Password').fill('whatever')
  await context.setOffline(true)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert').getByText('Failed to sign in: you are offline.')).toBeVisible()
})

test('2.24 2.26 the settings are a window of 900–1000 × 600 that begins with the profile', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(async () => {
    const box = await dialog.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(900)
    expect(box?.width).toBeLessThanOrEqual(1000)
    expect(box?.height).toBe(600)
  }).toPass()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Email')).toHaveAttribute('readonly')
  for (const section of ['Settings', 'Security', 'Storage', 'Trash']) {
    await dialog.getByRole('tab', { name: section }).click()
    await expect(dialog.getByRole('tabpanel').getByRole('heading', { name: section })).toBeVisible()
  }
})

test('2.26 each section of the settings has an address and is found by a word of it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/settings/trash')
  await expect(page.getByRole('heading', { name: 'Trash', level: 2 })).toBeVisible()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page).toHaveURL('/settings/security')
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/settings')

  await page.getByLabel('Search settings').fill('dark')
  await expect(page.getByRole('tab')).toHaveText(['Settings'])
  await page.getByLabel('Search settings').press('Enter')
  await expect(page).toHaveURL('/settings/preferences')
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible()
  await page.getByLabel('Search settings').fill('qwertz')
  await expect(page.getByText('No settings found.')).toBeVisible()

  await page.goto('/settings/no-such-section')
  await expect(heading(page, 'Page not found')).toBeVisible()

  // The drawings are the server's, and the one that is chosen is the one beside the name.
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change avatar' }).click()
  for (const name of ['Face', 'Wren', 'Pink with a border'])
    await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('button', { name: /^Account of/ }).locator('img')).toHaveAttribute(
    'src',
    '/api/avatars/fun-emoji/Wren/pink-border.svg',
  )

  // A narrow screen has a menu in place of the list.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Section' }).click()
  await page.getByRole('option', { name: 'Storage' }).click()
  await expect(page).toHaveURL('/settings/storage')
})

test('2.26 dates and times are written as the person chooses, at once and on every screen', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Harvest' })
  await page.goto('/settings/preferences')
  const choose = async (name: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option }).click()
    await expect(page.getByRole('combobox', { name })).toContainText(option)
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }
  await choose('Time zone', /^Tokyo/)
  await choose('Hour format', '24 hours')
  const iso = new Date(Date.now() + 9 * 3_600_000).toISOString()
  await choose('Date format', iso.slice(0, 10))
  const moment = /\d{4}-\d\d-\d\d, \d\d:\d\d(?! [AP]M)/
  await expect(page.getByText(/^It is now/)).toHaveText(new RegExp(`^It is now ${moment.source}\\.$`))
  await expect
    .poll(() => ask(page, 'user.getSettings'))
    .toMatchObject({
      timeZone: 'Asia/Tokyo',
      dateFormat: 'yyyy-MM-dd',
      hourFormat: '24',
    })
  expect(await violations(page)).toEqual([])

  // On a page, in the next browser too.
  await page.evaluate(() => localStorage.removeItem('sheaf:formats'))
  await page.goto(`/${id}`)
  await button(page, 'Page options').click()
  const edited = page.getByRole('menu').locator('time')
  const there = new Date(Date.parse((await edited.getAttribute('datetime'))!) + 9 * 3_600_000).toISOString()
  await expect(edited).toHaveText(`${there.slice(0, 10)}, ${there.slice(11, 16)}`)
  await page.keyboard.press('Escape')
  await page.goto('/settings/security')
  await expect(page.getByRole('listitem').locator('time').first()).toHaveText(moment)

  await page.goto('/settings/preferences')
  for (const name of ['Time zone', 'Hour format', 'Date format']) await choose(name, 'Like this device')
  await expect(page.getByText(/^It is now/)).not.toHaveText(moment)
})

test('4.17 5.10 7.24 a username is checked while it is typed, and saved when it is free', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  const other = await browser.newPage({ baseURL: server.url })
  await signUp(other, 'first@example.org')
  await other.goto('/settings')
  await other.getByLabel('Username').fill('wanted')
  await expect(other.getByText('Username is available')).toBeVisible()
  await button(other, 'Save').click()
  await expect(other.getByText('Profile updated successfully!')).toBeVisible()
  await expect(other.getByText('Current username')).toBeVisible()
  await other.close()

  await signUp(page, 'second@example.org')
  await page.goto('/settings')
  await expect(page.getByText('Current username')).toBeVisible()
  await expect(button(page, 'Save')).toBeDisabled()
  await page.getByLabel('Username').fill(' Wanted ')
  await expect(page.getByText('Username is already taken')).toBeVisible()
  await expect(button(page, 'Save')).toBeDisabled()
  await page.getByLabel('Username').fill('   ')
  await expect(button(page, 'Save')).toBeDisabled()
  await button(page, 'Reset').click()
  await expect(page.getByText('Current username')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Second Person')
  await button(page, 'Save').click()
  await expect(page.getByRole('button', { name: 'Account of Second Person' })).toBeVisible()
})

test('sessions are listed and can be ended from elsewhere', async ({ page, signUp, browser, server }) => {
  const { email, password } = await signUp(page)
  const second = await browser.newPage({ baseURL: server.url })
  await second.goto('/login')
  await field(second, 'Email').fill(email)
  await field(second, 'Password').fill(password)
  await button(second, 'Sign in').click()
  await expect(second.getByRole('button', { name: /^Account of/ })).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText('This browser')).toBeVisible()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0)
  await expect(page.getByText('This browser')).toBeVisible()
  await second.goto('/settings')
  await expect(heading(second, 'Sign in to open this page')).toBeVisible()
})

test.describe('every change of the account fails once', () => {
  /** Lets the next call of this name fail as a broken server would, once. */
  const failOnce = (page: Page, name: string) =>
    page.route(
      new RegExp(`/api/trpc/[^?]*user\\.${name}\\b`),
      (route) =>
        route.fulfill({
          status: 500,
          json: [
            {
              error: {
                message: 'Something went wrong on the server. Please try again.',
                code: -32603,
                data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, appCode: 'internal' },
              },
            },
          ],
        }),
      { times: 1 },
    )

  test('2.12 5.11 7.25 8.9 R48 an account is deleted once its address was typed, and the person is at home as a visitor', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp(page)
    await page.goto('/settings/delete-account')
    const remove = button(page, 'Delete account')
    await expect(remove).toBeDisabled()
    const typed = page.getByLabel(/^Type your email address/)
    await typed.fill(email.toUpperCase())
    await expect(remove).toBeDisabled()
    await typed.fill(email)
    await failOnce(page, 'deleteAccount')
    await remove.click()
    await expect(page.getByText('Failed to delete account: please try again')).toBeVisible()
    await remove.click()
    await expect(page.getByText('Account deleted successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  })

  test('8.2 R50 a profile that could not be saved', async ({ page, signUp }) => {
    await signUp(page, `ada.lovelace+${Date.now()}@example.org`)
    await page.goto('/settings')
    await field(page, 'Name').fill('Ada King')
    await expect(page.getByText('Current username')).toBeVisible()
    await failOnce(page, 'updateSettings')
    await button(page, 'Save').click()
    await expect(page.getByText('Failed to update profile')).toBeVisible()
    // Nothing is lost: what was typed can be sent again, or taken back to what the server has.
    await expect(field(page, 'Name')).toHaveValue('Ada King')
    await expect(button(page, 'Account of Ada Lovelace')).toBeVisible()
    await button(page, 'Reset').click()
    await expect(field(page, 'Name')).toHaveValue('Ada Lovelace')
    await page.reload()
    await expect(field(page, 'Name')).toHaveValue('Ada Lovelace')
    await expect(button(page, 'Account of Ada Lovelace')).toBeVisible()

    // What is typed while it is saved stays, and can be saved as well.
    const held = Promise.withResolvers<void>()
    await page.route('**/user.updateSettings*', (route) => held.promise.then(() => route.continue()), {
      times: 1,
    })
    await field(page, 'Name').fill(' Ada K ')
    await expect(page.getByText('Current username')).toBeVisible()
    await button(page, 'Save').click()
    await field(page, 'Name').fill('Ada Byron')
    held.resolve()
    await expect(button(page, 'Account of Ada K')).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Ada Byron')
    await button(page, 'Save').click()
    await expect(button(page, 'Account of Ada Byron')).toBeVisible()
    await expect(button(page, 'Save')).toBeDisabled()
  })

  for (const [call, words] of [
    ['revokeSession', 'Failed to sign out there'],
    ['revokeOtherSessions', 'Failed to sign out everywhere else'],
  ] as const) {
    test(`8.2 R50 ${call}: the other browser stays signed in, and the list says so`, async ({
      page,
      signUp,
      browser,
      server,
    }) => {
      const { email, password } = await signUp(page)
      const second = await browser.newPage({ baseURL: server.url })
      await second.goto('/login')
      await field(second, 'Email').fill(email)
      await field(second, 'Password').fill(password)
      await button(second, 'Sign in').click()
      await expect(second.getByRole('button', { name: /^Account of/ })).toBeVisible()

      await page.goto('/settings')
      const openSessions = () => page.getByRole('tab', { name: 'Security' }).click()
      const theirs = page.getByRole('button', { name: /^Sign out Chrome/ })
      await openSessions()
      await expect(theirs).toHaveCount(1)
      await failOnce(page, call)
      if (call === 'revokeSession') await theirs.click()
      else {
        await button(page, 'Sign out everywhere else').click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
      }
      await expect(page.getByText(words)).toBeVisible()
      if (call === 'revokeOtherSessions') await button(page, 'Cancel').click()
      await expect(theirs).toHaveCount(1)
      await page.reload()
      await openSessions()
      await expect(theirs).toHaveCount(1)
      await second.reload()
      await expect(second.getByRole('button', { name: /^Account of/ })).toBeVisible()
      await second.close()
    })
  }
})

test('signing out leaves nothing of the person on the screen', async ({ page, signUp }) => {
  await signUp(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
})

test('2.6 everybody has a page of their own, and nobody else is shown', async ({ page, signUp }) => {
  await signUp(page, `ada.lovelace+${Date.now()}@example.org`)
  const answer = await page.request.get('/api/trpc/layout.app')
  const { id } = (await answer.json()).result.data.currentUser
  await page.goto(`/user/${id}`)
  await expect(heading(page, 'Ada Lovelace')).toBeVisible()
  await page.goto('/user/somebody-else')
  await expect(heading(page, 'Page not found')).toBeVisible()
})
