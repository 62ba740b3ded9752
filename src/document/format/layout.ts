import * as Y from 'yjs'
import { blockKind } from '@/blocks'
import type { Json } from '@/blocks/kit/block'
import { BOUNDS } from '@/shared/limits'
import { isOrderKey, ORDER_LAST } from './order'

/**
 * Layout 1, "beads on one string" (docs/document-format.md):
 *
 *     text    Y.Text    every character of the page; a bead, the embed { block: id }, stands before each block's text
 *     blocks  Y.Map<id, Y.Map{ kind, at: [parent, order], into?: [block, order], deleted?, …attributes }>
 *     meta    Y.Map{ layout: 1 }
 *
 * Characters are written once and never moved; what moves are the places in the entries.
 */
export const LAYOUT = 1

/** The layout of a page since its first suggestion: the same, and the map `suggestions` (docs/decisions/suggestions-are-ranges.md). */
export const REVIEW_LAYOUT = 2

/** Is this the number of a layout that this program reads and writes? */
export const isKnownLayout = (layout: unknown): boolean => layout === LAYOUT || layout === REVIEW_LAYOUT

/** The parent of the blocks that stand at the top of the page. */
export const ROOT = ''

/** The block that characters before the first bead belong to. */
export const STRAY = 'stray'

/** Places deeper than this many ancestors are read as standing at the top (R18, R34). */
export const MAX_CHAIN = BOUNDS.depth

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

/** The format of a segment of text: mark name (or name and id) → its attributes. */
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
  /** Of a grid: its columns, in order. Every row has one cell for each that is not covered by a merged one. */
  columns?: PageBlock[]
}

export const NO_FORMATS: Formats = Object.freeze({})

/** What a bead says. `split`: it was put inside text, so the formats around it go on behind it. */
export interface BeadEmbed {
  block: string
  split?: true
}

export const textOf = (doc: Y.Doc): Y.Text => doc.getText('text')
/** The shared title, for a binding to an input. */
export const titleText = (doc: Y.Doc): Y.Text => doc.getText('title')
export const entriesOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('blocks')

export function asBead(embed: unknown): BeadEmbed | null {
  if (typeof embed !== 'object' || embed === null || !('block' in embed)) return null
  return typeof embed.block === 'string' && isId(embed.block) ? (embed as BeadEmbed) : null
}

/** Can a block be stored under this name? */
export const isId = (id: string): boolean => id !== ROOT && id.length <= BOUNDS.id

/** What stands in for the entry of a bead that has none: shown at the end of the page while it has text. */
export const IMPLICIT_ENTRY: Entry = {
  kind: 'paragraph',
  at: { parent: ROOT, order: ORDER_LAST },
  into: null,
  deleted: true,
  attributes: {},
}

/** The attributes of what has none. */
const NO_ATTRIBUTES: Record<string, Json> = Object.freeze({})

/** The entry as stored, or null when what is stored is no entry. */
export function readEntry(stored: unknown): Entry | null {
  return stored instanceof Y.Map ? entryOf(valuesIn(stored)) : null
}

/** What is stored in an entry, by its keys. */
export function* valuesIn(stored: Y.Map<unknown>): Generator<[key: string, value: unknown]> {
  for (const [key, item] of stored._map) {
    if (!item.deleted) yield [key, item.content.getContent()[item.length - 1]]
  }
}

/** The entry that these values make. */
export function entryOf(values: Iterable<readonly [key: string, value: unknown]>): Entry {
  let kind = 'paragraph'
  let { at } = IMPLICIT_ENTRY
  let into: Place | null = null
  let deleted = false
  let attributes = NO_ATTRIBUTES
  for (const [key, value] of values) {
    if (key === 'kind') {
      if (typeof value === 'string' && value) kind = value
    } else if (key === 'at') at = readPlace(value) ?? at
    else if (key === 'into') into = readPlace(value)
    else if (key === 'deleted') deleted = value === true
    else if (key !== '__proto__' && isJson(value)) {
      if (attributes === NO_ATTRIBUTES) attributes = {}
      attributes[key] = value
    }
  }
  return { kind, at, into, deleted, attributes }
}

