import type { Block } from '../src/blocks/index.ts'
import { countSaid, type EditorOnPage, expect, test } from './editor-fixtures.ts'
import { violations } from './screen.ts'

const p = (text: string): Block => ({
  id: `p-${text}`,
  kind: 'paragraph',
  ...(text ? { text: [{ text }] } : {}),
})

/** A table of these words. */
const table = (...rows: string[][]): Block => ({
  id: 't',
  kind: 'table',
  children: [
    ...(rows[0] ?? []).map((_, x): Block => ({ id: `c${x}`, kind: 'tableColumn' })),
    ...rows.map(
      (words, y): Block => ({
        id: `r${y}`,
        kind: 'tableRow',
        children: words.map((word, x) => ({
          id: `r${y}:c${x}`,
          kind: 'tableCell',
          ...(word ? { children: [p(word)] } : {}),
        })),
      }),
    ),
  ],
})

/** The same with columns that somebody has given a width: others are as wide as the page together. */
const sized = (block: Block, width: number): Block => ({
  ...block,
  children: (block.children ?? []).map((one) =>
    one.kind === 'tableColumn' ? { ...one, attributes: { width } } : one,
  ),
})

const words = ({ text = [], children = [] }: Block): string =>
  [...text.map((piece) => ('text' in piece ? piece.text : '')), ...children.map(words)].join('')

/** The first table as its rows, each cell as its words with how far it reaches. */
function drawn(blocks: readonly Block[]): string {
  const rows = blocks.find(({ kind }) => kind === 'table')?.children ?? []
  const cell = (block: Block) => {
    const { rowSpan = 1, colSpan = 1 } = block.attributes ?? {}
    return `[${words(block)}${rowSpan === 1 && colSpan === 1 ? '' : ` ${rowSpan}x${colSpan}`}]`
  }
  return rows
    .filter(({ kind }) => kind === 'tableRow')
    .map(({ children = [] }) => children.map(cell).join(''))
    .join(' / ')
}

const looksLike = (editor: EditorOnPage, wanted: string) =>
  expect.poll(async () => drawn(await editor.blocks())).toBe(wanted)

async function show(editor: EditorOnPage, ...blocks: Block[]): Promise<void> {
  await editor.page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
  await editor.page.evaluate(() => window.harness.ready())
}

async function act(editor: EditorOnPage, menu: 'Row menu' | 'Column menu', action: string): Promise<void> {
  await editor.page.getByRole('button', { name: menu }).click()
  await editor.page.getByRole('dialog', { name: menu }).waitFor()
  await editor.type(action)
  await editor.press('Enter')
}

const paste = (editor: EditorOnPage, data: Record<string, string>) =>
  editor.body.evaluate((body, given) => {
    const clipboard = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboard.setData(type, text)
    body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
    )
  }, data)

const ABCD = table(['a', 'b'], ['c', 'd'])

test('2.42 /table opens a picker of 8 × 8, whose arrows and Enter choose the size', async ({ editor }) => {
  await editor.write('p')
  await editor.caret('')
  await editor.type('/table')
  await editor.press('Enter')
  const picker = editor.page.getByRole('dialog', { name: 'Size of the table' })
  await expect(picker.getByRole('button')).toHaveCount(64)
  await editor.press('ArrowRight', 'ArrowUp', 'Enter')
  await expect(picker).toHaveCount(0)
  await looksLike(editor, '[][][][] / [][][][]')
  await editor.type('first')
  await looksLike(editor, '[first][][][] / [][][][]')
})

test('2.42 Escape in the picker of a new table, or block equation, leaves the page as it was', async ({
  editor,
}) => {
  for (const [words, name] of [
    ['/table', 'Size of the table'],
    ['/equation', 'Equation'],
  ] as const) {
    await editor.write('p above', 'p')
    await editor.caret('')
    await editor.press('ArrowDown')
    await editor.type(words)
    await expect(editor.page.getByRole('option').first()).toBeVisible()
    await editor.press('Enter')
    const panel = editor.page.getByRole('dialog', { name, exact: true })
    await expect(panel.getByRole('button').first()).toBeVisible()
    await editor.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(editor.body).toBeFocused()
    await editor.shows('p above', 'p')
    await editor.type('on')
    await editor.shows('p above', 'p on')
  }
})

