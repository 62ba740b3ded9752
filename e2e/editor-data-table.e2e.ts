import type { Locator, Page } from '@playwright/test'
import { readTable } from '../src/blocks/data-table/read-table.ts'
import type { SubPage } from '../src/blocks/kit/block-program.ts'
import { countSaid, type EditorOnPage, expect, test } from './editor-fixtures.ts'
import { seriousViolations } from './screen.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name })
const grid = (page: Page) => page.getByRole('grid', { name: 'Data table' })
const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })

/** The cell of a row (from 1) and a column, both as they are shown. */
const cell = (page: Page, row: number, column: number): Locator =>
  grid(page)
    .locator('tr[data-row]')
    .nth(row - 1)
    .locator('[data-cell]')
    .nth(column - 1)
const focused = (page: Page) => page.locator('[data-cell]:focus')

async function load(editor: EditorOnPage, ...blocks: unknown[]): Promise<void> {
  await editor.page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
}

const tableOn = async (editor: EditorOnPage, index = 0) => {
  const block = (await editor.blocks(index)).find(({ kind }) => kind === 'dataTable')
  return readTable(block?.attributes)
}
/** The values that a key has in all rows, as they are stored. */
const stored = async (editor: EditorOnPage, key: string, index = 0) =>
  (await tableOn(editor, index)).rows.map(({ values }) => values[key] ?? null)
const shown = async (page: Page, column: number) =>
  grid(page)
    .locator('tr[data-row]')
    .evaluateAll(
      (rows, at) => rows.map((row) => row.querySelectorAll('[data-cell]')[at]?.textContent ?? ''),
      column - 1,
    )

