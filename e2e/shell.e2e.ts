import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { makePage, seriousViolations, sidebar } from './screen.ts'

const handle = (page: Page) => page.getByRole('separator', { name: 'Width of the sidebar' })

test('2.23 mod+b and mod+\\ hide and show the sidebar; inside the editor mod+b is bold', async ({ page }) => {
  await page.goto('/lists')
  await expect(sidebar(page)).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toBeVisible()

  await page.getByRole('textbox', { name: 'Page body' }).locator('p').first().click()
  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toBeVisible()
  await page.keyboard.press('Control+\\')
  await expect(sidebar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show sidebar' }).click()
  await expect(sidebar(page)).toBeVisible()
})

test('9.10 the sidebar is 16 rem wide, its width and state stay for seven days', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '256')
  await handle(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '272')

  const box = await handle(page).boundingBox()
  if (!box) throw new Error('the handle has no box')
  await page.mouse.move(box.x + box.width / 2, 300)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, 300, { steps: 4 })
  await page.mouse.up()
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '332')

  await page.getByRole('button', { name: 'Hide sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show sidebar' })).toBeVisible()
  await page.getByRole('button', { name: 'Show sidebar' }).click()
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '332')

  const cookie = (await context.cookies()).find(({ name }) => name === 'sheaf-sidebar')
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
})

test('2.23 below 768 px the sidebar is a drawer that keeps the focus and closes by itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await page.goto('/')
  await expect(sidebar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  const drawer = page.getByRole('dialog', { name: 'Sidebar' })
  await expect(sidebar(page)).toBeVisible()
  for (let i = 0; i < 14; i += 1) {
    await page.keyboard.press('Tab')
    await expect(drawer.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeFocused()

  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await sidebar(page).getByRole('treeitem', { name: 'Import' }).click()
  await expect(page).toHaveURL('/imports')
  await expect(drawer).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(sidebar(page)).toBeVisible()
})

test('mod+k and mod+p open the palette, which finds pages and actions', async ({ page, signUp }) => {
  await signUp(page)
  await makePage(page, 'Harvest plan')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('harvest')
  await palette.getByRole('option', { name: 'Harvest plan' }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Harvest plan')

  await page.getByRole('textbox', { name: 'Page body' }).click()
  await page.keyboard.press('Control+p')
  await palette.getByRole('combobox').fill('keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+p')
  await palette.getByRole('combobox').fill('zzzz')
  await expect(palette.getByText('No results found')).toBeVisible()
  await page.keyboard.press('Escape')
  // The same without the sidebar.
  await page.keyboard.press('Control+\\')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await page.keyboard.press('Control+p')
  await palette.getByRole('combobox').fill('open the trash')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toContainText('Trash')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+p')
  await palette.getByRole('combobox').fill('new page')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Page title' })).toBeFocused()
})

test('mod+? lists the shortcuts, those of the editor too', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+Shift+?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Switch between light and dark')).toBeVisible()
  await expect(sheet.getByText('Ctrl+Shift+L')).toBeVisible()
  await expect(sheet.getByText('Bold')).toBeVisible()
})

test('mod+shift+l changes the theme, which is there before the first paint of the next visit', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/faq')
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await theme()).toBe('light')
  // No color fades from the one theme to the other: words would be unreadable on the way.
  await page.evaluate(() => {
    const note = () => {
      const fading = document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition && /color|fill|stroke/.test(one.transitionProperty))
      document.documentElement.dataset.fading = String(fading.length)
    }
    new MutationObserver(note).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  })
  await page.keyboard.press('Control+Shift+L')
  await expect.poll(theme).toBe('dark')
  await expect(page.locator('html')).toHaveAttribute('data-fading', '0')
  // Held back, the application cannot be what sets it.
  await page.route(/assets\/.*\.js$/, () => {})
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(theme).toBe('dark')
})