test('2.42 the pointer chooses the size as well', async ({ editor }) => {
  await editor.write('p')
  await editor.caret('')
  await editor.type('/table')
  await editor.press('Enter')
  await editor.page.getByRole('button', { name: '2 × 1', exact: true }).click()
  await looksLike(editor, '[] / []')
})

test('2.42 the person who writes on while the size is asked for writes into the first cell', async ({
  editor,
}) => {
  await editor.write('p')
  await editor.caret('')
  await editor.type('/table')
  await editor.press('Enter')
  const picker = editor.page.getByRole('dialog', { name: 'Size of the table' })
  await expect(picker.getByRole('application')).toBeFocused()
  await editor.type('Town of')
  await expect(picker).toHaveCount(0)
  await looksLike(editor, '[Town of][][] / [][][] / [][][]')
})

test('3.20 Tab goes from cell to cell and makes a row behind the last; arrows go up and down', async ({
  editor,
}) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('a')
  await editor.press('Tab')
  await editor.type('B')
  await editor.press('ArrowDown')
  await editor.type('!')
  await looksLike(editor, '[a][B] / [c][!d]')
  await editor.press('Tab')
  await editor.type('new')
  await looksLike(editor, '[a][B] / [c][!d] / [new][]')
  await editor.press('Shift+Tab', 'Shift+Tab')
  await editor.type('C')
  await looksLike(editor, '[a][B] / [C][!d] / [new][]')
  await editor.press('ArrowUp', 'ArrowDown', 'ArrowDown', 'End')
  await editor.type('>')
  await looksLike(editor, '[a][B] / [C][!d] / [new>][]')
  await editor.press('Enter')
  await editor.type('two')
  await looksLike(editor, '[a][B] / [C][!d] / [new>two][]')
})

test('3.20 Backspace and Delete at the edge of a cell leave the table whole', async ({ editor }) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('b', 0)
  await editor.press('Backspace')
  await editor.caret('c')
  await editor.press('Delete')
  await looksLike(editor, '[a][b] / [c][d]')
})

test('2.42 rows and columns are added, moved and deleted, by menu, button and keyboard', async ({
  editor,
}) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('d')
  await editor.page.getByRole('button', { name: 'Add row' }).click()
  await editor.page.getByRole('button', { name: 'Add column' }).click()
  await looksLike(editor, '[a][b][] / [c][d][] / [][][]')
  await editor.caret('a')
  await editor.press('Alt+Shift+ArrowDown', 'Alt+Shift+ArrowRight')
  await looksLike(editor, '[d][c][] / [b][a][] / [][][]')
  await act(editor, 'Row menu', 'Insert row above')
  await looksLike(editor, '[d][c][] / [][][] / [b][a][] / [][][]')
  await act(editor, 'Row menu', 'Delete row')
  await editor.caret('d')
  await act(editor, 'Column menu', 'Delete column')
  await looksLike(editor, '[c][] / [a][] / [][]')
  await editor.press('Control+z', 'Control+z')
  await looksLike(editor, '[d][c][] / [][][] / [b][a][] / [][][]')
})

