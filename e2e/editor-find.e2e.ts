import type { Page } from '@playwright/test'
import { tableOf } from '../src/blocks/data-table/table-attributes.ts'
import { expect, test } from './editor-fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Find', exact: true })
const count = (page: Page) => page.getByRole('status', { name: 'Matches' })
const bar = (page: Page) => page.getByRole('search', { name: 'Find on this page' })

/** The texts that are marked on the screen; the current match in brackets. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const texts = (name: string) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => ({ range: range as Range, name }))
    return [...texts('found'), ...texts('found-current')]
      .sort((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range))
      .map(({ range, name }) => (name === 'found' ? range.toString() : `[${range}]`))
  })

test('2.25 mod+f finds on the page: marked, counted, walked through, and Escape selects the match', async ({
  editor,
  page,
}) => {
  await editor.write('p One fox', 'h2 fox two', '> a Fox in a quote', 'code let foxes = 3', 'p none')
  await editor.caret('fox two')
  await editor.press('Control+f')
  await expect(field(page)).toBeFocused()
  await editor.type('fox')
  await expect(count(page)).toHaveText('3 of 4')
  await expect.poll(() => marked(page)).toEqual(['fox', 'fox', '[Fox]', 'fox'])
  await editor.press('Enter')
  await expect(count(page)).toHaveText('4 of 4')
  await editor.press('Enter')
  await expect(count(page)).toHaveText('1 of 4')
  await editor.press('Shift+Enter', 'F3', 'F3')
  await expect(count(page)).toHaveText('2 of 4')
  await editor.press('Control+Shift+g', 'Control+g')
  await expect(count(page)).toHaveText('2 of 4')
  await expect.poll(() => marked(page)).toEqual(['fox', '[fox]', 'Fox', 'fox'])

  await page.getByRole('button', { name: 'Match case' }).click()
  await expect(count(page)).toHaveText('2 of 3')
  await field(page).press('Alt+w')
  await expect(count(page)).toHaveText('2 of 2')
  await field(page).press('Alt+r')
  await field(page).fill('f(o')
  await expect(page.getByRole('alert')).toContainText('This is not a regular expression')
  await field(page).fill('(?<=a )F\\w+')
  await expect(count(page)).toHaveText('1 of 1')
  await expect.poll(() => marked(page)).toEqual(['[Fox]'])
  await field(page).fill('nowhere')
  await expect(count(page)).toHaveText('No results')
  await expect(page.getByRole('button', { name: 'Next match' })).toBeDisabled()
  await field(page).fill('Fox')

  await expect(count(page)).toHaveText('1 of 1')
  await editor.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(editor.body).toBeFocused()
  expect(await marked(page)).toEqual([])
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Fox')
  await editor.type('Cat')
  await editor.shows('p One fox', 'h2 fox two', '> a Cat in a quote', 'code let foxes = 3', 'p none')
})

test('2.25 mod+h replaces one match or all of them, in one step of undo, and keeps the marks', async ({
  editor,
  page,
}) => {
  await editor.write('p red fish, red fish', 'li red', 'code red = 1')
  await editor.select('red')
  await editor.press('Control+b')
  await editor.press('Control+h')
  await expect(field(page)).toHaveValue('red')
  await expect(count(page)).toHaveText('1 of 4')
  const replacement = page.getByRole('textbox', { name: 'Replace with' })
  await replacement.fill('blue')
  await replacement.press('Enter')
  await expect(count(page)).toHaveText('1 of 3')
  await editor.shows('p blue fish, red fish', 'li red', 'code red = 1')
  expect((await editor.blocks())[0]!.text![0]).toEqual({ text: 'blue', marks: [{ kind: 'bold' }] })
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText('Replaced 3 matches')).toBeVisible()
  await expect(count(page)).toHaveText('No results')
  await editor.shows('p blue fish, blue fish', 'li blue', 'code blue = 1')
  await editor.press('Escape', 'Control+z')
  await editor.shows('p blue fish, red fish', 'li red', 'code red = 1')
  await editor.press('Control+z')
  await editor.shows('p red fish, red fish', 'li red', 'code red = 1')

  await editor.press('Control+h')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await field(page).fill('(\\w+) (fish)')
  await expect(count(page)).toHaveText(/of 2$/)
  await replacement.fill('$2: $1')
  await replacement.press('Control+Enter')
  await editor.shows('p fish: red, fish: red', 'li red', 'code red = 1')
})

test('R34 a pattern that would run for ever is stopped, and the page goes on', async ({ editor, page }) => {
  await editor.write(`p ${'a'.repeat(40)}!`, 'p two')
  await editor.caret('two')
  await editor.press('Control+f')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await field(page).fill('^(a+)+$')
  await expect(count(page)).toHaveText('Searching…')
  await editor.caret('two')
  await editor.type('!')
  await editor.shows(`p ${'a'.repeat(40)}!`, 'p two!')
  await expect(page.getByRole('alert')).toHaveText('This pattern takes too long here. Make it simpler.', {
    timeout: 15_000,
  })
  await field(page).fill('t\\w')
  await expect(count(page)).toHaveText('1 of 1')
})

test('2.25 matches in closed toggles, in tables and in sections never painted are brought into sight', async ({
  editor,
  page,
}) => {
  const line = (index: number) => `p line ${index}`
  await editor.write(...Array.from({ length: 400 }, (_, index) => line(index)))
  await page.evaluate(() => {
    const { editor, needle } = { editor: window.harness.editors[0]!, needle: 'needle' }
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(text)] })
    editor.commands.insertContentAt(editor.state.doc.content.size, [
      {
        type: 'toggle',
        attrs: { id: 'far-toggle' },
        content: [paragraph('closed'), paragraph(`a ${needle}`)],
      },
      {
        type: 'table',
        content: [
          { type: 'tableColumn' },
          { type: 'tableColumn' },
          { type: 'tableRow', content: [cell('one'), cell(`${needle} two`)] },
        ],
      },
    ])
  })
  await editor.caret('line 0')
  await editor.press('Control+f')
  await editor.type('needle')
  await expect(count(page)).toHaveText('1 of 2')
  await expect(page.getByText('a needle', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'closed' })).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => marked(page)).toEqual(['[needle]', 'needle'])
  await editor.press('Enter')
  await expect(page.getByText('needle two')).toBeInViewport()
  await field(page).fill('line 7')
  await expect(count(page)).toHaveText('1 of 11')
  await expect(page.getByText('line 7', { exact: true })).toBeInViewport()
})

test('2.25 what is no text is found too: people and dates, captions, words of a data table; replacing leaves it', async ({
  editor,
  page,
}) => {
  await editor.open()
  const blocks = [
    {
      id: 'a',
      kind: 'paragraph',
      text: [{ text: 'Ask fox ' }, { kind: 'mention', attributes: { key: 'u1', value: 'Vera Fox' } }],
    },
    { id: 'b', kind: 'paragraph', text: [{ text: 'far away' }] },
    ...Array.from({ length: 60 }, (_, i) => ({
      id: `f${i}`,
      kind: 'paragraph',
      text: [{ text: `line ${i}` }],
    })),
    {
      id: 'c',
      kind: 'dataTable',
      attributes: tableOf({
        columns: [{ accessorKey: 'n', header: 'Name' }],
        data: [{ n: 'Red fox' }, { n: 'Hare' }, { n: 'Arctic fox' }],
      }),
    },
    {
      id: 'd',
      kind: 'file',
      attributes: { url: '/fox.pdf', name: 'plans.pdf', caption: 'Where the fox lives' },
    },
    { id: 'e', kind: 'paragraph', text: [{ text: 'The fox ends' }] },
  ]
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
  await editor.caret('Ask', 0)
  await editor.press('Control+f')
  await editor.type('fox')
  await expect(count(page)).toHaveText('1 of 5')
  await expect.poll(() => marked(page)).toEqual(['[fox]', 'Fox'])
  await editor.press('Enter', 'Enter')
  await expect(count(page)).toHaveText('3 of 5')
  // The words in it, where they are in sight.
  await expect(page.getByRole('grid', { name: 'Data table' })).toBeInViewport()
  await expect.poll(() => marked(page)).toEqual(expect.arrayContaining(['[fox]', '[fox]']))
  // Of a field no part can be marked.
  await editor.press('Enter')
  await expect(count(page)).toHaveText('4 of 5')
  await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveAttribute('data-found', 'current')
  await editor.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(page.locator('.ProseMirror-selectednode')).toHaveCount(1)
  await expect(page.locator('[data-found]')).toHaveCount(0)

  await editor.press('Control+h')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('cat')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText('Replaced 2 matches')).toBeVisible()
  await expect(count(page)).toHaveText(/ of 3$/)
  const now = JSON.stringify(await editor.blocks())
  for (const words of ['Ask cat', 'Vera Fox', 'Red fox', 'Where the fox lives', 'The cat ends'])
    expect(now).toContain(words)
})

test('R12 two people: what one finds stays true while the other writes, and replacing merges with it', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live')
  await page.evaluate(() =>
    window.harness.place([
      { id: 'a', kind: 'paragraph', text: [{ text: 'colour one colour' }] },
      { id: 'b', kind: 'paragraph', text: [{ text: 'colour two' }] },
    ]),
  )
  await editor.caret('colour two', 0)
  await editor.press('Control+f')
  await editor.type('colour')
  await expect(count(page)).toHaveText('3 of 3')
  await page.evaluate(() =>
    window.harness.place([
      { id: 'a', kind: 'paragraph', text: [{ text: 'colour one more colour' }] },
      { id: 'n', kind: 'paragraph', text: [{ text: 'a new colour' }] },
      { id: 'b', kind: 'paragraph', text: [{ text: 'colour two' }] },
    ]),
  )
  await expect(count(page)).toHaveText('4 of 4')
  await page.getByRole('button', { name: 'Show replace' }).click()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('color')
  await page.getByRole('button', { name: 'Replace all' }).click()
  const text = (index: number) => page.evaluate((at) => JSON.stringify(window.harness.stored(at)), index)
  await expect.poll(() => text(0)).not.toContain('colour')
  expect(await text(1)).toBe(await text(0))
  // Only the one character went, so that the rest is still what everybody wrote.
  await editor.press('Escape', 'Control+z')
  await expect.poll(() => text(1)).toContain('a new colour')
})

test('rulings 0 replacing thousands of matches shows how far it is, can be cancelled, and is one step of undo', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live')
  await page.evaluate(() => {
    const lines = Array.from({ length: 60 }, (_, i) => ({
      id: `b${i}`,
      kind: 'paragraph',
      text: [{ text: `${'fox '.repeat(100)}${i}` }],
    }))
    window.harness.place(lines)
  })
  const written = (word: string) =>
    page.evaluate((word) => JSON.stringify(window.harness.stored(1)).split(word).length - 1, word)
  await editor.caret('fox ', 0)
  await editor.press('Control+h')
  await field(page).fill('fox')
  await expect(count(page)).toHaveText(/of 6,000$/)
  await page.getByRole('textbox', { name: 'Replace with' }).fill('cat')
  // As soon as the first of them are replaced.
  await page.evaluate(() => {
    const status = document.querySelector('.find-count') as HTMLElement
    const buttons = () => [...document.querySelectorAll<HTMLElement>('.find-button')]
    const watch = new MutationObserver(() => {
      if (!/^Replacing… [1-9][\d,]* of 6,000$/.test(status.textContent ?? '')) return
      watch.disconnect()
      buttons()
        .find(({ textContent }) => textContent === 'Cancel')
        ?.click()
    })
    watch.observe(status, { childList: true, characterData: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText(/^Stopped: [\d,]+ of 6,000 matches are replaced/)).toBeVisible()
  await expect.poll(() => written('cat')).toBeGreaterThan(0)
  expect((await written('cat')) + (await written('fox'))).toBe(6_000)
  expect(await written('fox')).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText(/^Replaced [\d,]+ matches$/)).toBeVisible()
  await expect.poll(() => written('cat')).toBe(6_000)
  await editor.press('Escape', 'Control+z', 'Control+z')
  await expect.poll(() => written('fox')).toBe(6_000)
  expect(await written('cat')).toBe(0)
})

test('6.4 a page that can only be read is searched and not changed', async ({ editor, page }) => {
  await editor.open('sample&readonly')
  await page.locator('body').press('Control+h')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show replace' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toHaveCount(0)
  await editor.type('the')
  await expect(count(page)).toHaveText(/^1 of \d+$/)
  await editor.press('Escape')
  await expect(bar(page)).toBeHidden()
  expect(await page.evaluate(() => getSelection()?.toString().toLowerCase())).toBe('the')
})

test('2.25 a browser that cannot mark ranges of text marks matches all the same', async ({
  editor,
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Highlight')
  })
  await editor.open()
  await editor.write('p one two', 'p two')
  await editor.caret('one two', 0)
  await editor.press('Control+f')
  await editor.type('two')
  await expect(page.locator('.is-found')).toHaveText(['two', 'two'])
  await expect(page.locator('.is-found-current')).toHaveCount(1)
  await editor.press('Enter')
  await expect(count(page)).toHaveText('2 of 2')
  await editor.caret('one', 3)
  await editor.type('!')
  await expect(page.locator('.is-found')).toHaveText(['two', 'two'])
  await field(page).press('Escape')
  await expect(page.locator('.is-found')).toHaveCount(0)
})
