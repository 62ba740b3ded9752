import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { templates } from '../src/features/templates/model.ts'
import { expect, testOnKeptServer as test, test as testOnOwnServer } from './fixtures.ts'
import { ask, body, call, makePage, tree } from './screen.ts'

/** Writes a line at the very beginning of the playground and waits until the browser has kept it. */
async function write(page: Page, slug: string, text: string) {
  await body(page).locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.type(text)
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), `sheaf:template:${slug}`))
    .toContain(text)
}

test('2.1 home tells a visitor what Sheaf is, with a page to write on and the sample pages', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(body(page)).toHaveAttribute('contenteditable', 'true')
  for (const { title, summary } of templates)
    await expect(page.getByRole('main').getByRole('link', { name: `${title} ${summary}` })).toBeVisible()
})

test('U26 the page to write on at home grows with its text, and never scrolls inside itself', async ({
  page,
}) => {
  await page.goto('/')
  const words = body(page)
  await words.locator('[data-kind]').last().click()
  await page.keyboard.press('Control+End')
  const before = (await words.boundingBox())!
  for (let line = 1; line <= 15; line++) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(`Line ${line}`)
  }
  await expect(words.getByText('Line 15', { exact: true })).toBeInViewport()
  expect((await words.boundingBox())!.height).toBeGreaterThan(before.height + 15 * 24)
  /** What stands around the text, up to what all of home scrolls in, and hides some of it. */
  const scrolling = () =>
    words.evaluate((element) => {
      const found: string[] = []
      for (let at: Element | null = element; at && at.tagName !== 'MAIN'; at = at.parentElement) {
        const { overflowY } = getComputedStyle(at)
        if (overflowY !== 'visible' && at.scrollHeight > at.clientHeight) found.push(at.className)
      }
      return found
    })
  expect(await scrolling()).toEqual([])
  // And the frame ends where the text does.
  const frame = (await page.getByRole('region', { name: 'Write here' }).boundingBox())!
  const last = (await words.locator('[data-kind]').last().boundingBox())!
  expect(frame.y + frame.height - last.y - last.height).toBeLessThan(100)
})

test('1.2 an anonymous visitor gets an identity that stays with the browser', async ({ page, context }) => {
  await page.goto('/')
  const said = page.getByText(/^Visiting as/)
  const name = await said.textContent()
  await page.reload()
  await expect(said).toHaveText(name ?? '')
  const fresh = await context.browser()?.newContext()
  const other = await fresh?.newPage()
  await other?.goto(page.url())
  await expect(other!.getByText(/^Visiting as/)).toBeVisible()
  const ids = await Promise.all(
    [page, other].map((one) => one?.evaluate(() => JSON.parse(localStorage['sheaf:visitor']).id)),
  )
  expect(new Set(ids).size).toBe(2)
  await fresh?.close()
})

testOnOwnServer(
  'U21 voice chat is offered to the person who runs the server alone while no service for it is set up',
  async ({ page, browser, server, signUp }) => {
    const offered = async (who: Page) => {
      await who.goto(`/${await makePage(who, 'Talk', ['Words.'])}`)
      await expect(body(who)).toContainText('Words.')
      await who.keyboard.press('ControlOrMeta+p')
      await who.getByRole('combobox', { name: 'Command palette' }).fill('chat')
      await expect(who.getByRole('option', { name: /chat/i }).first()).toBeVisible()
      return who.getByRole('option', { name: 'Voice chat' }).count()
    }
    await signUp(page)
    expect(await offered(page)).toBe(1)
    const other = await browser.newPage({ baseURL: server.url })
    await signUp(other)
    expect(await offered(other)).toBe(0)
    await other.close()
  },
)