test('2.42 the button for a column adds one also when the table moves away under the pressed pointer', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live')
  const blocks = JSON.stringify([p('first'), ABCD, p('after')])
  await page.evaluate((json) => window.harness.place(JSON.parse(json)), blocks)
  await expect.poll(async () => (await editor.blocks()).length).toBe(3)
  await editor.caret('d')
  const button = page.getByRole('button', { name: 'Add column' })
  await button.hover()
  const before = (await button.boundingBox())!
  await page.mouse.down()
  await page.evaluate(() => {
    const { view } = window.harness.editors[1]!
    const { schema } = view.state
    const lines = Array.from({ length: 6 }, () => schema.nodes.paragraph!.create(null, schema.text('above')))
    view.dispatch(view.state.tr.insert(0, lines))
  })
  await expect.poll(async () => (await button.boundingBox())!.y).toBeGreaterThan(before.y + before.height)
  await page.mouse.up()
  await looksLike(editor, '[a][b][] / [c][d][]')
})

test('2.42 alt+enter opens the menu of a table, which needs no pointer', async ({ editor }) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('c')
  await expect(editor.page.getByRole('button', { name: 'Add row' })).toBeVisible()
  await editor.press('Alt+Enter')
  await expect(editor.page.getByRole('dialog', { name: 'Row menu' })).toBeVisible()
  await editor.type('Column before')
  await editor.press('Escape', 'Alt+Enter')
  await editor.type('Insert column before')
  await editor.press('Enter')
  await looksLike(editor, '[][a][b] / [][c][d]')
})

test('2.42 what stands around a large table goes with it, and a key in a cell measures few of its cells', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live')
  const large = table(
    ...Array.from({ length: 12 }, (_, y) => Array.from({ length: 10 }, (_, x) => `${y}-${x}`)),
  )
  const place = (...blocks: Block[]) =>
    page.evaluate((json) => window.harness.place(JSON.parse(json)), JSON.stringify(blocks))
  await place(p('above'), large, p('after'))
  await editor.caret('5-1')
  const cell = editor.body.locator('td').nth(51)
  /** How far the grip of the row and the button for one more row are from where they belong. */
  const astray = async () => {
    const grip = await page.getByRole('button', { name: 'Row menu' }).boundingBox()
    const add = await page.getByRole('button', { name: 'Add row' }).boundingBox()
    const [own, whole] = [await cell.boundingBox(), await editor.body.locator('table').first().boundingBox()]
    if (!grip || !add || !own || !whole) return Number.POSITIVE_INFINITY
    return Math.max(
      Math.abs(grip.y + grip.height / 2 - own.y - own.height / 2),
      Math.abs(add.y - whole.y - whole.height - 2),
    )
  }
  await expect.poll(astray).toBeLessThan(2)
  const measured = await page.evaluateHandle(() => {
    const found = { cells: 0 }
    const { getBoundingClientRect } = Element.prototype
    Element.prototype.getBoundingClientRect = function () {
      if (this instanceof HTMLTableCellElement) found.cells++
      return getBoundingClientRect.call(this)
    }
    return found
  })
  /** How many cells are measured from a key until two frames later, when everything is placed that is placed anew. */
  const measuredBy = async (key: string) => {
    await measured.evaluate((found) => {
      found.cells = 0
    })
    await editor.type(key)
    await expect(cell).toContainText(key)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return measured.evaluate(({ cells }) => cells)
  }
  await measuredBy('x')
  expect(await measuredBy('y')).toBeLessThan(20)
  await editor.type(' and words that need more than one line')
  await expect.poll(async () => (await cell.boundingBox())!.height).toBeGreaterThan(60)
  await expect.poll(astray).toBeLessThan(2)
  const [, before] = await editor.blocks(1)
  await place(p('above'), p('more above'), p('and more'), before!, p('after'))
  await expect(editor.body).toContainText('and more')
  await expect.poll(astray).toBeLessThan(2)
})

test('2.42 a row is dragged by its grip', async ({ editor }) => {
  await editor.open()
  await show(editor, table(['a'], ['b'], ['c']), p('after'))
  await editor.caret('a')
  const grip = editor.page.getByRole('button', { name: 'Row menu' })
  const from = (await grip.boundingBox())!
  const to = (await editor.page.locator('td').last().boundingBox())!
  await editor.page.mouse.move(from.x + 5, from.y + 10)
  await editor.page.mouse.down()
  await editor.page.mouse.move(from.x + 8, to.y + 5, { steps: 4 })
  await editor.page.mouse.move(from.x + 8, to.y + to.height - 2, { steps: 4 })
  await editor.page.mouse.up()
  await looksLike(editor, '[b] / [c] / [a]')
  // It was dragged, not pressed.
  await expect(editor.page.getByPlaceholder('Search actions...')).toBeHidden()
})

