import { expect, test } from './editor-fixtures.ts'

test('9.3 "/" lists what can be inserted, searches, and puts the block there', async ({ editor, page }) => {
  await editor.write('p one')
  await editor.caret('one')
  await editor.press('Enter')
  await editor.type('/')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list).toBeVisible()
  await expect(list.getByRole('option').first()).toHaveText(/Text/)
  await expect(editor.body).toHaveAttribute('aria-controls', (await list.getAttribute('id'))!)
  const active = await editor.body.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
  await editor.type('head')
  await expect(list.getByRole('option')).toHaveCount(6)
  await editor.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText(/Heading 2/)
  await editor.press('Enter')
  await expect(list).toBeHidden()
  await expect(editor.body).not.toHaveAttribute('aria-activedescendant')
  await editor.type('Title')
  await editor.shows('p one', 'h2 Title')
})

test('9.3 "/" after words inserts below and takes the typed command away, in one step of undo', async ({
  editor,
}) => {
  await editor.write('p one')
  await editor.caret('one')
  await editor.type(' /code')
  await editor.press('Enter')
  await editor.type('let x')
  await editor.shows('p one ', 'code let x')
  await editor.press('Control+z', 'Control+z')
  await editor.shows('p one /code')
})

test('Escape closes the command list and keeps the text; "/" inside a word or in code opens nothing', async ({
  editor,
  page,
}) => {
  const list = page.getByRole('listbox', { name: 'Commands' })
  await editor.write('p one', 'code two')
  await editor.caret('one')
  await editor.type(' /he')
  await expect(list).toBeVisible()
  await editor.press('Escape')
  await expect(list).toBeHidden()
  await editor.type('re and/or')
  await expect(list).toBeHidden()
  await editor.shows('p one /here and/or', 'code two')
  await editor.caret('two')
  await editor.type(' /')
  await expect(list).toBeHidden()
})

test('the command list can be used with the mouse and gives up on text that matches nothing', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  await editor.type('/')
  await page.getByRole('option', { name: /Quote/ }).click()
  await editor.type('said')
  await editor.shows('> said')
  await editor.press('Enter', 'Enter')
  await editor.type('/xyzzy')
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeHidden()
  await editor.type(' plugh')
  await expect(page.getByText('No results')).toBeHidden()
  await editor.shows('> said', 'p /xyzzy plugh')
})

test('the command list turns upwards at the lower edge of the window', async ({ editor, page }) => {
  await page.setViewportSize({ width: 900, height: 420 })
  await editor.write('p one', 'p two', 'p three', 'p four', 'p five')
  await editor.caret('five')
  await editor.type(' /')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list).toBeVisible()
  const box = (await list.boundingBox())!
  const line = (await page.getByText('five /').boundingBox())!
  expect(box.y >= line.y + line.height || box.y + box.height <= line.y + 4).toBe(true)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(420)
})

test('mod+shift+↑ and ↓ move the block, say so, and one undo takes it back', async ({ editor, page }) => {
  await editor.write('p one', 'li two', 'li+ three', 'p four')
  await editor.caret('two')
  await editor.press('Control+Shift+ArrowDown')
  await editor.shows('p one', 'p four', 'li two', 'li+ three')
  await expect(page.getByRole('status', { name: 'Editor messages' })).toHaveText('Moved down: 3 of 4')
  await editor.type('!')
  await editor.press('Control+z', 'Control+z')
  await editor.shows('p one', 'li two', 'li+ three', 'p four')
  await editor.press('Control+Shift+ArrowUp')
  await editor.shows('li two', 'li+ three', 'p one', 'p four')
})

test('mod+d duplicates, mod+enter and mod+shift+enter insert around', async ({ editor }) => {
  await editor.write('p one', 'p two')
  await editor.caret('one')
  await editor.press('Control+d')
  await editor.shows('p one', 'p one', 'p two')
  const ids = (await editor.blocks()).map((block) => block.id)
  expect(new Set(ids).size).toBe(3)
  await editor.caret('two')
  await editor.press('Control+Enter')
  await editor.type('below')
  await editor.press('Control+Shift+Enter')
  await editor.type('above')
  await editor.shows('p one', 'p one', 'p two', 'p above', 'p below')
})

