import { type Attributes, leanAttributes } from '../kit/attributes'
import type { Json } from '../kit/block'
import { readTable } from './read-table'
import { rowsInView } from './rows-in-view'
import { dataTableAttributes } from './table-attributes'

/** A data table with nothing in it but what it shows: hidden columns and rows that a filter leaves out are gone. */
export function publicTable(attributes: Attributes): Attributes {
  const read = readTable(attributes)
  const shown = read.columns.filter(({ hidden }) => !hidden)
  const keys = new Set(shown.map(({ accessorKey }) => accessorKey))
  return leanAttributes(dataTableAttributes, {
    ...attributes,
    columns: shown as unknown as Json,
    data: rowsInView(read).map(({ values }) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key))),
    ),
    cells: {},
    view: {},
  })
}