test('6.1 a visitor has a name of their own, who signs in has theirs, a guest is shown as "Guest", and nobody is an administrator', async ({
  page,
  browser,
  server,
  signUp,
}) => {
  test.slow()
  await page.goto('/')
  const said = page.getByText(/^Visiting as/)
  await expect(said).toBeVisible()
  const animal = await page.evaluate(() => JSON.parse(localStorage['sheaf:visitor']).name)
  await expect(said).toContainText(animal)
  // The identity is this browser's alone: to the server a visitor is nobody.
  expect(await ask(page, 'layout.app')).toEqual({
    currentUser: null,
    isOperator: false,
    hasVoice: false,
  })

  await signUp(page)
  await expect(said).toHaveCount(0)
  const { currentUser: owner } = await ask<{ currentUser: Record<string, unknown> }>(page, 'layout.app')
  await expect(page.getByRole('button', { name: `Account of ${owner.name}` })).toBeVisible()
  const { id: podId } = await call(page, 'pod.create', { name: 'Choir' })
  const own = await makePage(page, 'Of the owner alone')

  const other = await browser.newPage({ baseURL: server.url })
  await signUp(other)
  const { currentUser: guest } = await ask<{ currentUser: Record<string, unknown> }>(other, 'layout.app')
  const theirs = await makePage(other, 'Of the guest alone')
  const database = new DatabaseSync(join(server.dataDir, 'sheaf.db'))
  database
    .prepare('insert into pod_member (pod_id, user_id, role, created_at) values (?, ?, ?, ?)')
    .run(podId, String(guest.id), 'guest', new Date().toISOString())
  database.close()

  await page.reload()
  await page.getByRole('button', { name: /^Pod: / }).click()
  await page.getByRole('menuitemradio', { name: 'Choir' }).click()
  await page.getByRole('button', { name: /^Pod: / }).click()
  await page.getByRole('menuitem', { name: 'People…' }).click()
  const people = page.getByRole('dialog', { name: 'People in “Choir”' }).getByRole('list', { name: 'People' })
  const row = people.getByRole('listitem').filter({ hasText: `@${guest.username}` })
  await expect(row.getByText('Guest', { exact: true })).toBeVisible()
  await page
    .getByRole('combobox', { name: /^Role of/ })
    .first()
    .click()
  await expect(page.getByRole('option')).toHaveText(['Owner', 'Member', 'Guest'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  // The first to come is no more than anybody else: what is somebody's is there for nobody else.
  for (const [one, id] of [
    [page, theirs],
    [other, own],
  ] as const) {
    await one.goto(`/${id}`)
    await expect(one.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await other.close()
})

/** How many templates are opened in one test. */
const AT_ONCE = 10

for (let first = 0; first < templates.length; first += AT_ONCE) {
  const some = templates.slice(first, first + AT_ONCE)
  test(`2.9 each template opens under its slug, names itself in the tab, and can be tried: ${some[0]!.slug} to ${some.at(-1)!.slug}`, async ({
    page,
  }) => {
    for (const { slug, title } of some) {
      await page.goto(`/${slug}`)
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Sheaf`)
      await expect(body(page)).toContainText('Try it')
    }
  })
}

test('2.11 the tree of templates', async ({ page }) => {
  await page.goto('/')
  const blocks = tree(page).getByRole('treeitem', { name: 'Blocks', exact: true })
  const inside = tree(page).getByRole('treeitem', { name: 'Code block' })
  await blocks.focus()
  await expect(inside).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(inside).toHaveAttribute('aria-level', '2')
  await expect(blocks).toHaveAttribute('aria-expanded', 'true')
  // What was expanded stays so.
  await page.reload()
  await expect(inside).toBeVisible()
})

test('2.22 a template without pages inside says so, and a click opens the page', async ({ page }) => {
  await page.goto('/')
  await tree(page).getByRole('treeitem', { name: 'Import' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tree(page).getByText('No pages inside')).toBeVisible()
  await tree(page).getByRole('treeitem', { name: 'Import' }).click()
  await expect(page).toHaveURL('/imports')
})

test('6.2 visitors can only read the tree', async ({ page }) => {
  await page.goto('/')
  await expect(tree(page).locator('[draggable="true"]')).toHaveCount(0)
  await expect(tree(page).getByRole('button', { name: /menu|more|add|new/i })).toHaveCount(0)
})

test('2.10 2.12 a link inside a template opens in the same tab', async ({ page }) => {
  await page.goto('/editor')
  await body(page).getByRole('link', { name: 'Slash command' }).click()
  await expect(page).toHaveURL('/slash-command')
  await expect(page.getByRole('heading', { name: 'Slash command', level: 1 })).toBeVisible()
})

test('2.10 a link to a block of a template leads to that block, also after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 400 })
  await page.goto('/lists')
  const last = body(page).locator('[data-block-id]').last()
  await expect(last).not.toBeInViewport()
  const id = await last.getAttribute('data-block-id')
  await page.goto(`/faq`)
  await page.goto(`/lists#${id}`)
  await expect(last).toHaveAttribute('data-block-id', id ?? '')
  await expect(last).toBeInViewport()
})

test('4.9 8.5 edits of a template survive a reload, and Reset brings the original back', async ({ page }) => {
  const sent: string[] = []
  await page.goto('/lists')
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await write(page, 'lists', 'My own words. ')
  await page.reload()
  await expect(body(page)).toContainText('My own words.')

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Template reset successfully')).toBeVisible()
  await expect(page.getByText('All changes have been reverted to the original template.')).toBeVisible()
  await expect(body(page)).not.toContainText('My own words.')
  await expect(body(page)).toContainText('Bullets for things')
  await page.reload()
  await expect(body(page)).toContainText('Bullets for things')
  await expect(body(page)).not.toContainText('My own words.')
  expect(sent, 'nothing a visitor types reaches the server').toEqual([])
})

test('4.9 the words of one template are not those of another', async ({ page }) => {
  await page.goto('/lists')
  await write(page, 'lists', 'Only in lists. ')
  await page.goto('/link')
  await expect(body(page)).toContainText('Try it')
  await expect(body(page)).not.toContainText('Only in lists.')
})

test('1.2 who signs up is offered to take along what they wrote', async ({ page, signUp }) => {
  await page.goto('/lists')
  await write(page, 'lists', 'Written before. ')
  await signUp(page)
  const offer = page.getByRole('region', { name: 'Keep what you wrote?' })
  await expect(offer).toContainText('Lists')
  await offer.getByRole('button', { name: 'Keep as a page' }).click()
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Lists')
  await expect(body(page)).toContainText('Written before.')
  await expect(
    page.getByRole('navigation', { name: 'Pages' }).getByRole('treeitem', { name: 'Lists' }),
  ).toContainText('☑️')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('S4 what somebody wrote on a sample page goes when they sign out, which is asked first', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/lists')
  await write(page, 'lists', 'Not for the next. ')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('What you wrote on sample pages is only in this browser.')
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  await page.goto('/lists')
  await expect(body(page)).toContainText('Bullets for things')
  await expect(body(page)).not.toContainText('Not for the next.')
  await signUp(page)
  await expect(page.getByRole('region', { name: 'Keep what you wrote?' })).toHaveCount(0)
})

test('2.2 2.4 a page of somebody needs sign-in, and says so', async ({ page }) => {
  await page.goto('/some-page-of-somebody')
  await expect(page.getByRole('heading', { name: 'Sign in to open this page' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login?callbackUrl=%2Fsome-page-of-somebody')
})

test('2.3 where nothing is published, the address says so', async ({ page }) => {
  await page.goto('/preview/some-page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('2.5 questions, privacy and terms', async ({ page }) => {
  for (const [path, title] of [
    ['/faq', 'Questions and answers'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
})

test('2.24 a visitor can sign in without leaving the page', async ({ page, signUp, context }) => {
  const { email, password } = await signUp(page)
  await context.clearCookies()
  await page.goto('/lists')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(page).toHaveURL('/lists')
})
