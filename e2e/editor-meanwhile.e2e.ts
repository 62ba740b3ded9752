import type { Page } from '@playwright/test'
import type { Block, Json } from '../src/blocks/index.ts'
import { STORY_PAGES } from '../test/story-pages.ts'
import { type EditorOnPage, expect, test } from './editor-fixtures.ts'
import { complaintsOf, LONG_MINUTES, seedsFrom, tellByHand } from './hands.ts'

const text = (id: string, words: string): Block => ({ id, kind: 'paragraph', text: [{ text: words }] })

/** Opens a page that two people have before them, with these blocks on it. */
async function openForTwo(editor: EditorOnPage, page: Page, blocks: readonly Block[]): Promise<void> {
  await editor.open('mode=live')
  const json = JSON.stringify(blocks)
  await page.evaluate((given) => window.harness.place(JSON.parse(given)), json)
  await expect
    .poll(async () => (await editor.blocks()).map(({ id }) => id))
    .toEqual(blocks.map(({ id }) => id))
}

/** The block with this id, as the first person has it. */
async function blockNamed(editor: EditorOnPage, id: string): Promise<Block | undefined> {
  return (await editor.blocks()).find((block) => block.id === id)
}

/** The other person sets an attribute of a block. */
const otherSets = (page: Page, id: string, name: string, value: Json): Promise<void> =>
  page.evaluate(
    ([wanted, attribute, to]) => {
      const { view } = window.harness.editors[1]!
      view.state.doc.descendants((node, pos) => {
        if (node.attrs.id === wanted) view.dispatch(view.state.tr.setNodeAttribute(pos, attribute, to))
      })
    },
    [id, name, value] as [string, string, string],
  )

/** The other person moves the block in front of all others. */
const otherMovesUp = (page: Page, id: string): Promise<void> =>
  page.evaluate((wanted) => {
    const { view } = window.harness.editors[1]!
    view.state.doc.descendants((node, pos) => {
      if (node.attrs.id !== wanted) return
      view.dispatch(view.state.tr.delete(pos, pos + node.nodeSize).insert(0, node))
    })
  }, id)

/** The other person writes a line in front of all others. */
const otherWritesAbove = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { view } = window.harness.editors[1]!
    const line = view.state.schema.nodes.paragraph!.create(
      { id: 'above' },
      view.state.schema.text('written above'),
    )
    view.dispatch(view.state.tr.insert(0, line))
  })

const openPanel = (page: Page, editor: EditorOnPage, id: string): Promise<void> =>
  editor.body
    .locator(`[data-block-id="${id}"]`)
    .first()
    .click()
    .then(() => page.keyboard.press('Enter'))

