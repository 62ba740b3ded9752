import * as Y from 'yjs'
import { cellId } from '@/document/format/grid'
import { entriesOf, textOf } from '@/document/format/layout'

/** The table of {@link largeTablePage}: a grid of 10 columns lays out 2,000 rows, so its last 3 are not. */
export const LARGE_TABLE = { rows: 2003, columns: 10, beyond: 3 }

/** The words of the cell in this row and column, counted from 0; null for a cell without words. */
export function wordsOfCell(row: number, column: number): string | null {
  const isLast = row >= LARGE_TABLE.rows - LARGE_TABLE.beyond - 1
  return isLast || row < 2 ? `cell${row}by${column}.` : null
}

/**
 * The state of a page, as a server stored it that knew no bounds: a line, a table of more cells than are laid out, and
 * another line.
 */
export function largeTablePage(): Uint8Array {
  const doc = new Y.Doc()
  const add = (id: string, kind: string, parent: string, order: string) =>
    entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, order] })))
  const write = (id: string, words: string) => {
    const text = textOf(doc)
    text.insertEmbed(text.length, { block: id })
    text.insert(text.length, words)
  }
  // Keys of one length, in the order of their numbers.
  const order = (at: number) => `d${String(at).padStart(4, '0')}1`
  doc.transact(() => {
    add('above', 'paragraph', '', 'a0')
    write('above', 'The line above.')
    add('t', 'table', '', 'a1')
    for (let x = 0; x < LARGE_TABLE.columns; x++) add(`c${x}`, 'tableColumn', 't', order(x))
    for (let y = 0; y < LARGE_TABLE.rows; y++) {
      add(`r${y}`, 'tableRow', 't', order(y))
      for (let x = 0; x < LARGE_TABLE.columns; x++) {
        const words = wordsOfCell(y, x)
        if (words === null) continue
        add(`p${y}-${x}`, 'paragraph', cellId(`r${y}`, `c${x}`), 'a0')
        write(`p${y}-${x}`, words)
      }
    }
    add('below', 'paragraph', '', 'a2')
    write('below', 'The line below.')
  })
  return Y.encodeStateAsUpdate(doc)
}