async function pasteInto(target: Locator, text: string): Promise<void> {
  await target.focus()
  await target.evaluate((element, plain) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', plain)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const crew = {
  id: 't',
  kind: 'dataTable',
  attributes: {
    columns: [
      { id: 'name', accessorKey: 'name', header: 'Name' },
      { id: 'age', accessorKey: 'age', header: 'Age', type: 'number' },
      { id: 'born', accessorKey: 'born', header: 'Born', type: 'date' },
      { id: 'here', accessorKey: 'here', header: 'Here', type: 'boolean' },
    ],
    data: [
      { name: 'Ada', age: 36, born: '1815-12-10', here: true },
      { name: 'Grace', age: 85, born: '1906-12-09', here: false },
      { name: 'Alan', age: 41, born: '1912-06-23', here: true },
    ],
  },
}
const end = { id: 'end', kind: 'paragraph', text: [{ text: 'The end' }] }

test('2.43 5.16 a data table is made from the slash menu: JSON, files and what is pasted are checked', async ({
  editor,
}) => {
  const { page } = editor
  await editor.write('p Crew')
  await editor.caret('Crew')
  await editor.press('Enter')
  await editor.type('/data table')
  await expect(page.getByRole('option', { name: /Data table/ }).first()).toBeVisible()
  await editor.press('Enter')
  const insert = dialog(page).getByRole('button', { name: 'Insert' })
  await expect(insert).toBeDisabled()
  await expect(dialog(page).getByText('There is no data yet.')).toBeVisible()

  await test.step('a file that holds something else says so', async () => {
    const picker = dialog(page).getByLabel('File with data')
    await picker.setInputFiles(file('a.json', 'application/json', '{"not": '))
    await expect(dialog(page).getByRole('alert')).toHaveText('Invalid JSON file')
    await picker.setInputFiles(file('a.csv', 'text/csv', 'a,b\n"never closed'))
    await expect(dialog(page).getByRole('alert')).toHaveText('Invalid CSV file')
    await picker.setInputFiles(
      file('a.csv', 'text/csv', 'name,role\n"Lovelace, Ada","said ""go"""\nGrace,2\n'),
    )
    await expect(dialog(page).getByLabel('Name, row 1')).toHaveValue('Lovelace, Ada')
    await expect(dialog(page).getByText('Invalid CSV file')).toHaveCount(0)
    await expect(insert).toBeEnabled()
  })

  await test.step('JSON that is wrong cannot be kept', async () => {
    await dialog(page).getByText('JSON', { exact: true }).click()
    const json = dialog(page).getByRole('textbox', { name: 'Data as JSON' })
    await expect(json).toHaveValue(/"Lovelace, Ada"/)
    await json.fill('[{"name": "Ada", "age": 36},')
    await expect(dialog(page).getByText('Invalid JSON format').first()).toBeVisible()
    await expect(insert).toBeDisabled()
    await json.fill('[]')
    await expect(insert).toBeDisabled()
    await json.fill('[{"name": "Ada", "age": 36}, {"name": "Grace", "age": 85}]')
    await expect(insert).toBeEnabled()
    await dialog(page).getByText('Table', { exact: true }).click()
    await pasteInto(dialog(page).getByLabel('Name, row 2'), 'Grace H.\tadmiral\nAlan\tlogician')
    await expect(dialog(page).getByLabel('Role, row 3')).toHaveValue('logician')
  })

  await test.step('columns, settings and styles', async () => {
    await tab(page, 'Columns').click()
    for (const name of ['Name', 'Role'])
      await dialog(page)
        .getByRole('button', { name: `Remove column ${name}` })
        .click()
    await expect(insert).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Derive from data' }).click()
    await expect(dialog(page).getByLabel('Type of Age')).toHaveValue('number')
    await dialog(page).getByRole('button', { name: 'Move Age up' }).click()
    await dialog(page).getByLabel('Heading of Age').fill('Years')
    await tab(page, 'Settings').click()
    await dialog(page).getByLabel('Rows on a page').fill('101')
    await expect(insert).toBeDisabled()
    await dialog(page).getByLabel('Rows on a page').fill('2')
    await tab(page, 'Style').click()
    const styles = dialog(page).getByLabel('File with styles')
    await styles.setInputFiles(file('a.html', 'text/html', '<script>alert(1)</script>'))
    await expect(dialog(page).getByRole('alert')).toHaveText('Only CSS files can be used here.')
    await styles.setInputFiles(
      file('a.css', 'text/css', 'th { color: rgb(1, 2, 3) } p { background: url(https://evil.example) }'),
    )
    await expect(dialog(page).getByText(/^Left out/)).toBeVisible()
    await insert.click()
  })

  await expect(grid(page).getByRole('columnheader')).toContainText(['Row', 'Years', 'Name', 'Role'])
  await expect.poll(() => shown(page, 2)).toEqual(['Ada', 'Grace H.'])
  await expect(page.getByText('1–2 of 3')).toBeVisible()
  await expect(grid(page).locator('th[data-column]').first()).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('color', 'rgb(1, 2, 3)')

  await test.step('it is changed in the same window; Cancel asks, and changes nothing', async () => {
    await page.getByRole('button', { name: 'Edit data table' }).click()
    await dialog(page).getByLabel('Name, row 1').fill('Nobody')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await stored(editor, 'name')).toEqual(['Ada', 'Grace H.', 'Alan'])
    await page.getByRole('button', { name: 'Edit data table' }).click()
    await dialog(page).getByLabel('Name, row 1').fill('Ada L.')
    await dialog(page).getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => stored(editor, 'name')).toEqual(['Ada L.', 'Grace H.', 'Alan'])
  })
})

