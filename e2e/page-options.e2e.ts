import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, pageOption, row, seriousViolations, shownPageOption, title, toast } from './screen.ts'

async function options(page: Page) {
  await page.getByRole('button', { name: 'Page options' }).click()
  const menu = page.getByRole('menu').first()
  await expect(menu).toBeVisible()
  return menu
}

async function closeMenus(page: Page) {
  while (await page.getByRole('menu').count()) await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

const faceOf = (page: Page) => body(page).evaluate((element) => getComputedStyle(element).fontFamily)

/** The next call of this name fails as it does when the server is gone. */
const failOnce = (page: Page, name: string) =>
  page.route(new RegExp(`/api/trpc/[^?]*${name.replace('.', '\\.')}\\b`), (route) => route.abort(), {
    times: 1,
  })

/** Nothing serious, in either theme. */
async function expectAccessible(page: Page, what: string) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
    expect(await seriousViolations(page, { theme: colorScheme }), `${what}, ${colorScheme}`).toEqual([])
  }
}

const PHONE = { width: 390, height: 844 }

/** The open menu lies on the screen of a phone, its words at their start. */
async function expectMenuFits(page: Page) {
  const menu = page.getByRole('menu').first()
  await expect(menu).toBeVisible()
  const { x, y, width, height } = (await menu.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(PHONE.width)
  expect(y + height).toBeLessThanOrEqual(PHONE.height)
  await expect(menu.getByRole('menuitem', { name: 'Copy link' })).toHaveCSS('text-align', 'start')
}

// Whole stories, on machines with much other work too.
test.setTimeout(150_000)

test('2.31, R50 the style and the lock of a page reach everybody who has it open; what fails is taken back', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Plan',
    contentRich: [{ kind: 'paragraph', text: [{ text: 'Four words to read' }] }],
  })
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Four words')
  const other = await page.context().newPage()
  await other.goto(`/${id}`)
  await expect(body(other)).toContainText('Four words')

  let menu = await options(page)
  await expect(menu.getByText('5 words, 22 characters')).toBeVisible()
  await expect(menu.getByText('1 minute to read')).toBeVisible()
  await expectAccessible(page, 'page options')
  await failOnce(page, 'document.update')
  await menu.getByRole('menuitemradio', { name: 'Mono' }).click()
  await expect(toast(page, 'Failed to update document')).toBeVisible()
  await expect.poll(() => faceOf(page)).toContain('Inter')
  await menu.getByRole('menuitemradio', { name: 'Serif' }).click()
  await expect.poll(() => faceOf(page)).toContain('Source Serif')
  await expect.poll(() => faceOf(other)).toContain('Source Serif')
  await menu.getByRole('menuitemcheckbox', { name: 'Lock page' }).click()
  await closeMenus(page)

  for (const tab of [page, other]) {
    await expect(
      tab.getByText('This page is locked. Nobody can change it until it is unlocked.'),
    ).toBeVisible()
    await expect(body(tab)).toHaveAttribute('aria-readonly', 'true')
    await expect(title(tab)).toHaveAttribute('readonly', '')
  }
  await expectAccessible(page, 'locked page')
  await other.getByRole('button', { name: 'Unlock' }).click()
  await expect(body(page)).toHaveAttribute('aria-readonly', 'false')
  await other.close()

  // On a phone the same menu fits.
  await page.setViewportSize(PHONE)
  await options(page)
  await expectMenuFits(page)
  await expectAccessible(page, 'page options on a phone')
  await closeMenus(page)

  await body(page).click()
  await body(page).pressSequentially('New ')
  await expect(body(page)).toContainText('New ')
  // The toolbar is wanted or not: kept in the browser, and off until then.
  await page.setViewportSize({ width: 1440, height: 900 })
  const tools = page.getByRole('toolbar', { name: 'Page tools' })
  await expect(tools).toHaveCount(0)
  menu = await options(page)
  await menu.getByRole('menuitem', { name: 'Layout' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Toolbar' }).click()
  await closeMenus(page)
  await tools.getByRole('button', { name: 'Undo' }).click()
  await expect(body(page)).not.toContainText('New ')
  await page.reload()
  await expect(tools).toBeVisible()
})

test('2.31, R50 a page is copied with what is inside, kept as a template, and made again of it', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Minutes',
    icon: '📝',
    contentRich: [{ kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Who was there' }] }],
  })
  await call(page, 'document.create', { title: 'Actions', parentDocumentId: id })
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Who was there')

  await failOnce(page, 'document.duplicate')
  let menu = await options(page)
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('menuitem', { name: 'With the pages inside' }).click()
  await expect(toast(page, 'Failed to duplicate document')).toBeVisible()
  await expect(row(page, 'Minutes (copy)')).toHaveCount(0)
  menu = await options(page)
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('menuitem', { name: 'With the pages inside' }).click()
  await expect(toast(page, 'Document duplicated.')).toBeVisible()
  await expect(row(page, 'Minutes (copy)')).toBeVisible()

  await pageOption(page, 'Save as template')
  await expect(toast(page, 'Template saved.')).toBeVisible()
  const templates = page.getByRole('region', { name: 'Your templates' })
  await templates.getByRole('link', { name: 'Minutes' }).click()
  await expect(page.getByText('This is a template.')).toBeVisible()
  await expectAccessible(page, 'template')

  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  const gallery = page.getByRole('dialog', { name: 'Templates' })
  await expect(gallery.getByRole('option', { name: 'Minutes' })).toBeVisible()
  await expect(gallery.getByRole('heading', { name: 'Who was there' })).toBeVisible()
  await expectAccessible(page, 'gallery of templates')
  await gallery.getByRole('combobox').fill('nothing is called like this')
  await expect(gallery.getByText('No matches')).toBeVisible()
  await gallery.getByRole('combobox').fill('minutes')
  await expect(gallery.getByRole('option')).toHaveCount(1)
  await gallery.getByRole('button', { name: 'Use this template' }).click()
  await expect(gallery).toBeHidden()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(title(page)).toHaveValue('Minutes')
  await expect(body(page)).toContainText('Who was there')
  await expect(page.getByText('This is a template.')).toBeHidden()
  await expect(row(page, 'Minutes')).toHaveCount(2)
})

test('2.31 a level of the page’s menu that is open stays open when the code of a feature arrives', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Levels' })
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
  let code = ''
  // It brings "Related pages", which stands above the levels.
  await page.route(/\/assets\/search-host-.*\.js/, async (route) => {
    code = route.request().url()
    await held
    await route.continue()
  })
  await page.goto(`/${id}`)
  await expect.poll(() => code).not.toBe('')
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menu').first().getByRole('menuitem', { name: 'More' }).click()
  const more = page.getByRole('menu', { name: 'More' })
  await expect(more.getByRole('menuitem', { name: 'Related pages' })).toHaveCount(0)
  await more.getByRole('menuitem', { name: 'Templates' }).hover()
  const templates = page.getByRole('menu', { name: 'Templates' })
  await expect(templates).toBeVisible()
  arrive()
  await page.evaluate((url) => import(url).then(() => undefined), code)
  // Something else draws the menu anew, with what has come by then.
  await call(page, 'document.update', { id, title: 'Other levels' })
  await expect(page.getByRole('textbox', { name: 'Page title', includeHidden: true })).toHaveValue(
    'Other levels',
  )
  await expect(templates).toBeVisible()
  await expect(more.getByRole('menuitem', { name: 'Related pages' })).toHaveCount(0)
  await closeMenus(page)
  // Opened again it has everything.
  await shownPageOption(page, 'Related pages')
})