test('2.42 Escape gives up while a row is dragged', async ({ editor }) => {
  await editor.open()
  await show(editor, table(['a'], ['b'], ['c']), p('after'))
  await editor.caret('a')
  const from = (await editor.page.getByRole('button', { name: 'Row menu' }).boundingBox())!
  const to = (await editor.page.locator('td').last().boundingBox())!
  await editor.page.mouse.move(from.x + 5, from.y + 10)
  await editor.page.mouse.down()
  await editor.page.mouse.move(from.x + 8, to.y + to.height - 2, { steps: 4 })
  await expect(editor.page.locator('.table-drop')).toBeVisible()
  await editor.page.keyboard.press('Escape')
  await expect(editor.page.locator('.table-drop')).toBeHidden()
  await editor.page.mouse.up()
  await looksLike(editor, '[a] / [b] / [c]')
  await expect(editor.page.getByPlaceholder('Search actions...')).toBeHidden()
})

test('3.20 cells are selected with shift and the arrows, merged, coloured, split and emptied', async ({
  editor,
}) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('a')
  await editor.press('Shift+ArrowRight', 'Shift+ArrowDown')
  await expect(editor.page.locator('.is-selected-cell')).toHaveCount(4)
  await act(editor, 'Row menu', 'Merge cells')
  await looksLike(editor, '[abcd 2x2] / ')
  await act(editor, 'Row menu', 'Red background')
  await expect.poll(async () => JSON.stringify(await editor.blocks())).toContain('"background":"red"')
  await act(editor, 'Row menu', 'Split cell')
  await looksLike(editor, '[abcd][] / [][]')
  await editor.caret('b')
  await editor.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(editor.page.locator('.is-selected-cell').first()).toBeVisible()
  await editor.press('Backspace')
  await looksLike(editor, '[][] / [][]')
})

test('T1 words that are dropped while cells are selected stand where they were dropped', async ({
  editor,
}) => {
  await editor.open()
  await show(editor, p('Apples first'), table(['one', 'two'], ['three', 'four']))
  await editor.caret('one')
  await editor.press('Shift+ArrowRight', 'Shift+ArrowDown')
  await expect(editor.page.locator('.is-selected-cell')).toHaveCount(4)
  await editor.body.getByText('Apples first', { exact: true }).evaluate((line) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', 'Dropped ')
    const { left, top, height } = line.getBoundingClientRect()
    const at = { clientX: left + 1, clientY: top + height / 2, bubbles: true, cancelable: true }
    line.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }))
  })
  await expect.poll(async () => words((await editor.blocks())[0]!)).toMatch(/Dropped.*Apples first/)
})

test('3.20 cells are selected by dragging, and what is typed takes their place', async ({ editor }) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  const [first, last] = [editor.page.locator('td').first(), editor.page.locator('td').last()]
  await first.hover()
  await editor.page.mouse.down()
  await last.hover()
  await expect(editor.page.locator('.is-selected-cell')).toHaveCount(4)
  await editor.page.mouse.up()
  await editor.type('x')
  await looksLike(editor, '[x][] / [][]')
})

