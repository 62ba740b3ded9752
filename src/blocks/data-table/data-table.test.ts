import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, settledBlocks } from '@/document'
import { htmlFromBlocks } from '../html/page'
import { docFromBlocks, normalizeBlocks } from '../json'
import type { Block } from '../kit/block'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { plainTextOf } from '../plain-text'
import { configOf, readTable, rowsOf, viewOf } from './read-table'
import { rowsInView } from './rows-in-view'
import { tableOf } from './table-attributes'
import {
  deleteRows,
  hasRoom,
  insertRows,
  isOverfull,
  mergeRows,
  moveColumn,
  moveRow,
  newOrders,
  roomForRows,
  setCells,
  setColumn,
  type TablePatch,
} from './table-edits'
import { MOST_ROWS, type Row, type TableAttributes } from './table-model'

const people = {
  columns: [
    { id: 'name', accessorKey: 'name', header: 'Name' },
    { id: 'age', accessorKey: 'age', header: 'Age', type: 'number' },
    { id: 'here', accessorKey: 'here', header: 'Here', type: 'boolean' },
  ],
  data: [
    { name: 'Ada', age: 36, here: true },
    { name: 'Grace', age: 85, here: false },
    { name: 'Alan', age: null, here: true },
  ],
}
const block = (attributes: Record<string, unknown>): Block =>
  normalizeBlocks([{ id: 't', kind: 'dataTable', attributes: attributes as never }])[0]!
const read = (table: Block) => readTable(table.attributes)
const names = (table: Block): unknown[] => read(table).rows.map(({ values }) => values.name)
const with_ = (table: Block, act: (table: TableAttributes) => TablePatch): Block =>
  normalizeBlocks([
    { ...table, attributes: { ...table.attributes, ...act(tableOf(table.attributes ?? {})) } },
  ])[0]!
const row = (table: Block, at: number): string => read(table).rows[at]!.id

/** The page on two machines; what `each` does to it on its own, and then what both read. */
function apart(table: Block, ...each: ((table: TableAttributes) => TablePatch)[]): Block {
  const start = createPageDoc()
  applyBlocks(start, [table])
  const docs = each.map((act) => {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(start))
    applyBlocks(doc, [with_(table, act)])
    return doc
  })
  const updates = docs.map((doc) => Y.encodeStateAsUpdate(doc))
  const [first, ...others] = docs.map((doc) => {
    for (const update of updates) Y.applyUpdate(doc, update)
    return settledBlocks(doc)
  })
  for (const other of others) expect(other).toEqual(first)
  return first![0]!
}

