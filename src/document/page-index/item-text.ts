import * as Y from 'yjs'
import {
  asAtom,
  asBead,
  type BeadEmbed,
  type Formats,
  formatsInText,
  NO_FORMATS,
  type Piece,
  pushPiece,
  withFormat,
} from '../format/layout'
import type { PageView, ShownPart } from './page-view'
import type { TextSegment } from './text-segments'

/** The bead that an item is, deleted or not. */
export const asBeadItem = (item: Y.Item): BeadEmbed | null =>
  item.content.constructor === Y.ContentEmbed ? asBead((item.content as Y.ContentEmbed).embed) : null

export const isLiveBead = (item: Y.Item): boolean => !item.deleted && asBeadItem(item) !== null

/**
 * How many characters an item is. What is in the string without being text (some program took it for an array) is none:
 * it is not there for readers, and Y.Text can neither show nor delete it.
 */
export function widthOf(item: Y.Item): number {
  if (item.deleted) return 0
  const kind = item.content.constructor
  return kind === Y.ContentString || kind === Y.ContentEmbed || kind === Y.ContentType ? item.length : 0
}

/** The same, of what a view shows. */
export function widthIn(view: PageView | null, item: Y.Item): number {
  const width = widthOf(item)
  const parts = width > 0 && view ? view.shown(item) : null
  if (!parts) return width
  let shown = 0
  for (const { from, to } of parts) shown += to - from
  return shown
}

export const isBeadIn = (view: PageView | null, item: Y.Item): boolean =>
  isLiveBead(item) && (view === null || view.shown(item)?.length !== 0)

/** The formats of what a view shows in another way. */
export function patched(formats: Formats, { patch }: ShownPart): Formats {
  let now = formats
  for (const key in patch) now = withFormat(now, key, patch[key])
  return now
}

/** Is this in the string without being text? */
export const isForeign = (item: Y.Item): boolean => !item.deleted && item.countable && widthOf(item) === 0

/** The item behind a segment's bead. */
const firstItem = (text: Y.Text, segment: TextSegment): Y.Item | null =>
  segment.item ? segment.item.right : text._start

/** The text of a segment, as it reads. */
export function* piecesIn(text: Y.Text, segment: TextSegment, view: PageView | null): Generator<Piece> {
  const { leaked } = segment
  let formats: Formats = segment.formatsIn
  let inText: Formats | null = null
  for (let item = firstItem(text, segment); item && !isBeadIn(view, item); item = item.right) {
    if (item.deleted) continue
    const { content } = item
    if (content.constructor === Y.ContentFormat) {
      const { key, value } = content as Y.ContentFormat
      formats = withFormat(formats, key, value, segment.leaked)
      inText = null
      continue
    }
    if (widthOf(item) === 0) continue
    const parts = view ? view.shown(item) : null
    inText ??= formatsInText(formats, leaked)
    if (parts) for (const part of parts) yield partOf(item, part, inText)
    else if (content.constructor === Y.ContentString) {
      yield { insert: (content as Y.ContentString).str, formats: inText }
    } else if (content.constructor === Y.ContentEmbed) {
      yield { insert: asAtom((content as Y.ContentEmbed).embed), formats: inText }
    } else yield { insert: {}, formats: NO_FORMATS }
  }
}

/** What a part of an item reads as. */
export function partOf({ content }: Y.Item, part: ShownPart, formats: Formats): Piece {
  if (content.constructor === Y.ContentString) {
    const insert = (content as Y.ContentString).str.slice(part.from, part.to)
    return { insert, formats: patched(formats, part) }
  }
  if (content.constructor !== Y.ContentEmbed) return { insert: {}, formats: NO_FORMATS }
  return { insert: asAtom((content as Y.ContentEmbed).embed), formats: patched(formats, part) }
}

