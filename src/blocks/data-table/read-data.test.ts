import { describe, expect, it } from 'vitest'
import {
  cellsFromPaste,
  columnsFromRows,
  jsonOfRows,
  rowsFromCsv,
  rowsFromJson,
  withKnownIds,
} from './read-data'

describe('5.16 data from elsewhere', () => {
  it('is JSON of rows: objects, lists whose first one names them, or the one list in an object', () => {
    const rows = [{ a: 1, b: 'x' }]
    for (const given of [
      rows,
      { data: rows, total: 1 },
      [
        ['a', 'b'],
        [1, 'x'],
      ],
    ])
      expect(rowsFromJson(JSON.stringify(given))?.rows).toEqual(rows)
    expect(rowsFromJson('[]')?.rows).toEqual([])
    for (const wrong of ['', '{', 'null', '1', '"a"', '[1,2]', '[{}, 3]', '{"a":1}'])
      expect(rowsFromJson(wrong)).toBeNull()
  })

  it('is CSV with quotes, line breaks, semicolons and tabs, its numbers numbers', () => {
    expect(rowsFromCsv('name,says,n\r\n"Lovelace, Ada","a ""b""\nc",36\r\n')?.rows).toEqual([
      { name: 'Lovelace, Ada', says: 'a "b"\nc', n: 36 },
    ])
    expect(rowsFromCsv('a;b\n1;007')?.rows).toEqual([{ a: 1, b: '007' }])
    expect(rowsFromCsv('"never closed')).toBeNull()
  })

  it('R35 what was put before formulas comes off again', () => {
    expect(rowsFromCsv("a\n'=1+1")?.rows).toEqual([{ a: '=1+1' }])
  })

  it('R34 says what was left out', () => {
    const many = rowsFromCsv(`n\n${Array.from({ length: 100_000 }, (_, n) => n).join('\n')}`)
    expect(many?.rows).toHaveLength(5000)
    expect(many?.notice).toBe('A data table holds up to 5,000 rows: the first 5,000 of 100,000 are taken.')
    expect(rowsFromJson('['.repeat(100_000))).toBeNull()
    expect(rowsFromCsv('x'.repeat(6 * 1024 * 1024))).toBeNull()
  })

  it('tells which columns there are, and of which type', () => {
    const columns = columnsFromRows([
      { firstName: 'Ada', born: '1815-12-10', n: 1, ok: true, mixed: 1, 'a b': null },
      { firstName: 'Grace', born: '', n: null, ok: 'false', mixed: 'x', last: 'new' },
    ])
    expect(columns.map(({ header, type, accessorKey }) => `${header}: ${type} of ${accessorKey}`)).toEqual([
      'First name: text of firstName',
      'Born: date of born',
      'N: number of n',
      'Ok: boolean of ok',
      'Mixed: text of mixed',
      'a b: text of a b',
      'Last: text of last',
    ])
    expect(new Set(columnsFromRows([{ 'a b': 1, 'a-b': 2, __proto: 3 }]).map(({ id }) => id)).size).toBe(3)
  })

  it('pasted from a spreadsheet is cells; one word is none', () => {
    expect(cellsFromPaste('Ada\t36\nGrace\t85\n')).toEqual([
      ['Ada', '36'],
      ['Grace', '85'],
    ])
    expect(cellsFromPaste('Ada')).toBeNull()
  })

  it('written anew as JSON keeps the rows it had', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => ({ id, values: { name: id } }))
    expect(rowsFromJson(jsonOfRows(before))?.rows).toEqual(before.map(({ values }) => values))
    let n = 0
    const ids = (names: string[]) =>
      withKnownIds(
        before,
        names.map((name) => ({ name })),
        () => `new${++n}`,
      ).map(({ id }) => id)
    expect(ids(['a', 'B', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd'])
    expect(ids(['c', 'a', 'd'])).toEqual(['c', 'a', 'd'])
    expect(ids(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'new1'])
  })
})
