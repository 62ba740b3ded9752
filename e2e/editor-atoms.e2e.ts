import type { Block } from '../src/blocks/index.ts'
import { expect, test } from './editor-fixtures.ts'

test('2.43 an inline equation is inserted from the menu, shown while it is typed, and kept with Enter', async ({
  editor,
  page,
}) => {
  await editor.write('p so ')
  await editor.caret('so ')
  await editor.type('/inline equation')
  await editor.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Inline equation' })
  await expect(panel.getByLabel('TeX')).toBeFocused()
  await editor.type('\\frac{1}{2')
  await expect(panel.getByRole('status')).toContainText('Something is not closed')
  await editor.type('}')
  await expect(panel.getByRole('status')).toContainText('Enter keeps it')
  await expect(panel.locator('.equation-preview mfrac')).toHaveCount(1)
  await editor.press('Enter')
  await expect(panel).toBeHidden()
  await editor.type(' it is')
  await expect
    .poll(async () => (await editor.blocks())[0]!.text)
    .toEqual([
      { text: 'so ' },
      { kind: 'inlineEquation', attributes: { texExpression: '\\frac{1}{2}' } },
      { text: ' it is' },
    ])
  await expect(editor.body.locator('[data-atom="inlineEquation"] .katex-html')).toBeVisible()
})

test('what is put in and what its panel says of it are one step of undo, apart from the words around it', async ({
  editor,
  page,
}) => {
  for (const [name, said] of [
    ['Inline equation', 'x^2'],
    ['Footnote', 'As they say'],
  ] as const) {
    const panel = page.getByRole('dialog', { name, exact: true })
    await editor.write('p so ')
    await editor.caret('so ')
    await editor.type(`/${name.toLowerCase()}`)
    await editor.press('Enter')
    await expect(panel.getByRole('textbox')).toBeFocused()
    await editor.type(said)
    await editor.press('Enter')
    await expect(panel).toBeHidden()
    await editor.type(' it is')
    await expect.poll(async () => (await editor.blocks())[0]!.text?.at(-1)).toEqual({ text: ' it is' })
    await editor.press('ControlOrMeta+z')
    await expect.poll(async () => (await editor.blocks())[0]!.text).toHaveLength(2)
    expect(JSON.stringify(await editor.blocks())).toContain(said)
    await editor.press('ControlOrMeta+z')
    // What was typed to find it may be a step of its own.
    await expect.poll(async () => (await editor.lines())[0]).toMatch(/^p so (\/.*)?$/)
    await editor.press('ControlOrMeta+Shift+z')
    await expect.poll(async () => JSON.stringify(await editor.blocks())).toContain(said)
  }
})

const texOf = (text: unknown) => JSON.stringify(text)