test('Escape selects the block; Shift+arrows extend, Delete deletes, undo brings all back', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two', 'p three', 'p four')
  await editor.caret('two')
  await editor.press('Escape')
  await expect(page.locator('.is-block-selected')).toHaveText(['two'])
  await editor.press('Shift+ArrowDown')
  await expect(page.locator('.is-block-selected')).toHaveText(['two', 'three'])
  await editor.press('Delete')
  await editor.shows('p one', 'p four')
  await editor.press('Control+z')
  await editor.shows('p one', 'p two', 'p three', 'p four')
})

test('arrows move the block selection, Enter returns to the text, typing replaces the blocks', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two', 'p three')
  await editor.caret('one')
  await editor.press('Escape', 'ArrowDown')
  await expect(page.locator('.is-block-selected')).toHaveText(['two'])
  await editor.press('Enter')
  await expect(page.locator('.is-block-selected')).toHaveCount(0)
  await editor.type('!')
  await editor.shows('p one', 'p two!', 'p three')
  await editor.press('Escape', 'Shift+ArrowUp')
  await editor.type('new')
  await editor.shows('p new', 'p three')
})

test('Tab and shift+Tab indent the selected blocks; Escape twice leaves the body', async ({ editor }) => {
  await editor.write('li one', 'li two', 'li three')
  await editor.caret('two')
  await editor.press('Escape', 'Shift+ArrowDown', 'Tab')
  await editor.shows('li one', 'li+ two', 'li+ three')
  await editor.press('Shift+Tab')
  await editor.shows('li one', 'li two', 'li three')
  await expect(editor.body).toBeFocused()
  await editor.press('Escape')
  await expect(editor.body).not.toBeFocused()
})

test('mod+c, mod+x and mod+v of selected blocks: copies get new ids, what was cut comes back as itself', async ({
  editor,
}) => {
  await editor.write('p one', 'h2 two', 'p three')
  const before = await editor.blocks()
  await editor.caret('two')
  await editor.press('Escape')
  const copied = await editor.copy()
  expect(copied.text).toBe('## two')
  await editor.caret('three')
  await editor.press('Escape')
  const cut = await editor.copy('cut')
  await editor.shows('p one', 'h2 two')
  await editor.caret('one')
  await editor.press('Enter')
  await editor.paste({ 'text/html': cut.html, 'text/plain': cut.text })
  await editor.shows('p one', 'p three', 'h2 two')
  expect((await editor.blocks())[1]!.id).toBe(before[2]!.id)
  await editor.press('Enter')
  await editor.paste({ 'text/html': copied.html, 'text/plain': copied.text })
  await editor.shows('p one', 'p three', 'h2 two', 'h2 two')
  const ids = (await editor.blocks()).map((block) => block.id)
  expect(new Set(ids).size).toBe(4)
})

test('2.37 the block menu has a search box "Search actions..." and does what it offers', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two')
  await editor.caret('one')
  await editor.press('Control+/')
  const search = page.getByPlaceholder('Search actions...')
  await expect(search).toBeFocused()
  await expect(page.getByRole('option', { name: /Move up/ })).toHaveCount(0)
  await editor.type('duplic')
  await expect(page.getByRole('option')).toHaveCount(1)
  await editor.press('Enter')
  await editor.shows('p one', 'p one', 'p two')
  await expect(editor.body).toBeFocused()
  await editor.caret('two')
  await editor.press('Control+/')
  await editor.type('heading 3')
  await editor.press('Enter')
  await editor.shows('p one', 'p one', 'h3 two')
  await editor.press('Control+/')
  await editor.type('nothing like this')
  await expect(page.getByText('No results')).toBeVisible()
  await editor.press('Escape')
  await expect(search).toBeHidden()
  await expect(editor.body).toBeFocused()
  await editor.press('Control+/')
  await page.getByRole('option', { name: 'Delete' }).click()
  await editor.shows('p one', 'p one')
})

