import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, paragraph, runInPalette, violations } from './screen.ts'

const history = (page: Page) => page.getByRole('complementary', { name: 'Version history' })
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Version history' })
const versions = (page: Page) => history(page).getByRole('list', { name: 'Versions' }).getByRole('listitem')
/** In the newest message that says what was done; the one before may still be there. */
const undo = (page: Page) =>
  page.locator('[data-sonner-toast][data-front="true"]').getByRole('button', { name: 'Undo' })

test('2.24 2.25 2.31 2.33 2.42 a page is saved, compared word by word, restored, and that is undone; on a phone too', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const old = [
    paragraph('a', 'The quick brown fox'),
    paragraph('b', 'Stays here'),
    paragraph('c', 'Goes away'),
  ]
  const { id } = await call(page, 'document.create', { title: 'Fox', contentRich: old })
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Goes away')

  // 8.8 An empty history says so, and saves the first version.
  const menu = page.getByRole('button', { name: 'Page options' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  await expect(history(page)).toContainText('This page does not have any snapshots yet.')
  await history(page).getByRole('button', { name: 'Save a version' }).last().click()
  await expect(versions(page).filter({ hasText: 'Saved manually' })).toHaveCount(1)

  // 2.33 As wide as it is made, also after it was closed.
  const handle = page.getByRole('separator', { name: 'Width of version history' })
  await expect(handle).toHaveAttribute('aria-valuenow', '400')
  await handle.focus()
  await handle.press('ArrowLeft')
  await expect(handle).toHaveAttribute('aria-valuenow', '416')
  await handle.press('Escape')
  await expect(history(page)).toHaveCount(0)
  const contentRich = [
    paragraph('n', 'Brand new'),
    paragraph('a', 'The slow brown fox'),
    paragraph('b', 'Stays here'),
  ]
  await call(page, 'document.update', { id, contentRich, title: 'Foxes' })
  await expect(body(page)).toContainText('Brand new')
  await call(page, 'version.createVersion', { documentId: id, name: 'Second draft' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  await expect(handle).toHaveAttribute('aria-valuenow', '416')

  // The comparison with the version before.
  await versions(page).filter({ hasText: 'Second draft' }).getByRole('button').first().click()
  const changes = comparison(page).getByRole('list', { name: 'Changes' })
  await expect(changes.getByText('slow', { exact: true })).toBeVisible()
  await expect(changes.locator('del')).toHaveText(['quick', 'Goes away'])
  await expect(changes.locator('ins')).toHaveText(['Brand new', 'slow'])
  await expect(comparison(page).getByRole('status')).toContainText('Blocks: 1 added, 1 removed, 1 changed')
  for (const theme of ['light', 'dark']) {
    await page.evaluate(async (name) => {
      document.documentElement.setAttribute('data-theme', name)
      // Colours that are on their way to those of the theme are neither.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    }, theme)
    expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  }

  // One block comes back, and the page after it; each can be undone.
  await changes.getByRole('listitem').filter({ hasText: 'Goes away' }).getByRole('button').click()
  await comparison(page).getByRole('button', { name: 'Close' }).click()
  await expect(comparison(page)).toHaveCount(0)
  await expect(body(page)).toContainText('Goes away')
  await undo(page).click()
  await expect(body(page)).not.toContainText('Goes away')

  await page.setViewportSize({ width: 390, height: 844 })
  await versions(page).filter({ hasText: 'Saved manually' }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore this version' }).click()
  await expect(body(page)).toContainText('The quick brown fox')
  await expect(body(page)).not.toContainText('Brand new')
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Fox')
  await undo(page).click()
  await expect(body(page)).toContainText('The slow brown fox')
  await history(page).getByRole('button', { name: 'Close version history' }).click()
  // 2.42 The tool that opens it, where there is room for it.
  await page.setViewportSize({ width: 2560, height: 1200 })
  await runInPalette(page, 'toolbar', 'Show or hide the toolbar')
  const tool = page.getByRole('toolbar', { name: 'Page tools' }).getByRole('button', { name: 'Versions' })
  await tool.click()
  await expect(tool).toHaveAttribute('aria-pressed', 'true')
  await expect(history(page)).toBeVisible()
})

test('U12 the marks of the headings stand under the history and under a window, never over them', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const heading = (id: string, text: string) => ({ id, kind: 'heading', text: [{ text }] })
  const { id } = await call(page, 'document.create', {
    title: 'Marked',
    contentRich: [
      heading('h1', 'One'),
      paragraph('a', 'Words'),
      heading('h2', 'Two'),
      heading('h3', 'Three'),
    ],
  })
  await page.goto(`/${id}`)
  const marks = page.getByRole('navigation', { name: 'On this page' })
  await expect(marks.getByRole('listitem')).toHaveCount(3)
  const places = await marks.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const { x, y, width, height } = item.getBoundingClientRect()
      return [x + width / 2, y + height / 2] as const
    }),
  )
  /** Do the marks lie on top where they stand? Behind a window they have no role. */
  const onTop = () =>
    page.evaluate(
      (at) => at.map(([x, y]) => !!document.elementFromPoint(x, y)?.closest('.outline-indicator')),
      places,
    )
  expect(await onTop()).toEqual([true, true, true])

  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  await expect(history(page)).toContainText('This page does not have any snapshots yet.')
  expect(await onTop()).toEqual([false, false, false])
  await history(page).getByRole('button', { name: 'Close version history' }).click()
  await expect(history(page)).toHaveCount(0)
  await expect.poll(onTop).toEqual([true, true, true])

  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
  expect(await onTop()).toEqual([false, false, false])
})

test('2.25 the page about versions keeps them in the browser and compares them while one types', async ({
  page,
}) => {
  await page.goto('/version-history')
  const demo = page.getByRole('region', { name: 'Versions of a page, compared' })
  await expect(demo.locator('ins', { hasText: 'Sunday' })).toBeVisible()
  const editor = demo.getByRole('textbox', { name: 'Page with versions' })
  await editor.getByText('Picnic by the lake').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and the hills')
  await expect(demo.locator('ins', { hasText: 'and the hills' })).toBeVisible()
  await demo.getByRole('button', { name: 'Save a version' }).click()
  await demo.getByRole('button', { name: 'Restore the first' }).click()
  await expect(editor).toContainText('We meet on Saturday')
  await expect(demo.getByText('Nothing differs')).toBeVisible()
  expect(await violations(page, { part: '.diff-view' })).toEqual([])
})
