import type { Browser, Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, saveState, sidebar, violations } from './screen.ts'

/** Pictures for people who change how it looks: `SHOTS=shots`. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
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
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const link = (page: Page) => sidebar(page).getByRole('link', { name: /^Review/ })
const rows = (page: Page) => page.getByRole('main').locator('li[data-row]')
const rowOf = (page: Page, words: string) => rows(page).filter({ hasText: words })

type SignUp = (page: Page) => Promise<unknown>

/** Somebody else in a browser of their own, with this role on the page. */
async function colleague(browser: Browser, signUp: SignUp, page: Page, id: string, level: string) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await signUp(other)
  const { username } = await ask<{ username: string }>(other, 'user.getSettings')
  await call(page, 'share.invite', { id, username, level })
  const { invites } = await ask<{ invites: { id: string }[] }>(other, 'share.invites')
  await call(other, 'share.acceptInvite', { id: invites[0]!.id })
  return { other, close: () => context.close() }
}

/** Adds words to the end of a line, as a suggestion. */
async function suggest(page: Page, line: string, words: string) {
  await body(page).getByText(line).click()
  await page.keyboard.press('End')
  await page.keyboard.type(words)
  await expect(saveState(page)).toHaveText('Saved')
}

test('the review inbox says what waits for me, leads to it and lets me decide from the list', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Harvest', ['Apples first.', 'Pears next.', 'Plums last.'])
  await page.goto('/review')
  await expect(page.getByRole('main')).toContainText('Nothing waits for you')
  expect(await violations(page)).toEqual([])
  await shots(page, 'inbox-empty')

  const { other: bea, close } = await colleague(browser, signUp, page, id, 'suggest')
  await bea.goto(`/${id}`)
  await expect(body(bea)).toHaveAttribute('contenteditable', 'true')
  await suggest(bea, 'Apples first.', ' Wash them.')
  await suggest(bea, 'Pears next.', ' Peel them.')
  await suggest(bea, 'Plums last.', ' Stone them.')
  // The newest stands first: what is said next is to stand above it.
  await expect(rowOf(page, 'Stone them.')).toBeVisible()
  const me = (await ask<{ currentUser: { id: string } }>(page, 'layout.app')).currentUser.id
  await call(bea, 'comment.createDiscussion', {
    ...{ id: `thread-of-bea-${id}`, commentId: `comment-of-bea-${id}`, documentId: id, kind: 'page' },
    contentRich: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'mention', attrs: { id: me, label: 'Ada' } },
            { type: 'text', text: ' is that all?' },
          ],
        },
      ],
    },
  })

  // It comes without a reload.
  await expect(rows(page)).toHaveCount(4)
  await expect(link(page)).toHaveAccessibleName('Review, 4 wait for you')
  await expect(page.getByRole('heading', { level: 2, name: 'Harvest' })).toBeVisible()
  await expect(rowOf(page, 'is that all?')).toContainText('mentions you')
  expect(await violations(page)).toEqual([])
  expect(await violations(page, { theme: 'dark' })).toEqual([])
  await shots(page, 'inbox')

  // By the keyboard: accepting goes on to the next, and what was accepted is on the page.
  await rowOf(page, 'Stone them.').getByRole('link').focus()
  await page.keyboard.press('a')
  await expect(rows(page)).toHaveCount(3)
  await expect(rowOf(page, 'Peel them.').getByRole('link')).toBeFocused()
  await expect(body(bea)).toContainText('Plums last. Stone them.')
  await expect(bea.locator('[role=suggestion] ins')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await rowOf(page, 'Peel them.').getByRole('button', { name: 'Reject: Add “Peel them.”' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(body(bea)).not.toContainText('Peel')
  // A decision is taken back where it was made, and made again.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rowOf(page, 'Peel them.')).toBeVisible()
  await expect(body(bea)).toContainText('Pears next. Peel them.')
  await expect(bea.locator('[role=suggestion] ins')).toHaveCount(2)
  // From home too, by the same keys, and the focus goes on to what waits beside it.
  await page.goto('/')
  const peel = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Peel them.' })
  await peel.getByRole('link').first().press('r')
  await expect(peel).toHaveCount(0)
  await expect(page.getByRole('main').locator('li a:focus')).toHaveCount(1)
  await expect(body(bea)).not.toContainText('Peel')
  await link(page).click()
  await expect(rows(page)).toHaveCount(2)

  // The list never shows what the server does not have: refused it comes back, with its answer lost it is gone.
  await page.route('**/suggestion.accept**', (route) => route.abort('connectionreset'), { times: 1 })
  await rowOf(page, 'Wash them.')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(page.locator('[data-sonner-toast][data-type=error]')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, 'Wash them.')).toBeVisible()

  // A row leads to the place on the page, with its card.
  await rowOf(page, 'Wash them.').getByRole('link').click()
  await expect(body(page)).toContainText('Apples first.')
  await expect(page.getByRole('article', { name: /Add “Wash them.”/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await link(page).click()
  await page.route(
    '**/suggestion.accept**',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await rowOf(page, 'Wash them.')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(rows(page)).toHaveCount(1)
  await expect(body(bea)).toContainText('Apples first. Wash them.')
  await rowOf(page, 'is that all?').getByRole('link').click()
  await expect(page.getByRole('article', { name: /^Comment of/ })).toContainText('is that all?')

  // Who decided is in the history of the page.
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  await page.getByRole('tab', { name: 'Decisions' }).click()
  const decisions = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
  await expect(decisions).toHaveCount(3)
  await expect(decisions.filter({ hasText: 'Stone them.' })).toContainText(/suggested it, .+ accepted/)
  await expect(decisions.filter({ hasText: 'Peel them.' })).toContainText(/suggested it, .+ rejected/)
  expect(await violations(page, { part: '#right-panel' })).toEqual([])
  await shots(page, 'decisions')

  // Bea waits for nobody's decision any more, and for an answer.
  await bea.goto('/review')
  await expect(bea.getByRole('main')).toContainText('Nothing waits for you')
  await bea.getByRole('tab', { name: 'Waiting for others' }).click()
  await expect(rows(bea)).toHaveCount(1)
  await expect(rowOf(bea, 'is that all?')).toContainText('open discussion')
  await bea.getByRole('tab', { name: 'Stale' }).click()
  await expect(bea.getByRole('main')).toContainText('Nothing has waited long')
  await close()
})

test('the inbox says when it cannot be loaded, and is reached by the palette', async ({ page, signUp }) => {
  await signUp(page)
  // Home asks for it, too; this screen has nothing of it.
  await page.goto('/faq')
  await expect(page.getByText('No pages', { exact: true })).toBeVisible()
  const inbox = /suggestion\.inbox[,?]/
  await page.route(inbox, (route) => route.abort('connectionreset'))
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('review')
  await page.getByRole('option', { name: 'Go to the review inbox' }).click()
  await expect(page.getByRole('alert')).toContainText('The inbox could not be loaded')
  await page.unroute(inbox)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText('Nothing waits for you')
})