test('R12 an equation that somebody else changes while its panel is open stays changed, unless it was typed in here', async ({
  editor,
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Equation' })
  const texOf = async () => (await blockNamed(editor, 'eq'))?.attributes?.texExpression
  for (const leave of ['Escape', 'outside'] as const) {
    await openForTwo(editor, page, [
      text('a', 'one'),
      { id: 'eq', kind: 'equation', attributes: { texExpression: 'x' } },
      text('b', 'two'),
    ])
    await openPanel(page, editor, 'eq')
    await expect(panel).toBeVisible()
    await otherSets(page, 'eq', 'texExpression', 'y^2')
    await expect.poll(texOf).toBe('y^2')
    if (leave === 'Escape') await editor.press('Escape')
    else await page.getByRole('heading', { level: 1 }).click()
    await expect(panel).toBeHidden()
    expect(await texOf()).toBe('y^2')
  }
})

test('R12 what somebody else says of a picture while its panel is open stays, where nothing else was said here', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [
    text('a', 'one'),
    { id: 'pic', kind: 'image', attributes: { url: 'https://example.com/a.png', caption: 'old', alt: 'a' } },
    text('b', 'two'),
  ])
  await page.evaluate(() => {
    const { view } = window.harness.editors[0]!
    view.focus()
  })
  const tools = editor.body.getByRole('toolbar', { name: /^Tools of/ }).first()
  const panel = page.getByRole('dialog', { name: 'Media settings' })
  // The picture, which no server has, changes its size when that is known: a press may meet the tools while they move.
  await expect(async () => {
    await tools.getByRole('button', { name: 'More' }).click({ force: true })
    await expect(panel).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await otherSets(page, 'pic', 'caption', 'new')
  await expect.poll(async () => (await blockNamed(editor, 'pic'))?.attributes?.caption).toBe('new')
  await panel.getByLabel('Alt text').fill('a boat')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(panel).toBeHidden()
  expect((await blockNamed(editor, 'pic'))?.attributes).toMatchObject({ caption: 'new', alt: 'a boat' })
})

const linked = (words: string): Block => ({
  id: 'l',
  kind: 'paragraph',
  text: [
    { text: 'see ' },
    { text: words, marks: [{ kind: 'link', attributes: { url: 'https://one.example' } }] },
    { text: ' for more' },
  ],
})

test('R12 a link whose dialog is open is the one that is changed and removed, also when others write in front of it', async ({
  editor,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Edit link' })
  await openForTwo(editor, page, [linked('this page')])
  await editor.caret('this page', 4)
  await editor.press('Control+k')
  await expect(dialog).toBeVisible()
  await otherWritesAbove(page)
  await expect(editor.body.getByText('written above')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove link' }).click()
  await expect
    .poll(async () => (await blockNamed(editor, 'l'))?.text)
    .toEqual([{ text: 'see this page for more' }])
})

test('R12 a new address for a link leaves the words that others have given it meanwhile', async ({
  editor,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Edit link' })
  await openForTwo(editor, page, [linked('this page')])
  await editor.caret('this page', 4)
  await editor.press('Control+k')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => {
    const { view } = window.harness.editors[1]!
    view.dispatch(view.state.tr.insertText('good ', 10))
  })
  await expect(editor.body.getByText('this good page')).toBeVisible()
  await dialog.getByLabel('Address').fill('https://two.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await blockNamed(editor, 'l'))?.text)
    .toEqual([
      { text: 'see ' },
      { text: 'this good page', marks: [{ kind: 'link', attributes: { url: 'https://two.example' } }] },
      { text: ' for more' },
    ])
})

test('R12 a block that is being dragged is the one that is moved, also when others write above it', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [text('a', 'one'), text('b', 'two'), text('c', 'three'), text('d', 'four')])
  await editor.body.getByText('two', { exact: true }).hover()
  const grip = page.getByRole('button', { name: /^Drag to move/ }).first()
  const box = (await grip.boundingBox())!
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 8, box.y + 30, { steps: 4 })
  await otherWritesAbove(page)
  await expect(editor.body.getByText('written above')).toBeVisible()
  const last = (await editor.body.getByText('four', { exact: true }).boundingBox())!
  await page.mouse.move(last.x + 60, last.y + last.height - 2, { steps: 6 })
  await page.mouse.up()
  await expect
    .poll(async () => (await editor.blocks()).map(({ id }) => id))
    .toEqual(['above', 'a', 'c', 'd', 'b'])
})

test('R12 a block that others delete while it is dragged is not moved, nor is anything else', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [text('a', 'one'), text('b', 'two'), text('c', 'three'), text('d', 'four')])
  await editor.body.getByText('two', { exact: true }).hover()
  const grip = page.getByRole('button', { name: /^Drag to move/ }).first()
  const box = (await grip.boundingBox())!
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 8, box.y + 30, { steps: 4 })
  await page.evaluate(() => {
    const { view } = window.harness.editors[1]!
    view.dispatch(view.state.tr.delete(5, 10))
  })
  await expect(editor.body.getByText('two', { exact: true })).toHaveCount(0)
  const last = (await editor.body.getByText('four', { exact: true }).boundingBox())!
  await page.mouse.move(last.x + 60, last.y + last.height - 2, { steps: 6 })
  await page.mouse.up()
  expect((await editor.blocks()).map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})

test('R15 a dialog that is open when the page is locked goes, changes nothing, and does not come back with the lock gone', async ({
  editor,
  page,
}) => {
  await editor.write('p some words')
  await editor.select('some words', 0, 4)
  await editor.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Address').fill('https://example.com')
  await page.evaluate(() => window.harness.setReadOnly(true))
  await expect(editor.body).toHaveAttribute('aria-readonly', 'true')
  await expect(dialog).toBeHidden()
  await page.evaluate(() => window.harness.setReadOnly(false))
  await expect(editor.body).toHaveAttribute('aria-readonly', 'false')
  await expect(dialog).toBeHidden()
  expect((await editor.blocks())[0]!.text).toEqual([{ text: 'some words' }])
})

