import type { Page } from '@playwright/test'
import { type AiProvider, toldTo } from '../test/ai-provider.ts'
import { choose, pageOf, test } from './ai-fixtures.ts'
import { expect, testOnKeptServer as withoutProvider } from './fixtures.ts'
import {
  ask,
  body,
  call,
  runInPalette,
  saveState,
  seriousViolations,
  shownPageOption,
  toast,
} from './screen.ts'

const ghost = (page: Page) => body(page).locator('.copilot-ghost')
/** The words that are offered: they stand in an attribute, not in the page. */
const offers = (page: Page, words: string | RegExp) =>
  expect(ghost(page)).toHaveAttribute('data-words', words)
const said = (page: Page) => page.getByRole('status', { name: 'Editor messages' })

async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const OFFERED = /^Turn (on|off) AI copilot$/

/** Waits until the page's menu says that the copilot is on, or off. */
async function copilotIs(page: Page, state: 'on' | 'off'): Promise<void> {
  await expect(async () => {
    // An attempt that failed may have left it open.
    if ((await page.getByRole('menu').count()) > 0) await page.keyboard.press('Escape')
    const words = await (await shownPageOption(page, OFFERED)).textContent()
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0, { timeout: 500 })
    }).toPass()
    expect(words).toContain(state === 'on' ? 'off' : 'on')
  }).toPass()
}

/** Opens a page of one paragraph with the caret behind it. */
async function writing(page: Page, text = 'The sky'): Promise<string> {
  const id = await pageOf(page, [text])
  // It is on wherever a model can be asked, until the person says otherwise.
  await copilotIs(page, 'on')
  await body(page).getByText(text).click()
  await page.keyboard.press('End')
  return id
}

/** Asks for words by the keys and waits until they are offered. */
async function asked(page: Page, provider: AiProvider, words: string): Promise<void> {
  provider.answers({ text: words })
  await page.keyboard.press('Control+Space')
  await offers(page, words)
}

test('4.10 after a rest the next words are offered as ghost text, and Tab takes them all in one step of undo', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  await writing(page)
  provider.answers({ text: ' blue and wide.\nAnd a second line' })
  await page.keyboard.type(' is')
  await offers(page, ' blue and wide.')
  expect(toldTo(provider.requests[0]!)).toContain('The sky is')
  // It is in the view alone: not in the page, in what is read out, or in what is copied.
  await expect(body(page)).toHaveText('The sky is')
  await expect(body(page)).toMatchAriaSnapshot('- paragraph: The sky is')
  expect(await page.evaluate(() => (window as never as { find(words: string): boolean }).find('wide'))).toBe(
    false,
  )
  await expect(said(page)).toHaveText('Suggestion available, Tab to accept')
  expect(await seriousViolations(page)).toEqual([])
  expect(await seriousViolations(page, { theme: 'dark' })).toEqual([])
  await shots(page, 'ghost')
  await page.keyboard.press('Tab')
  await expect(body(page)).toHaveText('The sky is blue and wide.')
  await expect(body(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(body(page)).toHaveText('The sky is')
})

test('4.10 mod+Right takes a word, typing what is offered keeps the rest, and Escape or any other key cancels', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  await writing(page, 'The sky is')
  await asked(page, provider, ' blue, and wide')
  await page.keyboard.press('Control+ArrowRight')
  await expect(body(page)).toHaveText('The sky is blue,')
  await offers(page, ' and wide')
  await page.keyboard.type(' an')
  await offers(page, 'd wide')
  await page.keyboard.press('Escape')
  await expect(ghost(page)).toHaveCount(0)
  await expect(body(page)).toHaveText('The sky is blue, an')
  // The block was not selected by it: what is typed goes on behind the words.
  await page.keyboard.type('d')
  for (const key of ['ArrowLeft', 'Backspace', 'x', 'Enter', 'Shift+Tab']) {
    await body(page).getByText('The sky').click()
    await page.keyboard.press('End')
    await asked(page, provider, ' deep')
    await page.keyboard.press(key)
    await expect(ghost(page), key).toHaveCount(0)
  }
  await expect(body(page)).not.toContainText('deep')
  // One block, then the one that Enter made.
  await expect(body(page).locator('p')).toHaveText(['The sky is blue, anx', ''])
})

test('7.39 R40 a request is ended at the provider as soon as its place is left', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  await writing(page)
  provider.answers({ text: ' blue', stalls: true })
  await page.keyboard.type(' is')
  await offers(page, ' blue')
  await page.keyboard.press('ArrowLeft')
  await expect(ghost(page)).toHaveCount(0)
  expect((await provider.requests[0]!.closed).early).toBe(true)
})

