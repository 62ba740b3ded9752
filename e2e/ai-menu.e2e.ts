import type { Page } from '@playwright/test'
import { toldTo } from '../test/ai-provider.ts'
import { field, menu, option, pageOf, preview, test, versionReasons } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { body } from './screen.ts'

const options = (page: Page) => menu(page).getByRole('option')
const EDITS = [
  'Improve writing',
  'Fix spelling & grammar',
  'Make longer',
  'Make shorter',
  'Simplify language',
  'Beautify',
  'Translate',
]

/** Opens the menu at the end of a paragraph. */
async function openAtCaret(page: Page, text: string): Promise<void> {
  await body(page).getByText(text).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+j')
  await expect(field(page)).toBeFocused()
}

async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('4.10 at the caret: submitted, streaming as Markdown, finished; what is accepted goes on behind the text', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await pageOf(page, ['The quick brown fox', 'Stays here'])
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.answers({
    text: ['It **jum', 'ped** over.'],
    before: (piece) => held[piece]!.promise,
  })
  await openAtCaret(page, 'The quick brown fox')
  await expect(options(page)).toHaveText(['Continue writing', 'Add a summary', 'Explain'])
  await expect(menu(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await option(page, 'Continue writing').click()
  await expect(menu(page).getByRole('status')).toHaveText('Thinking…')
  await expect(menu(page).getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  held[0]!.resolve()
  await expect(preview(page).locator('strong')).toHaveText('jum')
  held[1]!.resolve()
  await expect(preview(page).locator('strong')).toHaveText('jumped')
  await expect(menu(page).getByRole('status')).toHaveText('Written by tiny-test')
  expect(toldTo(provider.requests[0]!)).toContain('one sentence')
  expect(toldTo(provider.requests[0]!)).not.toContain('Stays here')
  await expect(options(page)).toHaveText(['Accept', 'Try again', 'Discard', ...EDITS])
  await shots(page, 'cursor')
  await option(page, 'Accept').click()
  await expect(body(page).locator('p')).toHaveText(['The quick brown fox It jumped over.', 'Stays here'])
  // Nothing was replaced, so there is nothing to go back to but by undo.
  expect(await versionReasons(page, id)).not.toContain('before-rewrite')
})