test('9.10 a column is made wider by its edge, from 120 to 240 pixels and no further', async ({ editor }) => {
  await editor.open()
  await show(editor, sized(ABCD, 120), p('after'))
  const width = async () => (await editor.blocks())[0]?.children?.[0]?.attributes?.width
  const dragBy = async (by: number) => {
    const box = (await editor.page.locator('td').first().boundingBox())!
    await editor.page.mouse.move(box.x + box.width - 1, box.y + 8)
    await editor.page.mouse.down()
    await editor.page.mouse.move(box.x + box.width - 1 + by, box.y + 8, { steps: 5 })
    await editor.page.mouse.up()
  }
  await dragBy(50)
  await expect.poll(width).toBe(170)
  await dragBy(500)
  await expect.poll(width).toBe(240)
  await dragBy(-500)
  await expect.poll(width).toBe(120)

  // Without widths the columns share the page. With the first one each keeps the one that it has, within what is allowed.
  await show(editor, table(['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']), p('after'))
  const page = (await editor.page.getByText('after').boundingBox())!
  const whole = (await editor.body.locator('table').boundingBox())!
  expect(Math.abs(whole.width - page.width)).toBeLessThan(2)
  const each = Math.round((await editor.page.locator('td').first().boundingBox())!.width)
  await dragBy(-20)
  await expect
    .poll(async () => (await editor.blocks())[0]?.children?.slice(0, 4).map((one) => one.attributes?.width))
    .toEqual([each - 20, each, each, each])
})

test('from right to left a table is moved, selected and made wider by the sides that one sees', async ({
  editor,
  page,
}) => {
  await editor.open()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await show(editor, sized(ABCD, 120), p('after'))
  await editor.caret('a')
  const box = async (at: number) => (await editor.body.locator('td').nth(at).boundingBox())!
  expect((await box(0)).x).toBeGreaterThan((await box(1)).x)
  // The grip of the row stands before it, the button for a column behind the last one.
  const whole = (await editor.body.locator('table').boundingBox())!
  const grip = page.getByRole('button', { name: 'Row menu' })
  await expect
    .poll(async () => (await grip.boundingBox())!.x)
    .toBeGreaterThanOrEqual(whole.x + whole.width - 1)
  const add = (await page.getByRole('button', { name: 'Add column' }).boundingBox())!
  expect(add.x + add.width).toBeLessThanOrEqual(whole.x)

  await editor.press('Shift+ArrowLeft')
  await expect(page.locator('.is-selected-cell')).toHaveText(['a', 'b'])
  await editor.press('ArrowUp')
  await editor.caret('a')
  await editor.press('Alt+Shift+ArrowLeft')
  await looksLike(editor, '[b][a] / [d][c]')
  await act(editor, 'Column menu', 'Move column right')
  await looksLike(editor, '[a][b] / [c][d]')

  const first = await box(0)
  await page.mouse.move(first.x + 1, first.y + 8)
  await page.mouse.down()
  await page.mouse.move(first.x - 49, first.y + 8, { steps: 5 })
  await page.mouse.up()
  const widths = async () =>
    (await editor.blocks())[0]?.children?.slice(0, 2).map((one) => one.attributes?.width)
  await expect.poll(widths).toEqual([170, 120])

  await editor.caret('a')
  const column = (await page.getByRole('button', { name: 'Column menu' }).boundingBox())!
  await page.mouse.move(column.x + column.width / 2, column.y + column.height / 2)
  await page.mouse.down()
  await page.mouse.move((await box(1)).x + 4, column.y + 4, { steps: 6 })
  await page.mouse.up()
  await looksLike(editor, '[b][a] / [d][c]')
})