const chart: Block = { id: 'ch', kind: 'chart', attributes: { data: '[{"name":"a","x":1}]' } }

test('R12 the dialog of a chart stays with what was done in it when others move the chart', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [text('a', 'one'), chart, text('b', 'two')])
  await editor.body.locator('[data-block-id="ch"]').first().click()
  await editor.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit chart' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('radio', { name: 'Line' }).check({ force: true })
  await otherMovesUp(page, 'ch')
  await expect.poll(async () => (await editor.blocks()).map(({ id }) => id)).toEqual(['ch', 'a', 'b'])
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  expect((await blockNamed(editor, 'ch'))?.attributes?.chartType).toBe('line')
})

test('rulings 0 whose dialog goes because others deleted the block is told so', async ({ editor, page }) => {
  await openForTwo(editor, page, [text('a', 'one'), chart, text('b', 'two')])
  await editor.body.locator('[data-block-id="ch"]').first().click()
  await editor.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit chart' })
  await expect(dialog).toBeVisible()
  await page.evaluate(() => {
    const { view } = window.harness.editors[1]!
    view.dispatch(view.state.tr.delete(5, 6))
  })
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Somebody else has deleted what you were editing.')).toBeVisible()
})

test('R12 a chart that was just put in and that somebody else has filled meanwhile stays when the dialog is left', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [text('a', 'one'), text('b', '')])
  await editor.caret('one')
  await editor.press('ArrowDown')
  await editor.type('/chart')
  await editor.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Insert chart' })
  await expect(dialog).toBeVisible()
  const id = (await editor.blocks()).find(({ kind }) => kind === 'chart')!.id
  await otherSets(page, id, 'data', '[{"name":"a","x":1}]')
  await expect.poll(async () => (await blockNamed(editor, id))?.attributes?.data).toContain('"x":1')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect((await blockNamed(editor, id))?.attributes?.data).toContain('"x":1')
})

test('rulings 0 what is being written in a card and under a picture stays when others move the block', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [
    { id: 'card', kind: 'card', attributes: { name: 'Ada' } },
    { id: 'pic', kind: 'image', attributes: { url: 'https://example.com/a.png', caption: 'old' } },
    text('a', 'one'),
    text('b', 'two'),
  ])
  for (const [id, label, name] of [
    ['card', 'Notes', 'notes'],
    ['pic', 'Caption', 'caption'],
  ] as const) {
    const field = editor.body.locator(`[data-block-id="${id}"]`).getByLabel(label)
    await field.fill('')
    await page.evaluate((wanted) => {
      // In the same moment in which the last letter is written: there is no pause in which it could be stored.
      window.addEventListener(
        'input',
        () =>
          queueMicrotask(() => {
            const { view } = window.harness.editors[1]!
            view.state.doc.descendants((node, pos) => {
              if (node.attrs.id !== wanted) return
              const tr = view.state.tr.delete(pos, pos + node.nodeSize)
              view.dispatch(tr.insert(tr.doc.content.size, node))
            })
          }),
        { once: true },
      )
    }, id)
    await editor.type('x')
    await expect.poll(async () => (await editor.blocks()).at(-1)!.id).toBe(id)
    await expect.poll(async () => (await blockNamed(editor, id))?.attributes?.[name]).toBe('x')
  }
})

const withEquation = (id: string, before: string, tex: string): Block => ({
  id,
  kind: 'paragraph',
  text: [{ text: before }, { kind: 'inlineEquation', attributes: { texExpression: tex } }, { text: ' end' }],
})

