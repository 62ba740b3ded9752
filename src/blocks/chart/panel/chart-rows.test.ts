import { describe, expect, it } from 'vitest'
import { parseCsv, writeCsv } from '../../kit/csv'
import { LONGEST_DATA, readChart } from '../read-chart'
import type { Row } from '../read-rows'
import { changesOf, draftOf, problemsOf, SAMPLE_CONFIG, SAMPLE_DATA } from './chart-draft'
import {
  addColumn,
  addRow,
  cellsFromClipboard,
  csvRows,
  dataFromFile,
  removeColumn,
  removeRow,
  renameColumn,
  renamedInConfig,
  rowsFromClipboard,
  withCell,
  withCells,
  withFreshSeries,
  writeRows,
} from './chart-rows'

const ROWS: Row[] = [
  { month: 'Jan', sales: 3 },
  { month: 'Feb', sales: 4, note: { kept: true } },
]

describe('the data of a chart as a table', () => {
  it('a cell that is typed is a number when it is written like one; the rest stays as it was', () => {
    expect(withCell(ROWS, 0, 'sales', '12.5')).toEqual([
      { month: 'Jan', sales: 12.5 },
      { month: 'Feb', sales: 4, note: { kept: true } },
    ])
    expect(withCell(ROWS, 1, 'month', '007')[1]).toMatchObject({ month: '007' })
    expect(withCell(ROWS, 1, 'sales', '')[1]).toMatchObject({ sales: null })
  })

  it('cells of a spreadsheet go in from where they are pasted; rows and columns are added', () => {
    const cells = cellsFromClipboard('Mar\t5\t"a\nb"\tx\nApr\t6\t\ty\nMay\t7')!
    expect(withCells(ROWS, ['month', 'sales', 'note'], 1, 'month', cells)).toEqual([
      { month: 'Jan', sales: 3 },
      { month: 'Mar', sales: 5, note: 'a\nb', 'Column 4': 'x' },
      { month: 'Apr', sales: 6, note: null, 'Column 4': 'y' },
      { month: 'May', sales: 7 },
    ])
    expect(cellsFromClipboard('one word, and another')).toBeNull()
    expect(rowsFromClipboard('a\tb\nx\t1')).toEqual([{ a: 'x', b: 1 }])
  })

  it('rows and columns are added, named and taken away', () => {
    expect(addRow([])).toEqual([{ Name: null, Value: null }])
    expect(addRow([{ a: 1 }])).toEqual([{ a: 1 }, { a: null }])
    expect(addColumn([{ Value: 1 }])).toEqual([{ Value: 1, 'Value 2': null }])
    expect(addColumn([])).toEqual([{ Name: null }])
    expect(removeRow(ROWS, 0)).toEqual([ROWS[1]])
    expect(removeColumn(ROWS, 'sales')[0]).toEqual({ month: 'Jan' })
    expect(renameColumn(ROWS, 'sales', ' revenue ')[0]).toEqual({ month: 'Jan', revenue: 3 })
    expect(renameColumn(ROWS, 'sales', 'month')).toEqual(ROWS)
    expect(JSON.stringify(renameColumn([{ a: 1 }], 'a', '__proto__'))).toBe('[{"__proto__":1}]')
  })

  it('a series that gets another name stays drawn, and a new column of numbers is drawn too', () => {
    const drawn = (data: readonly Row[], config: string) => {
      const read = readChart({ ...draftOf({}), chartType: 'bar', data: writeRows(data), config, indent: 0 })
      return 'chart' in read ? read.chart.series.map(({ key, label }) => `${key}: ${label}`) : read.problem
    }
    const config = '{"desktop": {"label": "At a desk"}, "mobile": {}}'
    const rows: Row[] = [{ month: 'Jan', desktop: 1, mobile: 2 }]
    const renamed = renamedInConfig(config, 'desktop', 'Sales')
    expect(drawn(renameColumn(rows, 'desktop', 'Sales'), renamed)).toEqual([
      'Sales: At a desk',
      'mobile: mobile',
    ])
    expect(renamedInConfig(config, 'month', 'Month')).toBe(config)
    expect(renamedInConfig('{', 'desktop', 'Sales')).toBe('{')

    const fresh = new Set(['Value'])
    const wider = [{ ...rows[0], Value: 5 }] as Row[]
    const wanted = withFreshSeries(config, wider, fresh)
    expect(drawn(wider, wanted)).toEqual(['desktop: At a desk', 'mobile: mobile', 'Value: Value'])
    // One that turns out to be words is none, and without a config all numbers are drawn anyway.
    expect(JSON.parse(withFreshSeries(wanted, [{ ...rows[0], Value: '5th' }] as Row[], fresh))).toEqual(
      JSON.parse(config),
    )
    expect(withFreshSeries('', wider, fresh)).toBe('')
    expect(withFreshSeries('{"other": {}}', wider, fresh)).toBe('{"other": {}}')
  })
})

