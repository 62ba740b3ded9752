import type { Locator, Page } from '@playwright/test'
import type { Block } from '../src/blocks/index.ts'
import { type EditorOnPage, expect, test } from './editor-fixtures.ts'
import { seriousViolations } from './screen.ts'

const p = (text: string, id = `p-${text}`): Block => ({
  id,
  kind: 'paragraph',
  ...(text ? { text: [{ text }] } : {}),
})
const h = (level: number, text: string): Block => ({
  id: `h-${text}`,
  kind: 'heading',
  ...(level > 1 ? { attributes: { level } } : {}),
  text: [{ text }],
})
const within = (kind: string, id: string, ...children: Block[]): Block => ({ id, kind, children })
const columns = (...held: Block[][]): Block =>
  within('columnGroup', 'group', ...held.map((blocks, at) => within('column', `c${at}`, ...blocks)))

async function show(editor: EditorOnPage, ...blocks: Block[]): Promise<void> {
  await editor.page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
  await editor.page.evaluate(() => window.harness.ready())
}

/** `callout(a, b)`: kinds and words. */
const outline = (blocks: readonly Block[]): string =>
  blocks
    .map(({ kind, children, text }) => {
      const words = (text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
      if (children) return `${kind}(${outline(children)})`
      return kind === 'paragraph' ? words || '_' : words ? `${kind} ${words}` : kind
    })
    .join(', ')

const looksLike = (editor: EditorOnPage, wanted: string) =>
  expect.poll(async () => outline(await editor.blocks())).toBe(wanted)

const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

const middle = async (editor: EditorOnPage, selector: string) => {
  const box = (await editor.page.locator(selector).first().boundingBox())!
  return { ...box, cx: box.x + box.width / 2, cy: box.y + box.height / 2 }
}

test.describe('callout', () => {
  test('9.3 /callout makes one with the caret inside', async ({ editor }) => {
    await editor.write('p')
    await editor.caret('')
    await editor.type('/callout')
    await editor.press('Enter')
    await editor.type('Mind the gap')
    await looksLike(editor, 'callout(Mind the gap)')
    await expect(editor.page.getByRole('note')).toBeVisible()
  })

  test('3.20 kind, icon and background are chosen in its panel, with the keyboard alone', async ({
    editor,
  }) => {
    await show(editor, within('callout', 'c', p('words')), p('after'))
    await editor.caret('words')
    await editor.press('Control+/')
    await editor.type('Icon and')
    await editor.press('Enter')
    const panel = editor.page.getByRole('dialog', { name: 'Callout' })
    await expect(panel.getByRole('radio', { name: 'Note' })).toBeFocused()
    await editor.press('ArrowRight', 'ArrowRight', 'ArrowRight')
    await expect(panel.getByRole('radio', { name: 'Warning' })).toBeChecked()
    await editor.press('Tab', 'Tab')
    await editor.page.keyboard.insertText('🧪')
    await editor.press('Tab', 'ArrowRight', 'ArrowRight')
    await editor.press('Escape')
    await expect(panel).toBeHidden()
    await expect(editor.body).toBeFocused()
    const [block] = await editor.blocks()
    expect(block!.attributes).toEqual({ variant: 'warning', icon: '🧪', backgroundColor: 'brown' })
  })

  test('3.20 its icon is the button of the panel; a read-only page has none', async ({ editor }) => {
    await show(editor, within('callout', 'c', p('words')))
    const button = editor.page.getByRole('button', { name: 'Note, icon 💡' })
    await button.click()
    await editor.page.getByRole('radio', { name: '🔥' }).click()
    expect((await editor.blocks())[0]!.attributes).toEqual({ icon: '🔥' })
    await editor.press('Escape')
    await editor.page.evaluate(() => window.harness.setReadOnly(true))
    await expect(editor.page.locator('.callout-button')).toBeHidden()
  })

  test('Enter on an empty last line leaves it, Backspace at its start takes it away', async ({ editor }) => {
    await show(editor, within('callout', 'c', p('words')))
    await editor.caret('words')
    await editor.press('Enter', 'Enter')
    await editor.type('out')
    await looksLike(editor, 'callout(words), out')
    await editor.caret('words', 0)
    await editor.press('Backspace')
    await looksLike(editor, 'words, out')
  })
})

test.describe('toggle', () => {
  test('5.20 "+ " begins one; Enter goes on inside, and it stays open', async ({ editor }) => {
    await editor.write('p')
    await editor.caret('')
    await editor.type('+ Title')
    await editor.press('Enter')
    await editor.type('inside')
    await looksLike(editor, 'toggle(Title, inside)')
    await expect(editor.page.getByText('inside')).toBeVisible()
    await expect(editor.page.getByRole('button', { name: 'Title' })).toHaveAttribute('aria-expanded', 'true')
  })

  test('3.20 open or closed is each person’s own: kept in the browser, not in the page', async ({
    editor,
  }) => {
    const toggle = within('toggle', 't', p('Title'), p('inside'))
    await show(editor, toggle)
    await expect(editor.page.getByText('inside')).toBeHidden()
    const button = editor.page.getByRole('button', { name: 'Title' })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect(editor.page.getByText('inside')).toBeVisible()
    expect(await editor.blocks()).toEqual([toggle])
    await editor.open()
    await show(editor, toggle)
    await expect(editor.page.getByText('inside')).toBeVisible()
  })

  test('a closed one: Enter in the title makes another, Delete opens it, mod+alt+enter flips it', async ({
    editor,
  }) => {
    await show(editor, within('toggle', 't', p('Title'), p('inside')))
    await editor.caret('Title')
    await editor.press('Delete')
    await expect(editor.page.getByText('inside')).toBeVisible()
    await looksLike(editor, 'toggle(Title, inside)')
    await editor.press('Control+Alt+Enter')
    await expect(editor.page.getByText('inside')).toBeHidden()
    await editor.press('Enter')
    await editor.type('Next')
    await looksLike(editor, 'toggle(Title, inside), toggle(Next)')
  })

  test('what is hidden shows itself when a link, the caret or an undo goes there', async ({ editor }) => {
    await show(
      editor,
      within('toggle', 't', p('Title'), within('toggle', 'u', p('Inner'), p('deep'))),
      p('after'),
    )
    await expect(editor.page.getByText('deep')).toBeHidden()
    await editor.page.evaluate(() => window.harness.scrollToBlock('p-deep'))
    await expect(editor.page.getByText('deep')).toBeVisible()
    await editor.page.getByRole('button', { name: 'Title' }).click()
    await expect(editor.page.getByText('deep')).toBeHidden()
    await editor.caret('deep')
    await expect(editor.page.getByText('deep')).toBeVisible()
  })

  test('the arrow keys pass what is hidden, select all leaves it closed', async ({ editor }) => {
    await show(editor, within('toggle', 't', p('Title'), p('inside')), p('after'))
    await editor.caret('Title')
    await editor.press('ArrowDown')
    await editor.type('x')
    await looksLike(editor, 'toggle(Title, inside), afterx')
    await editor.press('Control+a')
    await expect(editor.page.getByText('inside')).toBeHidden()
  })

  test('its title stands for it: duplicated, moved and deleted as a whole', async ({ editor }) => {
    await show(editor, within('toggle', 't', p('Title'), p('inside')), p('after'))
    await editor.caret('Title')
    await editor.press('Control+Shift+ArrowDown')
    await looksLike(editor, 'after, toggle(Title, inside)')
    await editor.press('Control+d')
    await looksLike(editor, 'after, toggle(Title, inside), toggle(Title, inside)')
    await editor.press('Escape', 'Backspace')
    await looksLike(editor, 'after, toggle(Title, inside)')
  })

  test('the button of an empty one makes room to write', async ({ editor }) => {
    await show(editor, within('toggle', 't', p('Title')))
    await editor.page.getByRole('button', { name: 'Title' }).click()
    await editor.type('inside')
    await looksLike(editor, 'toggle(Title, inside)')
    await expect(editor.page.getByText('inside')).toBeVisible()
  })

  test('a read-only page opens and closes it too', async ({ editor }) => {
    await show(editor, within('toggle', 't', p('Title'), p('inside')))
    await editor.page.evaluate(() => window.harness.setReadOnly(true))
    await editor.page.getByRole('button', { name: 'Title' }).click()
    await expect(editor.page.getByText('inside')).toBeVisible()
  })
})

test.describe('columns', () => {
  test('2.42 1 to 3 columns from the slash menu', async ({ editor }) => {
    await editor.write('p')
    await editor.caret('')
    await editor.type('/3 columns')
    await editor.press('Enter')
    await editor.type('left')
    await looksLike(editor, 'columnGroup(column(left), column(_), column(_))')
    await editor.type(' /2 columns')
    await editor.press('Enter')
    await looksLike(editor, 'columnGroup(column(left ), column(_))')
    await editor.type('/1 column')
    await editor.press('Enter')
    // The second column held nothing that could be kept.
    await looksLike(editor, 'left ')
    await editor.type('/column')
    await expect(editor.page.getByRole('option', { name: '2 columns' })).toBeVisible()
    await expect(editor.page.getByRole('option', { name: '1 column' })).toHaveCount(0)
  })

  test('3.20 the border is dragged, moved with the arrow keys, and made even with Enter', async ({
    editor,
  }) => {
    await show(editor, columns([p('left')], [p('right')]))
    const border = editor.page.getByRole('separator', { name: 'Width of the column before' })
    await expect(border).toHaveCount(1)
    const at = await middle(editor, '.column-border >> visible=true')
    await drag(editor.page, { x: at.cx, y: at.cy }, { x: at.cx - 130, y: at.cy })
    const shares = async () =>
      (await editor.blocks())[0]!.children!.map(({ attributes }) => Number(attributes?.width ?? 0))
    const [left, right] = await shares()
    expect(left! + right!).toBe(100)
    expect(left).toBeGreaterThan(20)
    expect(left).toBeLessThan(40)
    const width = (await middle(editor, '[data-block-id="c0"]')).width
    await border.focus()
    await editor.press('ArrowRight', 'Shift+ArrowRight')
    expect((await shares())[0]).toBe(left! + 12)
    expect((await middle(editor, '[data-block-id="c0"]')).width).toBeGreaterThan(width + 50)
    await expect(border).toHaveAttribute('aria-valuenow', String(left! + 12))
    await editor.press('Enter')
    expect(await shares()).toEqual([0, 0])
    await editor.press('Escape')
    await expect(editor.body).toBeFocused()
  })

  test('U13 an empty column is shaded, says under the caret what to do, and is divided from the next under the pointer', async ({
    editor,
    page,
  }) => {
    await show(editor, columns([p('left')], [p('')]), p('below'))
    const [full, empty] = [page.locator('[data-block-id="p-left"]'), page.locator('[data-block-id="p-"]')]
    const shade = (block: Locator) => block.evaluate((element) => getComputedStyle(element).backgroundColor)
    const divider = () =>
      page
        .locator('.column-border')
        .last()
        .evaluate((border) => getComputedStyle(border, '::before').opacity)
    const clear = 'rgba(0, 0, 0, 0)'
    expect(await shade(full)).toBe(clear)
    const onShade = await shade(empty)
    expect(onShade).not.toBe(clear)
    expect(onShade).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    const box = (await empty.boundingBox())!
    expect(box.width).toBeGreaterThan(200)
    expect(box.height).toBeGreaterThan(20)

    await page.getByText('below').hover()
    await expect.poll(divider).toBe('0')
    await empty.hover()
    await expect.poll(divider).toBe('1')

    await empty.click()
    await expect(empty).toHaveAttribute('data-placeholder', 'Write, or press / for commands')
    await editor.type('right')
    await looksLike(editor, 'columnGroup(column(left), column(right)), below')
    expect(await shade(empty)).toBe(clear)
  })

  test('3.20 Escape gives up a drag of the border', async ({ editor }) => {
    await show(editor, columns([p('left')], [p('right')]))
    const at = await middle(editor, '.column-border >> visible=true')
    await editor.page.mouse.move(at.cx, at.cy)
    await editor.page.mouse.down()
    await editor.page.mouse.move(at.cx - 100, at.cy, { steps: 3 })
    await editor.press('Escape')
    await editor.page.mouse.up()
    expect((await editor.blocks())[0]!.children!.some(({ attributes }) => attributes)).toBe(false)
    expect(await editor.page.locator('[data-kind="column"][style]').count()).toBe(0)
  })

  test('3.20 a block is dragged from one column to another, and out again', async ({ editor }) => {
    await show(editor, p('above'), columns([p('one'), p('two')], [p('three')]))
    await editor.page.locator('[data-block-id="p-three"]').waitFor()
    const grip = await (await editor.handleAt('one')).boundingBox()
    const three = await middle(editor, '[data-block-id="p-three"]')
    await drag(
      editor.page,
      { x: grip!.x + 8, y: grip!.y + 8 },
      { x: three.cx, y: three.y + three.height - 3 },
    )
    await looksLike(editor, 'above, columnGroup(column(two), column(three, one))')
    const again = await (await editor.handleAt('two')).boundingBox()
    const above = await middle(editor, '[data-block-id="p-above"]')
    await drag(editor.page, { x: again!.x + 8, y: again!.y + 8 }, { x: above.cx, y: above.y + 3 })
    // The column that was left empty goes, and a group of one with it.
    await looksLike(editor, 'two, above, three, one')
  })

  test('3.20 dropped at the edge of a block, blocks stand beside it', async ({ editor }) => {
    await editor.write('p one', 'p two', 'p three')
    const dropAtEdge = async (text: string, target: string, side: 'left' | 'right') => {
      const grip = await (await editor.handleAt(text)).boundingBox()
      const box = (await editor.page.getByText(target, { exact: true }).boundingBox())!
      const x = side === 'right' ? box.x + box.width - 6 : box.x + 6
      await drag(editor.page, { x: grip!.x + 8, y: grip!.y + 8 }, { x, y: box.y + box.height / 2 })
    }
    await dropAtEdge('three', 'one', 'right')
    await looksLike(editor, 'columnGroup(column(one), column(three)), two')
    await dropAtEdge('two', 'one', 'left')
    await looksLike(editor, 'columnGroup(column(two), column(one), column(three))')
  })

  test('3.20 the keyboard does what dragging does, and it is announced', async ({ editor }) => {
    await editor.write('p one', 'p two', 'p three')
    const menu = async (words: string) => {
      await editor.press('Control+/')
      await editor.type(words)
      await editor.press('Enter')
    }
    await editor.caret('two')
    await menu('Put beside')
    await looksLike(editor, 'columnGroup(column(one), column(two)), three')
    await expect(editor.page.getByRole('status', { name: 'Editor messages' })).toHaveText(
      'Moved into a column',
    )
    await editor.caret('three')
    await editor.press('Control+Shift+ArrowUp')
    await looksLike(editor, 'three, columnGroup(column(one), column(two))')
    await editor.caret('one')
    await menu('column on the right')
    await looksLike(editor, 'three, two, one')
    await editor.press('Control+z')
    await looksLike(editor, 'three, columnGroup(column(one), column(two))')
  })

  test('3.20 mod+shift+arrows go through the columns and out of the group', async ({ editor }) => {
    await show(editor, columns([p('a'), p('b')], [p('c')]), p('last'))
    await editor.caret('b')
    await editor.press('Control+Shift+ArrowDown')
    await looksLike(editor, 'columnGroup(column(a), column(b, c)), last')
    await editor.press('Control+Shift+ArrowDown', 'Control+Shift+ArrowDown')
    await looksLike(editor, 'columnGroup(column(a), column(c)), b, last')
  })

  test('3.20 the widths are chosen in the block menu, and the border is reached from there', async ({
    editor,
  }) => {
    await show(editor, columns([p('left')], [p('right')]))
    await editor.caret('right')
    await editor.press('Control+/')
    await editor.type('Narrow left')
    await editor.press('Enter')
    await expect
      .poll(async () => (await editor.blocks())[0]!.children!.map(({ attributes }) => attributes?.width))
      .toEqual([33, 67])
    await editor.press('Control+/')
    await editor.type('Resize with')
    await editor.press('Enter')
    await expect(editor.page.locator('.column-border:focus')).toHaveCount(1)
    await editor.press('ArrowLeft')
    expect((await editor.blocks())[0]!.children![0]!.attributes).toEqual({ width: 31 })
  })

  test('on a narrow screen they stand below each other', async ({ editor }) => {
    await editor.page.setViewportSize({ width: 390, height: 844 })
    await show(editor, columns([p('left')], [p('right')]))
    const left = await middle(editor, '[data-block-id="c0"]')
    const right = await middle(editor, '[data-block-id="c1"]')
    expect(right.y).toBeGreaterThanOrEqual(left.y + left.height - 1)
    await expect(editor.page.locator('.column-border').last()).toBeHidden()
    expect(await editor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('6.4 a read-only page has no borders to drag', async ({ editor }) => {
    await show(editor, columns([p('left')], [p('right')]))
    await expect(editor.page.locator('.column-border').last()).toBeVisible()
    await editor.page.evaluate(() => window.harness.setReadOnly(true))
    await expect(editor.page.locator('.column-border').last()).toBeHidden()
  })
})

test.describe('table of contents', () => {
  test('2.35 lists the headings and follows what is typed', async ({ editor }) => {
    await show(editor, { id: 'toc', kind: 'tableOfContents' }, h(1, 'One'), p('text'), h(2, 'Two'), p('end'))
    const toc = editor.page.getByRole('navigation', { name: 'Table of contents' })
    await expect(toc.getByRole('link')).toHaveText(['One', 'Two'])
    await editor.caret('Two')
    await editor.type(' and a half')
    await editor.caret('end')
    await editor.press('Enter')
    await editor.type('### Three')
    await expect(toc.getByRole('link')).toHaveText(['One', 'Two and a half', 'Three'])
    await expect(toc.getByRole('listitem').nth(2)).toHaveAttribute('data-depth', '2')
  })

  test('2.35 says how to fill it while there are no headings', async ({ editor }) => {
    await show(editor, { id: 'toc', kind: 'tableOfContents' }, p('text'))
    await expect(editor.page.getByText('Create a heading to display the table of contents.')).toBeVisible()
    await editor.page.evaluate(() => window.harness.setReadOnly(true))
    await expect(editor.page.getByText('Add headings to display the table of contents.')).toBeVisible()
  })

  test('2.35 a link scrolls to its heading, also inside a closed toggle', async ({ editor }) => {
    const filler = Array.from({ length: 60 }, (_, at) => p(`Line ${at}`))
    await show(
      editor,
      { id: 'toc', kind: 'tableOfContents' },
      h(1, 'One'),
      ...filler,
      within('toggle', 't', p('Title'), h(2, 'Hidden')),
    )
    const link = editor.page.getByRole('navigation', { name: 'Table of contents' }).getByRole('link')
    await link.filter({ hasText: 'Hidden' }).click()
    await expect(editor.page.getByRole('heading', { name: 'Hidden' })).toBeInViewport()
    await expect(editor.page.locator('.is-flashing')).toHaveText('Hidden')
  })

  test('9.3 /toc inserts one', async ({ editor }) => {
    await editor.write('p', 'h2 Two')
    await editor.caret('')
    await editor.type('/toc')
    await editor.press('Enter')
    await expect(
      editor.page.getByRole('navigation', { name: 'Table of contents' }).getByRole('link'),
    ).toHaveText('Two')
  })

  test('2.35 the indicator at the right shows the first 20 headings of depths 1 to 3', async ({ editor }) => {
    const many = Array.from({ length: 25 }, (_, at) => [
      h((at % 4) + 1, `Number ${at}.`),
      p(`Text ${at}`),
    ]).flat()
    await show(editor, ...many)
    const links = editor.page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    // 19 of these 25 are of depths 1 to 3.
    await expect(links).toHaveCount(19)
    await show(editor, ...many, ...many.map((block) => ({ ...block, id: `${block.id}-again` })))
    await expect(links).toHaveCount(20)
    await editor.page.getByRole('navigation', { name: 'On this page' }).hover()
    await links.filter({ hasText: 'Number 24.' }).click()
    await expect(editor.page.getByRole('heading', { name: 'Number 24.' }).first()).toBeInViewport()
  })

  test('2.35 what can be pressed of the indicator is at least 24 px tall and wide', async ({ editor }) => {
    await show(editor, h(1, 'First'), p('a'), h(2, 'Second'), p('b'), h(3, 'Third'))
    const { page } = editor
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(links).toHaveCount(3)
    const sizes = () =>
      links.evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect()
          return getComputedStyle(one).pointerEvents === 'none' ? null : Math.min(width, height)
        }),
      )
    await page.mouse.move(10, 10)
    expect(await sizes()).toEqual([null, null, null])
    const mark = (await links.nth(1).boundingBox())!
    await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2)
    for (const size of await sizes()) expect(size).toBeGreaterThanOrEqual(24)
    await links.nth(2).click()
    await expect(page.getByRole('heading', { name: 'Third' })).toBeInViewport()
  })

  test('2.35 the indicator says where one is, and the keyboard goes through it', async ({ editor }) => {
    const filler = (name: string) => Array.from({ length: 40 }, (_, at) => p(`${name} ${at}`))
    await show(editor, h(1, 'First'), ...filler('a'), h(1, 'Second'), ...filler('b'))
    const links = editor.page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(links.nth(0)).toHaveAttribute('aria-current', 'location')
    await links.nth(0).focus()
    await editor.press('ArrowDown', 'Enter')
    await expect(editor.page.getByRole('heading', { name: 'Second' })).toBeInViewport()
    await editor.page.mouse.move(700, 400)
    // Until the page has come to rest at the heading, it is taken back there.
    await expect(async () => {
      await editor.page.mouse.wheel(0, 400)
      await expect(links.nth(1)).toHaveAttribute('aria-current', 'location', { timeout: 500 })
    }).toPass()
  })
})