for (const [what, others, standsIn, order] of [
  ['moves its paragraph', (page: Page) => otherMovesUp(page, 'eq'), 'eq', ['eq', 'a', 'b']],
  [
    'moves its paragraph to the end',
    (page: Page) =>
      page.evaluate(() => {
        const { view } = window.harness.editors[1]!
        const node = view.state.doc.child(1)
        view.dispatch(view.state.tr.insert(view.state.doc.content.size, node).delete(5, 5 + node.nodeSize))
      }),
    'eq',
    ['a', 'b', 'eq'],
  ],
  [
    'joins its paragraph to the one before',
    (page: Page) =>
      page.evaluate(() => {
        const { view } = window.harness.editors[1]!
        view.dispatch(view.state.tr.join(5))
      }),
    'a',
    ['a', 'b'],
  ],
  [
    'splits its paragraph before it',
    (page: Page) =>
      page.evaluate(() => {
        const { view } = window.harness.editors[1]!
        const { type } = view.state.doc.child(1)
        view.dispatch(view.state.tr.split(9, 1, [{ type, attrs: { id: 'new' } }]))
      }),
    'new',
    ['a', 'eq', 'new', 'b'],
  ],
] as const) {
  test(`R12 the panel of an equation in a line stays with it and its draft when somebody else ${what}`, async ({
    editor,
    page,
  }) => {
    await openForTwo(editor, page, [
      text('a', 'one'),
      withEquation('eq', 'sum ', 'x'),
      withEquation('b', 'and ', 'x'),
    ])
    await editor.body.locator('[data-block-id="eq"] [data-atom="inlineEquation"]').click()
    const panel = page.getByRole('dialog', { name: 'Inline equation' })
    if (!(await panel.isVisible())) await editor.press('Enter')
    await panel.getByRole('textbox', { name: 'TeX' }).fill('x^2')
    await others(page)
    await expect.poll(async () => (await editor.blocks()).map(({ id }) => id)).toEqual([...order])
    await expect(panel).toBeVisible()
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect(panel).toBeHidden()
    const equations = (await editor.blocks()).flatMap(({ id, text: pieces = [] }) =>
      pieces.flatMap((piece) => ('kind' in piece ? [`${id}: ${piece.attributes?.texExpression}`] : [])),
    )
    expect(equations.sort()).toEqual([`${standsIn}: x^2`, 'b: x'].sort())
  })
}

const column = (id: string, width: number): Block => ({
  id,
  kind: 'column',
  attributes: { width },
  children: [text(`in-${id}`, id)],
})

for (const [what, others, left] of [
  [
    'adds a column before them',
    (page: Page) =>
      page.evaluate(() => {
        const { view } = window.harness.editors[1]!
        const { column, paragraph } = view.state.schema.nodes
        const inside = paragraph!.create({ id: 'in-new' }, view.state.schema.text('new'))
        view.dispatch(view.state.tr.insert(1, column!.create({ id: 'new' }, inside)))
      }),
    ['new', 'one', 'two', 'three'],
  ],
  [
    'moves the first behind the others',
    (page: Page) =>
      page.evaluate(() => {
        const { view } = window.harness.editors[1]!
        const group = view.state.doc.child(0)
        const first = group.child(0)
        view.dispatch(view.state.tr.insert(group.nodeSize - 1, first).delete(1, 1 + first.nodeSize))
      }),
    ['two', 'three', 'one'],
  ],
  [
    'removes one of them',
    (page: Page) =>
      page.evaluate(() => {
        const { view } = window.harness.editors[1]!
        view.dispatch(view.state.tr.delete(1, 1 + view.state.doc.child(0).child(0).nodeSize))
      }),
    ['two', 'three'],
  ],
] as const) {
  test(`R12 a border between two columns that is dragged while somebody else ${what} changes those two`, async ({
    editor,
    page,
  }) => {
    const group: Block = {
      id: 'group',
      kind: 'columnGroup',
      children: [column('one', 30), column('two', 30), column('three', 40)],
    }
    await openForTwo(editor, page, [group])
    const box = (await page
      .locator('.ProseMirror')
      .first()
      .locator('[data-block-id="two"] > .column-border')
      .boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y, { steps: 3 })
    await others(page)
    const columns = async () => (await blockNamed(editor, 'group'))?.children ?? []
    await expect.poll(async () => (await columns()).map(({ id }) => id)).toEqual([...left])
    const before = new Map((await columns()).map(({ id, attributes }) => [id, attributes?.width]))
    await page.mouse.move(x + 60, y, { steps: 3 })
    await page.mouse.up()
    const now = new Map((await columns()).map(({ id, attributes }) => [id, Number(attributes?.width)]))
    if (what === 'removes one of them') expect(now).toEqual(before)
    else {
      expect(now.get('one')).toBeGreaterThan(now.get('two')!)
      expect([...now.values()].reduce((sum, width) => sum + width, 0)).toBe(100)
      if (what.startsWith('moves')) {
        expect(now.get('three')).toBe(40)
        expect(now.get('one')! + now.get('two')!).toBe(60)
      }
    }
    const shown = await page
      .locator('.ProseMirror')
      .first()
      .locator('[data-kind="column"]')
      .evaluateAll((elements) =>
        elements.map((element) => Number((element as HTMLElement).style.getPropertyValue('--column-width'))),
      )
    expect(shown).toEqual([...now.values()])
  })
}

