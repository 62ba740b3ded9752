import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellValue, parseCsv, readCell, safeCell, tableFromCsv, writeCsv } from './csv'

describe('CSV', () => {
  it('reads quotes, quotes in quotes and line breaks in quotes', () => {
    expect(parseCsv('name,text\r\n"Smith, J","said ""no""\nand left"\r\n')).toEqual([
      ['name', 'text'],
      ['Smith, J', 'said "no"\nand left'],
    ])
  })

  it.each([
    ['comma', 'a,b\n1,2\n3,4'],
    ['semicolon', 'a;b\n1;2\n3;4'],
    ['tab', 'a\tb\n1\t2\n3\t4'],
    ['tab and carriage returns', 'a\tb\r1\t2\r3\t4'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n3,4\n\n'],
  ])('finds out what parts the cells: %s', (_, text) => {
    expect(parseCsv(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('reads decimal commas between semicolons, and one column', () => {
    expect(parseCsv('a;b\n1,5;2,5\n3,5;4,5')?.[1]).toEqual(['1,5', '2,5'])
    expect(tableFromCsv('a;b\n-1,25;x,y\n3;4')?.records).toEqual([
      { a: -1.25, b: 'x,y' },
      { a: 3, b: '4' },
    ])
    expect(tableFromCsv('a,b\n"1,5",2')?.records[0]).toEqual({ a: '1,5', b: 2 })
    // Among words, what looks like a number stays as it is written.
    expect(tableFromCsv('version,n\n1.10,1.50\nbeta,\n2E10,-3')?.records).toEqual([
      { version: '1.10', n: 1.5 },
      { version: 'beta', n: null },
      { version: '2E10', n: -3 },
    ])
    expect(parseCsv('name\nAda\nGrace')).toEqual([['name'], ['Ada'], ['Grace']])
  })

  it.each(['', '\n\n', 'a,b\n"never closed,1', 'PK\0\0,x'])('5.16 is not CSV: %j', (text) => {
    expect(tableFromCsv(text)).toBeNull()
  })

  it('5.16 names columns by the first line and reads numbers', () => {
    expect(tableFromCsv('month,n,n,\nJan,-1.5,007,\nFeb,2e3,,x,y')).toEqual({
      columns: ['month', 'n', 'n 2', 'Column 4', 'Column 5'],
      records: [
        { month: 'Jan', n: -1.5, 'n 2': '007', 'Column 4': null, 'Column 5': null },
        { month: 'Feb', n: 2000, 'n 2': null, 'Column 4': 'x', 'Column 5': 'y' },
      ],
    })
  })

  it('takes names such as __proto__ for names', () => {
    const table = tableFromCsv('__proto__,constructor\n1,2')!
    expect(JSON.stringify(table.records)).toBe('[{"__proto__":1,"constructor":2}]')
    expect(({} as Record<string, unknown>)[0]).toBeUndefined()
  })

  it.each(['007', '+5', '1e400', '12345678901234567890', '1,5', '0x10', 'NaN', 'Infinity', '1 000'])(
    'leaves %s as it was written',
    (text) => {
      expect(cellValue(text)).toBe(text)
    },
  )

  it('R35 neutralises what starts a formula, and takes it off again', () => {
    const cells = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx', '\r=x', "'=1", "''@x", "it's", "'"]
    expect(cells.map(safeCell).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(cells.map(safeCell).map(readCell)).toEqual(cells)
    expect(parseCsv(writeCsv([['h', ...cells.slice(1)], cells]))?.[1]).toEqual(cells)
  })

  it('R35 leaves numbers numbers', () => {
    expect(writeCsv([[-5, '-5', '+1.5e3', 0, null, true]])).toBe('-5,-5,+1.5e3,0,,true')
  })

  it('R35 loses nothing, whatever stands in the cells', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@'"\t\r\n,; 0-9a]{0,6}$/))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
        const all = [['a', 'b'], ...rows].map(([x, y]) => [`${x}`, `${y}`, 'z'])
        expect(all.map((row) => row.map((text) => readCell(safeCell(text))))).toEqual(all)
      }),
      { numRuns: 1000 },
    )
  })
})
