import type { Block, Json } from '@/blocks/kit/block'
import { type Formats, type Piece, pieceLength, sameJson } from '../../format/layout'
import { piecesOfInline } from '../../page-index/blocks'
import type { PageIndex } from '../../page-index/page-index'
import type { PageEdit, TextPart } from '../../write/page-edit'
import { idsAt } from '../carried/ids-at'
import type { Suggestions } from '../suggestions'
import { wordChanges } from './word-changes'

/** What an edit says of one block's text. */
export interface TextOperation {
  parts: TextPart[]
  formats: PageEdit['formats'][number][]
}

/**
 * How the text of a block that was read as `seen` comes to say what `wanted` does: by words, so that what stays keeps its
 * characters, and with them its comments and the formats that were not read. `settled` is what the block says now. Positions are those of the
 * marked reading: what is suggested in it stays. Null when the block does not say what was read, or is being split or joined.
 */
export function textOperation(
  index: PageIndex,
  suggestions: Suggestions,
  { settled, seen, wanted }: { settled: Block; seen: Block; wanted: Block },
): TextOperation | null {
  const { id } = settled
  const [before, read, after] = [settled, seen, wanted].map(({ text = [] }) => piecesOfInline(text)) as [
    Piece[],
    Piece[],
    Piece[],
  ]
  const lead = leadOf(before, read)
  const places = settledPlaces(index, suggestions, id)
  if (lead === null || places === null || places.text !== plain(before)) return null
  const gone = new Set<number>()
  const coming = new Map<number, Piece[]>()
  const formats: TextOperation['formats'] = []
  const looksBefore = looksOf(read)
  const looksAfter = looksOf(after)
  for (const change of wordChanges(read, after)) {
    const { from, to } = change
    if (change.op === 'replace') {
      for (let at = from; at < to; at++) gone.add(lead + at)
      if (change.now.length > 0) coming.set(lead + to, change.now)
      continue
    }
    for (let at = from; at < to; at++) {
      const patch = patchOf(looksBefore[at] as Formats, looksAfter[change.nowFrom + at - from] as Formats)
      const place = places.at[lead + at] as number
      if (Object.keys(patch).length === 0) continue
      const last = formats.at(-1)
      if (last?.to === place && sameJson(last.patch, patch)) last.to = place + 1
      else formats.push({ block: id, from: place, to: place + 1, patch })
    }
  }
  return { parts: partsOf(id, places, gone, coming), formats }
}

/** The characters in front of what was read: white space at both ends of a block is not read. */
function leadOf(before: readonly Piece[], read: readonly Piece[]): number | null {
  const [now, then] = [plain(before), plain(read)]
  const lead = now.length - now.trimStart().length
  const isRead = now.slice(lead, lead + then.length) === then && now.slice(lead + then.length).trim() === ''
  return isRead && sameJson(atomsOf(before), atomsOf(read)) ? lead : null
}

const atomsOf = (pieces: readonly Piece[]) =>
  pieces.map(({ insert }) => insert).filter((one) => typeof one !== 'string')

const plain = (pieces: readonly Piece[]): string =>
  pieces.map(({ insert }) => (typeof insert === 'string' ? insert : '\ufffc')).join('')

interface SettledPlaces {
  /** The settled characters among those that the marked reading shows in the block. */
  text: string
  /** Where each of them stands in the marked reading. */
  at: number[]
  length: number
}

/** Null for a block that the marked reading does not show. */
function settledPlaces(index: PageIndex, suggestions: Suggestions, id: string): SettledPlaces | null {
  if (!index.tree.isShown(id)) return null
  const marked = plain(index.text(id))
  const at: number[] = []
  let place = 0
  let text = ''
  for (const { client, from, to } of idsAt(index, id, 0, marked.length)) {
    const hidden = suggestions.inserted.covered(client, from, to)
    for (let clock = from; clock < to; clock++, place++) {
      if (hidden.some((one) => one.from <= clock && clock < one.to)) continue
      text += marked.charAt(place)
      at.push(place)
    }
  }
  return { text, at, length: marked.length }
}

/** `coming` is by the settled place behind which it stands. */
function partsOf(
  id: string,
  { at: places, length }: SettledPlaces,
  gone: ReadonlySet<number>,
  coming: ReadonlyMap<number, Piece[]>,
): TextPart[] {
  const settledAt = new Map(places.map((place, settled) => [place, settled]))
  const parts: TextPart[] = [...(coming.get(0) ?? [])]
  for (let place = 0; place < length; place++) {
    const settled = settledAt.get(place)
    if (settled === undefined || !gone.has(settled)) {
      const last = parts.at(-1)
      if (last && 'keep' in last && last.to === place) last.to = place + 1
      else parts.push({ keep: id, from: place, to: place + 1 })
    }
    if (settled !== undefined) parts.push(...(coming.get(settled + 1) ?? []))
  }
  return parts
}

/** The formats of every character. */
const looksOf = (pieces: readonly Piece[]): Formats[] =>
  pieces.flatMap((piece) => Array.from({ length: pieceLength(piece) }, () => piece.formats))

function patchOf(before: Formats, after: Formats): Record<string, Json | null> {
  const patch: Record<string, Json | null> = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null
  for (const [key, value] of Object.entries(after)) if (!sameJson(before[key], value)) patch[key] = value
  return patch
}
