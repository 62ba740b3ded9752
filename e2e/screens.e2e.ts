import type { Browser, Locator, Page } from '@playwright/test'
import type { ProviderPlan } from '../test/ai-provider.ts'
import { test as testWithModel } from './ai-fixtures.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import {
  ask,
  body,
  call,
  makePage,
  pageOption,
  paragraph,
  runInPalette,
  saveState,
  sidebar,
  violations,
} from './screen.ts'

/*
 * axe over screens, panels, windows and menus, on a desk and on a phone, in the light and in the dark. Nothing at all may be found.
 * With `SHOTS=folder` a picture of each is kept there.
 */

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Looks at the screen in each size and theme, while this stands on it. */
async function findsNothing(page: Page, what: string, shown: Locator, sizes = [DESK, PHONE]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(`${theme}$`))
      await expect(shown, `${what} at ${size.width}`).toBeVisible()
      const found = await violations(page, { theme })
      expect.soft(found, `${what}, ${size.width}, ${theme}`).toEqual([])
      const path = `${process.env.SHOTS}/${what.replaceAll(' ', '-')}-${size.width}-${theme}.png`
      if (process.env.SHOTS) await page.screenshot({ path })
    }
  }
  if (sizes.length > 1) await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: 'light' })
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const side = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })

/** A page that is open and stored. */
async function openPage(page: Page, title: string, texts: readonly string[]): Promise<string> {
  const id = await makePage(page, title, texts)
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  return id
}

/** Closes what is open, whatever it is. */
async function close(page: Page, open: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Somebody else with this level on a page, in a browser of their own. */
async function colleague(
  browser: Browser,
  page: Page,
  signUp: (page: Page) => Promise<unknown>,
  { id, level, name }: { id: string; level: string; name: string },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await signUp(other)
  await call(other, 'user.updateSettings', { name })
  const { username } = await ask<{ username: string }>(other, 'user.getSettings')
  await call(page, 'share.invite', { id, username, level })
  const { invites } = await ask<{ invites: { id: string }[] }>(other, 'share.invites')
  await call(other, 'share.acceptInvite', { id: invites[0]!.id })
  await other.goto(`/${id}`)
  await expect(saveState(other)).toHaveText('Saved')
  return other
}

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })
testWithModel.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })
// Many looks, on machines with much other work too.
test.describe.configure({ timeout: 400_000 })

test('nothing for axe in suggestions, the faces of others and the review inbox', async ({
  page,
  signUp,
  browser,
}) => {
  await signUp(page)
  const id = await openPage(page, 'Harvest', ['Apples first.', 'Pears next.', 'Plums last.'])
  const bea = await colleague(browser, page, signUp, { id, level: 'suggest', name: 'Bea' })
  await expect(body(bea)).toHaveAttribute('contenteditable', 'true')
  for (const [line, words] of [
    ['Apples first.', ' Wash them well.'],
    ['Pears next.', ' Peel them.'],
  ] as const) {
    await body(bea).getByText(line).click()
    await bea.keyboard.press('End')
    await bea.keyboard.type(words)
  }
  await body(bea)
    .getByText('Plums')
    .dblclick({ position: { x: 10, y: 10 } })
  // A browser with much to do tells of a selection later than of a key.
  await expect(bea.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await bea.keyboard.press('Delete')
  await expect(saveState(bea)).toHaveText('Saved')

  await pageOption(page, 'Suggestions')
  const cards = side(page, 'Suggestions').getByRole('article')
  await expect(cards).toHaveCount(3)
  await findsNothing(page, 'suggestions', cards.first())
  await cards.first().click()
  await expect(cards.first()).toHaveAttribute('aria-current', 'true')
  await findsNothing(page, 'suggestion that is active', cards.first())
  await close(page, side(page, 'Suggestions'))

  await page.getByRole('button', { name: 'Also here: Bea' }).click()
  await findsNothing(page, 'active users', dialog(page, 'Active Users'))
  await bea.context().close()
  await page.goto('/review')
  const rows = page.getByRole('main').locator('li[data-row]')
  await expect(rows.first()).toBeVisible()
  await findsNothing(page, 'review inbox', rows.first())
})

test('nothing for axe in a comment with reactions', async ({ page, signUp }) => {
  await signUp(page)
  await openPage(page, 'Harvest', ['Apples first, then pears.', 'Store them in the cellar.'])
  await body(page)
    .getByText('Apples')
    .dblclick({ position: { x: 10, y: 10 } })
  await page.keyboard.press('ControlOrMeta+Shift+m')
  const card = page.getByRole('article', { name: /^(New comment|Comment of)/ })
  await expect(card.getByRole('textbox', { name: 'New comment' })).toBeFocused()
  await page.keyboard.type('Which kind?')
  await page.keyboard.press('Enter')
  await expect(card.getByText(/Sending|Waiting/)).toHaveCount(0)
  await card.getByRole('textbox', { name: 'Reply' }).click()
  await page.keyboard.type('Boskoop')
  await page.keyboard.press('Enter')
  await expect(card.getByText(/Sending|Waiting/)).toHaveCount(0)
  const smiley = page.getByRole('gridcell').first()
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await card.getByRole('button', { name: 'Add a reaction' }).first().click()
    await findsNothing(page, 'picker of reactions', smiley, [size])
    if (size === PHONE) await close(page, smiley)
  }
  await smiley.click()
  await expect(card.getByRole('button', { pressed: true })).toBeVisible()
  await findsNothing(page, 'thread with reactions', card)
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click()
  await findsNothing(page, 'panel of comments', side(page, 'Comments'))
})

