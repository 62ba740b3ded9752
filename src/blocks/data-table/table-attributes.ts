import * as z from 'zod/mini'
import { indent } from '../kit/attributes'
import type { Json } from '../kit/block'
import type { TableAttributes } from './table-model'
import { type Loose, readCells, readColumns, readConfig, readData, readView } from './table-records'

const EMPTY: Record<string, Json> = Object.freeze({})
/** Records that were cleaned: what a page holds is asked for again and again, and never changed. */
const clean = new WeakSet<object>([EMPTY])

const known = (record: Record<string, Json>): Record<string, Json> => {
  for (const _ in record) {
    clean.add(record)
    return record
  }
  return EMPTY
}

/** An attribute that is a record. Whatever is given, what can be understood of it is kept. */
function recordOf(read: (given: Loose | readonly unknown[]) => Record<string, Json>) {
  const given = z.custom<Loose>((value) => typeof value === 'object' && value !== null)
  return z._default(
    z.pipe(
      given,
      z.transform(
        (value): Record<string, Json> =>
          clean.has(value) ? (value as Record<string, Json>) : known(read(value)),
      ),
    ),
    // Always the same: what is empty is not written.
    () => EMPTY,
  )
}

/** The records of a table; `columns` and `data` are also understood as the plain lists of product.md 3.21. */
const tableShape = {
  columns: recordOf(readColumns),
  data: recordOf(readData),
  cells: recordOf(readCells),
  config: recordOf(readConfig),
  view: recordOf(readView),
}

/** All attributes of a data table. */
export const dataTableAttributes = {
  ...tableShape,
  /** Styles of the person's own, used only inside of the block (rulings 3). */
  customCss: z._default(z.string().check(z.maxLength(20_000)), ''),
  indent,
}

/** The records of a table whatever is given: what they do not say is empty. */
export function tableOf(given: Readonly<Record<string, unknown>>): TableAttributes {
  const read = (name: keyof typeof tableShape): Record<string, Json> => {
    const found = tableShape[name].safeParse(given[name])
    return found.success ? found.data : EMPTY
  }
  return {
    columns: read('columns'),
    data: read('data'),
    cells: read('cells'),
    config: read('config'),
    view: read('view'),
  }
}

/** A record with its changes, in the form that a page gives back; `undefined` takes a member away. */
export function changedRecord(
  name: keyof TableAttributes,
  before: Record<string, Json>,
  changes: Readonly<Record<string, Json | undefined>>,
): Record<string, Json> {
  const after: Record<string, Json> = { ...before }
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete after[key]
    else after[key] = value
  }
  return tableOf({ [name]: after })[name]
}
