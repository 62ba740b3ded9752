import * as Y from 'yjs'
import { blockKind } from '@/blocks'
import type { Json } from '@/blocks/kit/block'
import { isOrderKey, ORDER_LAST } from './order'

/**
 * Layout 1, "beads on one string" (docs/document-format.md):
 *
 *     text    Y.Text    every character of the page; a bead, the embed { block: id }, stands before each block's run
 *     blocks  Y.Map<id, Y.Map{ kind, at: [parent, order], into?: [block, order], deleted?, …attributes }>
 *     meta    Y.Map{ layout: 1 }
 *
 * Characters are written once and never moved; what moves are beads and places.
 */
export const LAYOUT = 1

/** The parent of the blocks that stand at the top of the page. */
export const ROOT = ''

/** The block that characters before the first bead belong to. */
export const STRAY = 'stray'

/** Places deeper than this many ancestors are read as standing at the top (R18, R34). */
export const MAX_CHAIN = 64

/** What a kind of block can hold. `any` is a kind that this program does not know: text and blocks are both kept. */
export type Holds = 'text' | 'blocks' | 'none' | 'any' | 'grid' | 'row' | 'column'

/** Tells what each kind holds; the layout knows nothing else about kinds. */
export type LayoutKinds = (kind: string) => Holds

/** The kinds of this program. */
export const pageKinds: LayoutKinds = (kind) => {
  const content = blockKind(kind)?.content
  return content === undefined ? 'any' : content === 'code' ? 'text' : content
}

/** Parent (or merge target) and the order among its children. */
export interface Place {
  parent: string
  order: string
}

/** One block's entry in the map, whatever was found there read as something. */
export interface Entry {
  kind: string
  at: Place
  into: Place | null
  deleted: boolean
  attributes: Record<string, Json>
}

/** The format of a stretch of text: mark name (or name and id) → its attributes. */
export type Formats = Readonly<Record<string, Json>>

/** Equally formatted text, or one inline atom. */
export interface Piece {
  insert: string | Record<string, Json>
  formats: Formats
}

/** One block as the page reads. `children` is empty for kinds that hold no blocks. */
export interface PageBlock {
  id: string
  kind: string
  attributes: Record<string, Json>
  text: Piece[]
  children: PageBlock[]
  /** Of a grid: its columns, in order. Every row has one cell for each. */
  columns?: PageBlock[]
}

/** The kind of the cells of a grid. A cell needs no entry; it has one only to carry attributes. */
export const CELL = 'tableCell'

/** The id of the cell of a grid: found by its row and its column, so both may be new. */
export const cellId = (row: string, column: string): string => `${row}:${column}`

export const NO_FORMATS: Formats = Object.freeze({})

/** What a bead says. `split`: it was put inside text, so the formats around it go on behind it. */
export interface BeadEmbed {
  block: string
  split?: true
}

export const textOf = (doc: Y.Doc): Y.Text => doc.getText('text')
export const entriesOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('blocks')

export function asBead(embed: unknown): BeadEmbed | null {
  if (typeof embed !== 'object' || embed === null || !('block' in embed)) return null
  return typeof embed.block === 'string' && embed.block !== ROOT ? (embed as BeadEmbed) : null
}

/** What stands in for the entry of a bead that has none: shown at the end of the page while it has text. */
export const IMPLICIT_ENTRY: Entry = {
  kind: 'paragraph',
  at: { parent: ROOT, order: ORDER_LAST },
  into: null,
  deleted: true,
  attributes: {},
}

const RESERVED = new Set(['kind', 'at', 'into', 'deleted'])

/** The entry as stored, or null when what is stored is no entry. */
export function readEntry(stored: unknown): Entry | null {
  if (!(stored instanceof Y.Map)) return null
  const kind: unknown = stored.get('kind')
  const attributes: Record<string, Json> = {}
  for (const [key, value] of stored.entries()) {
    if (!RESERVED.has(key) && isPlain(value)) attributes[key] = value as Json
  }
  return {
    kind: typeof kind === 'string' && kind ? kind : 'paragraph',
    at: readPlace(stored.get('at')) ?? IMPLICIT_ENTRY.at,
    into: readPlace(stored.get('into')),
    deleted: stored.get('deleted') === true,
    attributes,
  }
}

function readPlace(value: unknown): Place | null {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return null
  const order: unknown = value[1]
  return { parent: value[0], order: typeof order === 'string' && isOrderKey(order) ? order : ORDER_LAST }
}

const isPlain = (value: unknown): boolean =>
  value !== undefined && !(value instanceof Y.AbstractType) && !(value instanceof Uint8Array)

/** Orders by UTF-16 units, the same everywhere. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

export function sameFormats(a: Formats, b: Formats): boolean {
  if (a === b) return true
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameJson(a[key], b[key]))
}

/** Formats that count in a run: one that covers the run's own bead as well has leaked from before it. */
export function formatsInRun(formats: Formats, leaked: Formats): Formats {
  const keys = Object.keys(formats)
  if (keys.length === 0) return NO_FORMATS
  if (keys.every((key) => !(key in leaked))) return formats
  return Object.fromEntries(
    keys.filter((key) => !sameJson(formats[key], leaked[key])).map((key) => [key, formats[key] as Json]),
  )
}

/** Appends a piece, joined with the last one when it is formatted the same. */
export function pushPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (
    last &&
    typeof last.insert === 'string' &&
    typeof piece.insert === 'string' &&
    sameFormats(last.formats, piece.formats)
  ) {
    pieces[pieces.length - 1] = { insert: last.insert + piece.insert, formats: last.formats }
  } else if (piece.insert !== '') pieces.push(piece)
}

export const pieceLength = (piece: Piece): number =>
  typeof piece.insert === 'string' ? piece.insert.length : 1
