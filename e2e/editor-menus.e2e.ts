import type { Block } from '../src/blocks/index.ts'
import { expect, makeTable, test } from './editor-fixtures.ts'

const p = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: text ? [{ text }] : [] })

test('2.37 the block menu is a dozen rows with levels: colours are swatches, and what deletes is the last', async ({
  editor,
  page,
}) => {
  await editor.write('p one', 'p two')
  await editor.caret('two')
  await editor.press('Control+/')
  const menu = page.getByRole('dialog', { name: 'Block menu' })
  const rows = menu.getByRole('option')
  expect(await rows.count()).toBeLessThanOrEqual(12)
  await expect(rows.last()).toHaveText(/Delete/)
  await expect(menu.getByRole('option', { name: 'Heading 1' })).toHaveCount(0)

  // The arrows go in and out.
  await editor.press('ArrowRight')
  await expect(menu.getByRole('listbox', { name: 'Turn into' })).toBeVisible()
  await expect(menu.getByRole('option', { selected: true })).toHaveText(/Text/)
  await editor.press('Escape')
  await expect(menu.getByRole('option', { selected: true })).toHaveText('Turn into')
  await editor.press('ArrowDown', 'Enter')
  await expect(menu.getByRole('listbox', { name: 'Color' })).toBeVisible()
  await expect(menu.getByRole('option', { selected: true })).toHaveText(/Default text/)
  await editor.press('ArrowDown', 'ArrowDown')
  await expect(menu.getByRole('option', { selected: true })).toHaveText(/Default background/)
  await editor.press('ArrowRight', 'ArrowRight', 'Enter')
  await expect.poll(async () => (await editor.blocks())[1]!.attributes).toEqual({ backgroundColor: 'brown' })
  await expect(editor.body).toBeFocused()

  // What is typed searches all levels.
  await editor.press('Control+/')
  await editor.type('heading 2')
  await editor.press('Enter')
  await editor.shows('p one', 'h2 two')
})

test('9.3 "/" begins with what people use first and says what it is; what is rare is typed, what was used stands by', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  await editor.type('/')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list.getByRole('option').first()).toHaveText(/Text/)
  await expect(list.getByRole('option', { selected: true })).toHaveAccessibleDescription('Plain text')
  await expect(list.getByRole('option', { name: 'Heading 3' })).toBeVisible()
  await expect(list.getByRole('option', { name: 'Heading 4' })).toHaveCount(0)
  await expect(list.getByText('Recent', { exact: true })).toHaveCount(0)
  await editor.type('quote')
  await editor.press('Enter')
  await editor.type('said')
  await editor.press('Enter', 'Enter')
  await editor.type('/')
  await expect(list.getByText('Recent', { exact: true })).toBeVisible()
  await expect(list.getByRole('option', { name: 'Quote' })).toHaveCount(1)
  await editor.type('heading 4')
  await editor.press('Enter')
  await editor.type('Deep')
  await editor.shows('> said', 'h4 Deep')
})

test('U11 U13 mod+enter leaves a column and a toggle; a cell has neither a handle nor grey words in it', async ({
  editor,
  page,
}) => {
  const load = (...blocks: Block[]) =>
    page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
  await load(
    {
      id: 'g',
      kind: 'columnGroup',
      children: [
        { id: 'k1', kind: 'column', children: [p('a', 'left')] },
        { id: 'k2', kind: 'column', children: [p('b', 'right')] },
      ],
    },
    { id: 't', kind: 'toggle', children: [p('c', 'title'), p('d', 'inside')] },
  )
  const kinds = async () => (await editor.blocks()).map(({ kind }) => kind)
  await editor.caret('left')
  await editor.press('Control+Enter')
  await expect.poll(kinds).toEqual(['columnGroup', 'paragraph', 'toggle'])
  await editor.caret('title')
  await editor.press('Control+Enter')
  await expect.poll(async () => (await kinds()).slice(2)).toEqual(['toggle', 'paragraph'])

  await editor.write('p above')
  await editor.caret('above')
  await editor.press('Enter')
  await makeTable(editor)
  await expect(editor.body.locator('td')).not.toHaveCount(0)
  await expect(editor.body.locator('td [data-placeholder]')).toHaveCount(0)
  const cell = (await editor.body.locator('td').nth(1).boundingBox())!
  await page.mouse.move(cell.x + 10, cell.y + 10)
  const grip = page.getByRole('button', { name: /^Drag to move/ })
  await expect(grip).toBeVisible()
  const table = (await editor.body.locator('table').boundingBox())!
  expect((await grip.boundingBox())!.x).toBeLessThan(table.x)
})

test('2.42 over several cells stands a toolbar: they are coloured by a swatch and merged', async ({
  editor,
  page,
}) => {
  await editor.write('p above')
  await editor.caret('above')
  await editor.press('Enter')
  await makeTable(editor)
  const cells = editor.body.locator('td')
  await expect(cells).not.toHaveCount(0)
  const before = await cells.count()
  const tools = page.getByRole('toolbar', { name: 'Cells' })
  await cells.first().hover()
  await page.mouse.down()
  await cells.nth(1).hover()
  await expect(tools).toHaveCount(0)
  await page.mouse.up()
  await tools.getByRole('button', { name: 'Cell background' }).click()
  await tools.getByRole('button', { name: 'Green background' }).click()
  await expect(editor.body.locator('[data-background="green"]')).toHaveCount(2)
  await tools.getByRole('button', { name: 'Merge cells' }).click()
  await expect(cells).toHaveCount(before - 1)
  await expect(tools).toHaveCount(0)

  // A click elsewhere ends the selection: what is typed takes nothing away.
  await cells.nth(2).hover()
  await page.mouse.down()
  await cells.nth(3).hover()
  await page.mouse.up()
  await expect(tools).toBeVisible()
  await editor.body.getByText('above').click()
  await expect(tools).toHaveCount(0)
  await editor.press('End')
  await editor.type(' it')
  await expect(editor.body.getByText('above it')).toBeVisible()
  await expect(cells).toHaveCount(before - 1)
})
