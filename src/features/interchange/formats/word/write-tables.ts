import {
  type FileChild,
  type ITableLookOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx'
import type { Block } from '@/blocks'
import { LIGHT_BULB } from '@/blocks/callout/callout'
import { STYLES } from './styles'
import { calloutFill, idOf, inkOf } from './write-styles'
import type { TextWriter } from './write-text'

/** A pixel in twips. */
const TWIPS = 15
const FULL_WIDTH = { size: 100, type: WidthType.PERCENTAGE }
const ICON_WIDTH = 42
/** The room at both sides within a cell. */
const PADDING = 16

/** What tables need of what writes the blocks in them. */
export interface BlockWriting {
  text: TextWriter
  /** The blocks in `room` pixels, with what `part` comes or goes with. */
  inside(blocks: readonly Block[], room: number, part?: Block): FileChild[]
  /** Runs `write` with everything that it writes coming or going with this block. */
  during<T>(part: Block, write: () => T): T
}

const look = (firstRow: boolean, firstColumn: boolean): ITableLookOptions => ({
  firstRow,
  firstColumn,
  lastRow: false,
  lastColumn: false,
  noHBand: true,
  noVBand: true,
})

/** In Word a cell ends with a paragraph. */
function cellChildren(children: FileChild[], text: TextWriter): (Paragraph | Table)[] {
  const made = children as (Paragraph | Table)[]
  return made.at(-1) instanceof Paragraph ? made : [...made, text.paragraph({})]
}

/** Word joins tables without a paragraph between them. */
const withGap = (table: Table, text: TextWriter): FileChild[] => [
  table,
  text.paragraph({ style: idOf(STYLES.gap) }),
]

/** How wide the columns are in pixels: the widths that they say, or a usual one, scaled to fill this room together. */
function columnWidths(columns: readonly Block[], room: number): number[] {
  const said = columns.map(({ attributes }) => Number(attributes?.width ?? 0))
  const known = said.reduce((sum, width) => sum + width, 0)
  const open = said.filter((width) => width === 0).length
  const usual = Math.max((room - known) / Math.max(open, 1), room / columns.length / 2)
  const wanted = said.map((width) => width || usual)
  const total = wanted.reduce((sum, width) => sum + width, 0)
  return wanted.map((width) => (width * room) / total)
}

/** A table of ours. Nothing where it has no rows. */
export function wordTable({ children = [], attributes = {} }: Block, room: number, to: BlockWriting) {
  const rows = children.filter(({ kind }) => kind === 'tableRow')
  if (rows.length === 0) return []
  const columns = children.filter(({ kind }) => kind === 'tableColumn')
  const widths = columns.length > 0 ? columnWidths(columns, room) : []
  const placeOf = new Map(columns.map(({ id }, at) => [id, at]))
  const roomOf = (cell: Block): number => {
    const first = placeOf.get(cell.id.slice(cell.id.lastIndexOf(':') + 1)) ?? 0
    const spanned = widths.slice(first, first + Number(cell.attributes?.colSpan ?? 1))
    return Math.max(60, (spanned.reduce((sum, width) => sum + width, 0) || room) - PADDING)
  }
  const made = rows.map((row, y) =>
    to.during(
      row,
      () =>
        new TableRow({
          ...to.text.tracked.marks(to.text.within),
          cantSplit: true,
          tableHeader: attributes.headerRow === true && y === 0,
          children: (row.children ?? []).map((cell) => {
            const { rowSpan = 1, colSpan = 1, background } = cell.attributes ?? {}
            const fill = inkOf('background', background)
            return new TableCell({
              rowSpan: Number(rowSpan),
              columnSpan: Number(colSpan),
              ...(fill ? { shading: { type: ShadingType.CLEAR, fill } } : {}),
              children: cellChildren(to.inside(cell.children ?? [], roomOf(cell)), to.text),
            })
          }),
        }),
    ),
  )
  const headers = [attributes.headerRow === true, attributes.headerColumn === true] as const
  const table = new Table({
    rows: made,
    style: idOf(STYLES.table(...headers)),
    tableLook: look(...headers),
    width: FULL_WIDTH,
    ...(widths.length > 0 && { columnWidths: widths.map((width) => Math.round(width * TWIPS)) }),
  })
  return withGap(table, to.text)
}

/** A table of words alone, the first line its header. */
export function wordGrid(grid: readonly string[][], { text }: BlockWriting): FileChild[] {
  const table = new Table({
    width: FULL_WIDTH,
    style: idOf(STYLES.table(true, false)),
    tableLook: look(true, false),
    rows: grid.map(
      (row, y) =>
        new TableRow({
          tableHeader: y === 0,
          ...text.tracked.marks(text.within),
          children: row.map(
            (cell) => new TableCell({ children: [text.paragraph({ children: text.lines(cell) })] }),
          ),
        }),
    ),
  })
  return withGap(table, text)
}

/** A callout as a box with its icon beside what it holds. */
export function wordCallout({ attributes = {}, children = [] }: Block, room: number, to: BlockWriting) {
  const variant = String(attributes.variant ?? 'note')
  const icon = String(attributes.icon ?? LIGHT_BULB)
  const fill = inkOf('background', attributes.backgroundColor) ?? calloutFill(variant)
  const shading = { type: ShadingType.CLEAR, fill }
  const inner = room - (icon ? ICON_WIDTH : 0)
  const cells = [
    ...(icon
      ? [
          new TableCell({
            shading,
            children: [to.text.paragraph({ style: idOf(STYLES.calloutIcon), children: to.text.lines(icon) })],
          }),
        ]
      : []),
    new TableCell({ shading, children: cellChildren(to.inside(children, inner - PADDING), to.text) }),
  ]
  return box(cells, STYLES.callout(variant), icon ? [ICON_WIDTH, inner] : [inner], to)
}

/** Columns beside each other. */
export function wordColumns(columns: readonly Block[], room: number, to: BlockWriting): FileChild[] {
  const said = columns.map(({ attributes }) => Number(attributes?.width ?? 0))
  const share = (100 - said.reduce((sum, width) => sum + width, 0)) / said.filter((width) => !width).length
  const shares = said.map((width) => width || Math.max(share, 10))
  const total = shares.reduce((sum, width) => sum + width, 0)
  const widths = shares.map((width) => (width * room) / total)
  const cells = columns.map(
    (column, at) =>
      new TableCell({
        children: cellChildren(to.inside(column.children ?? [], widths[at]! - PADDING, column), to.text),
      }),
  )
  return box(cells, STYLES.columns, widths, to)
}

function box(cells: TableCell[], style: string, widths: readonly number[], { text }: BlockWriting) {
  const table = new Table({
    rows: [new TableRow({ ...text.tracked.marks(text.within), children: cells })],
    style: idOf(style),
    tableLook: look(false, false),
    layout: TableLayoutType.FIXED,
    width: FULL_WIDTH,
    columnWidths: widths.map((width) => Math.round(width * TWIPS)),
  })
  return withGap(table, text)
}