/** Appends the text of a segment, equally formatted neighbours as one piece. */
export function pushPieces(pieces: Piece[], text: Y.Text, segment: TextSegment, view: PageView | null): void {
  for (const piece of piecesIn(text, segment, view)) pushPiece(pieces, piece)
}

/** Counts the characters of a segment anew, and notes what formats are in effect behind them. */
export function measure(
  text: Y.Text,
  segment: TextSegment,
  view: PageView | null,
): { length: number; formatsOut: Formats } {
  let formats: Formats = segment.formatsIn
  let length = 0
  for (let item = firstItem(text, segment); item && !isBeadIn(view, item); item = item.right) {
    if (item.deleted) continue
    const { content } = item
    if (content.constructor === Y.ContentFormat) {
      const { key, value } = content as Y.ContentFormat
      formats = withFormat(formats, key, value, segment.leaked)
    } else length += widthIn(view, item)
  }
  return { length, formatsOut: formats }
}

/** The formats in effect behind `offset` characters of the segment, as Yjs has them. */
export function formatsBehind(
  text: Y.Text,
  segment: TextSegment,
  offset: number,
  view: PageView | null,
): Formats {
  let formats: Formats = segment.formatsIn
  let at = 0
  for (let item = firstItem(text, segment); item && at < offset; item = item.right) {
    if (item.deleted) continue
    if (item.content.constructor === Y.ContentFormat) {
      const { key, value } = item.content as Y.ContentFormat
      formats = withFormat(formats, key, value, segment.leaked)
    } else at += widthIn(view, item)
  }
  return formats
}

/**
 * Is no format in effect at this place, and does none begin or end there? Only then Yjs can be told the place alone: its
 * search markers may stand before or behind a format that has no width.
 */
export function isPlainPlace(
  text: Y.Text,
  segment: TextSegment,
  offset: number,
  view: PageView | null,
): boolean {
  if (segment.formatsIn !== NO_FORMATS) return false
  let formats: Formats = NO_FORMATS
  let at = 0
  for (let item = firstItem(text, segment); item; item = item.right) {
    if (item.deleted) continue
    if (item.content.constructor === Y.ContentFormat) {
      if (at === offset) return false
      const { key, value } = item.content as Y.ContentFormat
      formats = withFormat(formats, key, value, segment.leaked)
      continue
    }
    const width = widthIn(view, item)
    if (width === 0) continue
    if (at >= offset) break
    at += width
    if (at > offset) break
  }
  return formats === NO_FORMATS
}

/** The item and the place in it of the character before `offset` (the bead itself for 0). */
export function itemBefore(
  text: Y.Text,
  segment: TextSegment,
  offset: number,
  view: PageView | null,
): { item: Y.Item; at: number } | null {
  let at = 0
  for (let item = firstItem(text, segment); item && !isBeadIn(view, item); item = item.right) {
    const width = widthIn(view, item)
    if (width > 0 && offset > at && offset <= at + width)
      return { item, at: shownAt(view, item, offset - at - 1) }
    at += width
  }
  return segment.item ? { item: segment.item, at: 0 } : null
}

/** The place in the item of the character that is shown as its `nth`. */
function shownAt(view: PageView | null, item: Y.Item, nth: number): number {
  let rest = nth
  for (const { from, to } of view?.shown(item) ?? []) {
    if (rest < to - from) return from + rest
    rest -= to - from
  }
  return rest
}

/** The ids of the characters, in order. */
export function charactersOf(
  text: Y.Text,
  segment: TextSegment,
  view: PageView | null,
): { client: number; clock: number }[] {
  const found: { client: number; clock: number }[] = []
  for (let item = firstItem(text, segment); item && !isBeadIn(view, item); item = item.right) {
    const { client, clock } = item.id
    const width = widthOf(item)
    if (width === 0) continue
    for (const { from, to } of view?.shown(item) ?? [{ from: 0, to: width }]) {
      for (let i = from; i < to; i++) found.push({ client, clock: clock + i })
    }
  }
  return found
}
