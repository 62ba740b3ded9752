import { expect, makeTable, test } from './editor-fixtures.ts'
import { seriousViolations } from './screen.ts'

const MARKS = [
  ['bold', 'Control+b'],
  ['italic', 'Control+i'],
  ['underline', 'Control+u'],
  ['code', 'Control+e'],
  ['strikethrough', 'Control+Shift+x'],
  ['highlight', 'Control+Shift+h'],
  ['subscript', 'Control+,'],
  ['superscript', 'Control+.'],
] as const

test('9.3 the shortcuts of the text marks set and take away each mark', async ({ editor }) => {
  for (const [mark, keys] of MARKS) {
    await editor.write('p one two')
    await editor.select('one two', 4)
    await editor.press(keys)
    expect((await editor.blocks())[0]!.text, mark).toEqual([
      { text: 'one ' },
      { text: 'two', marks: [{ kind: mark }] },
    ])
    await editor.press(keys)
    expect((await editor.blocks())[0]!.text, mark).toEqual([{ text: 'one two' }])
  }
})

test('9.3 mod+alt+0…6, mod+alt+8 and mod+shift+period turn the block', async ({ editor }) => {
  await editor.write('p one')
  await editor.caret('one')
  for (const level of [1, 2, 3, 4, 5, 6]) {
    await editor.press(`Control+Alt+${level}`)
    await editor.shows(`h${level} one`)
  }
  await editor.press('Control+Alt+0')
  await editor.shows('p one')
  await editor.press('Control+Shift+.')
  await editor.shows('> one')
  await editor.press('Control+Shift+.')
  await editor.shows('p one')
  await editor.press('Control+Alt+8')
  await editor.shows('code one')
})

test('5.20 a Markdown shortcut changes the block; Backspace right after takes it back', async ({
  editor,
}) => {
  await editor.write('p')
  await editor.body.click()
  await editor.type('## ')
  await editor.type('Title')
  await editor.shows('h2 Title')
  await editor.press('Enter')
  await editor.type('* ')
  await editor.shows('h2 Title', 'li')
  await editor.press('Backspace')
  await editor.shows('h2 Title', 'p * ')
})

test('the toolbar stands over selected text, formats it, and goes when nothing is selected', async ({
  editor,
  page,
}) => {
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  await editor.write('p one two')
  await editor.caret('one')
  await expect(toolbar).toBeHidden()
  await page.getByText('one two').dblclick({ position: { x: 12, y: 14 } })
  await expect(toolbar).toBeVisible()
  await toolbar.getByRole('button', { name: 'Bold' }).click()
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await expect(editor.body).toBeFocused()
  await toolbar.getByRole('button', { name: 'More formatting' }).click()
  await page.getByRole('option', { name: 'Keyboard key' }).click()
  expect(JSON.stringify((await editor.blocks())[0]!.text)).toContain(
    '{"text":"one","marks":[{"kind":"bold"},{"kind":"kbd"}]}',
  )
  await toolbar.getByRole('button', { name: /^Turn into/ }).click()
  await page.getByRole('combobox').fill('heading 2')
  await editor.press('Enter')
  await editor.shows('h2 one two')
  await editor.press('ArrowRight')
  await expect(toolbar).toBeHidden()
})