test('9.10 a column is found again when others write above its table, or delete it, while its edge is held', async ({
  editor,
  page,
}) => {
  const faults: Error[] = []
  page.on('pageerror', (fault) => faults.push(fault))
  await editor.open('mode=live')
  const place = (...blocks: Block[]) =>
    page.evaluate((json) => window.harness.place(JSON.parse(json)), JSON.stringify(blocks))
  const widths = async () =>
    (await editor.blocks())
      .find(({ kind }) => kind === 'table')
      ?.children?.slice(0, 2)
      .map(({ attributes }) => attributes?.width ?? null)
  const hold = async () => {
    const box = (await editor.body.locator('td').first().boundingBox())!
    await page.mouse.move(box.x + box.width - 1, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 29, box.y + 8, { steps: 3 })
  }
  const other = table(['o', 'p'])
  const above: Block = JSON.parse(JSON.stringify(other).replaceAll(/"(t|[cr]\d|r\d:c\d|p-.)"/g, '"above-$1"'))
  const narrow = sized(ABCD, 120)
  await place(p('before'), narrow, p('after'))
  await expect(editor.body.locator('td')).toHaveCount(4)
  await hold()
  await place(p('before'), p('much more than there was'), narrow, p('after'))
  await expect(editor.body).toContainText('much more')
  await page.mouse.up()
  await expect.poll(widths).toEqual([150, 120])
  await hold()
  await place(above, p('after'))
  await expect(editor.body.locator('td')).toHaveCount(2)
  await page.mouse.up()
  expect(await widths()).toEqual([null, null])
  expect(faults).toEqual([])
})

test('9.10 an editor that goes while the edge of a column is held listens no longer', async ({
  editor,
  page,
}) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  /** How many listen to the pointer in the document, of those that begin to from now on. */
  const listening = await page.evaluateHandle(() => {
    const found = new Set<unknown>()
    const { addEventListener, removeEventListener } = document
    document.addEventListener = (type: string, ...rest: [EventListener]) => {
      if (type === 'mousemove' || type === 'mouseup') found.add(rest[0])
      addEventListener.call(document, type, ...rest)
    }
    document.removeEventListener = (type: string, ...rest: [EventListener]) => {
      if (type === 'mousemove' || type === 'mouseup') found.delete(rest[0])
      removeEventListener.call(document, type, ...rest)
    }
    return found
  })
  const box = (await page.locator('td').first().boundingBox())!
  await page.mouse.move(box.x + box.width - 1, box.y + 8)
  await page.mouse.down()
  expect(await listening.evaluate(({ size }) => size)).toBe(2)
  await show(editor, ABCD, p('again'))
  await expect.poll(() => listening.evaluate(({ size }) => size)).toBe(0)
  await page.mouse.move(box.x + box.width + 40, box.y + 8)
  await page.mouse.up()
  await expect(editor.body).toContainText('again')
  expect((await editor.blocks())[0]).toEqual(ABCD)
})

test('2.42 a press beside the line between two columns, without a drag, is one into the text', async ({
  editor,
  page,
}) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  const box = (await editor.body.locator('td').first().boundingBox())!
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2)
  await editor.type('!')
  await looksLike(editor, '[a!][b] / [c][d]')
  expect(JSON.stringify((await editor.blocks())[0])).not.toContain('width')
})

test('2.42 code with tabs that is pasted into the code of a cell stays there', async ({ editor }) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('a')
  await editor.press('Enter')
  await editor.type('```')
  await editor.press('Enter')
  await paste(editor, { 'text/plain': 'if x {\n\treturn\ty\n}' })
  await expect(editor.body.locator('td code, th code')).toHaveText('if x {\n\treturn\ty\n}')
  await expect(editor.body.locator('tr')).toHaveCount(2)
  await expect(editor.body.locator('td, th')).toHaveCount(4)
  await expect(editor.body.locator('td, th').nth(1)).toHaveText('b')
})

test('2.42 more rows or columns than a table takes at once are refused in words, and the table stays', async ({
  editor,
  page,
}) => {
  const faults: Error[] = []
  page.on('pageerror', (fault) => faults.push(fault))
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('d')
  const refused = page.getByText('Copy them in smaller parts, or save them as a file and import it.')
  await paste(editor, { 'text/plain': 'x\n'.repeat(1001).replace('x', 'x\ty') })
  await expect(refused).toHaveCount(1)
  await refused.waitFor({ state: 'detached' })
  await paste(editor, { 'text/plain': `${'x\t'.repeat(100)}x` })
  await expect(refused).toHaveCount(1)
  await paste(editor, { 'text/plain': 'x\ty\n'.repeat(200_000) })
  await expect(page.getByText('These are too many lines to paste at once.')).toBeVisible()
  await looksLike(editor, '[a][b] / [c][d]')
  await paste(editor, { 'text/plain': `${'x\t'.repeat(98)}x` })
  await looksLike(editor, `[a][b]${'[]'.repeat(98)} / [c]${'[x]'.repeat(99)}`)
  expect(faults).toEqual([])
})

