import { LARGE_TABLE, largeTablePage, wordsOfCell } from '../test/large-table.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, saveState } from './screen.ts'
import { storeUpdate } from './stored-page.ts'

const NOTE =
  'This table is too large to be shown whole: it has 3 more rows. The words in them stand below the table.'

test('S1 a table that is too large to be laid out says so above it, and its other words stand below it', async ({
  page,
  server,
  signUp,
}) => {
  // 20,000 cells are drawn, on a machine that has much else to do.
  test.setTimeout(240_000)
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Large' })
  // A page that misses a part of itself meanwhile would load itself again, in the way of what comes.
  await page.goto('about:blank')
  await server.kill('SIGTERM')
  storeUpdate(server.dataDir, id, largeTablePage())
  await server.start()

  await page.goto(`/${id}`)
  const table = body(page).getByRole('group', { name: NOTE })
  await expect(table).toBeVisible({ timeout: 120_000 })
  await expect(saveState(page)).toHaveText('Saved')
  const shown = await table.evaluate((element) => {
    const { content, display } = getComputedStyle(element, '::before')
    return { content, display, rows: element.querySelectorAll('tr').length }
  })
  expect(shown).toEqual({
    content: `"${NOTE}"`,
    display: 'block',
    rows: LARGE_TABLE.rows - LARGE_TABLE.beyond,
  })
  const text = await body(page).evaluate((element) => element.textContent ?? '')
  const inTable = await table.evaluate((element) => element.textContent ?? '')
  for (const [row, column, isLaidOut] of [
    [0, 0, true],
    [1999, 9, true],
    [2000, 0, false],
    [2002, 9, false],
  ] as const) {
    const words = wordsOfCell(row, column)!
    expect(text.split(words)).toHaveLength(2)
    expect(inTable.includes(words), words).toBe(isLaidOut)
  }
})