test('alt+F10 goes to the toolbar, arrows walk it, Escape comes back', async ({ editor, page }) => {
  await editor.write('p one two')
  await editor.select('one two', 0, 3)
  await editor.press('Alt+F10')
  await expect(page.getByRole('button', { name: /^Turn into/ })).toBeFocused()
  await editor.press('ArrowRight', 'ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await editor.press('End')
  await expect(page.getByRole('button', { name: 'More formatting' })).toBeFocused()
  await editor.press('Home', 'ArrowRight', 'Enter')
  await expect.poll(async () => JSON.stringify(await editor.blocks())).toContain('bold')
  await editor.press('Alt+F10', 'Escape')
  await expect(editor.body).toBeFocused()
  await editor.caret('two')
  await editor.press('Alt+F10')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
})

test('6.4 read-only: no toolbar, no handle, no typing, and the body says so', async ({ editor, page }) => {
  await editor.open('sample&readonly')
  await expect(editor.body).toHaveAttribute('aria-readonly', 'true')
  await page.getByText('The last line.').dblclick()
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden()
  await page.getByText('The pilot boat').hover()
  await expect(page.getByRole('group', { name: 'Block handle' })).toBeHidden()
  const before = await editor.lines()
  await editor.press('x', 'Backspace', 'Enter')
  expect(await editor.lines()).toEqual(before)
  await expect(page.getByRole('checkbox').first()).toBeDisabled()
  await page.evaluate(() => window.harness.setReadOnly(false))
  await expect(editor.body).toHaveAttribute('aria-readonly', 'false')
  await editor.caret('The last line.')
  await editor.type('!')
  await expect(page.getByText('The last line.!')).toBeVisible()
})

test('no toolbar in code', async ({ editor, page }) => {
  await editor.write('code let x = 1', 'p one')
  await editor.select('let x = 1', 0, 3)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden()
  await editor.select('one')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
})

test('4.18 mod+k makes selected text a link, refusing "Invalid URL" and unsafe addresses', async ({
  editor,
  page,
}) => {
  await editor.write('p one two')
  await editor.select('one two', 4)
  await editor.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await expect(dialog.getByLabel('Address')).toBeFocused()
  for (const bad of ['not an address', 'javascript:alert(1)', 'data:text/html,x', '']) {
    await dialog.getByLabel('Address').fill(bad)
    await editor.press('Enter')
    await expect(dialog.getByText('Invalid URL')).toBeVisible()
  }
  await dialog.getByLabel('Address').fill('example.org/tides')
  await expect(dialog.getByText('Invalid URL')).toBeHidden()
  await editor.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(editor.body).toBeFocused()
  expect((await editor.blocks())[0]!.text).toEqual([
    { text: 'one ' },
    { text: 'two', marks: [{ kind: 'link', attributes: { url: 'https://example.org/tides' } }] },
  ])
  await editor.type(' three')
  expect((await editor.blocks())[0]!.text!.at(-1)).toEqual({ text: ' three' })
})

test('4.18 mod+k at a caret inserts a linked text, in a link edits it, and the link can be removed', async ({
  editor,
  page,
}) => {
  await editor.write('p one')
  await editor.caret('one')
  await editor.press('Control+k')
  await page.getByLabel('Address').fill('/basic-blocks')
  await page.getByLabel('Text').fill('Blocks')
  await editor.press('Enter')
  await editor.shows('p oneBlocks')
  await editor.press('ArrowLeft')
  await expect(page.getByRole('toolbar', { name: 'Link' })).toHaveAttribute('data-mode', 'cursor')
  await editor.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Edit link' })
  await expect(dialog.getByLabel('Address')).toHaveValue('/basic-blocks')
  await dialog.getByLabel('Text').fill('All blocks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await editor.shows('p oneAll blocks')
  await editor.press('ArrowLeft', 'Control+k')
  await page.getByRole('button', { name: 'Remove link' }).click()
  expect((await editor.blocks())[0]!.text).toEqual([{ text: 'oneAll blocks' }])
})

test('Escape in the link popover changes nothing and keeps the selection', async ({ editor, page }) => {
  await editor.write('p one two')
  await editor.select('one two', 4)
  await editor.press('Control+k')
  await expect(page.locator('.is-held')).toHaveText('two')
  await editor.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Add link' })).toBeHidden()
  await editor.type('2')
  await editor.shows('p one 2')
})

test('4.18 resting on a link shows where it leads and offers to change it', async ({ editor, page }) => {
  await editor.open('sample')
  await page.getByRole('link', { name: 'link to the web' }).hover()
  const bar = page.getByRole('toolbar', { name: 'Link' })
  await expect(bar).toHaveAttribute('data-mode', 'hover')
  await expect(bar.getByRole('link')).toContainText('https://example.org/tides')
  await bar.getByRole('button', { name: 'Remove link' }).click()
  await expect(page.getByRole('link', { name: 'link to the web' })).toHaveCount(0)
})

test('2.12 a link inside opens in the same tab, one to the web in a new one', async ({
  editor,
  page,
  context,
}) => {
  await context.route('https://example.org/**', (route) => route.fulfill({ body: 'tides' }))
  await editor.open('sample')
  await page.getByRole('link', { name: 'one inside' }).click()
  await expect.poll(() => page.evaluate(() => window.harness.opened)).toEqual(['/basic-blocks'])
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'link to the web' }).click(),
  ])
  expect(opened.url()).toBe('https://example.org/tides')
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  const [beside] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'one inside' }).click({ modifiers: ['ControlOrMeta'] }),
  ])
  expect(new URL(beside.url()).pathname).toBe('/basic-blocks')
  expect(await page.evaluate(() => window.harness.opened)).toEqual(['/basic-blocks'])
})

test('an empty page says what to do; so does the empty block with the caret, and no other', async ({
  editor,
  page,
}) => {
  await editor.open()
  const shown = '.is-empty-page[data-placeholder], .ProseMirror-focused [data-placeholder]'
  const hints = () =>
    page.locator(shown).evaluateAll((all) => all.map((one) => one.getAttribute('data-placeholder')))
  await expect.poll(hints).toEqual(['Write, or press / for commands'])
  await editor.write('h2', 'p', 'p one')
  await expect.poll(hints).toEqual([])
  await editor.body.click({ position: { x: 60, y: 18 } })
  await expect.poll(hints).toEqual(['Heading 2'])
  await editor.type('x')
  await expect.poll(hints).toEqual([])
})