test('3.20 a numbered list restarts, and goes on, from the block menu', async ({ editor }) => {
  await editor.write('ol one', 'ol two', 'ol three')
  const menu = async (words: string) => {
    await editor.press('Control+/')
    await editor.type(words)
    await editor.press('Enter')
  }
  const start = async () => (await editor.blocks())[1]!.attributes?.listStart
  await editor.caret('two')
  await menu('Restart at')
  await expect.poll(start).toBe(1)
  await menu('Continue numbering')
  await expect.poll(start).toBeUndefined()
})

test('two people: one dissolves the columns while the other writes in them, and nothing is lost', async ({
  editor,
}) => {
  await editor.open('mode=live')
  await editor.body.click()
  await editor.type('/2 columns')
  await editor.press('Enter')
  await editor.type('left')
  await expect
    .poll(async () => outline(await editor.blocks(1)))
    .toContain('columnGroup(column(left), column(_))')
  const other = editor.page.getByRole('textbox', { name: 'Page body' }).nth(1)
  await other.getByText('left').click()
  await editor.press('End')
  await editor.type(' and more')
  await looksLike(editor, outline(await editor.blocks(1)))
  await editor.body.getByText('left and more').click()
  await editor.press('Control+/')
  await editor.type('1 column')
  await editor.press('Enter')
  await expect.poll(async () => outline(await editor.blocks(1))).toMatch(/^left and more/)
  await looksLike(editor, outline(await editor.blocks(1)))
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in containers and their panels (${theme})`, async ({ editor, page }) => {
    const check = async (what: string) => {
      expect(await seriousViolations(page, { theme }), what).toEqual([])
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await editor.open(`theme=${theme}`)
    await show(
      editor,
      { id: 'toc', kind: 'tableOfContents' },
      h(2, 'One'),
      h(2, 'Two'),
      ...['note', 'tip', 'important', 'warning', 'caution'].map((variant) => ({
        ...within('callout', variant, p(`A ${variant}`)),
        ...(variant === 'note' ? {} : { attributes: { variant } }),
      })),
      within('toggle', 't', p('Title'), p('inside')),
      columns([p('left')], [p('right')]),
    )
    await page.getByRole('button', { name: 'Title' }).click()
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
    await check('page')
    await page.getByRole('button', { name: /^Warning/ }).click()
    await page.getByRole('dialog', { name: 'Callout' }).waitFor()
    await check('panel')
  })
}