test('3.21 cells are written in place with the keyboard of a spreadsheet, and taken back', async ({
  editor,
}) => {
  const { page } = editor
  await load(editor, crew, end)
  await cell(page, 1, 1).click()
  await editor.type('Ada Lovelace')
  await editor.press('Enter')
  await expect(focused(page)).toHaveText('Grace')
  await editor.press('F2', 'End')
  await editor.type(' Hopper')
  await editor.press('Tab')
  await expect(focused(page)).toHaveText('85')
  await editor.type('86')
  await editor.press('Escape')
  await editor.press('ArrowDown', 'Delete')
  expect(await stored(editor, 'name')).toEqual(['Ada Lovelace', 'Grace Hopper', 'Alan'])
  expect(await stored(editor, 'age')).toEqual([36, 85, ''])

  await test.step('each type has a field of its own', async () => {
    await editor.type('42')
    await editor.press('Enter')
    await cell(page, 1, 4).click()
    await editor.press('ArrowDown', 'Space', 'ArrowLeft', 'Enter')
    await page.locator('.data-field').fill('2000-01-31')
    await editor.press('Enter')
    expect(await stored(editor, 'here')).toEqual([false, true, true])
    expect(await stored(editor, 'born')).toEqual(['1815-12-10', '2000-01-31', '1912-06-23'])
    expect((await stored(editor, 'age'))[2]).toBe(42)
  })

  await test.step('cells are copied and pasted; what goes over the end is new rows', async () => {
    await cell(page, 3, 1).focus()
    const copied = await focused(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    })
    expect(copied).toBe('Alan')
    await pasteInto(cell(page, 3, 1), "Alan T.\t43\n'=cmd()\t44")
    await expect
      .poll(() => stored(editor, 'name'))
      .toEqual(['Ada Lovelace', 'Grace Hopper', 'Alan T.', '=cmd()'])
    expect(await stored(editor, 'age')).toEqual([36, 85, 43, 44])
  })

  await test.step('undo takes back one step at a time, and Escape leaves', async () => {
    await cell(page, 1, 1).focus()
    await editor.press('ControlOrMeta+z')
    await expect.poll(() => stored(editor, 'name')).toEqual(['Ada Lovelace', 'Grace Hopper', 'Alan'])
    await editor.press('Escape', 'ArrowDown')
    await editor.type('!')
    expect(JSON.stringify(await editor.blocks())).toContain('!')
  })
})

test('from right to left the arrows of a data table go to the sides that one sees', async ({
  editor,
  page,
}) => {
  await load(editor, crew, end)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await cell(page, 1, 1).focus()
  const before = (await focused(page).boundingBox())!
  await editor.press('ArrowLeft')
  await expect(focused(page)).toHaveText('36')
  expect((await focused(page).boundingBox())!.x).toBeLessThan(before.x)
  await editor.press('ArrowRight', 'ArrowUp', 'ArrowLeft')
  await expect(page.locator(':focus')).toContainText('age', { ignoreCase: true })
})

