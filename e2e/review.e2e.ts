import type { Page } from '@playwright/test'
import * as Y from 'yjs'
import * as write from '../src/document/write/operations.ts'
import { Reviewer } from '../test/document/test-reviewers.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, paragraph, saveState, violations } from './screen.ts'
import type { SheafServer } from './server.ts'
import { storedDoc, storeUpdate } from './stored-page.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Suggestions' })
const cards = (page: Page) => panel(page).getByRole('article')

/** A page of three paragraphs of which Ann, who has the page no longer open, suggests three changes. */
async function reviewedPage(page: Page, server: SheafServer): Promise<void> {
  const { id } = await call(page, 'document.create', {
    title: 'Fox',
    contentRich: [
      paragraph('a', 'The quick brown fox'),
      paragraph('b', 'Stays here'),
      paragraph('c', 'Goes away'),
    ],
  })
  // A page that misses a part of itself meanwhile would load itself again, in the way of what comes.
  await page.goto('about:blank')
  await server.kill('SIGTERM')
  const ann = new Reviewer('ann', 77, Y.encodeStateAsUpdate(storedDoc(server.dataDir, id)))
  ann.suggest(() => write.deleteText(ann.index, 'c', 0, 4))
  ann.suggest(() => write.deleteText(ann.index, 'a', 4, 9))
  ann.suggest(() => write.insertText(ann.index, 'b', 10, ' for ever'))
  for (const update of ann.outbox) storeUpdate(server.dataDir, id, update)
  await server.start()
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
}