/** Does an entry say that it was deleted? */
export const isDeletedEntry = (entry: Y.Map<unknown>): boolean => entry.get('deleted') === true

function readPlace(value: unknown): Place | null {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return null
  const order: unknown = value[1]
  return { parent: value[0], order: typeof order === 'string' && isOrderKey(order) ? order : ORDER_LAST }
}

/** Is this a value that can be written as JSON and read back as the same? Others are read as not there. */
export function isJson(value: unknown, depth = 0): value is Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (depth === BOUNDS.valueDepth) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  if (value instanceof Y.AbstractType || ArrayBuffer.isView(value)) return false
  // Own keys alone: a key `__proto__` is lost on the way from one program to the next.
  for (const key of Object.keys(value)) {
    if (!isJson((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

/** The inline atom that an embed says; `{}` for one that says none. */
export const asAtom = (embed: unknown): Record<string, Json> =>
  typeof embed === 'object' && embed !== null && !Array.isArray(embed) && isJson(embed)
    ? (embed as Record<string, Json>)
    : {}

/** Orders by UTF-16 units, the same everywhere. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Do two JSON values say the same? The order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!sameJson(a[i], b[i])) return false
    return true
  }
  const keys = Object.keys(a)
  for (const key of keys) {
    if (!Object.hasOwn(b, key) || !sameJson((a as Formats)[key], (b as Formats)[key])) return false
  }
  return keys.length === Object.keys(b).length
}

export const sameFormats = (a: Formats, b: Formats): boolean => sameJson(a, b)

/**
 * The formats behind a change of one: null ends it, and so does what is no value of a format. `leaked` are those that are read
 * as leaked into the text: a value that is the same as theirs becomes the very same (`formatsInText`).
 */
export function withFormat(
  formats: Formats,
  key: string,
  value: unknown,
  leaked: Formats = NO_FORMATS,
): Formats {
  if (key === '__proto__') return formats
  const ends = value === null || key.length > BOUNDS.formatCharacters || !isFormatValue(value)
  const stands = Object.hasOwn(formats, key)
  if (!stands && (ends || Object.keys(formats).length >= BOUNDS.formats)) return formats
  if (!ends) {
    const isLeaked = Object.hasOwn(leaked, key) && sameJson(leaked[key], value)
    const now = (isLeaked ? leaked[key] : value) as Json
    return formats === NO_FORMATS ? { [key]: now } : { ...formats, [key]: now }
  }
  const { [key]: _ended, ...rest } = formats
  for (const _ in rest) return rest
  return NO_FORMATS
}

/** Can a format have this value? It is written out with every piece of text that has the format, so it has to be small. */
export function isFormatValue(value: unknown): value is Json {
  if (!isJson(value)) return false
  let parts = 0
  let characters = 0
  const rest: Json[] = [value]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') characters += next.length
    if (typeof next === 'object' && next !== null) {
      for (const [key, part] of Object.entries(next)) {
        characters += key.length
        if (++parts > BOUNDS.formatParts) return false
        rest.push(part)
      }
    }
    if (characters > BOUNDS.formatCharacters) return false
  }
  return true
}

/**
 * Formats that count in a block's text: one that covers the text's own bead as well has leaked from before it. Those of the text were
 * made by `withFormat`, told what has leaked: equal values are the same, and none is looked into for every piece.
 */
export function formatsInText(formats: Formats, leaked: Formats): Formats {
  if (formats === NO_FORMATS || leaked === NO_FORMATS) return formats
  const keys = Object.keys(formats)
  if (keys.every((key) => !Object.hasOwn(leaked, key))) return formats
  return Object.fromEntries(
    keys
      .filter((key) => !Object.hasOwn(leaked, key) || formats[key] !== leaked[key])
      .map((key) => [key, formats[key] as Json]),
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
    // The newer formats: what comes next differs from them by what was changed since, and is compared by that alone.
    pieces[pieces.length - 1] = { insert: last.insert + piece.insert, formats: piece.formats }
  } else if (piece.insert !== '') pieces.push(piece)
}

export const pieceLength = (piece: Piece): number =>
  typeof piece.insert === 'string' ? piece.insert.length : 1
