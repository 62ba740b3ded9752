import type { Block } from '@/blocks'

/** A paragraph. */
export const line = (id: string, words: string): Block => ({ id, kind: 'paragraph', text: [{ text: words }] })

/** A table with rows r1, r2 …, columns c1, c2 …, and in the cells that have words a paragraph p11, p12 … each; all after the id of the table, unless it is `t`. */
export function table(id: string, ...rows: string[][]): Block {
  const width = Math.max(...rows.map((row) => row.length))
  const own = id === 't' ? '' : id
  const columns = Array.from({ length: width }, (_, x) => ({ id: `${own}c${x + 1}`, kind: 'tableColumn' }))
  const lines = rows.map((row, y) => ({
    id: `${own}r${y + 1}`,
    kind: 'tableRow',
    children: row.map((words, x) => ({
      id: `${own}r${y + 1}:${own}c${x + 1}`,
      kind: 'tableCell',
      children: words ? [line(`${own}p${y + 1}${x + 1}`, words)] : [],
    })),
  }))
  return { id, kind: 'table', children: [...columns, ...lines] }
}