test('the page behind an unknown address, of somebody else, and without a server: screens that say so', async ({
  page,
  server,
  signUp,
  browser,
}) => {
  const other = await browser.newPage({ baseURL: server.url })
  await signUp(other)
  const id = await makePage(other, 'Private')
  await other.close()

  await signUp(page)
  for (const path of ['/no-such-page', `/${id}`, '/a/b/c']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }

  for (const title of ['First', 'Second']) await makePage(page, title)
  await page.goto('/')
  await page.getByRole('treeitem', { name: 'First' }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('First')
  const second = page.getByRole('treeitem', { name: 'Second' })

  await server.kill()
  await second.click()
  await expect(page.getByRole('heading', { name: 'The server is not answering' })).toBeVisible()
  await server.start()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Second')
})

test('a page that was never opened here says that it is offline, also while the socket still seems open', async ({
  page,
  signUp,
  context,
}) => {
  await signUp(page)
  for (const title of ['First', 'Second']) await makePage(page, title)
  await page.reload()
  await page.getByRole('treeitem', { name: 'First' }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('First')
  await context.setOffline(true)
  await page.getByRole('treeitem', { name: 'Second' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  // What was opened before can still be read.
  await page.getByRole('treeitem', { name: 'First' }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('First')
})

test('the offline screen loads the page by itself when the connection is back', async ({
  page,
  signUp,
  context,
}) => {
  await signUp(page)
  await makePage(page, 'Later')
  await page.reload()
  await expect(page.getByRole('treeitem', { name: 'Later' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('treeitem', { name: 'Later' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Later')
})

const VISITOR_SCREENS = [
  '/',
  '/editor',
  '/lists',
  '/code-block',
  '/basic-marks',
  '/faq',
  '/privacy',
  '/terms',
  '/login',
  '/signup',
  '/nobody-here',
  '/preview/x',
]
const SIGNED_IN_SCREENS = ['/', '/settings', '/lists', '/no-such-page', '/share/no-such-link']

/** Looks at the screen in the light and then in the dark, where only the colors differ. */
async function findsNoFault(page: Page, screen: string): Promise<void> {
  expect.soft(await seriousViolations(page), screen).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', /dark$/)
  const inTheDark = await seriousViolations(page, { theme: 'dark' })
  expect.soft(inTheDark, `${screen}, in the dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Which items are one list is said once the hands rest.
  const lists = () =>
    page.evaluate(() => {
      const items = [...document.querySelectorAll('.ProseMirror [data-kind="listItem"]')]
      return items.length === 0 || items.some((item) => item.role === 'list')
    })
  await expect.poll(lists).toBe(true)
}

test.describe('no serious fault of accessibility, in the light and in the dark', () => {
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(180_000)

  test('on any screen of a visitor', async ({ page }) => {
    for (const path of VISITOR_SCREENS) {
      await page.goto(path)
      await settled(page)
      await findsNoFault(page, path)
    }
  })

  test('while signing in and up', async ({ page, server }) => {
    const email = `axe-${test.info().testId}@example.org`
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
    await findsNoFault(page, 'sign-in window')
    await page.goto('/signup')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await findsNoFault(page, 'code')
    await page.getByLabel('Code').fill(await server.codeFor(email))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('New password', { exact: true }).fill('Abcdefgh')
    await page.getByLabel('Confirm password', { exact: true }).fill('Abc')
    await findsNoFault(page, 'password')
  })

  test('on any screen of somebody signed in', async ({ page, signUp }) => {
    await signUp(page)
    for (const path of SIGNED_IN_SCREENS) {
      await page.goto(path)
      await settled(page)
      await findsNoFault(page, `${path} signed in`)
    }
    for (const open of ['Control+k', 'Control+Shift+?']) {
      await page.goto('/faq')
      await settled(page)
      await page.keyboard.press(open)
      await expect(page.getByRole('dialog')).toBeVisible()
      await findsNoFault(page, open)
    }
    await page.goto('/settings')
    for (const section of ['Settings', 'Security', 'Storage', 'Trash', 'Delete account']) {
      await page.getByRole('tab', { name: section }).click()
      await expect(page.getByRole('tabpanel').getByRole('heading', { name: section })).toBeVisible()
      await findsNoFault(page, section)
    }
  })
})

const softly = expect.configure({ soft: true })

test('no screen is wider than the window, from 360 to 2560 px', async ({ page }) => {
  test.setTimeout(120_000)
  for (const path of VISITOR_SCREENS) {
    await page.goto(path)
    await settled(page)
    for (const width of [360, 820, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = () =>
        page.evaluate(() => {
          const main = document.querySelector('main') ?? document.body
          return Math.max(
            document.documentElement.scrollWidth - innerWidth,
            main.scrollWidth - main.clientWidth,
          )
        })
      // The sidebar becomes a drawer a moment after the window has become narrow.
      await softly.poll(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('beside an open panel a tablet keeps room for the page: the sidebar is a rail and opens over it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Harbor', ['Words to read'])
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`/${id}`)
  await expect(sidebar(page)).toBeVisible()
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click()
  const panel = page.getByRole('complementary', { name: 'Comments' })
  await expect(panel).toBeVisible()
  const room = async () => (await page.getByRole('main').boundingBox())!.width
  await expect.poll(room).toBeGreaterThan(380)
  await page.getByRole('button', { name: 'Show sidebar' }).click()
  await expect(page.getByRole('treeitem', { name: 'Harbor' })).toBeVisible()
  await page.getByRole('button', { name: 'Close sidebar' }).click()
  await panel.getByRole('button', { name: 'Close comments' }).click()
  await expect(sidebar(page)).toBeVisible()
})

test('the first stop of the keyboard leads past the sidebar', async ({ page }) => {
  await page.goto('/faq')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/faq')
})

test('4.21 8.15 leaving unsaved settings is asked about', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Half a na')
  await page.getByRole('link', { name: 'Sheaf, home' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a na')
  await page.getByRole('link', { name: 'Sheaf, home' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
})

test('4.21 8.15 so is closing the settings, or another section of them, with something unsaved', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('Half a na')
  const question = page.getByRole('alertdialog')
  const tryLeaving = [
    () => name.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('tab', { name: 'Security' }).click(),
  ]
  for (const leave of tryLeaving) {
    await leave()
    await expect(question).toContainText('You have unsaved changes.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Half a na')
  }
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('R50 a menu whose code cannot be had says so, leaves the page alone, and comes when it is tried again', async ({
  page,
  signUp,
}) => {
  await page.route('**/assets/account-menu-list-*', (route) => route.abort())
  await signUp(page)
  const account = page.getByRole('button', { name: /Account of/ })
  await account.click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('could not be loaded')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await page.unroute('**/assets/account-menu-list-*')
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expect(problem).toBeHidden()
})
