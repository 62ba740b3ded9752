import type { Attributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import type { Color } from '../kit/colors'
import type { Declarations } from '../kit/declarations'
import { type DomElement, type DomNode, isElement } from '../kit/dom'
import { nearestBackground } from '../marks/css-color'
import { MOST_SPANNED } from '../table/whole-grid'

/** The rows of a table as GFM Markdown: readable as it is, for tables that are too uneven to be one here. Any nesting (R34). */
export function tableAsMarkdown(table: DomElement): string {
  const rows: string[][] = []
  let node: DomNode | null = table.firstChild
  while (node && node !== table) {
    let inside: DomNode | null = null
    if (isElement(node)) {
      const name = node.localName.toLowerCase()
      if (name === 'tr') rows.push([])
      if (name === 'td' || name === 'th') (rows.at(-1) ?? addRow(rows)).push(cellText(node))
      else if (name !== 'script' && name !== 'style') inside = node.firstChild
    }
    if (inside) {
      node = inside
      continue
    }
    while (node && node !== table && !node.nextSibling) node = node.parentNode
    if (node && node !== table) node = node.nextSibling
  }
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...body] = rows.filter((row) => row.length > 0)
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
}

function addRow(rows: string[][]): string[] {
  const row: string[] = []
  rows.push(row)
  return row
}

const cellText = (cell: DomElement): string =>
  (cell.textContent ?? '').replace(/\s+/g, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|')

/** More cells than these are not made up to fill the rows of a table. */
export const MOST_MADE_UP = 20_000

/** The rows of a table, without those of tables in it. Any nesting (R34). */
function rowsOf(table: DomElement): DomElement[] {
  const rows: DomElement[] = []
  const groups: DomNode[] = [table]
  for (let group = groups.shift(); group; group = groups.shift()) {
    for (let node = group.firstChild; node; node = node.nextSibling) {
      if (!isElement(node)) continue
      const name = node.localName.toLowerCase()
      if (name === 'tr') rows.push(node)
      else if (name === 'thead' || name === 'tbody' || name === 'tfoot') groups.push(node)
    }
  }
  return rows
}

function cellsOf(row: DomElement): DomElement[] {
  const cells: DomElement[] = []
  for (let node = row.firstChild; node; node = node.nextSibling) {
    if (isElement(node) && /^t[dh]$/i.test(node.localName)) cells.push(node)
  }
  return cells
}

/** How many cells the rows of a table lack to be as long as the longest. */
export function madeUpCells(table: DomElement): number {
  const lengths = rowsOf(table).map((row) =>
    cellsOf(row).reduce((length, cell) => length + spanOf(cell, 'colspan'), 0),
  )
  const widest = Math.min(100, Math.max(0, ...lengths))
  return lengths.reduce((missing, length) => missing + Math.max(0, widest - length), 0)
}

/** Is the first row of a table a header, and its first column? They are when nothing but `<th>` stands in them. */
export function headersOf(table: DomElement): Attributes {
  const rows = rowsOf(table).map(cellsOf)
  const isHead = (cell: DomElement | undefined) => cell?.localName.toLowerCase() === 'th'
  const [first = [], ...others] = rows
  const headerRow = first.length > 0 && first.every(isHead)
  const headerColumn = others.length > 0 && others.every((row) => isHead(row[0]) && row.length > 1)
  return { ...(headerRow ? { headerRow } : {}), ...(headerColumn ? { headerColumn } : {}) }
}

/** What a cell of another program says of itself. Spans are believed where they make sense (R29). */
export function cellAttributes(cell: DomElement, styles: Declarations): Attributes {
  const rowSpan = spanOf(cell, 'rowspan')
  const colSpan = spanOf(cell, 'colspan')
  const background = backgroundOf(cell, styles)
  return {
    ...(rowSpan > 1 ? { rowSpan } : {}),
    ...(colSpan > 1 ? { colSpan } : {}),
    ...(background ? { background } : {}),
  }
}

function spanOf(cell: DomElement, name: 'rowspan' | 'colspan'): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? '', 10)
  return value >= 1 ? Math.min(MOST_SPANNED, value) : 1
}

/** The one of our colours that is nearest to the cell's. */
function backgroundOf(cell: DomElement, styles: Declarations): Color | null {
  const said =
    styles.get('background-color') ?? styles.get('background') ?? cell.getAttribute('bgcolor') ?? ''
  return nearestBackground(/^(?:[a-z]+\([^)]*\)|\S+)/i.exec(said)?.[0] ?? '')
}

/** A table as it was read: what stands in it but in none of its rows (a caption) comes before it. */
export function tidyGrid(table: Block): Block[] {
  const isPart = ({ kind }: Block) => kind === 'tableRow' || kind === 'tableColumn'
  const parts = (table.children ?? []).filter(isPart)
  const others = (table.children ?? []).filter((child) => !isPart(child))
  const rows = parts.filter((part) => part.kind === 'tableColumn' || (part.children?.length ?? 0) > 0)
  const holdsRows = rows.some(({ kind }) => kind === 'tableRow')
  return [...others, ...(holdsRows ? [{ ...table, children: rows }] : [])]
}