test('nothing for axe in the history and a comparison', async ({ page, signUp }) => {
  await signUp(page)
  const id = await openPage(page, 'Fox', ['The quick brown fox', 'Stays here', 'Goes away'])
  await call(page, 'version.createVersion', { documentId: id, name: 'First draft' })
  const contentRich = [
    paragraph('n', 'Brand new'),
    paragraph('block0', 'The slow brown fox'),
    paragraph('block1', 'Stays here'),
  ]
  await call(page, 'document.update', { id, contentRich })
  await call(page, 'version.createVersion', { documentId: id, name: 'Second draft' })
  await pageOption(page, 'Version history')
  const versions = side(page, 'Version history').getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions.first()).toBeVisible()
  await findsNothing(page, 'version history', versions.first())
  await versions.filter({ hasText: 'Second draft' }).getByRole('button').first().click()
  const changes = dialog(page, 'Version history').getByRole('list', { name: 'Changes' })
  await expect(changes.locator('ins').first()).toBeVisible()
  await findsNothing(page, 'comparison', changes)
})

test('nothing for axe in the windows of a page: export, move, publish, share, cover', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Handbook', ['How we work'])
  await makePage(page, 'Elsewhere')
  await call(page, 'document.update', { id, coverImage: 'misty' })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  for (const [entry, name] of [
    ['Export', 'Export'],
    ['Move to…', 'Move page'],
  ] as const) {
    await pageOption(page, entry)
    const window = page.getByRole('dialog')
    await expect(window).toBeVisible()
    await findsNothing(page, name.toLowerCase(), window)
    await close(page, window)
  }
  for (const name of ['Share', 'Publish']) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await findsNothing(page, name.toLowerCase(), page.getByRole('dialog'))
    await close(page, page.getByRole('dialog'))
  }
  await page.locator('[data-page-cover]').hover()
  await page.getByRole('button', { name: 'Change cover' }).click()
  const covers = dialog(page, 'Cover')
  for (const tab of await covers.getByRole('tab').all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await findsNothing(page, `cover ${(await tab.textContent())!.toLowerCase()}`, covers)
  }
})