test('what an empty block says stands in it, on the line where one would write', async ({ editor, page }) => {
  for (const block of ['p', 'h1', 'li', 'todo']) {
    await editor.write(block)
    await editor.body.click({ position: { x: 60, y: 18 } })
    const empty = page.locator('.ProseMirror-focused .is-empty')
    const withWords = await empty.screenshot()
    const style = await page.addStyleTag({ content: '.is-empty::after { visibility: hidden }' })
    expect(withWords.equals(await empty.screenshot()), block).toBe(false)
    await style.evaluate((element) => element.parentNode?.removeChild(element))
  }
})

test('composing with an input method writes what was composed and formats nothing on the way', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  const ime = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await editor.type('潮')
  for (const text of ['k', 'か', 'かい']) await compose(text)
  await expect(page.getByText('潮かい')).toBeVisible()
  await ime.send('Input.insertText', { text: '海' })
  await editor.shows('p 潮海')
  await editor.press('Enter')
  await compose('#')
  await compose('# ')
  await editor.shows('p 潮海', 'p # ')
  await ime.send('Input.insertText', { text: '#い' })
  await editor.shows('p 潮海', 'p #い')
})

test('composing while a block is selected puts the text in its place', async ({ editor, page }) => {
  await editor.write('p one', 'p two')
  await editor.caret('two')
  await editor.press('Escape')
  const ime = await page.context().newCDPSession(page)
  await ime.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 })
  await ime.send('Input.insertText', { text: '家' })
  await editor.shows('p one', 'p 家')
})

test('renders of the page around it never touch the editor', async ({ editor, page }) => {
  await editor.write('p one')
  await editor.caret('one')
  await editor.body.evaluate((element) => {
    element.dataset.mine = 'yes'
  })
  await page.evaluate(() => window.harness.rerender())
  await expect(page.locator('main')).toHaveAttribute('data-round', '1')
  await expect(editor.body).toHaveAttribute('data-mine', 'yes')
  await expect(editor.body).toBeFocused()
  await editor.type('!')
  await editor.shows('p one!')
})

test('9.12 a local change is reported once, half a second after the typing stops', async ({
  editor,
  page,
}) => {
  await editor.write('p one')
  await editor.caret('one')
  await page.evaluate(() => {
    window.harness.reports = 0
  })
  await editor.type(' two three')
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(window.harness.reported)))
    .toContain('one two three')
  expect(await page.evaluate(() => window.harness.reports)).toBe(1)
})

test('the palette gets the actions that fit', async ({ editor, page }) => {
  await editor.write('p one')
  await editor.caret('one')
  const ids = await page.evaluate(() => window.harness.actions())
  expect(ids).toContain('editor.duplicate')
  expect(ids).toContain('editor.turn-into-heading-2')
  expect(ids).not.toContain('editor.move-up')
  expect(ids).not.toContain('editor.mark-bold')
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the editor and its menus (${theme})`, async ({ editor, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const check = async (what: string) => {
      expect(await seriousViolations(page, { theme }), what).toEqual([])
    }
    await editor.open(`sample&theme=${theme}`)
    // The items of lists are told to belong together once the page rests.
    await expect(page.locator('[aria-owns]').first()).toBeAttached()
    await check('page')
    await editor.caret('The last line.')
    await editor.type(' /')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
    await check('slash menu')
    await editor.press('Escape')
    await editor.select('The pilot boat')
    await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
    await check('toolbar')
    await editor.press('Control+k')
    await page.getByLabel('Address').waitFor()
    await check('link')
    await editor.press('Escape', 'Control+/')
    await page.getByPlaceholder('Search actions...').waitFor()
    await check('block menu')
  })
}

test('lists and tables are what they are for those who hear the page: items, how deep each stands, boxes, headers', async ({
  editor,
  page,
}) => {
  await editor.write(
    'li one',
    'li+ two',
    'ol first',
    'ol second',
    'p between',
    'todo undone',
    'done+ finished',
  )
  await expect(editor.body).toMatchAriaSnapshot(`
    - textbox "Page body":
      - list:
        - listitem [level=1]: one
        - listitem [level=2]: two
      - list:
        - listitem [level=1]: first
        - listitem [level=1]: second
      - paragraph: between
      - list:
        - listitem [level=1]:
          - checkbox "undone"
          - text: undone
        - listitem [level=2]:
          - checkbox "finished" [checked]
          - text: finished
  `)
  await editor.caret('first')
  await editor.press('Enter', 'Enter')
  await editor.type('no item')
  await expect(editor.body).toMatchAriaSnapshot(`
    - textbox "Page body":
      - list
      - list:
        - listitem [level=1]: first
      - paragraph: no item
      - list:
        - listitem [level=1]: second
      - paragraph: between
      - list
  `)
  await editor.press('Enter')
  await makeTable(editor)
  await editor.type('Head')
  await editor.press('Tab', 'Tab', 'Tab')
  await editor.type('cell')
  await expect(editor.body.getByRole('table')).toMatchAriaSnapshot(`
    - table:
      - row:
        - columnheader "Head"
        - columnheader
        - columnheader
      - row:
        - cell "cell"
        - cell
        - cell
  `)
  expect(await seriousViolations(page, { part: '.page-body' })).toEqual([])
})
