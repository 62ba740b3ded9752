import type { Page } from '@playwright/test'
import * as Y from 'yjs'
import * as write from '../src/document/write/operations.ts'
import { Reviewer } from '../test/document/test-reviewers.ts'
import { expect, test } from './fixtures.ts'
import { body, call, paragraph, saveState, violations } from './screen.ts'
import { storedDoc, storeUpdate } from './stored-page.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Suggestions' })
const cards = (page: Page) => panel(page).getByRole('article')

test('2.34 3.8 4.11 suggestions are listed in the order of the page, gone through and decided with the keyboard, and taken back', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Fox',
    contentRich: [
      paragraph('a', 'The quick brown fox'),
      paragraph('b', 'Stays here'),
      paragraph('c', 'Goes away'),
    ],
  })
  await server.kill('SIGTERM')
  const ann = new Reviewer('ann', 77, Y.encodeStateAsUpdate(storedDoc(server.dataDir, id)))
  ann.suggest(() => write.deleteText(ann.index, 'c', 0, 4))
  ann.suggest(() => write.deleteText(ann.index, 'a', 4, 9))
  ann.suggest(() => write.insertText(ann.index, 'b', 10, ' for ever'))
  for (const update of ann.outbox) storeUpdate(server.dataDir, id, update)
  await server.start()

  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Suggestions' }).click()
  const summaries = ['Delete “quick”', 'Add “for ever”', 'Delete “Goes”']
  await expect(cards(page)).toHaveCount(3)
  for (const [at, summary] of summaries.entries()) await expect(cards(page).nth(at)).toContainText(summary)
  expect(await violations(page, { part: '[aria-label=Suggestions]' })).toEqual([])

  // By the keyboard: to the first, which is accepted, and on to the next, which is rejected.
  await panel(page).getByRole('button', { name: 'Next suggestion' }).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toHaveAttribute('aria-current', 'true')
  await cards(page).first().focus()
  await page.keyboard.press('a')
  await expect(cards(page)).toHaveCount(2)
  await expect(body(page)).not.toContainText('quick')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('r')
  await expect(cards(page)).toHaveCount(1)
  await expect(body(page)).not.toContainText('for ever')
  await expect(cards(page).first()).toBeFocused()

  // Each is one step back.
  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cards(page)).toHaveCount(3)
  await expect(body(page)).toContainText('The quick brown fox')

  // All that is shown at once, with a way back.
  await panel(page).getByRole('button', { name: 'All' }).click()
  await page.getByRole('menuitem', { name: 'Accept 3 suggestions' }).click()
  await expect(panel(page)).toContainText('Nothing is suggested')
  await expect(body(page)).toContainText('Stays here for ever')
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(3)
  await expect(saveState(page)).toHaveText('Saved')
})
