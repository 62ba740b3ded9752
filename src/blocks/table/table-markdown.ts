import type { BlockContent, Table } from 'mdast'
import type { Block } from '../kit/block'
import { isInlineText } from '../kit/block'
import type { MarkdownWriter } from '../kit/markdown'
import { CELL } from './cell-names'

type Align = 'left' | 'center' | 'right' | null
const ALIGNS: readonly unknown[] = ['left', 'center', 'right']

/**
 * A table as GFM writes it, when GFM can say all of it: every cell one line of text at most, aligned as its column is,
 * and no cell merged or coloured. Widths of columns stand beside it as data. Any other table is rows and cells between
 * directives, its words readable all the same.
 */
export function writeTable(block: Block, writer: MarkdownWriter): BlockContent {
  const { children = [] } = block
  const columns = children.filter(({ kind }) => kind === 'tableColumn')
  const rows = children.filter(({ kind }) => kind === 'tableRow')
  const hasWidths = columns.some(({ attributes }) => attributes !== undefined)
  const table = gfmTable(rows, columns.length, writer)
  if (table && !hasWidths) return table
  const inside = [...writer.blocks(columns), ...(table ? [table] : writer.blocks(rows))]
  return { type: 'container', kind: 'table', attributes: {}, children: inside }
}

/** `isLoose`: lines in a cell may be parted by `<br>`, and a column that is not aligned in one way is not aligned. */
export function gfmTable(
  rows: readonly Block[],
  width: number,
  writer: MarkdownWriter,
  isLoose = false,
): Table | null {
  const fits = (cell: Block) => isPlain(cell, isLoose)
  if (width === 0 || !rows.every((row) => row.children?.length === width && row.children.every(fits)))
    return null
  const align = Array.from({ length: width }, (_, x) => columnAlign(rows, x, isLoose))
  if (align.includes(undefined)) return null
  return {
    type: 'table',
    align: align as Align[],
    children: rows.map((row) => ({
      type: 'tableRow',
      children: (row.children ?? []).map((cell) => ({
        type: 'tableCell',
        children: writer.inline(cell.children?.[0]?.text),
      })),
    })),
  }
}

/** At most one paragraph (unless `isLoose`: of one line), with nothing said of it but how it is aligned. */
function isPlain({ kind, attributes, children = [] }: Block, isLoose: boolean): boolean {
  if (kind !== CELL || attributes || children.length > 1) return false
  const [only] = children
  if (!only) return true
  const { align, ...others } = only.attributes ?? {}
  return (
    only.kind === 'paragraph' &&
    Object.keys(others).length === 0 &&
    (align === undefined || ALIGNS.includes(align)) &&
    (isLoose || (only.text ?? []).every((piece) => !isInlineText(piece) || !piece.text.includes('\n')))
  )
}

/** How all that stands in a column is aligned; undefined when not all of it is aligned in the same way. */
function columnAlign(rows: readonly Block[], x: number, isLoose: boolean): Align | undefined {
  const found = new Set<Align>()
  for (const row of rows) {
    const only = row.children?.[x]?.children?.[0]
    if (only) found.add((only.attributes?.align as Align | undefined) ?? null)
  }
  if (found.size > 1) return isLoose ? null : undefined
  return [...found][0] ?? null
}
