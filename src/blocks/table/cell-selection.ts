import { Fragment, type Node as PMNode, Slice } from '@tiptap/pm/model'
import { Selection, SelectionRange, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Mappable } from '@tiptap/pm/transform'
import { newBlockId } from '@/shared/ids'
import {
  cellsOf,
  type FoundTable,
  gridOf,
  type PlacedCell,
  type Rect,
  tableFrom,
  wholeRect,
} from './table-grid'

/** The table that a cell at this position stands in. */
export function tableOfCell(doc: PMNode, cell: number): FoundTable {
  const $cell = doc.resolve(cell)
  return { node: $cell.node(-1), pos: $cell.before(-1) }
}

/**
 * A rectangle of cells, from the cell where it was begun (`anchor`) to the one it reaches (`head`); positions are those
 * before the cells. What is typed takes the place of what stands in them.
 */
export class CellSelection extends Selection {
  readonly cells: readonly PlacedCell[]
  readonly table: FoundTable
  readonly rect: Rect

  constructor(
    doc: PMNode,
    readonly anchorCell: number,
    readonly headCell: number = anchorCell,
  ) {
    const table = tableOfCell(doc, anchorCell)
    const all = cellsOf(table)
    const anchor = all.find(({ pos }) => pos === anchorCell)!
    const head = all.find(({ pos }) => pos === headCell) ?? anchor
    const rect = wholeRect(gridOf(table), {
      top: Math.min(anchor.top, head.top),
      bottom: Math.max(anchor.bottom, head.bottom),
      left: Math.min(anchor.left, head.left),
      right: Math.max(anchor.right, head.right),
    })
    const cells = all.filter(
      (cell) =>
        cell.top >= rect.top &&
        cell.bottom <= rect.bottom &&
        cell.left >= rect.left &&
        cell.right <= rect.right,
    )
    const rangeOf = ({ pos, node }: PlacedCell) =>
      new SelectionRange(doc.resolve(pos + 1), doc.resolve(pos + node.nodeSize - 1))
    // The head's own cell comes first: it is what the browser scrolls to and commands look around in.
    const ranges = [head, ...cells.filter((cell) => cell !== head)].map(rangeOf)
    super(ranges[0]!.$from, ranges[0]!.$to, ranges)
    this.cells = cells
    this.table = table
    this.rect = rect
  }

  map(doc: PMNode, mapping: Mappable): Selection {
    const anchor = mapping.map(this.anchorCell)
    const head = mapping.map(this.headCell)
    return isCellAt(doc, anchor) && isCellAt(doc, head) && sameTable(doc, anchor, head)
      ? new CellSelection(doc, anchor, head)
      : Selection.near(doc.resolve(Math.min(head, doc.content.size)))
  }

  eq(other: Selection): boolean {
    return (
      other instanceof CellSelection &&
      other.anchorCell === this.anchorCell &&
      other.headCell === this.headCell
    )
  }

  /** The cells as a table of their own, with new ids. */
  override content(): Slice {
    const grid = gridOf(this.table)
    const { top, bottom, left, right } = this.rect
    const fresh = (node: PMNode) => node.type.create({ ...node.attrs, id: newBlockId() }, node.content)
    const part = {
      columns: grid.columns.slice(left, right).map(fresh),
      rows: grid.rows.slice(top, bottom).map(fresh),
      places: grid.places.slice(top, bottom).map((line) => line.slice(left, right)),
    }
    return new Slice(Fragment.from(tableFrom(part, this.table.node)), 0, 0)
  }

  override replace(tr: Transaction, content: Slice = Slice.empty): void {
    const first = this.cells[0]!.pos
    clearCells(tr, this)
    tr.setSelection(TextSelection.near(tr.doc.resolve(first + 1)))
    if (content.size > 0) tr.replaceSelection(content)
  }

  override replaceWith(tr: Transaction, node: PMNode): void {
    this.replace(tr, new Slice(Fragment.from(node), 0, 0))
  }

  toJSON(): object {
    return { type: 'cells', anchor: this.anchorCell, head: this.headCell }
  }

  static override fromJSON(doc: PMNode, json: { anchor: number; head: number }): Selection {
    return isCellAt(doc, json.anchor) && isCellAt(doc, json.head)
      ? new CellSelection(doc, json.anchor, json.head)
      : Selection.near(doc.resolve(0))
  }

  override getBookmark() {
    return new CellBookmark(this.anchorCell, this.headCell)
  }
}

CellSelection.prototype.visible = false
Selection.jsonID('cells', CellSelection)

class CellBookmark {
  constructor(
    readonly anchor: number,
    readonly head: number,
  ) {}

  map(mapping: Mappable): CellBookmark {
    return new CellBookmark(mapping.map(this.anchor), mapping.map(this.head))
  }

  resolve(doc: PMNode): Selection {
    return isCellAt(doc, this.anchor) && isCellAt(doc, this.head) && sameTable(doc, this.anchor, this.head)
      ? new CellSelection(doc, this.anchor, this.head)
      : Selection.near(doc.resolve(Math.min(this.head, doc.content.size)), 1)
  }
}

export const isCellAt = (doc: PMNode, pos: number): boolean =>
  pos >= 0 && pos < doc.content.size && doc.resolve(pos).nodeAfter?.type.name === 'tableCell'

export const sameTable = (doc: PMNode, a: number, b: number): boolean =>
  tableOfCell(doc, a).pos === tableOfCell(doc, b).pos

/** Takes away what stands in the selected cells; the cells stay. */
export function clearCells(tr: Transaction, { cells }: CellSelection): void {
  for (const { node, pos } of [...cells].reverse()) {
    const empty = node.type.schema.nodes.paragraph!.create({ id: newBlockId() })
    tr.replaceWith(pos + 1, pos + node.nodeSize - 1, empty)
  }
}