test('2.34 3.8 4.11 suggestions are listed in the order of the page, gone through and decided with the keyboard, and taken back', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  await reviewedPage(page, server)
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Suggestions' }).click()
  const summaries = ['Delete “quick”', 'Add “for ever”', 'Delete “Goes”']
  await expect(cards(page)).toHaveCount(3)
  for (const [at, summary] of summaries.entries()) await expect(cards(page).nth(at)).toContainText(summary)
  // The marks in the text and the panel beside it.
  expect(await violations(page)).toEqual([])

  // By the keyboard: to the first, which is accepted, and on to the next, which is rejected.
  await panel(page).getByRole('button', { name: 'Next suggestion' }).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toHaveAttribute('aria-current', 'true')
  await cards(page).first().focus()
  await page.keyboard.press('a')
  await expect(cards(page)).toHaveCount(2)
  await expect(body(page)).not.toContainText('quick')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('R')
  await expect(cards(page)).toHaveCount(1)
  await expect(body(page)).not.toContainText('for ever')
  await expect(cards(page).first()).toBeFocused()

  // Behind the last one the focus is in the page.
  await page.keyboard.press('r')
  await expect(panel(page)).toContainText('Nothing is suggested')
  await expect(body(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cards(page)).toHaveCount(1)

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

const margin = (page: Page) => page.getByRole('complementary', { name: 'Beside the page' })
const beside = (page: Page) => margin(page).getByRole('article')

test('2.34 4.11 suggestions stand beside their text, and a page is reviewed with the keyboard alone', async ({
  page,
  server,
  signUp,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page)
  await reviewedPage(page, server)
  await expect(beside(page)).toHaveCount(3)
  const places = async () => {
    const cards = await beside(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    const text = (await body(page).boundingBox())!
    return { cards, end: text.x + text.width }
  }
  // Next to the text, in its order, none over another.
  const { cards, end } = await places()
  for (const [at, card] of cards.entries()) {
    expect(card.left).toBeGreaterThanOrEqual(end)
    if (at > 0) expect(card.top - cards[at - 1]!.bottom).toBeGreaterThanOrEqual(10)
  }
  expect(await violations(page, { part: '.page-margin' })).toEqual([])

  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+Alt+Period')
  await expect(beside(page).nth(0)).toBeFocused()
  await expect(beside(page).nth(0)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('status', { name: 'Editor messages' })).toHaveText(
    /suggests: Delete “quick”, 1 of 3$/,
  )
  // The active card stands where its text does, and the others make room.
  const lineTop = (words: string) =>
    page.evaluate((words) => {
      const text = [...document.querySelectorAll('.page-body p')].find((p) => p.textContent?.includes(words))
      return text!.getBoundingClientRect().top
    }, words)
  await page.keyboard.press('ArrowDown')
  await expect(beside(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(beside(page).nth(2)).toBeFocused()
  await expect
    .poll(async () => Math.abs((await places()).cards[2]!.top - (await lineTop('away'))))
    .toBeLessThan(20)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(beside(page).nth(0)).toBeFocused()

  await page.keyboard.press('a')
  await expect(body(page)).not.toContainText('quick')
  await expect(beside(page)).toHaveCount(2)
  await expect(beside(page).nth(0)).toBeFocused()
  await page.keyboard.press('r')
  await expect(body(page)).not.toContainText('for ever')
  await expect(beside(page)).toHaveCount(1)
  await expect(beside(page).nth(0)).toBeFocused()
  await page.keyboard.press('a')
  await expect(margin(page)).toHaveCount(0)
  await expect(body(page)).toBeFocused()
  await expect(body(page)).not.toContainText('Goes')
  await expect(saveState(page)).toHaveText('Saved')
})

test('2.34 a press elsewhere ends that a card is active', async ({ page, server, signUp }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page)
  await reviewedPage(page, server)
  await beside(page).nth(1).click()
  await expect(beside(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await body(page).getByText('Stays here').click()
  await expect(margin(page).locator('[aria-current]')).toHaveCount(0)
  // One on what is suggested makes its card active.
  await body(page).locator('del', { hasText: 'Goes' }).click()
  await expect(beside(page).nth(2)).toHaveAttribute('aria-current', 'true')
  await body(page).locator('ins', { hasText: 'for ever' }).click()
  await expect(beside(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(margin(page).locator('[aria-current]')).toHaveCount(1)
  await expect(body(page).locator('.review-words.is-active')).toHaveText(' for ever')

  // What is suggested is discussed from its card, and the discussion says what it is about.
  await beside(page).nth(1).click()
  await beside(page).nth(1).getByRole('button', { name: 'Discuss this suggestion' }).click()
  await page.getByRole('textbox', { name: 'New comment' }).fill('For how long?')
  await page.keyboard.press('Enter')
  const thread = page.getByRole('article', { name: /^Comment of .+ on “Add “for ever””/ })
  await expect(thread).toContainText('For how long?')
  await expect(thread.locator('blockquote')).toHaveText('Add “for ever”')
  await expect(thread.getByText(/Sending|Waiting/)).toHaveCount(0)
  await page.reload()
  await expect(thread).toContainText('For how long?')
})

test('2.34 on a phone the card comes as a sheet, and its text stays visible above it', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  await reviewedPage(page, server)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(margin(page)).toHaveCount(0)
  await body(page).focus()
  const sheet = page.getByRole('region', { name: 'Beside the page' })
  // What is suggested is read a moment after the page is shown.
  await expect(async () => {
    if ((await sheet.count()) === 0) await page.keyboard.press('ControlOrMeta+Alt+Period')
    await expect(sheet).toContainText('Delete “quick”', { timeout: 1000 })
  }).toPass()
  await expect(sheet).toContainText('1 of 3')
  await sheet.getByRole('button', { name: 'Next card' }).click()
  await expect(sheet).toContainText('Add “for ever”')
  const box = (await sheet.boundingBox())!
  const text = (await body(page).getByText('Stays here').boundingBox())!
  expect(text.y).toBeGreaterThan(0)
  expect(text.y + text.height).toBeLessThan(box.y)
  expect(box.height).toBeLessThanOrEqual(422)
  for (const name of ['Next card', 'Previous card', 'Close the card']) {
    const button = (await sheet.getByRole('button', { name }).boundingBox())!
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
  }
  expect(await violations(page, { part: '.page-card-sheet' })).toEqual([])
  await sheet.getByRole('button', { name: 'Accept' }).click()
  await expect(sheet).toContainText('2 of 2')
  await sheet.getByRole('button', { name: 'Close the card' }).click()
  await expect(sheet).toHaveCount(0)
  await body(page).locator('del', { hasText: 'Goes' }).click()
  await expect(sheet).toContainText('Delete “Goes”')
})

test('2.34 where a block was that is suggested to stand elsewhere there is a line, until that is decided', async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Fox',
    contentRich: ['One', 'Two', 'Three', 'Four'].map((words, at) => paragraph(`b${at}`, words)),
  })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Mode: Editing' }).click()
  await page.getByRole('menuitemradio', { name: /^Suggesting/ }).click()
  await expect(page.getByRole('button', { name: 'Mode: Suggesting' })).toBeVisible()
  await expect(body(page)).toHaveAttribute('contenteditable', 'true')
  // A shortcut goes nowhere while the code that makes suggestions is on its way; words that are typed are kept.
  await expect(async () => {
    await body(page).getByText('Three').click()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowUp')
    await expect(body(page).locator('p')).toHaveText(['One', 'Three', 'Two', 'Four'], { timeout: 2_000 })
  }).toPass()
  const origin = body(page).locator('.review-origin')
  await expect(origin).toHaveText('Two')
  await expect(origin).toHaveClass(/is-after/)
  // It follows what is typed there, and goes with the suggestion.
  await body(page).getByText('Two').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(origin).toHaveText('Two!')
  await beside(page).filter({ hasText: 'Move' }).click()
  await expect(origin).toHaveClass(/is-active/)
  await body(page).getByText('Four').click()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(body(page).locator('p')).toHaveText(['One', 'Two', 'Three', 'Four'])
  await expect(origin).toHaveCount(0)
})
