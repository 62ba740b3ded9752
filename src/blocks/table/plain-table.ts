import type { BlockContent } from 'mdast'
import type { Block } from '../kit/block'
import type { MarkdownWriter } from '../kit/markdown'
import { htmlOfNodes } from '../markdown/tree-html'
import { gfmTable } from './table-markdown'

const ALIGNED: readonly unknown[] = ['left', 'center', 'right']

/**
 * A table for other programs: of GFM where every cell is one paragraph at most and none is merged, `<table>` otherwise.
 * Colors and widths are left out; GFM takes the first row for a header, whatever it is.
 */
export function writePlainTable(block: Block, writer: MarkdownWriter): BlockContent {
  const children = block.children ?? []
  const rows = children.filter(({ kind }) => kind === 'tableRow')
  const width = children.filter(({ kind }) => kind === 'tableColumn').length
  return gfmTable(rows.map(plainRow), width, writer, true) ?? htmlTable(block, rows, writer)
}

/** Without what GFM has no words for and nobody misses: colors of cells, looks of their text, alignment that is not the column's. */
const plainRow = (row: Block): Block => ({
  ...row,
  children: (row.children ?? []).map((cell) => {
    const { rowSpan, colSpan } = cell.attributes ?? {}
    const isMerged = Number(rowSpan ?? 1) > 1 || Number(colSpan ?? 1) > 1
    const { attributes: _, children = [], ...own } = cell
    if (isMerged) return cell
    return {
      ...own,
      children: children.map((child) => {
        const { attributes: said, ...text } = child
        return child.kind === 'paragraph' && said && ALIGNED.includes(said.align)
          ? { ...text, attributes: { align: said.align! } }
          : child.kind === 'paragraph'
            ? text
            : child
      }),
    }
  }),
})

function htmlTable(block: Block, rows: readonly Block[], writer: MarkdownWriter): BlockContent {
  const { headerRow, headerColumn } = block.attributes ?? {}
  const lines = rows.map((row, y) => {
    const cells = (row.children ?? []).map((cell, x) => {
      const tag = (headerRow && y === 0) || (headerColumn && x === 0) ? 'th' : 'td'
      return `<${tag}${span('rowspan', cell.attributes?.rowSpan)}${span('colspan', cell.attributes?.colSpan)}>${inside(cell, writer)}</${tag}>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return { type: 'html', value: ['<table>', ...lines, '</table>'].join('\n') }
}

const span = (name: string, value: unknown): string =>
  typeof value === 'number' && value > 1 ? ` ${name}="${value}"` : ''

/** What a cell holds; a paragraph alone needs no tags of its own. */
function inside({ children = [] }: Block, writer: MarkdownWriter): string {
  const nodes = writer.blocks(children)
  const [only] = nodes
  return htmlOfNodes(nodes.length === 1 && only?.type === 'paragraph' ? only.children : nodes)
}