test('rulings 5: Ctrl+Space and alt+\\ ask at once, also within a text; "0" is nothing', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  await writing(page, 'The sky is over us')
  for (let step = 0; step < ' over us'.length; step++) await page.keyboard.press('ArrowLeft')
  provider.answers({ text: ' blue' })
  await page.keyboard.press('Alt+\\')
  await offers(page, ' blue')
  expect(toldTo(provider.requests[0]!)).not.toContain('over us')
  await page.keyboard.press('Tab')
  await expect(body(page)).toHaveText('The sky is blue over us')
  provider.answers({ text: '0' })
  await page.keyboard.press('Control+Space')
  await expect(said(page)).toHaveText('No suggestion')
  await expect(ghost(page)).toHaveCount(0)
  // What went wrong is said to people who asked.
  provider.answers({ status: 500 })
  await page.keyboard.press('Control+Space')
  await expect(
    toast(page, 'The AI provider has a fault of its own (500). Try again in a moment.'),
  ).toBeVisible()
})

test('rulings 4: nothing is offered in code, or on a page that is only read', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const { id } = await call(page, 'document.create', {
    title: 'Code',
    contentRich: [
      { id: 'a', kind: 'codeBlock', text: [{ text: 'let sky' }] },
      { id: 'b', kind: 'paragraph', text: [{ text: 'Write ' }, { text: 'sky', marks: [{ kind: 'code' }] }] },
      { id: 'c', kind: 'paragraph', text: [{ text: 'The sky is' }] },
    ],
  })
  await page.goto(`/${id}`)
  await copilotIs(page, 'on')
  for (const text of ['let sky', 'Write sky']) {
    await body(page).getByText(text).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Control+Space')
  }
  await choose(page, 'Viewing')
  await body(page).getByText('The sky is').click()
  await page.keyboard.press('Control+Space')
  await choose(page, 'Editing')
  await body(page).getByText('The sky is').click()
  await page.keyboard.press('End')
  await asked(page, provider, ' blue')
  expect(provider.requests.map(toldTo).filter((told) => !told.includes('The sky is'))).toEqual([])
  expect(provider.requests).toHaveLength(1)
})

test('rulings 4: nothing is offered while an input method composes', async ({ page, signUp, provider }) => {
  test.slow()
  await signUp(page)
  await page.clock.install()
  await writing(page)
  provider.answers({ text: ' blue' })
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await expect(body(page)).toHaveText('The skyにほ')
  await page.clock.fastForward(5_000)
  expect(provider.requests).toHaveLength(0)
  await session.send('Input.insertText', { text: '日本' })
  await expect(body(page)).toHaveText('The sky日本')
  await page.clock.fastForward(5_000)
  await offers(page, ' blue')
})

test('in Suggesting, what is taken is a suggestion that bears the name of the model', async ({
  page,
  signUp,
  provider,
}) => {
  test.slow()
  await signUp(page)
  const id = await writing(page, 'The sky is')
  await choose(page, 'Suggesting')
  await body(page).getByText('The sky is').click()
  await page.keyboard.press('End')
  await asked(page, provider, ' blue and wide')
  await page.keyboard.press('Control+ArrowRight')
  await offers(page, ' and wide')
  await page.keyboard.press('Tab')
  await expect(body(page).locator('[role=suggestion] ins')).toHaveText(' blue and wide')
  await expect(saveState(page)).toHaveText('Saved')
  const stored = await ask<object>(page, 'document.document', { id })
  expect(JSON.stringify(stored)).not.toContain('blue')
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Suggestions' }).click()
  await expect(page.getByText('with tiny-test').first()).toBeVisible()
})

test('4.10 the copilot is switched off and on in this browser', async ({ page, signUp, provider }) => {
  test.slow()
  await signUp(page)
  await writing(page, 'The sky is')
  await runInPalette(page, 'copilot', 'Turn off AI copilot')
  await copilotIs(page, 'off')
  await page.reload()
  await copilotIs(page, 'off')
  await body(page).getByText('The sky is').click()
  await page.keyboard.press('Control+Space')
  await runInPalette(page, 'copilot', 'Turn on AI copilot')
  await copilotIs(page, 'on')
  expect(provider.requests).toHaveLength(0)
  await body(page).getByText('The sky is').click()
  await page.keyboard.press('End')
  await asked(page, provider, ' blue')
  // The settings have the same switch, and say how quick the model is.
  await runInPalette(page, 'api settings', 'API Settings')
  const settings = page.getByRole('dialog', { name: 'API Settings' })
  await expect(settings).toContainText(/The first words of a suggestion usually take \d+\.\d s here\./)
  await settings.getByRole('switch', { name: 'AI copilot' }).click()
  await expect(settings.getByRole('switch', { name: 'AI copilot' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await copilotIs(page, 'off')
})

withoutProvider(
  'the copilot is off where no model is set up, and says so when it is switched on',
  async ({ page, signUp }) => {
    withoutProvider.slow()
    await signUp(page)
    await pageOf(page, ['The sky is'])
    await copilotIs(page, 'off')
    await runInPalette(page, 'copilot', 'Turn on AI copilot')
    await expect(page.getByText(/^No AI model is set up here/)).toBeVisible()
  },
)