describe('a file with data', () => {
  it('5.16 is CSV, TSV or JSON', () => {
    expect(dataFromFile('a.csv', 'month;sales\nJan;3')).toEqual({ data: '[\n  {"month":"Jan","sales":3}\n]' })
    expect(dataFromFile('a.TSV', 'month\tsales\nJan\t3')).toEqual({
      data: '[\n  {"month":"Jan","sales":3}\n]',
    })
    expect(dataFromFile('a.json', ' [{"a":1}] ')).toEqual({ data: '[{"a":1}]' })
  })

  it.each(['', '{', '[]', '{"a": 1}', '[1]', '[{"a": NaN}]'])('5.16 %j is an invalid JSON file', (text) => {
    expect(dataFromFile('a.json', text)).toEqual({ problem: 'Invalid JSON file' })
  })

  it.each(['', 'only,names', 'a,b\n"open,1', 'PK\0,x\n1,2'])('5.16 %j is an invalid CSV file', (text) => {
    expect(dataFromFile('a.csv', text)).toEqual({ problem: 'Invalid CSV file' })
  })

  it('of 100,000 rows is more than a chart keeps, and that is said', () => {
    const csv = `n,v\n${Array.from({ length: 100_000 }, (_, at) => `${at},1`).join('\n')}`
    expect(dataFromFile('a.csv', csv)).toEqual({
      problem: expect.stringMatching(/^100,000 rows \([\d,]+ characters\) are more than a chart can keep\./),
    })
  })

  it('R35 is written with its formulas neutralised, and read back as it was', () => {
    const rows = [
      { name: '=1+1', n: -5 },
      { name: 'x', n: null },
    ]
    const csv = writeCsv(csvRows(rows))
    expect(csv).toBe("name,n\r\n'=1+1,-5\r\nx,")
    expect(parseCsv(csv)?.[1]).toEqual(['=1+1', '-5'])
    expect(dataFromFile('a.csv', csv)).toEqual({ data: writeRows(rows) })
  })
})

describe('what is changed in the dialog', () => {
  const before = draftOf({})

  it('5.16 cannot be inserted with a JSON error or without data', () => {
    const problems = (part: object) => problemsOf({ ...before, ...part }, before)
    expect(problems({ data: SAMPLE_DATA, config: SAMPLE_CONFIG })).toEqual({
      data: null,
      config: null,
      isEmpty: false,
    })
    expect(problems({ data: '[{]' }).data).toBe('Invalid JSON format')
    expect(problems({ data: SAMPLE_DATA, config: '[' }).config).toBe('Invalid JSON format')
    for (const data of ['', '[]']) expect(problems({ data }).isEmpty).toBe(true)
    expect(problems({ data: writeRows([{ a: 'x'.repeat(LONGEST_DATA) }]) }).data).toContain(
      'more than a chart can keep',
    )
  })

  it('data that is too long already may stay', () => {
    const long = { ...before, data: writeRows([{ a: 1, b: 'x'.repeat(LONGEST_DATA) }]) }
    expect(problemsOf({ ...long, title: 'New' }, long).data).toBeNull()
  })

  it('is only what differs', () => {
    expect(changesOf(before, { ...before, width: 500 })).toEqual({ width: 500 })
  })
})