test('nothing for axe in the menus: of a page with its levels, of a block, the palette', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await openPage(page, 'Orchard', ['The quince blossoms in spring', 'Apples ripen later'])
  const options = page.getByRole('button', { name: 'Page options' })
  const menu = page.getByRole('menu')
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await options.click()
    await findsNothing(page, 'page menu', menu.first(), [size])
    await menu.first().getByRole('menuitem', { name: 'More' }).click()
    const levels = menu.last().locator('[role=menuitem][aria-haspopup=menu]')
    await expect(levels.first()).toBeVisible()
    await findsNothing(page, 'page menu, more', levels.first(), [size])
    const name = (await levels.first().textContent())!
    await levels.first().press('ArrowRight')
    const level = page.getByRole('menu', { name, exact: true })
    await expect(level).toBeVisible()
    await findsNothing(page, 'page menu, level of it', level, [size])
    await close(page, menu)
  }

  await body(page).getByText('Apples ripen').click()
  await page.keyboard.press('ControlOrMeta+/')
  await expect(dialog(page, 'Block menu')).toBeVisible()
  await findsNothing(page, 'block menu', dialog(page, 'Block menu'))
  await close(page, dialog(page, 'Block menu'))

  await page.keyboard.press('ControlOrMeta+p')
  const palette = dialog(page, 'Command palette')
  await findsNothing(page, 'palette', palette)
  await palette.getByRole('combobox').fill('quince')
  await expect(palette.getByRole('group', { name: 'In pages' }).getByRole('option')).toHaveCount(1)
  await findsNothing(page, 'palette with results', palette)
  await palette.getByRole('combobox').fill('zzzzqq')
  await expect(palette.getByText('No results found')).toBeVisible()
  await findsNothing(page, 'palette without results', palette)
})

test('nothing for axe in the gallery of templates, notifications and deleting an account', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await sidebar(page).getByRole('button', { name: 'Templates', exact: true }).click()
  const gallery = dialog(page, 'Templates')
  await expect(gallery.getByRole('option').first()).toBeVisible()
  await findsNothing(page, 'templates', gallery)
  await close(page, gallery)
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Delete account' }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await findsNothing(page, 'delete account', panel)
})

test('nothing for axe at the door, while signing up, and when a link is dead', async ({ page }) => {
  for (const path of ['/login', '/signup', '/login/forgot', '/share/no-such-link']) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await findsNothing(page, `at ${path.replaceAll('/', ' ')}`, heading)
  }
})

test('nothing for axe without a network and without a server', async ({ page, signUp, context, server }) => {
  await signUp(page)
  for (const title of ['First', 'Second', 'Third']) await makePage(page, title, ['Words'])
  await page.reload()
  const entry = (name: string) => page.getByRole('treeitem', { name })
  await entry('First').click()
  await expect(saveState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await entry('Second').click()
  const offline = page.getByRole('heading', { name: 'You are offline' })
  await findsNothing(page, 'offline', offline)
  await entry('First').click()
  await body(page).getByText('Words').click()
  await page.keyboard.type('more ')
  await expect(saveState(page)).toHaveText(/^Offline — [1-9]\d* unsent$/)
  await findsNothing(page, 'page written offline', saveState(page))
  await context.setOffline(false)
  await expect(saveState(page)).toHaveText('Saved')
  await server.kill()
  await entry('Third').click()
  await findsNothing(page, 'server down', page.getByRole('heading', { name: 'The server is not answering' }))
})

testWithModel.describe('with a model', () => {
  testWithModel.setTimeout(400_000)
  testWithModel.use({ model: 'tools-test' })

  testWithModel(
    'nothing for axe in a chat with answers and tools, beside a page and alone',
    async ({ page, signUp, provider }) => {
      await signUp(page)
      const id = await openPage(page, 'Zeppelin', ['The zeppelin is silver'])
      const content = 'The zeppelin is **silver** [1].'
      const plans: ProviderPlan[] = [
        { tool: { name: 'read_page', input: JSON.stringify({ id }) } },
        { tool: { name: 'create_page', input: JSON.stringify({ title: 'Colors', content }) } },
        {
          text: 'It is silver [1]. I have asked you about a page.\n\n```js\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
        },
      ]
      provider.answers(() => plans.shift() ?? { text: 'Once upon a time', stalls: true })
      await runInPalette(page, 'everything', 'Ask everything I can see')
      const field = page.getByRole('textbox', { name: 'Message', exact: true })
      await field.fill('Make a page with the color of the zeppelin')
      await field.press('Enter')
      const answer = page.getByRole('article', { name: 'Answer' })
      await expect(answer.getByRole('table')).toBeVisible()
      await answer.getByText('Content of the page').click()
      await findsNothing(page, 'chat beside a page', answer)
      await field.fill('Tell me a story')
      await field.press('Enter')
      await expect(answer.last()).toContainText('Once upon')
      await findsNothing(page, 'chat while it answers', answer.last())
      await page.goto('/chat')
      await page.getByRole('list', { name: 'Chats' }).getByText('Make a page').click()
      await findsNothing(page, 'chat alone', answer.first())
    },
  )
})