test('the block menu copies a link that leads to the block', async ({ editor, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.write('p one', 'p two')
  await editor.caret('two')
  await editor.press('Control+/')
  await page.getByRole('option', { name: 'Copy link to block' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const id = (await editor.blocks())[1]!.id
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(page.url()).origin}/#${id}`,
  )
})

test('2.37 a kind has entries of its own in the menu: the code of a code block is copied', async ({
  editor,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.write('p one', 'code let x = 1')
  await editor.caret('one')
  await editor.press('Control+/')
  await expect(page.getByRole('option', { name: 'Copy code' })).toHaveCount(0)
  await editor.press('Escape')
  await editor.caret('let x = 1')
  await editor.press('Control+/')
  await page.getByRole('option', { name: 'Copy code' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let x = 1')
})

test('the handle: a click opens the menu, the add button inserts below and with alt above', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two')
  await (await editor.handleAt('one')).click()
  await expect(page.getByPlaceholder('Search actions...')).toBeFocused()
  await editor.press('Escape')
  await editor.handleAt('one')
  await page.getByRole('button', { name: 'Add block below' }).click()
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible()
  await editor.press('Enter')
  await editor.type('between')
  await editor.shows('p one', 'p between', 'p two')
  await editor.handleAt('one')
  await page.getByRole('button', { name: 'Add block below' }).click({ modifiers: ['Alt'] })
  await editor.press('Escape', 'Backspace')
  await editor.type('first')
  await editor.shows('p first', 'p one', 'p between', 'p two')
})

test('dragging by the handle shows a 2 px line and moves the block; Escape gives up', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two', 'p three', 'p four')
  const drag = async (from: string, to: string, below: boolean) => {
    const grip = (await (await editor.handleAt(from)).boundingBox())!
    const target = (await page.getByText(to, { exact: true }).boundingBox())!
    await page.mouse.move(grip.x + 8, grip.y + 8)
    await page.mouse.down()
    await page.mouse.move(grip.x + 20, grip.y + 20)
    await page.mouse.move(target.x + 80, target.y + (below ? target.height - 3 : 3), { steps: 4 })
    const line = page.locator('.drop-indicator')
    await expect(line).toBeVisible()
    expect((await line.boundingBox())!.height).toBe(2)
  }
  await drag('one', 'three', true)
  await page.mouse.up()
  await editor.shows('p two', 'p three', 'p one', 'p four')
  await expect(page.locator('.drop-indicator')).toHaveCount(0)
  await drag('four', 'two', false)
  await editor.press('Escape')
  await page.mouse.up()
  await editor.shows('p two', 'p three', 'p one', 'p four')
  await drag('four', 'two', false)
  await page.mouse.up()
  await editor.shows('p four', 'p two', 'p three', 'p one')
  await editor.press('Control+z')
  await editor.shows('p two', 'p three', 'p one', 'p four')
})

test('dragging one of several selected blocks moves all of them', async ({ editor, page }) => {
  await editor.write('p one', 'p two', 'p three', 'p four')
  await editor.caret('one')
  await editor.press('Escape', 'Shift+ArrowDown')
  const grip = (await (await editor.handleAt('two')).boundingBox())!
  const target = (await page.getByText('four', { exact: true }).boundingBox())!
  await page.mouse.move(grip.x + 8, grip.y + 8)
  await page.mouse.down()
  await page.mouse.move(target.x + 40, target.y + target.height - 2, { steps: 5 })
  await page.mouse.up()
  await editor.shows('p three', 'p four', 'p one', 'p two')
})

test('a block is dragged into a quote and out of it', async ({ editor, page }) => {
  await editor.write('p one', '> said', 'p three')
  const move = async (from: string, to: string, side: number) => {
    const grip = (await (await editor.handleAt(from)).boundingBox())!
    const target = (await page.getByText(to, { exact: true }).boundingBox())!
    await page.mouse.move(grip.x + 8, grip.y + 8)
    await page.mouse.down()
    await page.mouse.move(grip.x + 20, grip.y + 16)
    await page.mouse.move(target.x + 60, target.y + target.height / 2 + side, { steps: 5 })
    await page.mouse.up()
  }
  await move('one', 'said', 6)
  await editor.shows('> said', '> one', 'p three')
  await move('one', 'three', 6)
  await editor.shows('> said', 'p three', 'p one')
})

test('a click under the last block gives an empty paragraph, once', async ({ editor, page }) => {
  await editor.write('p one', 'hr')
  const box = (await editor.body.boundingBox())!
  await page.mouse.click(box.x + 40, box.y + box.height - 20)
  await editor.type('after')
  await editor.shows('p one', 'hr', 'p after')
  await editor.press('Enter')
  await page.mouse.click(box.x + 40, box.y + box.height - 4)
  await editor.shows('p one', 'hr', 'p after', 'p')
})

test('3.20 a code block says its language, is given another from a searchable list, and is copied', async ({
  editor,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.write('code let x = 1')
  await page.getByText('let x = 1').hover()
  await page.getByRole('button', { name: 'Language: Plain text' }).click()
  await expect(page.getByRole('combobox', { name: 'Search languages...' })).toBeFocused()
  await editor.type('rust')
  await editor.press('Enter')
  await expect(page.getByRole('button', { name: 'Language: Rust' })).toBeVisible()
  expect((await editor.blocks())[0]!.attributes).toEqual({ lang: 'rust' })
  await page.getByText('let x = 1').hover()
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let x = 1')
})

test('3.20 code has the colours of its language, which follow what is typed and go with the language', async ({
  editor,
  page,
}) => {
  /** What is coloured now, as `scope:words`. */
  const coloured = () =>
    page.evaluate(() =>
      [...CSS.highlights]
        .filter(([name]) => name.startsWith('code-'))
        .flatMap(([name, ranges]) =>
          [...ranges].map((range) => `${name.slice(5)}:${(range as Range).toString()}`),
        )
        .sort(),
    )
  await editor.write('p before', "code const a = 'b'")
  await expect.poll(coloured).toEqual([])
  await page.getByText('const a').hover()
  await page.getByRole('button', { name: 'Language: Plain text' }).click()
  await editor.type('typescript')
  await editor.press('Enter')
  await expect.poll(coloured).toEqual(['keyword:const', "string:'b'"])
  await editor.caret("const a = 'b'")
  await editor.type(' // c')
  await expect.poll(coloured).toEqual(['comment:// c', 'keyword:const', "string:'b'"])
  // Nothing of it is in the page.
  await expect(page.locator('pre code')).toHaveJSProperty('childElementCount', 0)
  await editor.press('Enter')
  await editor.type('return 1')
  await expect.poll(coloured).toContain('number:1')
  await editor.press('Control+a', 'Control+a', 'Delete')
  await expect.poll(coloured).toEqual([])
})

test('a link with a block id scrolls to the block and flashes it', async ({ editor, page }) => {
  await editor.open('count=1000')
  await page.evaluate(() => window.harness.scrollToBlock('big-750'))
  const block = page.locator('[data-block-id="big-750"]')
  await expect(block).toBeInViewport()
  await expect(block).toHaveClass(/is-flashing/)
  await expect(block).not.toHaveClass(/is-flashing/, { timeout: 5000 })
})

test('on a long page, of which most is not painted, typing, moving and dragging work as on any other', async ({
  editor,
  page,
}) => {
  await editor.open('count=1000')
  await page.evaluate(() => window.harness.scrollToBlock('big-500'))
  await expect(page.locator('[data-block-id="big-500"]')).toBeInViewport()
  await editor.caret('Block 500:')
  await editor.press('Control+Enter')
  await editor.type('below')
  await editor.press('Enter')
  await editor.type('and more')
  await editor.press('Control+Shift+ArrowUp')
  const at = (await editor.lines()).indexOf('p below')
  expect((await editor.lines()).slice(at - 1, at + 1)).toEqual(['p and more', 'p below'])
  await editor.press('Control+End')
  await editor.type('!')
  await expect(page.getByText('Block 999: some words that go on for a line or so.!')).toBeInViewport()
})

for (const count of [3, 500]) {
  test(`typing goes on at once in each new block of a page of ${count}`, async ({ editor }) => {
    await editor.open(`count=${count}`)
    await editor.caret(`Block ${count - 1}:`)
    await editor.press('Control+Enter')
    for (let line = 0; line < 15; line++) {
      await editor.type('abcd')
      await editor.press('Enter')
    }
    expect((await editor.lines()).slice(count)).toEqual([...Array(15).fill('p abcd'), 'p'])
  })
}

test('4.4 a frame drawn from the margin selects the blocks it touches; shift and a click take it on', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two', 'p three', 'p four', 'p five')
  const selected = page.locator('.is-block-selected')
  const box = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!
  const body = (await editor.body.boundingBox())!
  const two = await box('two')
  const three = await box('three')
  await page.mouse.move(body.x - 70, two.y + 4)
  await page.mouse.down()
  await page.mouse.move(body.x - 40, two.y + 8)
  await page.mouse.move(body.x + 60, three.y + three.height - 4, { steps: 4 })
  await expect(page.locator('.select-frame')).toBeVisible()
  await expect(selected).toHaveText(['two', 'three'])
  await page.mouse.up()
  await expect(page.locator('.select-frame')).toHaveCount(0)
  await expect(editor.body).toBeFocused()
  await page.getByText('four', { exact: true }).click({ modifiers: ['Shift'] })
  await expect(selected).toHaveText(['two', 'three', 'four'])
  await editor.press('Control+d')
  await editor.shows('p one', 'p two', 'p three', 'p four', 'p two', 'p three', 'p four', 'p five')
  await editor.press('Backspace')
  await editor.shows('p one', 'p two', 'p three', 'p four', 'p five')

  await editor.caret('one')
  await (await editor.handleAt('three')).click({ modifiers: ['Shift'] })
  await expect(selected).toHaveText(['one', 'two', 'three'])
  await editor.press('Control+/')
  await editor.type('quote')
  await editor.press('Enter')
  await editor.shows('> one', '> two', '> three', 'p four', 'p five')
  await editor.press('Control+z', 'Control+z')
  await editor.shows('p one', 'p two', 'p three', 'p four', 'p two', 'p three', 'p four', 'p five')
})

test('mod+a selects the text of the block, and again all of the page', async ({ editor, page }) => {
  await editor.write('p one', 'code two', 'p three')
  await editor.caret('two')
  await editor.press('Control+a')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('two')
  await editor.press('Control+a')
  expect((await editor.copy()).text).toContain('three')
  await editor.press('Delete')
  await editor.shows('p')
  await editor.press('Control+z')
  await editor.shows('p one', 'code two', 'p three')
})

test('exit break: mod+enter leaves code, quotes and tables, with shift above them, where the caret is by then', async ({
  editor,
  page,
}) => {
  await editor.write('code let x', '> said')
  await editor.caret('let x', 2)
  await editor.press('Control+Enter')
  await editor.type('after')
  await editor.caret('said')
  await editor.press('Control+Enter')
  await editor.type('end')
  await editor.press('ArrowUp', 'Control+Shift+Enter')
  await editor.type('between')
  await editor.shows('code let x', 'p after', 'p between', '> said', 'p end')

  await editor.write('p one')
  await page.evaluate(() => {
    const cell = {
      type: 'tableCell',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'cell' }] }],
    }
    const editor = window.harness.editors[0]!
    const row = { type: 'tableRow', content: [cell] }
    editor.commands.insertContentAt(editor.state.doc.content.size, {
      type: 'table',
      content: [{ type: 'tableColumn' }, row],
    })
  })
  await editor.caret('cell', 2)
  await editor.press('Control+Enter')
  await editor.type('below')
  const blocks = await editor.blocks()
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph'])
  expect(JSON.stringify(blocks[2])).toContain('below')
})