test('2.42 cells of a spreadsheet are pasted into cells, and the table grows', async ({ editor }) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('d')
  await paste(editor, { 'text/plain': '1\t"two ""and"" a\tb"\n3\t4\n' })
  await looksLike(editor, '[a][b][] / [c][1][two "and" a\tb] / [][3][4]')
})

test('2.42 R29 a spreadsheet pasted into text is a table, a broken span and all', async ({ editor }) => {
  await editor.write('p before', 'p')
  await editor.caret('')
  await paste(editor, {
    'text/html':
      '<table><tr><td colspan="99999999999">1<script>alert(1)</script></td></tr><tr><td>2</td><td rowspan="0">3</td></tr></table>',
    'text/plain': '1\n2\t3',
  })
  await expect.poll(async () => drawn(await editor.blocks())).toContain('[2][3]')
  await editor.write('p before', 'p')
  await editor.caret('')
  await paste(editor, { 'text/plain': 'a\tb\nc\td\n' })
  await looksLike(editor, '[a][b] / [c][d]')
})

test('2.42 selected cells are copied as a table that spreadsheets read', async ({ editor }) => {
  await editor.open()
  await show(editor, table(['a', 'b', 'x'], ['c', 'd', 'y']), p('after'))
  await editor.caret('a')
  await editor.press('Shift+ArrowRight', 'Shift+ArrowDown')
  await expect(editor.page.locator('.is-selected-cell')).toHaveCount(4)
  const html = await editor.body.evaluate((body) => {
    const clipboardData = new DataTransfer()
    body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  expect(html).toContain('<table')
  expect(html.match(/<td/g)).toHaveLength(4)
  await editor.caret('x')
  await paste(editor, { 'text/html': html })
  await looksLike(editor, '[a][b][a][b] / [c][d][c][d]')
})

test('6.4 a page that is only read shows no controls of its table', async ({ editor }) => {
  await editor.open('readonly')
  await show(editor, ABCD)
  await editor.page.locator('td').first().click()
  await expect(editor.page.getByRole('button', { name: 'Add row' })).toHaveCount(0)
  const box = (await editor.page.locator('td').first().boundingBox())!
  await editor.page.mouse.move(box.x + box.width - 1, box.y + 8)
  await editor.page.mouse.down()
  await editor.page.mouse.move(box.x + box.width + 60, box.y + 8)
  await editor.page.mouse.up()
  expect((await editor.blocks())[0]?.children?.[0]?.attributes).toBeUndefined()
})

test('rulings 4 what is done to a table twice is said twice', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('a')
  const status = page.getByRole('status', { name: 'Editor messages' })
  const said = await countSaid(status)
  for (const times of [1, 2]) {
    // The key is answered once the controls are there.
    await page.getByRole('button', { name: 'Row menu' }).waitFor()
    await editor.press('Alt+Enter')
    await page.getByRole('dialog', { name: 'Row menu' }).waitFor()
    await editor.type('Insert row below')
    await editor.press('Enter')
    await expect(status).toHaveText('Insert row below: done')
    await expect.poll(said).toBe(times)
  }
})

test('the table, its controls and its menu have no accessibility faults', async ({ editor }) => {
  await editor.open()
  await show(editor, ABCD, p('after'))
  await editor.caret('a')
  await editor.page.getByRole('button', { name: 'Column menu' }).click()
  await editor.page.getByRole('dialog', { name: 'Column menu' }).waitFor()
  expect(await violations(editor.page)).toEqual([])
})