describe('3.21 a data table', () => {
  it('is understood as lists of columns and rows, and has the usual settings', () => {
    const { columns, rows, config } = read(block(people))
    expect(columns.map(({ header, type, align }) => [header, type, align])).toEqual([
      ['Name', 'text', 'left'],
      ['Age', 'number', 'right'],
      ['Here', 'boolean', 'left'],
    ])
    expect(rows.map(({ values }) => values)).toEqual(people.data)
    expect(config).toMatchObject({ showPagination: true, sortable: true, selectable: false })
  })

  it('says when it is larger than what is read of a table', () => {
    const rows = Array.from({ length: 250 }, () => ({ name: 'n'.repeat(9_000) }))
    const data = Object.fromEntries(rows.map((values, at) => [`r${at}`, ['a0', values]]))
    const { data: readBack } = tableOf({ data })
    expect(isOverfull({ data, cells: {} })).toBe(true)
    expect(Object.keys(readBack).length).toBeLessThan(250)
    expect(isOverfull({ data: readBack, cells: {} })).toBe(false)
  })

  it('9.12 shows ten rows on a page, and 5.16 one to a hundred where that is said', () => {
    const sizeOf = (pageSize: unknown) => configOf(tableOf({ config: { pageSize } })).pageSize
    expect([undefined, 1, 100, 0, 101, 2.5, '20', null].map(sizeOf)).toEqual([10, 1, 100, 10, 10, 10, 10, 10])
  })

  it('is sorted, filtered and searched, with empty cells last either way', () => {
    const table = block(people)
    const { columns, rows } = read(table)
    const shown = (view: Record<string, unknown>, config: Record<string, unknown> = {}) =>
      rowsInView({
        rows,
        columns,
        config: configOf(tableOf({ config })),
        view: viewOf(tableOf({ view })),
      }).map(({ values }) => values.name)
    expect(shown({ sort: [{ column: 'age' }] })).toEqual(['Ada', 'Grace', 'Alan'])
    expect(shown({ sort: [{ column: 'age', descending: true }] })).toEqual(['Grace', 'Ada', 'Alan'])
    expect(shown({ 'filter:age': '>= 80' })).toEqual(['Grace'])
    expect(shown({ 'filter:here': 'yes' })).toEqual(['Ada', 'Alan'])
    expect(shown({ 'filter:name': 'A', search: '36' })).toEqual(['Ada'])
    expect(shown({ 'filter:name': '!= Ada' })).toEqual(['Grace', 'Alan'])
    // What the settings switch off is left out everywhere, as it is on the page itself.
    const all = shown({})
    expect(shown({ 'filter:name': '!= Ada', search: '36' }, { showFilters: false })).toEqual(all)
    expect(shown({ sort: [{ column: 'age' }] }, { sortable: false })).toEqual(all)
  })

  it('says its words for search, those of hidden columns and filtered rows too', () => {
    const text = plainTextOf([block({ ...people, view: { search: 'nothing' } })])
    expect(text).toBe('Name\tAge\tHere\nAda\t36\tYes\nGrace\t85\tNo\nAlan\t\tYes')
  })

  it('is a table in HTML where it is only read: what its view shows, in its order', () => {
    const table = with_(
      block({ ...people, view: { sort: [{ column: 'name' }], 'filter:here': 'yes' } }),
      (now) => setColumn(now, 'here', { hidden: true }),
    )
    const html = htmlFromBlocks([table]).replace(/ data-[\w-]+="[^"]*"/g, '')
    expect(html).toContain('<th scope="col">Name</th><th scope="col">Age</th></tr>')
    expect(html).toContain('<tbody><tr><td>Ada</td><td>36</td></tr><tr><td>Alan</td><td></td></tr></tbody>')
  })
})

describe('a data table that two people write in at once', () => {
  const table = block(people)
  it('keeps what both wrote, in one row or in two', () => {
    const merged = apart(
      table,
      (now) => setCells(now, [{ row: row(table, 0), key: 'name', value: 'Ada Lovelace' }]),
      (now) =>
        setCells(now, [
          { row: row(table, 0), key: 'age', value: 37 },
          { row: row(table, 2), key: 'name', value: '' },
        ]),
    )
    expect(read(merged).rows.map(({ values }) => values)).toEqual([
      { name: 'Ada Lovelace', age: 37, here: true },
      { name: 'Grace', age: 85, here: false },
      { name: '', age: null, here: true },
    ])
  })

  it('keeps rows of both, moved and written ones, and what each did with another column', () => {
    const merged = apart(
      table,
      (now) => ({
        ...insertRows(now, 1, [{ name: 'Katherine' }], ['k']),
        ...setColumn(now, 'age', { header: 'Years' }),
      }),
      (now) => ({
        ...insertRows(now, 3, [{ name: 'Edsger' }], ['e']),
        ...setColumn(now, 'name', { hidden: true }),
      }),
      (now) => moveRow(now, row(table, 2), 0),
      (now) => setCells(now, [{ row: row(table, 2), key: 'age', value: 41 }]),
    )
    expect(names(merged)).toEqual(['Alan', 'Ada', 'Katherine', 'Grace', 'Edsger'])
    expect(read(merged).rows[0]!.values.age).toBe(41)
    expect(read(merged).columns.map(({ header, hidden }) => [header, hidden])).toEqual([
      ['Name', true],
      ['Years', false],
      ['Here', false],
    ])
  })

  it('shows a row that one deleted while another wrote in it, with what was written', () => {
    const merged = apart(
      table,
      (now) => deleteRows(now, new Set([row(table, 1)])),
      (now) => setCells(now, [{ row: row(table, 1), key: 'name', value: 'Grace Hopper' }]),
    )
    expect(names(merged)).toEqual(['Ada', 'Alan', 'Grace Hopper'])
  })

  it('writes nothing but the cell that was written', () => {
    const doc = createPageDoc()
    applyBlocks(doc, [block({ ...people, data: Array.from({ length: 500 }, (_, n) => ({ name: `n${n}` })) })])
    let bytes = 0
    doc.on('update', (update: Uint8Array) => {
      bytes += update.length
    })
    const [now] = settledBlocks(doc)
    applyBlocks(doc, [with_(now!, (at) => setCells(at, [{ row: row(now!, 250), key: 'name', value: 'x' }]))])
    expect(read(settledBlocks(doc)[0]!).rows[250]!.values.name).toBe('x')
    expect(bytes).toBeLessThan(100)
  })

  it('brings what was done in its window into what others did meanwhile', () => {
    const before = read(table).rows
    const others = with_(table, (now) => ({
      ...setCells(now, [{ row: row(table, 0), key: 'age', value: 40 }]),
      ...insertRows(now, 3, [{ name: 'Edsger' }], ['e']),
    }))
    const draft: Row[] = [
      before[2]!,
      { ...before[0]!, values: { ...before[0]!.values, name: 'Ada L.' } },
      { id: 'new', values: { name: 'Katherine' } },
    ]
    const merged = with_(others, (now) => mergeRows(now, before, draft))
    expect(read(merged).rows.map(({ values }) => values)).toEqual([
      { name: 'Alan', age: null, here: true },
      { name: 'Ada L.', age: 40, here: true },
      { name: 'Katherine' },
      { name: 'Edsger' },
    ])
  })
})