test('3.21 rows and columns are sorted, filtered, paged, selected, hidden and moved, and it is kept', async ({
  editor,
}) => {
  const { page } = editor
  const data = Array.from({ length: 12 }, (_, n) => ({ name: `n${n}`, age: (n * 7) % 12, here: n % 2 === 0 }))
  const config = { pageSize: 5, selectable: true }
  await load(editor, { ...crew, attributes: { ...crew.attributes, data, config } }, end)
  const tools = page.getByRole('toolbar', { name: 'Data table tools' })
  const header = (name: string) => grid(page).getByRole('button', { name, exact: true })

  await test.step('pages', async () => {
    await expect.poll(() => shown(page, 1)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4'])
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('6–10 of 12')).toBeVisible()
    await page.getByLabel('Rows per page').selectOption('20')
    await expect.poll(async () => (await tableOn(editor)).config.pageSize).toBe(20)
    await expect.poll(() => shown(page, 1)).toHaveLength(12)
  })
  await test.step('rows are moved by keyboard and by pointer', async () => {
    await cell(page, 1, 1).focus()
    await editor.press('ControlOrMeta+Shift+ArrowDown')
    await expect(page.getByText('Row moved to 2 of 12')).toBeAttached()
    await expect(focused(page)).toHaveText('n0')
    const grip = await grid(page).getByRole('button', { name: 'Row 12', exact: true }).boundingBox()
    const target = await grid(page).locator('tr[data-row]').first().boundingBox()
    await page.mouse.move(grip!.x + 5, grip!.y + 5)
    await page.mouse.down()
    await page.mouse.move(grip!.x + 5, grip!.y - 40, { steps: 3 })
    await page.mouse.move(target!.x + 20, target!.y + 4, { steps: 3 })
    await page.mouse.up()
    await expect
      .poll(() => stored(editor, 'name').then((names) => names.slice(0, 4)))
      .toEqual(['n11', 'n1', 'n0', 'n2'])
  })
  await test.step('sorting and filters', async () => {
    await header('Age').click()
    await expect(grid(page).getByRole('columnheader', { name: /Age/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await header('Age').click()
    await expect.poll(async () => (await shown(page, 2))[0]).toBe('11')
    await tools.getByRole('button', { name: 'Filter columns' }).click()
    await page.getByLabel('Filter Age').fill('< 6')
    await page.getByLabel('Filter Here').selectOption('no')
    await page.getByLabel('Search rows').fill('n')
    await expect(page.getByText('3 rows (12 in all)')).toBeVisible()
    await expect.poll(() => shown(page, 2)).toEqual(['5', '3', '1'])
    await expect
      .poll(async () => (await tableOn(editor)).view)
      .toEqual({
        sort: [{ column: 'age', descending: true }],
        // What somebody looks for is theirs alone.
        search: '',
        filters: { age: '< 6', here: 'no' },
      })
  })
  await test.step('what is selected is cut as a whole, and undone', async () => {
    const before = await stored(editor, 'name')
    await page.getByLabel('Select row 1', { exact: true }).check()
    await page.getByLabel('Select row 3', { exact: true }).check()
    await cell(page, 1, 1).focus()
    const cut = await focused(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    })
    expect(cut.split('\n').map((line) => line.split('\t')[1])).toEqual(['5', '1'])
    await expect.poll(async () => (await stored(editor, 'name')).filter(Boolean)).toHaveLength(10)
    // The filter has taken the row away that the caret was in.
    await cell(page, 1, 1).focus()
    await editor.press('ControlOrMeta+z')
    await expect.poll(() => stored(editor, 'name')).toEqual(before)
  })
  await test.step('what is selected is deleted, and undone', async () => {
    await page.getByLabel('Select row 1', { exact: true }).check()
    await page.getByLabel('Select row 3', { exact: true }).check()
    await expect(tools.getByText('2 selected')).toBeVisible()
    await tools.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => stored(editor, 'name')).toHaveLength(10)
    await cell(page, 1, 1).focus()
    await editor.press('ControlOrMeta+z')
    await expect.poll(() => stored(editor, 'name')).toHaveLength(12)
  })
  await test.step('columns are hidden and moved', async () => {
    await tools.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Born' }).click()
    await editor.press('Escape')
    await expect(grid(page).getByRole('columnheader', { name: 'Born' })).toHaveCount(0)
    await header('Here').focus()
    await editor.press('ControlOrMeta+Shift+ArrowLeft')
    await expect(header('Here')).toBeFocused()
    await expect
      .poll(async () => (await tableOn(editor)).columns.map(({ id }) => id))
      .toEqual(['name', 'here', 'age', 'born'])
    await editor.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Insert right' }).click()
    await expect(grid(page).getByRole('columnheader')).toContainText([
      '',
      'Name',
      'Here',
      'New column',
      'Age',
    ])
  })
})

test('3.21 two people write in different cells of one row at once, and both stay', async ({ editor }) => {
  const { page } = editor
  await editor.open('mode=live&held')
  await page.evaluate((json) => window.harness.place(JSON.parse(json)), JSON.stringify([crew, end]))
  await page.evaluate(() => window.harness.deliver(100))
  await expect(page.getByRole('grid')).toHaveCount(2)
  const of = (index: number) =>
    page.getByRole('grid').nth(index).locator('tr[data-row]').first().locator('[data-cell]')
  await of(0).nth(0).dblclick()
  await page.keyboard.type('Ada L.')
  await page.keyboard.press('Enter')
  await of(1).nth(1).dblclick()
  await page.keyboard.type('37')
  await page.keyboard.press('Enter')
  // One of them is still writing when what the other wrote arrives.
  await of(1).nth(0).dblclick()
  await page.evaluate(() => window.harness.deliver(100))
  await expect(page.locator('.data-field')).toBeFocused()
  await page.keyboard.press('Escape')
  for (const index of [0, 1]) {
    await expect.poll(() => stored(editor, 'name', index).then(([first]) => first)).toBe('Ada L.')
    await expect.poll(() => stored(editor, 'age', index).then(([first]) => first)).toBe(37)
  }
  await expect(of(1).nth(0)).toHaveText('Ada L.')
})

test('3.21 of a long table only what is in view is drawn; who only reads sorts for themselves', async ({
  editor,
  page,
}) => {
  const data = Array.from({ length: 3000 }, (_, n) => ({ name: `n${n}`, age: n }))
  const config = { showPagination: false }
  await editor.open('readonly')
  await load(editor, { ...crew, attributes: { ...crew.attributes, data, config } }, end)
  await expect(page.getByText('3,000 rows')).toBeVisible()
  expect(await grid(page).locator('tr[data-row]').count()).toBeLessThan(80)
  await cell(page, 1, 1).focus()
  await editor.press('ControlOrMeta+End')
  await expect(focused(page)).toBeInViewport()
  await expect(grid(page).locator('tr[data-row]').last()).toContainText('n2999')
  expect(await grid(page).locator('tr[data-row]').count()).toBeLessThan(80)
  // Two pages of keys lead out of what is in view, and the row stands below the header, which stays.
  for (let i = 0; i < 2; i++) await editor.press('PageUp')
  await expect(
    grid(page)
      .locator('tr[data-row]')
      .filter({ has: focused(page) }),
  ).toContainText('n2979')
  const below = async () => {
    const head = await grid(page).locator('thead').boundingBox()
    const one = await focused(page).boundingBox()
    return one!.y - (head!.y + head!.height)
  }
  expect(await below()).toBeGreaterThanOrEqual(-1)
  await expect(page.getByRole('button', { name: 'New row' })).toHaveCount(0)
  await grid(page).getByRole('button', { name: 'Age', exact: true }).click()
  await grid(page).getByRole('button', { name: 'Age', exact: true }).click()
  await expect(grid(page).getByText('n2999')).toBeAttached()
  expect((await tableOn(editor)).view.sort).toEqual([])
})

test('3.21 a long table whose rows are of several heights can be scrolled to its end', async ({
  editor,
  page,
}) => {
  const long = 'A note that wants more than one line where lines may be broken. '.repeat(3)
  const data = Array.from({ length: 600 }, (_, n) => ({ name: n % 3 === 0 ? long : 'x', age: n }))
  const attributes = { ...crew.attributes, data, config: { showPagination: false } }
  await load(
    editor,
    { ...crew, attributes: { ...attributes, customCss: 'td { white-space: normal; }' } },
    end,
  )
  await expect(page.getByText('600 rows')).toBeVisible()
  const box = grid(page).locator('..')
  for (let top = 0; top < 12_000; top += 37) await box.evaluate((element, at) => element.scrollTo(0, at), top)
  await expect(page.getByText('This block could not be shown')).toHaveCount(0)
  await expect(grid(page).locator('tr[data-row]').first()).toBeAttached()
})

test('3.21 what is typed in a cell stays when its row is scrolled away, or goes to another page', async ({
  editor,
}) => {
  const { page } = editor
  const data = Array.from({ length: 400 }, (_, n) => ({ name: `n${n}`, age: n }))
  const columns = crew.attributes.columns.slice(0, 2)
  await load(editor, { ...crew, attributes: { columns, data, config: { showPagination: false } } }, end)
  await cell(page, 2, 1).dblclick()
  const field = page.getByRole('textbox', { name: 'Name, row 2', exact: true })
  await field.fill('kept')
  const scroll = (top: number) =>
    grid(page).evaluate((table, to) => table.parentElement!.scrollTo(0, to), top)
  await scroll(9_000)
  await expect(grid(page).getByText('n250', { exact: true })).toBeInViewport()
  await expect(field).not.toBeInViewport()
  await expect(field).toBeFocused()
  expect(await grid(page).locator('tr[data-row]').count()).toBeLessThan(80)
  await scroll(0)
  await expect(field).toBeInViewport()
  await expect(field).toHaveValue('kept')
  await editor.press('Enter')
  expect((await stored(editor, 'name')).slice(0, 3)).toEqual(['n0', 'kept', 'n2'])

  const view = { sort: [{ column: 'age', descending: false }] }
  await load(editor, { ...crew, attributes: { columns, data, view } }, end)
  await cell(page, 1, 1).dblclick()
  await page.getByRole('textbox', { name: 'Name, row 1', exact: true }).fill('typed')
  // Somebody else's change: the row now stands on the last page.
  await page.evaluate(() => {
    const { state, view } = window.harness.editors[0]!
    view.dispatch(state.tr.setNodeAttribute(0, 'cells', { 'r0:age': 999 }))
  })
  await expect(grid(page).getByText('n1', { exact: true })).toBeVisible()
  await expect.poll(async () => (await stored(editor, 'name')).slice(0, 2)).toEqual(['typed', 'n1'])
})

const sub = (title: string, status: string, updatedAt: string, ...tags: string[]): SubPage => ({
  path: `/${title.toLowerCase()}`,
  title,
  icon: null,
  status,
  tags,
  updatedAt,
})

test('3.20 the pages inside are listed live, sorted and filtered, and opened in the same tab', async ({
  editor,
}) => {
  const { page } = editor
  const tell = (...pages: SubPage[]) =>
    page.evaluate((json) => window.harness.tellSubPages(JSON.parse(json)), JSON.stringify(pages))
  await load(editor, { id: 'd', kind: 'documentsTable' }, end)
  await expect(page.getByText('No pages inside')).toBeVisible()
  await page.getByRole('button', { name: 'New sub-page' }).click()
  const roof = sub('Roof', 'none', '2026-03-01T10:00:00Z', 'house')
  const attic = sub('Attic', 'in-progress', '2026-01-01T10:00:00Z', 'house')
  await tell(roof, attic, sub('Cellar', 'in-progress', '2026-02-01T10:00:00Z'))
  const table = page.getByRole('table', { name: 'Sub-pages' })
  const titles = () => table.getByRole('link').allTextContents()
  await expect.poll(titles).toEqual(['Roof', 'Attic', 'Cellar'])
  await table.getByRole('button', { name: 'Title' }).click()
  await expect.poll(titles).toEqual(['Attic', 'Cellar', 'Roof'])
  await page.getByLabel('Status').selectOption('in-progress')
  await page.getByLabel('Label').selectOption('house')
  await expect.poll(titles).toEqual(['Attic'])
  const kept = async () => (await editor.blocks())[0]?.attributes
  expect(await kept()).toEqual({ sortBy: 'title', status: 'in-progress', tag: 'house' })
  await tell({ ...roof, status: 'in-progress' }, { ...attic, title: 'Attic room' })
  await expect.poll(titles).toEqual(['Attic room', 'Roof'])
  await table.getByRole('link', { name: 'Roof' }).click()
  expect(await page.evaluate(() => window.harness.opened)).toEqual(['new sub-page', '/roof'])
  await page.evaluate(() => window.harness.setReadOnly(true))
  await table.getByRole('button', { name: 'Title' }).click()
  await expect.poll(titles).toEqual(['Roof', 'Attic room'])
  expect(await kept()).toEqual({ sortBy: 'title', status: 'in-progress', tag: 'house' })
})

for (const theme of ['light', 'dark'] as const)
  test(`data tables and lists of sub-pages have nothing that axe finds, and fit a phone (${theme})`, async ({
    editor,
    page,
  }) => {
    const check = async (what: string, part: string) => {
      expect(await seriousViolations(page, { part, theme }), what).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await editor.open(`theme=${theme}`)
    const view = { 'filter:name': 'a', sort: [{ column: 'age' }] }
    const blocks: unknown[] = [
      { ...crew, attributes: { ...crew.attributes, config: { selectable: true, pageSize: 1 }, view } },
      { id: 'd', kind: 'documentsTable' },
      end,
    ]
    await page.evaluate(
      (pages) => window.harness.tellSubPages(JSON.parse(pages)),
      JSON.stringify([sub('Roof', 'blocked', '', 'house')]),
    )
    await load(editor, ...blocks)
    await expect(page.getByRole('link', { name: 'Roof' })).toBeVisible()
    await check('on the page', '.harness')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Edit data table' }).click()
    for (const name of theme === 'light' ? ['Data', 'Columns', 'Settings', 'Style'] : ['Columns']) {
      await tab(page, name).click()
      await check(name, '[role=dialog]')
    }
  })

test('rulings 0 what is done in a data table twice is said twice', async ({ editor, page }) => {
  await load(editor, crew)
  const status = editor.body.getByRole('status').last()
  const said = await countSaid(status)
  for (const times of [1, 2]) {
    await cell(page, 1, 1).click()
    await editor.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(status).toHaveText('Row duplicated')
    await expect.poll(said).toBe(times)
  }
})

test('3.21 the menu of a column, shown while one points at it, never covers the arrow of its order', async ({
  editor,
  page,
}) => {
  await load(editor, crew, end)
  for (const name of ['Name', 'Age']) {
    const head = grid(page).getByRole('columnheader', { name })
    await head.locator('.data-head-name').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.hover()
    const arrow = await head.locator('.data-head-name svg').boundingBox()
    const menu = await head.getByRole('button', { name: `Column ${name}` }).boundingBox()
    if (!arrow || !menu) throw new Error('The head has no arrow, or no menu')
    const isBeside = arrow.x + arrow.width <= menu.x || menu.x + menu.width <= arrow.x
    expect(isBeside, `${name}: arrow ${JSON.stringify(arrow)}, menu ${JSON.stringify(menu)}`).toBe(true)
  }
})

test('2.43 a new row of a sorted table is gone to where it stands; one that a search hides is said to be there', async ({
  editor,
  page,
}) => {
  const data = Array.from({ length: 25 }, (_, at) => ({ name: `N${String(at).padStart(2, '0')}` }))
  const columns = [{ id: 'name', accessorKey: 'name', header: 'Name' }]
  const view = { sort: [{ column: 'name', descending: true }] }
  await editor.open()
  await load(editor, { id: 't', kind: 'dataTable', attributes: { columns, data, view } }, end)
  await expect(cell(page, 1, 1)).toHaveText('N24')
  await page.getByRole('button', { name: 'New row' }).click()
  await expect(focused(page)).toHaveText('')
  await expect(cell(page, 1, 1)).not.toHaveText('N24')
  const count = async () => (await tableOn(editor)).rows.length
  expect(await count()).toBe(26)
  await page.getByRole('searchbox', { name: /Search/ }).fill('N1')
  await page.getByRole('button', { name: 'New row' }).click()
  await expect(
    page.getByText('The new row is there, but the search or a filter hides it.').first(),
  ).toBeVisible()
  expect(await count()).toBe(27)
})

test('3.21 what is written, pasted and cut in a filter is the filter’s, and what others write in an open cell stays', async ({
  editor,
  page,
}) => {
  await load(editor, crew, end)
  const others = (cells: Record<string, unknown>) =>
    page.evaluate((json) => {
      const { state, view } = window.harness.editors[0]!
      view.dispatch(state.tr.setNodeAttribute(0, 'cells', JSON.parse(json)))
    }, JSON.stringify(cells))

  await test.step('a filter is no cell', async () => {
    await page.getByRole('button', { name: 'Filter columns' }).click()
    const filter = page.getByLabel('Filter Name')
    await filter.fill('Ada')
    await filter.press('Control+a')
    await filter.press('Control+x')
    await expect(filter).toHaveValue('')
    await filter.press('Control+v')
    await expect(filter).toHaveValue('Ada')
    await expect.poll(() => stored(editor, 'name')).toEqual(['Ada', 'Grace', 'Alan'])
    await expect.poll(() => shown(page, 1)).toEqual(['Ada'])
    await filter.fill('')
    await expect.poll(() => shown(page, 1)).toEqual(['Ada', 'Grace', 'Alan'])
  })

  await test.step('a figure that is typed on a date begins in its field', async () => {
    await cell(page, 1, 3).focus()
    await editor.press('2')
    const field = page.getByLabel('Born, row 1', { exact: true })
    await expect(field).toBeFocused()
    await editor.press('Escape')
    await expect(focused(page)).toHaveCount(1)
    expect((await stored(editor, 'born'))[0]).toBe('1815-12-10')
    await others({ 'r0:born': '' })
    await cell(page, 1, 3).focus()
    await page.keyboard.type('12102001', { delay: 20 })
    await editor.press('Enter')
    await expect.poll(async () => (await stored(editor, 'born'))[0]).toBe('2001-12-10')
  })

  await test.step('who has written nothing takes nothing back', async () => {
    await cell(page, 2, 1).dblclick()
    await expect(page.getByRole('textbox', { name: 'Name, row 2', exact: true })).toBeFocused()
    await others({ 'r1:name': 'Grace Hopper' })
    await editor.press('Enter')
    await expect(cell(page, 2, 1)).toHaveText('Grace Hopper')
    expect((await stored(editor, 'name'))[1]).toBe('Grace Hopper')
  })

  await test.step('a line breaks where the caret is, with Alt as with Shift', async () => {
    await cell(page, 3, 1).dblclick()
    await editor.press('ArrowRight')
    await editor.press('ArrowLeft')
    await editor.press('ArrowLeft')
    await editor.press('Alt+Enter')
    await editor.type('-')
    await editor.press('Enter')
    await expect.poll(async () => (await stored(editor, 'name'))[2]).toBe('Al\n-an')
  })

  await test.step('text that looks like a number stays text where the column is one', async () => {
    await pasteInto(cell(page, 1, 1), '1.10\t1.10\n2E10\t2')
    await expect.poll(async () => (await stored(editor, 'name')).slice(0, 2)).toEqual(['1.10', '2E10'])
    expect((await stored(editor, 'age')).slice(0, 2)).toEqual([1.1, 2])
  })
})

test('3.21 clearing takes the filters away and a search that came with the table', async ({
  editor,
  page,
}) => {
  const view = { 'filter:name': 'Nobody', search: 'nothing', sort: [{ column: 'age' }] }
  await load(editor, { ...crew, attributes: { ...crew.attributes, view } }, end)
  await expect(page.getByText('No rows match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => shown(page, 1)).toEqual(['Ada', 'Alan', 'Grace'])
  expect((await tableOn(editor)).view).toEqual({
    sort: [{ column: 'age', descending: false }],
    search: '',
    filters: {},
  })
  await expect(page.getByLabel('Search rows')).toHaveValue('')
})

test('3.21 rows that a filter hides stay when the selected ones are deleted', async ({ editor, page }) => {
  await load(editor, { ...crew, attributes: { ...crew.attributes, config: { selectable: true } } }, end)
  await page.getByLabel('Select all', { exact: false }).first().check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Filter columns' }).click()
  await page.getByLabel('Filter Name').fill('Gra')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page
    .getByRole('toolbar', { name: 'Data table tools' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect.poll(() => stored(editor, 'name')).toEqual(['Ada', 'Alan'])
})

for (const [what, rows, scroller] of [
  ['page around a long table', 150, 'html'],
  ['very long table', 2_000, '.data-grid'],
] as const)
  test(`3.21 a row that is dragged to the edge scrolls the ${what}, and goes where it is let go`, async ({
    editor,
    page,
  }) => {
    const data = Array.from({ length: rows }, (_, at) => ({ name: `N${at}` }))
    const columns = [{ id: 'name', accessorKey: 'name', header: 'Name' }]
    const config = { showPagination: false }
    await load(editor, { id: 't', kind: 'dataTable', attributes: { columns, data, config } }, end)
    await expect(cell(page, 1, 1)).toHaveText('N0')
    await cell(page, 1, 1).hover()
    const from = (await grid(page).getByRole('button', { name: 'Row 1', exact: true }).boundingBox())!
    const area = (await page.locator('.data-grid').boundingBox())!
    const x = from.x + from.width / 2
    const edge = Math.min(area.y + area.height, page.viewportSize()!.height)
    await page.mouse.move(x, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(x, from.y + 30, { steps: 4 })
    await page.mouse.move(x, edge - 8, { steps: 4 })
    const top = () => page.locator(scroller).evaluate((element) => element.scrollTop)
    await expect.poll(top).toBeGreaterThan(2_000)
    // Away from the edge it rests.
    await page.mouse.move(x, edge / 2, { steps: 4 })
    const rested = await top()
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
    )
    expect(await top()).toBe(rested)
    await page.mouse.up()
    await expect.poll(async () => (await stored(editor, 'name')).indexOf('N0')).toBeGreaterThan(50)
    expect(await stored(editor, 'name')).toHaveLength(rows)
  })