test('trailing block: the arrow down at the end, or a click below, gives a paragraph to write in', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'code two')
  await editor.caret('two')
  await editor.press('ArrowDown')
  await editor.type('three')
  await editor.shows('p one', 'code two', 'p three')
  await editor.press('ArrowDown', 'ArrowDown')
  await editor.shows('p one', 'code two', 'p three')
  await editor.write('p one', 'h2 two')
  const last = (await page.getByText('two', { exact: true }).boundingBox())!
  await page.mouse.click(last.x + 40, last.y + last.height + 60)
  await editor.type('below')
  await editor.shows('p one', 'h2 two', 'p below')
})

test('cursor overlay: the selection stays marked while the find bar or the link has the focus', async ({
  editor,
  page,
}) => {
  await editor.write('p one two three')
  await editor.select('two')
  const held = page.locator('.is-held')
  await expect(held).toHaveCount(0)
  await editor.press('Control+k')
  await expect(page.locator('.link-form input').first()).toBeFocused()
  await expect(held.first()).toHaveText('two')
  await editor.press('Escape')
  await expect(editor.body).toBeFocused()
  await expect(held).toHaveCount(0)
  await editor.press('Control+h')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
  await expect(held).toHaveText('two')
  await editor.press('Escape')
  await expect(held).toHaveCount(0)
})
