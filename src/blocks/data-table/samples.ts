import type { Attributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import { tableOf } from './table-attributes'

/** Data tables in all their forms, hostile ones among them, for the tests that every kind passes. */
export const dataTableSamples: Attributes[] = [
  {},
  {
    columns: [
      { accessorKey: 'name', header: 'Name | \\| `x` <b>' },
      { accessorKey: 'age', header: '', type: 'number', sortable: false },
      { accessorKey: 'born', type: 'date', align: 'center', filterable: false },
      { accessorKey: 'isHere', type: 'boolean', hidden: true },
    ],
    data: [
      { name: 'Ada | some words', age: 36, born: '1815-12-10', isHere: true, note: 'no column' },
      { name: 'two\nlines \\| of *text* <script>alert(1)</script>', age: null, isHere: false },
      { name: '', age: 'not a number', born: 'soon' },
      { name: 'https://a.bc/ some@words.de', age: -1.5e300 },
    ],
    config: { pageSize: 30, showPagination: false, selectable: true, reorderable: false },
    view: { sort: [{ column: 'c1', descending: true }], search: 'a', 'filter:c0': 'some' },
    customCss: 'th { color: red } /* --> <!-- */',
    indent: 1,
  },
  {
    columns: { a: { order: 'a0', accessorKey: 'a.b:c' }, b: { order: 'Zz', accessorKey: 'constructor' } },
    data: { r1: ['a1', { 'a.b:c': 'some words' }], r0: ['a0', { constructor: 'x' }] },
    cells: { 'r1:a.b:c': 'over', 'gone:a.b:c': 'written while the row was deleted' },
  },
]

export const dataTableBlocks: Block[] = dataTableSamples.map((attributes, at) => {
  const { customCss, indent } = attributes
  const records = Object.entries(tableOf(attributes)).filter(([, record]) => Object.keys(record).length > 0)
  return {
    id: `id-dataTable${at}`,
    kind: 'dataTable',
    attributes: {
      ...Object.fromEntries(records),
      ...(customCss === undefined ? {} : { customCss }),
      ...(indent === undefined ? {} : { indent }),
    },
  }
})