describe('the order of rows and columns', () => {
  it('is written where it has to be, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.constantFrom('a0', 'a1', 'a2', 'Zz', 'a0V', 'zzzzz')), { maxLength: 12 }),
        (keys) => {
          const orders = newOrders(keys)
          const all = orders.map((order, at) => order ?? keys[at]!)
          for (const [at, key] of all.entries()) if (at > 0) expect(all[at - 1]! < key).toBe(true)
        },
      ),
    )
    expect(newOrders(['a0', 'a1', 'a2'])).toEqual([null, null, null])
    expect(newOrders(['a0', 'a2', 'a1']).filter((order) => order !== null)).toHaveLength(1)
  })

  it('moves a row and a column', () => {
    const table = block(people)
    expect(names(with_(table, (now) => moveRow(now, row(table, 0), 2)))).toEqual(['Grace', 'Alan', 'Ada'])
    const moved = with_(table, (now) => moveColumn(now, 'here', 0))
    expect(read(moved).columns.map(({ id }) => id)).toEqual(['here', 'name', 'age'])
  })
})

describe('a data table in Markdown', () => {
  it('is a table that everybody reads; what was edited by hand in it counts', () => {
    const markdown = markdownFromBlocks([block(people)])
    expect(markdown).toContain('| Grace | ')
    const edited = markdown.replace(/\| Grace \|\s+85 \|/, '| Grace Hopper | 86 |')
    const [table] = blocksFromMarkdown(`${edited.replace(/(\| Alan .*)/, '$1\n| Katherine | 101 | No |')}`)
    expect(read(table!).rows.map(({ values }) => values)).toEqual([
      { name: 'Ada', age: 36, here: true },
      { name: 'Grace Hopper', age: 86, here: false },
      { name: 'Alan', age: null, here: true },
      { name: 'Katherine', age: 101, here: false },
    ])
    expect(read(table!).columns).toEqual(read(block(people)).columns)
    const fewer = edited.replace(/\| Alan .*\n/, '')
    expect(names(blocksFromMarkdown(fewer)[0]!)).toEqual(['Ada', 'Grace Hopper'])
  })
})