test('an inline equation that says nothing is taken away; Escape keeps what there was; Enter on it opens it again', async ({
  editor,
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Inline equation' })
  await editor.write('p so')
  await editor.caret('so')
  await editor.type(' /inline eq')
  await editor.press('Enter')
  await expect(panel).toBeVisible()
  await editor.press('Escape')
  await expect(panel).toBeHidden()
  await editor.shows('p so ')
  await editor.type('$x^2$ is')
  await expect(editor.body.locator('.katex')).toHaveCount(1)
  // Over words the browser moves the caret by itself, and says so afterwards.
  for (const from of [7, 6, 5]) {
    await editor.press('ArrowLeft')
    await expect.poll(() => page.evaluate(() => window.harness.editors[0]!.state.selection.from)).toBe(from)
  }
  await editor.press('ArrowLeft')
  await expect(editor.body.locator('[data-atom].ProseMirror-selectednode')).toHaveCount(1)
  await editor.press('Enter')
  await expect(panel.getByLabel('TeX')).toHaveValue('x^2')
  await editor.type('y')
  await editor.press('Escape')
  await expect(editor.body).toBeFocused()
  expect(texOf((await editor.blocks())[0]!.text)).toContain('x^2')
})

test('rulings 6: `$x$` becomes an equation while it is typed, prices do not, and Backspace takes it back', async ({
  editor,
}) => {
  await editor.write('p a', 'code b')
  await editor.caret('a')
  await editor.type(' $5 or $6, $ x $, and $e^{i\\pi}$')
  await expect
    .poll(async () => (await editor.blocks())[0]!.text)
    .toEqual([
      { text: 'a $5 or $6, $ x $, and ' },
      { kind: 'inlineEquation', attributes: { texExpression: 'e^{i\\pi}' } },
    ])
  await editor.press('Backspace')
  await editor.shows('p a $5 or $6, $ x $, and $e^{i\\pi}$', 'code b')
  await editor.caret('b')
  await editor.type(' $x$')
  await editor.shows('p a $5 or $6, $ x $, and $e^{i\\pi}$', 'code b $x$')
})

test('2.43 a block equation: from the menu or "$$ ", written in its panel, with the error in words and the source kept', async ({
  editor,
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Equation', exact: true })
  await editor.write('p')
  await editor.body.click()
  await editor.type('/equation')
  await editor.press('Enter')
  await expect(panel.getByLabel('TeX')).toBeFocused()
  await editor.type('\\def\\a{\\a}\\a')
  await expect(panel.getByRole('status')).toContainText('grows without end')
  await editor.press('Enter')
  const block = editor.body.locator('[data-kind="equation"]')
  await expect(block.locator('code')).toHaveText('\\def\\a{\\a}\\a')
  await expect(block).toContainText('grows without end')
  await block.click()
  await expect(panel.getByLabel('TeX')).toBeFocused()
  await page.keyboard.insertText('\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(block.locator('.katex-display')).toBeVisible()
  expect((await editor.blocks())[0]).toMatchObject({ kind: 'equation' })
})

test('R29 R30 hostile TeX runs nothing and names no address', async ({ editor, page }) => {
  const hostile = [
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\htmlData{a="><img src=x onerror=alert(1)>}{x}',
    '\\htmlStyle{position:fixed}{x}',
    '\\includegraphics{https://evil.example/x.png}',
    '<img src=x onerror=alert(1)>',
    '\\def\\a#1{\\a{#1#1}}\\a{x}',
  ]
  await page.evaluate((sources) => {
    window.harness.load(
      sources.map((texExpression, index) => ({
        id: `e${index}`,
        kind: 'paragraph',
        text: [{ kind: 'inlineEquation', attributes: { texExpression } }, { text: ` ${index}` }],
      })),
    )
  }, hostile)
  await expect(editor.body.locator('[data-atom="inlineEquation"]')).toHaveCount(hostile.length)
  await expect(editor.body.locator('.katex, .equation-source')).toHaveCount(hostile.length)
  await expect(editor.body.locator('img:not(.ProseMirror-separator), script, a[href]')).toHaveCount(0)
  await expect(editor.body.locator('[style*="fixed"], [onerror], [data-a]')).toHaveCount(0)
})

test('9.12 a date says Today, changes by words or by the calendar, with the keyboard alone', async ({
  editor,
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Date' })
  await editor.write('p due ')
  await editor.caret('due ')
  await editor.type('/date')
  await editor.press('Enter')
  await expect(panel.getByRole('textbox', { name: 'Day' })).toBeFocused()
  await editor.press('Escape')
  const date = editor.body.locator('[data-atom="date"]')
  await expect(date).toHaveText('Today')
  await editor.type('!')
  await date.click()
  await page.keyboard.insertText('nonsense')
  await editor.press('Enter')
  await expect(panel.getByRole('alert')).toContainText('Write a day such as')
  await panel.getByRole('textbox', { name: 'Day' }).fill('5 January 2027')
  await editor.press('Enter')
  await expect(panel).toBeHidden()
  await expect(date).toHaveText('January 5, 2027')
  await editor.press('ArrowLeft', 'Enter')
  await expect(panel.getByRole('grid')).toContainText('31')
  const chosen = panel.getByRole('gridcell', { selected: true }).getByRole('button')
  await chosen.focus()
  await editor.press('ArrowRight', 'ArrowDown', 'Enter')
  await expect(date).toHaveText('January 13, 2027')
  await editor.press('Control+z')
  await expect(date).toHaveText('January 5, 2027')
})

test('2.44, 4.18, 5.19 "@" offers Date, Link to page and People, finds them by name, and puts the caret behind', async ({
  editor,
  page,
}) => {
  // Of somebody who wants their quotes as they typed them.
  await page.evaluate(() => localStorage.setItem('sheaf:smart-typing', 'off'))
  const list = page.getByRole('listbox', { name: 'Mention' })
  await editor.write('p see ')
  await editor.caret('see ')
  await editor.type('@')
  await expect(list.getByRole('option')).toHaveText([
    /Today/,
    /Tomorrow/,
    /Yesterday/,
    /Roadmap/,
    /Meeting/,
    /Ada/,
  ])
  await expect(editor.body).toHaveAttribute('aria-controls', (await list.getAttribute('id'))!)
  const active = await editor.body.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
  await editor.type('ROAD')
  await expect(list.getByRole('option')).toHaveText([/Roadmap/])
  await editor.press('Enter')
  await editor.type(' and "@ada')
  await expect(list.getByRole('option')).toHaveText([/Ada Lovelace/])
  await editor.press('Tab')
  await editor.type('", @tomorrow')
  await expect(list.getByRole('option')).toHaveText([/Tomorrow/])
  await editor.press('Enter')
  await expect(editor.body).toContainText('see 🗺️ Roadmap and "@Ada Lovelace", Tomorrow')
  expect((await editor.blocks())[0]!.text).toMatchObject([
    { text: 'see ' },
    { kind: 'mention', attributes: { key: '/roadmap', value: 'Roadmap', icon: '🗺️' } },
    { text: ' and "' },
    { kind: 'mention', attributes: { key: 'u1', value: 'Ada Lovelace' } },
    { text: '", ' },
    { kind: 'date' },
  ])
  await editor.press('Control+z')
  await expect(editor.body).toContainText('@tomorrow')
})

test('3.19, 4.18 "#" offers files: a block on a line for itself, a mention in a sentence; "# " is a heading', async ({
  editor,
  page,
}) => {
  const list = page.getByRole('listbox', { name: 'Files' })
  await editor.write('p', 'p see ')
  await editor.caret('see ')
  await editor.type('#')
  await expect(list.getByRole('option')).toHaveText([/Sunset\.png/, /Minutes\.pdf/])
  await editor.type('nothing')
  await expect(page.getByText('No media files found').first()).toBeVisible()
  await editor.press(...Array(7).fill('Backspace'))
  await editor.type('MIN')
  await expect(list.getByRole('option')).toHaveText([/Minutes\.pdf.*4\.0 KB/])
  await editor.press('Enter')
  await editor.type(' today')
  await expect(editor.body).toContainText('see Minutes.pdf today')
  const key = 'g'.repeat(20)
  await expect(editor.body.locator('a', { hasText: 'Minutes.pdf' })).toHaveAttribute(
    'href',
    `/api/files/${key}/Minutes.pdf`,
  )
  await editor.press('ArrowUp')
  await editor.type('#sun')
  await expect(list.getByRole('option')).toHaveText([/Sunset\.png/])
  await editor.press('Enter')
  await editor.type('Below the picture')
  await expect
    .poll(() => editor.blocks())
    .toMatchObject([
      { kind: 'image', attributes: { url: `/api/files/${'f'.repeat(20)}/Sunset.png`, name: 'Sunset.png' } },
      {
        kind: 'paragraph',
        text: [
          { text: 'Below the picturesee ' },
          { kind: 'mention', attributes: { key, value: 'Minutes.pdf', trigger: '#' } },
          { text: ' today' },
        ],
      },
    ])
  await editor.write('p', 'p a#', 'code x')
  await editor.caret('a#')
  await editor.type('tag')
  await editor.caret('x')
  await editor.type(' #')
  await editor.press('Control+Home')
  await editor.type('# Title')
  await expect(list).toBeHidden()
  await editor.shows('h1 Title', 'p a#tag', 'code x #')
})

test('4.18 "@" inside a word, in code or in an address opens nothing; Escape keeps what was typed', async ({
  editor,
  page,
}) => {
  const list = page.getByRole('listbox', { name: 'Mention' })
  await editor.write('p a', 'code b')
  await editor.caret('a')
  await editor.type('da@example')
  await expect(list).toBeHidden()
  await editor.type(' @ro')
  await expect(list).toBeVisible()
  await editor.press('Escape')
  await expect(list).toBeHidden()
  await editor.type('ad')
  await expect(list).toBeHidden()
  await editor.caret('b')
  await editor.type(' @')
  await expect(list).toBeHidden()
  await editor.shows('p ada@example @road', 'code b @')
})

test('2.12 a click on a mentioned page opens it, and so does Enter while it is selected', async ({
  editor,
  page,
}) => {
  await page.evaluate(() =>
    window.harness.load([
      {
        id: 'a',
        kind: 'paragraph',
        text: [{ text: 'see ' }, { kind: 'mention', attributes: { key: '/notes', value: 'Old name' } }],
      },
    ]),
  )
  const mention = editor.body.getByRole('link', { name: 'Meeting notes' })
  await mention.click()
  await expect.poll(() => page.evaluate(() => window.harness.opened)).toEqual(['/notes'])
  await editor.caret('see ')
  await editor.press('ArrowRight')
  await expect(editor.body.locator('[data-atom].ProseMirror-selectednode')).toHaveCount(1)
  await editor.press('Enter')
  await expect.poll(() => page.evaluate(() => window.harness.opened)).toEqual(['/notes', '/notes'])
})

test('4.18 a mentioned page is shown as it is called now, and looking at it changes nothing of the page', async ({
  editor,
  page,
}) => {
  const mentions: Block[] = [
    {
      id: 'a',
      kind: 'paragraph',
      text: [
        { text: 'see ' },
        { kind: 'mention', attributes: { key: '/notes', value: 'Old name' } },
        { text: ' and ' },
        { kind: 'mention', attributes: { key: '/roadmap', value: 'Plan', icon: '🌵' } },
        { text: ' and ' },
        { kind: 'mention', attributes: { key: '/secret', value: 'A page of others' } },
      ],
    },
  ]
  const says = 'see Meeting notes and 🗺️ Roadmap and A page of others'
  await editor.open('mode=live')
  await page.evaluate((json) => window.harness.place(JSON.parse(json)), JSON.stringify(mentions))
  for (const index of [0, 1]) {
    await expect(
      page.getByRole('textbox', { name: 'Page body' }).nth(index).getByRole('paragraph'),
    ).toHaveText(says)
  }
  await expect(editor.body.getByRole('link', { name: 'Meeting notes' })).toHaveAttribute('href', '/notes')
  expect(await editor.blocks(0)).toEqual(mentions)
  expect(await page.evaluate(() => [window.harness.stored(0), window.harness.stored(1)] as unknown)).toEqual([
    mentions,
    mentions,
  ])
})

test('9.2 an icon: more than 600 to search in, by the keyboard, with colour and size', async ({
  editor,
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Icon' })
  await editor.write('p go ')
  await editor.caret('go ')
  await editor.type('/icon')
  await editor.press('Enter')
  const search = panel.getByRole('combobox')
  await expect(search).toBeFocused()
  const status = panel.getByRole('status')
  await expect(status).toContainText('icons')
  expect(Number(/([\d,]+) icons/.exec((await status.textContent())!)![1]!.replace(',', ''))).toBeGreaterThan(
    600,
  )
  // Only those in view are drawn.
  expect(await panel.getByRole('option').count()).toBeLessThan(120)
  await editor.type('rocket')
  await expect(panel.getByRole('option', { selected: true })).toHaveAccessibleName('rocket icon')
  await panel.getByRole('button', { name: 'Red' }).click()
  await panel.getByRole('button', { name: '32 pixels' }).click()
  await search.focus()
  await editor.press('Enter')
  await expect(panel).toBeHidden()
  await editor.type('!')
  const icon = editor.body.getByRole('img', { name: 'rocket icon' })
  await expect(icon.locator('svg.lucide-rocket')).toBeVisible()
  expect((await editor.blocks())[0]!.text).toEqual([
    { text: 'go ' },
    { kind: 'icon', attributes: { iconName: 'rocket', color: 'red', size: 32 } },
    { text: '!' },
  ])
  await icon.click()
  await editor.type('zzzz')
  await expect(status).toHaveText('No icons found')
  await editor.press('Escape')
  await expect(editor.body).toBeFocused()
})

const EVERYTHING: Block[] = [
  {
    id: 'all',
    kind: 'paragraph',
    text: [
      { text: 'x ' },
      { kind: 'inlineEquation', attributes: { texExpression: 'x^2' } },
      { text: ' y ' },
      { kind: 'date', attributes: { date: '2026-01-05' } },
      { text: ' z ' },
      { kind: 'mention', attributes: { key: 'u1', value: 'Ada Lovelace' } },
      { text: ' w ' },
      { kind: 'icon', attributes: { iconName: 'rocket' } },
      { text: ' end' },
    ],
  },
]

test('arrows go over an atom in two steps, Backspace and Delete take it away, undo brings it back', async ({
  editor,
  page,
}) => {
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(EVERYTHING))
  const kinds = async () =>
    ((await editor.blocks())[0]!.text ?? []).flatMap((piece) => ('kind' in piece ? [piece.kind] : []))
  await editor.caret('x ', 2)
  await editor.press('ArrowRight')
  await expect(editor.body.locator('.ProseMirror-selectednode')).toHaveAttribute(
    'data-atom',
    'inlineEquation',
  )
  await editor.press('ArrowRight')
  await expect(editor.body.locator('.ProseMirror-selectednode')).toHaveCount(0)
  await editor.press('Backspace')
  await expect.poll(kinds).toEqual(['date', 'mention', 'icon'])
  await editor.press('Control+z')
  await expect.poll(kinds).toEqual(['inlineEquation', 'date', 'mention', 'icon'])
  await editor.caret('x ', 2)
  await editor.press('Delete')
  await expect.poll(kinds).toEqual(['date', 'mention', 'icon'])
})

test('R12 atoms that are copied come back as they are, and read well elsewhere', async ({ editor, page }) => {
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(EVERYTHING))
  await editor.caret('x ', 0)
  await editor.press('Shift+End')
  const said = 'x x^2 y January 5, 2026 z @Ada Lovelace w :rocket: end'
  // The browser tells of the selection a moment after the key.
  await expect.poll(async () => (await editor.copy()).text).toBe(said)
  const { html, text } = await editor.copy()
  await editor.write('p ')
  await editor.body.click()
  await editor.paste({ 'text/html': html, 'text/plain': text })
  await expect.poll(async () => (await editor.blocks())[0]!.text).toEqual(EVERYTHING[0]!.text)
})

test('6.4 on a page that may only be read, atoms show themselves and no panel opens', async ({
  editor,
  page,
}) => {
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(EVERYTHING))
  await expect(editor.body.locator('.katex')).toHaveCount(1)
  await page.evaluate(() => window.harness.setReadOnly(true))
  await expect(editor.body).toHaveAttribute('aria-readonly', 'true')
  await editor.body.locator('[data-atom="date"]').click()
  await editor.body.locator('[data-atom="inlineEquation"]').click()
  await editor.body.locator('[data-atom="icon"]').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(editor.body.locator('.can-open')).toHaveCount(0)
})

test('R29 equations of web pages are pasted as equations, anything else in them is not', async ({
  editor,
}) => {
  await editor.write('p ')
  await editor.body.click()
  await editor.paste({
    'text/html':
      '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi onclick="alert(1)">x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span> is</p><math><mi>gone</mi></math>',
    'text/plain': 'so x1 is',
  })
  await expect
    .poll(async () => (await editor.blocks())[0]!.text)
    .toEqual([
      { text: 'so ' },
      { kind: 'inlineEquation', attributes: { texExpression: 'x_1' } },
      { text: ' is' },
    ])
})

const day = (date: string): Block => ({
  id: date,
  kind: 'paragraph',
  text: [{ text: 'on ' }, { kind: 'date', attributes: { date } }],
})

test('9.12 a browser whose language is none still says the date in words', async ({ editor, page }) => {
  // As on a system that has no language set.
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'C' }))
  await editor.open()
  await editor.write('p on ')
  await editor.caret('on ')
  await editor.type('/date')
  await editor.press('Enter')
  await expect(editor.body.locator('[data-atom="date"]')).toHaveText('Today')
})

test('a block whose program fails stands without it, and the page goes on', async ({ editor, page }) => {
  await page.addInitScript(() => {
    // Of all programs only that of a date asks for a day in words of who reads; what stands in the document is American English.
    const spoken = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!.get!
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get(this: Intl.DateTimeFormat) {
        const isOfReader = this.resolvedOptions().locale !== 'en-US'
        return (at?: Date) => {
          if (isOfReader && at?.getTime() === Date.UTC(2025, 2, 3)) throw new Error('no words for this day')
          return spoken.call(this)(at)
        }
      },
    })
  })
  await editor.open()
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  const days = JSON.stringify([day('2025-03-03'), day(today)])
  await page.evaluate((json) => window.harness.load(JSON.parse(json)), days)
  const dates = editor.body.locator('[data-atom="date"]')
  // The one fails; the other is told from it.
  await expect.poll(() => editor.faults).toEqual(['no words for this day'])
  await expect(dates.nth(0)).toHaveText(/\d{4}/)
  await expect(dates.nth(1)).toHaveClass(/can-open/)
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  await editor.caret('on ')
  await editor.type('and ')
  await expect.poll(() => editor.lines()).toContainEqual(expect.stringContaining('on and '))
  editor.faults.length = 0
})
