import { type DomElement, type DomNode, isElement } from '../kit/dom'

/** The rows of a table as GFM Markdown: readable as it is, until pages can hold tables. Any nesting (R34). */
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
