import type { Locator, Page } from '@playwright/test'
import { expect, test } from './editor-fixtures.ts'
import { violations } from './screen.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const drawn = (page: Page) => page.locator('[data-kind="chart"]').getByRole('img')
const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name })

async function pasteInto(cell: Locator, text: string): Promise<void> {
  await cell.focus()
  await cell.evaluate((element, plain) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', plain)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test('2.43 a chart is made from the slash menu, checked while it is written, and changed later', async ({
  editor,
}) => {
  const { page } = editor
  await editor.write('p Sales')
  await editor.caret('Sales')
  await editor.press('Enter')
  await editor.type('/chart')
  await expect(page.getByRole('option', { name: /Chart/ }).first()).toBeVisible()
  await editor.press('Enter')
  const insert = dialog(page).getByRole('button', { name: 'Insert' })
  await expect(insert).toBeEnabled()

  await test.step('the type is chosen with the arrow keys, and shown at once', async () => {
    const preview = dialog(page).getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('img', { name: /^Bar chart\. Desktop and Mobile by month/ })).toBeVisible()
    await dialog(page).getByRole('radio', { name: 'Bar', exact: true }).focus()
    await editor.press('ArrowRight')
    await expect(preview.getByRole('img', { name: /^Line chart/ })).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Revenue')
  })

  await test.step('5.16 data that is wrong, or not there, is told and cannot be inserted', async () => {
    await tab(page, 'Data').click()
    await dialog(page).getByRole('radio', { name: 'JSON' }).check({ force: true })
    const json = dialog(page).getByRole('textbox', { name: 'Data as JSON' })
    await json.fill('[{"month": ')
    await expect(dialog(page).getByText('Invalid JSON format').first()).toBeVisible()
    await expect(insert).toBeDisabled()
    await json.fill('')
    await expect(insert).toBeDisabled()
    const upload = dialog(page).getByLabel('File with data')
    await upload.setInputFiles(file('a.json', 'application/json', '{"a": 1}'))
    await expect(dialog(page).getByText('Invalid JSON file')).toBeVisible()
    await upload.setInputFiles(file('a.csv', 'text/csv', 'a,b\n"1,2'))
    await expect(dialog(page).getByText('Invalid CSV file')).toBeVisible()
    await upload.setInputFiles(file('a.csv', 'text/csv', 'city;sales\n"Oslo; Norway";3\n"a ""b""";4'))
    await expect(dialog(page).getByText('Invalid CSV file')).toBeHidden()
    await expect(json).toHaveValue(
      '[\n  {"city":"Oslo; Norway","sales":3},\n  {"city":"a \\"b\\"","sales":4}\n]',
    )
    const made = await json.inputValue()
    // Of a very wide table the first columns are fields, and the others when they are asked for.
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at}`, at]))
    await json.fill(JSON.stringify([wide]))
    await dialog(page).getByRole('radio', { name: 'Table' }).check({ force: true })
    const names = dialog(page).getByLabel(/^Name of column/)
    await expect(names).toHaveCount(20)
    await dialog(page).getByRole('button', { name: 'Show more columns (10 hidden)' }).click()
    await expect(names).toHaveCount(30)
    await dialog(page).getByRole('radio', { name: 'JSON' }).check({ force: true })
    await json.fill(made)
  })

  await test.step('cells are written, and pasted from a spreadsheet', async () => {
    await dialog(page).getByRole('radio', { name: 'Table' }).check({ force: true })
    await dialog(page).getByRole('textbox', { name: 'sales, row 1' }).fill('12.5')
    await editor.press('Enter')
    await expect(dialog(page).getByRole('textbox', { name: 'sales, row 2' })).toBeFocused()
    await editor.press('Enter')
    await expect(dialog(page).getByRole('textbox', { name: 'sales, row 3' })).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Remove row 3' }).click()
    await pasteInto(dialog(page).getByRole('textbox', { name: 'city, row 2' }), 'Bergen\t7\t1\nTromsø\t9\t2')
    await expect(dialog(page).getByRole('textbox', { name: 'Column 3, row 3' })).toHaveValue('2')
    await dialog(page).getByRole('textbox', { name: 'Name of column 3' }).fill('costs')
    await editor.press('ArrowDown')
    await expect(dialog(page).getByRole('textbox', { name: 'costs, row 1' })).toBeFocused()
  })

  await test.step('series have labels and colours, and CSS that stays in its block', async () => {
    await tab(page, 'Config').click()
    await dialog(page).getByRole('textbox', { name: 'Label of sales' }).fill('Sold')
    await dialog(page).getByRole('textbox', { name: 'Color of sales' }).fill('tomato')
    await tab(page, 'Style').click()
    await dialog(page).getByRole('spinbutton', { name: 'Width' }).fill('5000')
    await editor.press('Tab')
    await expect(dialog(page).getByRole('spinbutton', { name: 'Width' })).toHaveValue('1200')
    await dialog(page).getByRole('spinbutton', { name: 'Width' }).fill('500')
    const css = dialog(page).getByLabel('File with CSS')
    await css.setInputFiles(file('a.txt', 'text/plain', 'a {}'))
    await expect(dialog(page).getByText('Only CSS files (text/css) can be uploaded.')).toBeVisible()
    await css.setInputFiles(
      file(
        'a.css',
        'text/css',
        'body, .chart-title { color: rgb(1, 2, 3); position: fixed; background: url(//x.example) }',
      ),
    )
    await expect(dialog(page).getByText(/Left out.*position: fixed · background: url/)).toBeVisible()
    expect(await violations(page, { part: '[role="dialog"]' })).toEqual([])
  })

  await editor.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(drawn(page)).toHaveAccessibleName(
    /^Line chart: Revenue\. Sold and costs by city, 3 points\. Sold from 7 \(Bergen\) to 12.5 \(Oslo; Norway\)/,
  )
  await expect(page.locator('.chart-title')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.locator('body')).not.toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.getByRole('cell', { name: '12.5' })).toBeAttached()
  await drawn(page).locator('[data-point="1"]').hover()
  await expect(page.locator('.chart-tooltip')).toHaveText('BergenSold7costs1')

  await test.step('what was changed is not lost by Escape', async () => {
    await drawn(page).dblclick()
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Other')
    await editor.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Other')
    await editor.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(drawn(page)).toHaveAccessibleName(/: Revenue\./)
  })

  await test.step('its edges are moved with keys and with the pointer, and undo takes that back', async () => {
    const width = page.getByRole('separator', { name: 'Chart width' })
    await width.focus()
    await editor.press('ArrowRight', 'Shift+ArrowRight')
    await expect(width).toHaveAttribute('aria-valuenow', '560')
    const height = page.getByRole('separator', { name: 'Chart height' })
    const box = (await height.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 80, { steps: 4 })
    await page.mouse.up()
    await expect(height).toHaveAttribute('aria-valuenow', '380')
    await expect(drawn(page)).toHaveAttribute('viewBox', '0 0 560 380')
    await editor.caret('Sales')
    await editor.press('Control+z')
    await expect(height).toHaveAttribute('aria-valuenow', '300')
  })

  await test.step('one that is given up at once leaves nothing behind', async () => {
    await editor.caret('Sales')
    await editor.press('Enter')
    await editor.type('/chart')
    await editor.press('Enter')
    await expect(page.locator('[data-kind="chart"]')).toHaveCount(2)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.locator('[data-kind="chart"]')).toHaveCount(1)
  })
})

test('two people change one chart at once, and both changes stay', async ({ editor }) => {
  const { page } = editor
  await editor.open('mode=live')
  await page.evaluate(() =>
    window.harness.place([
      { id: 'c', kind: 'chart', attributes: { data: '[{"n": "a", "v": 1}, {"n": "b", "v": 2}]' } },
      { id: 'p', kind: 'paragraph', text: [{ text: 'after' }] },
    ]),
  )
  const mine = page.locator('.ProseMirror').first()
  await mine.getByRole('img', { name: /^Bar chart/ }).dblclick()
  await dialog(page).getByText('Pie', { exact: true }).click()
  await page.evaluate(() => {
    const [, theirs] = window.harness.editors
    theirs!.view.dispatch(theirs!.state.tr.setNodeAttribute(0, 'title', 'Theirs'))
  })
  await dialog(page).getByRole('button', { name: 'Update' }).click()
  for (const who of [0, 1])
    await expect(
      page
        .locator('.ProseMirror')
        .nth(who)
        .getByRole('img', { name: /^Pie chart: Theirs\./ }),
    ).toBeVisible()
})

test('charts that cannot be drawn say why; on a page to read nothing changes them', async ({ editor }) => {
  const { page } = editor
  const chart = (id: string, attributes: Record<string, string>) => ({ id, kind: 'chart', attributes })
  const good = '[{"<img src=x onerror=alert(1)>": "</text><script>alert(1)</script>", "__proto__": 3}]'
  await page.evaluate(
    (blocks) => window.harness.load(JSON.parse(blocks)),
    JSON.stringify([
      chart('a', { data: '[{"n": NaN}]' }),
      chart('b', { data: good, chartType: 'sankey' }),
      chart('c', { data: good, config: '{"__proto__": {"color": "url(//x.example)", "label": "<b>"}}' }),
      { id: 'p', kind: 'paragraph', text: [{ text: 'The page goes on' }] },
    ]),
  )
  await expect(page.locator('[data-kind="chart"]')).toHaveCount(3)
  await expect(page.getByText('Invalid JSON format')).toBeVisible()
  await expect(page.getByText('Unsupported chart type.')).toBeVisible()
  await expect(drawn(page)).toHaveAccessibleName(/^Bar chart\. <b> by <img/)
  await expect(page.getByRole('separator', { name: 'Chart width' })).toBeAttached()
  await page.evaluate(() => window.harness.setReadOnly(true))
  await expect(page.getByRole('separator', { name: 'Chart width' })).toHaveCount(0)
  await drawn(page).dblclick()
  await expect(page.getByRole('button', { name: /Edit/ })).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
  expect(await violations(page, { part: '[data-kind="chart"]' })).toEqual([])
})