describe('hostile data tables', () => {
  it('R41 names that objects inherit are keys like others, and __proto__ is none', () => {
    const table = block(
      JSON.parse(
        '{"columns":[{"accessorKey":"constructor"},{"accessorKey":"__proto__"},{"id":"__proto__","accessorKey":"a"}],' +
          '"data":[{"constructor":"c","__proto__":{"polluted":1},"toString":"t"}],"cells":{"r0:__proto__":"x","__proto__:a":"y"}}',
      ),
    )
    const { columns, rows } = read(table)
    expect(columns.map(({ accessorKey }) => accessorKey)).not.toContain('__proto__')
    expect(rows.map(({ values }) => ({ ...values }))).toEqual([{ constructor: 'c', toString: 't' }])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('R34 holds five thousand rows, and values that nest deeply as nothing', () => {
    let deep: unknown = 1
    for (let n = 0; n < 20_000; n++) deep = [deep]
    const many = tableOf({
      data: Array.from({ length: 100_000 }, (_, n) => ({ n, deep: n === 0 ? deep : 0 })),
    })
    expect(rowsOf(many)).toHaveLength(MOST_ROWS)
    expect(rowsOf(many)[0]!.values).toEqual({ n: 0 })
    expect(rowsOf(tableOf({ data: [{ a: { b: [1] } }] }))[0]!.values).toEqual({ a: '{"b":[1]}' })
  })

  it('R34 takes no more than it can be read back with', () => {
    const long = { text: 'x'.repeat(9_000) }
    const table = tableOf({ data: Array.from({ length: 220 }, () => long) })
    expect(rowsOf(table)).toHaveLength(220)
    expect([
      hasRoom(table, [long]),
      hasRoom(
        table,
        Array.from({ length: 5 }, () => long),
      ),
    ]).toEqual([true, false])
  })

  it('R34 that is full can be made smaller', () => {
    const text = 'x'.repeat(9_900)
    const table = tableOf({ data: Array.from({ length: 202 }, () => ({ text })) })
    const id = rowsOf(table)[0]!.id
    const write = (value: string) => [{ row: id, key: 'text', value }] as const
    expect(hasRoom(table, [], write(`${text}x`)), 'more').toBe(false)
    expect(hasRoom(table, [], write('y')), 'less than the row was made with').toBe(true)
    expect(hasRoom(table, [], write('')), 'nothing').toBe(true)
    const written: TableAttributes = { ...table, ...setCells(table, write('y'.repeat(9_000))) }
    expect(rowsOf(written)[0]!.values.text).toHaveLength(9_000)
    expect(hasRoom(written, [], write('y'.repeat(9_900))), 'more than was written').toBe(false)
    expect(hasRoom(written, [], write('z')), 'less than was written').toBe(true)
    expect(hasRoom(written, [{ text }], write('z')), 'one more row').toBe(false)
  })

  it('R34 shows no more rows than it holds, also of those that only have written cells', () => {
    const cells = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`gone${at}:a`, 'x']))
    const given = block({ columns: [{ accessorKey: 'a' }], data: [{ a: 'first' }], cells })
    const { rows } = read(given)
    expect(rows).toHaveLength(MOST_ROWS)
    expect(rows[0]!.values).toEqual({ a: 'first' })
    expect(htmlFromBlocks([given]).match(/<tr>/g)).toHaveLength(MOST_ROWS + 1)
    expect(roomForRows(tableOf(given.attributes ?? {}))).toBe(0)
  })

  it('any JSON reads as some table, the same every time', () => {
    const records = fc.record({
      columns: fc.jsonValue(),
      data: fc.jsonValue(),
      cells: fc.dictionary(fc.string(), fc.jsonValue()),
      config: fc.jsonValue(),
      view: fc.jsonValue(),
    })
    fc.assert(
      fc.property(records, (given) => {
        const once = block(given as never)
        docFromBlocks([once]).check()
        expect(block(once.attributes ?? {})).toEqual(once)
        const doc = createPageDoc()
        applyBlocks(doc, [once])
        expect(settledBlocks(doc)).toEqual([once])
        expect(htmlFromBlocks([once])).toContain('data-kind="dataTable"')
      }),
      { numRuns: 60 },
    )
  })

  it('R29 its text is text, and its styles stay inside of it', () => {
    const html = htmlFromBlocks([
      block({
        ...people,
        data: [{ name: '<img src=x onerror=alert(1)>' }],
        customCss:
          'body { display: none } th { color: red; background: url(https://evil.example) } @import "x";',
      }),
    ])
    expect(html).not.toContain('<img')
    const style = /<style>(.*?)<\/style>/s.exec(html.slice(html.indexOf('<body')))![1]!
    expect(style).toContain('[data-block-id="t"]')
    expect(style).toContain('color: red')
    expect(style).not.toMatch(/url|@import|evil/)
    expect(style).not.toMatch(/^\s*body/m)
  })
})