test('R12 giving up an icon that was just put in leaves what somebody else has made of it, and what was typed before', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [text('a', 'one')])
  await editor.caret('one')
  await editor.type(' two ')
  await editor.type('/icon')
  await page.getByRole('option', { name: /^Icon/ }).first().click()
  const panel = page.getByRole('dialog', { name: 'Icon' })
  await expect(panel).toBeVisible()
  await page.evaluate(() => {
    const { view } = window.harness.editors[1]!
    view.state.doc.descendants((node, pos) => {
      if (node.type.name === 'icon') view.dispatch(view.state.tr.setNodeAttribute(pos, 'color', 'red'))
    })
  })
  const icons = async () =>
    ((await blockNamed(editor, 'a'))?.text ?? []).flatMap((piece) =>
      'kind' in piece ? [piece.attributes] : [],
    )
  await expect.poll(async () => (await icons())[0]?.color).toBe('red')
  await expect(panel).toBeVisible()
  await editor.press('Escape')
  await expect(panel).toBeHidden()
  expect(await icons()).toHaveLength(1)
  expect(await editor.body.innerText()).toContain('one two')
})

test('the block handle stays at its block while others type, and goes while one types oneself', async ({
  editor,
  page,
}) => {
  await openForTwo(editor, page, [text('a', 'one'), text('b', 'two'), text('c', 'three')])
  const grip = page.getByRole('button', { name: /^Drag to move/ })
  await editor.caret('one')
  const line = editor.body.locator('[data-block-id="b"]')
  await line.hover()
  await expect(grip).toBeVisible()
  await otherWritesAbove(page)
  await expect(editor.body.getByText('written above')).toBeVisible()
  await expect(grip).toBeVisible()
  const isBeside = async () => {
    const [handle, block] = [await grip.boundingBox(), await line.boundingBox()]
    return (
      handle !== null &&
      block !== null &&
      Math.abs(handle.y + handle.height / 2 - block.y - block.height / 2) < 8
    )
  }
  await expect.poll(isBeside).toBe(true)
  await editor.type('!')
  await expect(grip).toBeHidden()
})

/** The other person writes, moves a block to the top, or deletes one, anywhere; gives what was done. */
const otherDoesSomething = (page: Page) => (random: (below: number) => number) =>
  page.evaluate(
    ([act, at]) => {
      const { view } = window.harness.editors[1]!
      const { doc, tr } = view.state
      const blocks: number[] = []
      doc.descendants((node, pos) => {
        if (node.isTextblock) blocks.push(pos)
        return !node.isTextblock
      })
      const pos = blocks[at! % blocks.length]
      const node = pos === undefined ? null : doc.nodeAt(pos)
      if (pos === undefined || !node) return 'the other does nothing'
      const isAlone = doc.resolve(pos).parent.childCount === 1
      if (act === 0) view.dispatch(tr.insertText('theirs', pos + 1))
      else if (act === 1 && !isAlone) view.dispatch(tr.delete(pos, pos + node.nodeSize))
      else if (act === 2 && !isAlone) view.dispatch(tr.delete(pos, pos + node.nodeSize).insert(0, node))
      else
        view.dispatch(
          tr.insert(0, view.state.schema.nodes.paragraph!.create(null, view.state.schema.text('line'))),
        )
      return `the other does ${act} at ${pos}`
    },
    [random(4), random(1000)],
  )

test('T1 T2 R12 a mouse and a keyboard select anything and do anything with it while somebody else edits', async ({
  editor,
  page,
}) => {
  const complaints = complaintsOf(page)
  test.setTimeout(180_000 + LONG_MINUTES * 60_000)
  for (const seed of seedsFrom(1, 2)) {
    const start = STORY_PAGES[seed % STORY_PAGES.length] ?? []
    await tellByHand(editor, page, start, seed, complaints, otherDoesSomething(page))
  }
})
