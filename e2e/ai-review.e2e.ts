import { type ProviderRequest, toldTo } from '../test/ai-provider.ts'
import { pageOf, test } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { body, runInPalette, saveState, violations } from './screen.ts'

/** Mends "teh" in every block that a model is told of. */
const spelling = (request: ProviderRequest) => {
  const told = String(JSON.parse(toldTo(request))[1].at(-1).content)
  const edits = [...told.matchAll(/^\[(b\d+·[0-9a-f]{3})\] (.*teh.*)$/gm)].map(
    ([, name, words]) => `@replace ${name}\n@why A typing error\n${words!.replaceAll('teh', 'the')}\n`,
  )
  return { text: `${edits.join('')}@done\n` }
}

test('4.12 a model reviews a page: what it finds is shown, becomes suggestions with reasons, and is accepted', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['Pour teh water slowly.', 'Wait.', 'Then drink teh tea.', 'Rest.', 'Wash up.', 'Go.'])
  provider.answers(spelling)
  await runInPalette(page, 'review with ai', 'Review with AI')
  const panel = page.getByRole('complementary', { name: 'Review with AI' })
  await expect(panel.getByRole('checkbox', { name: 'Spelling & grammar' })).toBeChecked()
  await panel.getByRole('textbox', { name: 'In your own words' }).fill('Use British spelling')
  expect(await violations(page, { part: '#right-panel' })).toEqual([])
  await panel.getByRole('button', { name: 'Review this page' }).click()
  await expect(panel.getByRole('status')).toHaveText('2 changes')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('listitem').first()).toContainText('A typing error')
  expect(toldTo(provider.requests[0]!)).toContain('Use British spelling')
  await expect(body(page)).toContainText('Pour teh water slowly.')
  expect(await violations(page, { part: '#right-panel' })).toEqual([])
  await panel.getByRole('button', { name: 'Add as suggestions' }).click()
  await expect(panel.getByRole('status')).toHaveText('2 suggestions were added to the page')
  await panel.getByRole('button', { name: 'Show suggestions' }).click()
  const list = page.getByRole('complementary', { name: 'Suggestions' })
  await expect(list.getByRole('article')).toHaveCount(2)
  await expect(list.getByRole('article').first()).toContainText('tiny-test')
  await list.getByRole('button', { name: 'Close suggestions' }).click()
  const card = page.getByRole('article', { name: /Replace “teh” with “the”/ }).first()
  await expect(card).toContainText('Why: A typing error')
  await card.focus()
  await page.keyboard.press('a')
  await expect(body(page)).toContainText('Pour the water slowly.')
  await runInPalette(page, 'version history', 'Version history')
  const history = page.getByRole('complementary', { name: 'Version history' })
  await history.getByRole('tab', { name: 'Decisions' }).click()
  await expect(history.getByText(/^Written by tiny-test, asked for by (.+), accepted by \1$/)).toBeVisible()
})

test('4.11 4.12 of the words that a model would change in a block one is accepted, another rejected', async ({
  page,
  signUp,
  provider,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page)
  await pageOf(page, ['We recieve parcels on monday and open them in the kitchen.', 'Rest.'])
  provider.answers((request) => {
    const [, name] = /\[(b\d+·[0-9a-f]{3})\] We/.exec(toldTo(request))!
    return { text: `@replace ${name}\nWe receive parcels on Monday and open them in the hall.\n@done\n` }
  })
  await runInPalette(page, 'review with ai', 'Review with AI')
  const panel = page.getByRole('complementary', { name: 'Review with AI' })
  await panel.getByRole('button', { name: 'Review this page' }).click()
  await panel.getByRole('button', { name: 'Add as suggestions' }).click()
  await panel.getByRole('button', { name: 'Close review with ai' }).click()
  const card = page.getByRole('complementary', { name: 'Beside the page' }).getByRole('article')
  await expect(card).toHaveCount(1)
  await card.click()
  const places = card.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(places).toHaveText([
    'Replace “recieve” with “receive”',
    'Replace “monday” with “Monday”',
    'Replace “kitchen” with “hall”',
  ])
  expect(await violations(page, { part: '.page-margin' })).toEqual([])
  await card.getByRole('button', { name: 'Accept: Replace “monday” with “Monday”' }).click()
  await expect(places).toHaveCount(2)
  await expect(card).toBeFocused()
  await card.getByRole('button', { name: 'Reject: Replace “kitchen” with “hall”' }).click()
  // One is left: the suggestion as a whole.
  await expect(card.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
  await expect(body(page)).toContainText('on Monday and open them in the kitchen.')
  await expect(body(page)).not.toContainText('hall')
  await expect(card).toBeFocused()
  await page.keyboard.press('a')
  await expect(card).toHaveCount(0)
  await expect(body(page)).toContainText('We receive parcels on Monday and open them in the kitchen.')
  // Each decision is one step back.
  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(card).toHaveCount(1)
  await card.click()
  await expect(places).toHaveCount(2)
  await expect(saveState(page)).toHaveText('Saved')
})

test('5.13 a review is stopped at the provider, outlives a reload, and goes on', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['Pour teh water slowly.', 'Wait.'])
  provider.answers({ text: '@replace', stalls: true })
  await runInPalette(page, 'review with ai', 'Review with AI')
  const panel = page.getByRole('complementary', { name: 'Review with AI' })
  await panel.getByRole('button', { name: 'Review this page' }).click()
  await expect(panel.getByText('Reading section 1 of 1…')).toBeVisible()
  await page.reload()
  // Keys pressed before the screen is there would reach nothing.
  await expect(saveState(page)).toHaveText('Saved')
  await runInPalette(page, 'review with ai', 'Review with AI')
  await expect(panel.getByText('Reading section 1 of 1…')).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  expect((await provider.requests[0]!.closed).early).toBe(true)
  await expect(panel.getByText('Stopped.')).toBeVisible()
  await expect(panel.getByRole('status')).toHaveText('No changes so far')
  provider.answers(spelling)
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByRole('status')).toHaveText('1 change')
  await panel.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard this review?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByRole('status')).toHaveText('1 change')
  await panel.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(panel.getByRole('button', { name: 'Review this page' })).toBeVisible()
  await expect(body(page)).toContainText('Pour teh water slowly.')
})

test('4.12 before most of a page is changed the person is warned, and a refusal is said', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, ['One teh.', 'Two teh.', 'Three teh.', 'Four teh.', 'Five.'])
  provider.answers(spelling)
  await runInPalette(page, 'review with ai', 'Review with AI')
  const panel = page.getByRole('complementary', { name: 'Review with AI' })
  await panel.getByRole('button', { name: 'Review this page' }).click()
  await expect(panel.getByText('This would change 4 of 5 blocks.')).toBeVisible()
  await page.route('**/api/ai/review/apply', (route) => route.abort())
  await panel.getByRole('button', { name: 'Add as suggestions' }).click()
  const warning = page.getByRole('alertdialog')
  await warning.getByRole('button', { name: 'Add as suggestions' }).click()
  await expect(page.getByText('The server cannot be reached. Try again.')).toBeVisible()
  await page.unroute('**/api/ai/review/apply')
  await panel.getByRole('button', { name: 'Add as suggestions' }).click()
  await warning.getByRole('button', { name: 'Add as suggestions' }).click()
  await expect(panel.getByRole('status')).toHaveText('4 suggestions were added to the page')
})
