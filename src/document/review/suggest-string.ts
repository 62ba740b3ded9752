import type * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { type Formats, formatsInText, NO_FORMATS, sameJson } from '../format/layout'
import type { FormatPatch } from '../page-index/page-view'
import type { StringChange } from '../write/string-change'
import { deleteIds, type IdRange, insertBehind, isAnyLive, rangesOf, without } from './live-ids'
import { authorOf, type FormatPart, type RangePart, suggestedRangeKey } from './part-keys'
import type { PageWork, Work } from './suggest-page'

interface Id {
  client: number
  clock: number
}

/** Text that comes in, behind which unit, and how it is to be formatted where that differs from what stands around it. */
interface Coming {
  behind: Id | null
  insert: string | object
  patch: FormatPatch
}

/** Suggests a change of the string, of which `gone` are beads of the author's that go as well. */
export function suggestString(
  work: PageWork,
  text: Y.Text,
  change: StringChange,
  gone: readonly IdRange[],
): void {
  const coming = change.puts.map((put): Coming & { at: number } => {
    const at = behindReplaced(change, put.at)
    return { at, ...comingAt(work, { ...put, at }) }
  })
  const leaving: IdRange[] = []
  const formatted: Formatted[] = []
  for (const { from, to, patch } of change.changed) {
    const ranges = rangesOf(idsBetween(work, from, to))
    if (patch === null) leaving.push(...ranges)
    else for (const range of ranges) formatted.push({ range, patch })
  }
  suggestDelete(work, leaving, [text])
  takeBack(work, gone, { beads: true }, [text])
  let last: { at: number; id: Id } | null = null
  for (const { at, behind, insert, patch } of coming) {
    const id = suggestInsert(work, text, last?.at === at ? last.id : behind, insert)
    const length = typeof insert === 'string' ? insert.length : 1
    last = { at, id: { client: id.client, clock: id.clock + length - 1 } }
    const range = { client: id.client, from: id.clock, to: id.clock + length }
    if (Object.keys(patch).length > 0) formatted.push({ range, patch })
  }
  suggestFormats(work, formatted)
}

/** New words stand behind those that they are to replace, as people read a correction. Beads stay where blocks begin. */
function behindReplaced({ puts, changed }: StringChange, at: number): number {
  const isBead = puts.some((put) => put.at === at && typeof put.insert !== 'string' && 'block' in put.insert)
  let end = at
  if (!isBead) for (const { from, to, patch } of changed) if (patch === null && from === end) end = to
  // Another put stands at that end already, or a bead: the order of both would be lost.
  return puts.some((put) => put.at !== at && put.at > at && put.at <= end) ? at : end
}

interface Formatted {
  range: IdRange
  patch: FormatPatch
}

/** Suggests words, and says so of their ids. */
export function suggestInsert(work: Work, text: Y.Text, behind: Id | null, insert: string | object): Id {
  const id = insertBehind(work.transaction, text, behind, insert, work.words)
  cover(work, id, typeof insert === 'string' ? insert.length : 1)
  return id
}

/** Suggests to delete characters; those that the author suggested are taken back instead. */
export function suggestDelete(work: Work, ranges: readonly IdRange[], texts: readonly Y.Text[]): void {
  const { map, sid, suggestions, author } = work
  const isOwn = (part: RangePart) => authorOf(part.sid) === author
  for (const range of ranges) {
    const own = clipped(
      suggestions.inserted.overlapping(range.client, range.from, range.to).filter(isOwn),
      range,
    )
    takeBack(work, own, { beads: false }, texts)
    const known = clipped(
      suggestions.deleted.overlapping(range.client, range.from, range.to).filter(isOwn),
      range,
    )
    for (const { client, from, to } of without(range, union([...own, ...known])))
      map.set(suggestedRangeKey(sid, '-', client, from), to - from)
  }
}

/** Deletes what the author suggested, and drops the ranges that have nothing left to speak of. */
function takeBack(
  work: Work,
  ranges: readonly IdRange[],
  what: { beads: boolean },
  texts: readonly Y.Text[],
): void {
  const { transaction, suggestions, map, author } = work
  for (const range of ranges) deleteIds(transaction, range, what, texts)
  for (const { client, from, to } of ranges) {
    for (const kind of [suggestions.inserted, suggestions.formatted] as const) {
      for (const part of kind.overlapping(client, from, to)) {
        const whole = { client, from: part.clock, to: part.clock + part.length }
        if (authorOf(part.sid) === author && !isAnyLive(transaction.doc, whole)) map.delete(part.key)
      }
    }
  }
}

/** Says that ids are suggested in: the suggestion's range before them grows when it ends there. */
function cover(work: Work, { client, clock }: Id, length: number): void {
  const { map, sid, suggestions } = work
  const last = suggestions.inserted
    .overlapping(client, clock - 1, clock)
    .find(
      (part) => part.sid === sid && part.clock + part.length === clock && map.get(part.key) === part.length,
    )
  const { last: grown } = work.covering
  const start = grown && grown.client === client && grown.to === clock ? grown.from : (last?.clock ?? clock)
  work.covering.last = { client, from: start, to: clock + length }
  map.set(suggestedRangeKey(sid, '+', client, start), clock + length - start)
}

/** Suggests formats of characters. One suggestion says one thing of a character: what it said before is taken along. */
function suggestFormats({ map, sid, suggestions }: Work, formatted: readonly Formatted[]): void {
  const clients = new Map<number, Formatted[]>()
  for (const one of formatted) {
    const known = clients.get(one.range.client)
    if (known) known.push(one)
    else clients.set(one.range.client, [one])
  }
  for (const [client, wanted] of clients) {
    const own = new Map<string, FormatPart>()
    for (const { range } of wanted) {
      for (const part of suggestions.formatted.overlapping(client, range.from, range.to))
        if (part.sid === sid) own.set(part.key, part)
    }
    for (const key of own.keys()) map.delete(key)
    const said = [...own.values()].map(({ clock, length, set }) => ({
      range: { client, from: clock, to: clock + length },
      patch: set,
    }))
    for (const { from, to, patch } of laidOver([...said, ...wanted]))
      map.set(suggestedRangeKey(sid, '*', client, from), { n: to - from, set: patch })
  }
}

/** The segments of one client with what all patches together say of them, the later ones over the earlier. */
function laidOver(patches: readonly Formatted[]): { from: number; to: number; patch: FormatPatch }[] {
  const points = new Set<number>()
  for (const { range } of patches) points.add(range.from).add(range.to)
  const starts = patches.map((one, i) => ({ ...one, i })).sort((a, b) => a.range.from - b.range.from)
  let active: typeof starts = []
  let started = 0
  let start = 0
  const pieces: { from: number; to: number; patch: FormatPatch }[] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    if (active.length > 0) {
      const patch: FormatPatch = Object.assign({}, ...active.map((one) => one.patch))
      const last = pieces.at(-1)
      if (last && last.to === start && sameJson(last.patch, patch)) last.to = point
      else pieces.push({ from: start, to: point, patch })
    }
    active = active.filter(({ range }) => range.to > point)
    for (; starts[started]?.range.from === point; started++)
      active.push(starts[started] as (typeof starts)[0])
    active.sort((a, b) => a.i - b.i)
    start = point
  }
  return pieces
}

function comingAt(
  { index }: PageWork,
  { at, insert, attributes }: { at: number; insert: string | object; attributes: Formats },
): Coming {
  const { texts } = index
  if (at === 0) return { behind: null, insert, patch: difference(NO_FORMATS, attributes) }
  const { segment, offset } = texts.list.at(at - 1)
  const characters = segment.item ? offset : offset + 1
  const found = texts.itemBefore(segment, characters)
  if (!found) throw new Error('A position of the string has no item')
  const behind = { client: found.item.id.client, clock: found.item.id.clock + found.at }
  const isBead = 'block' in Object(insert)
  const around = formatsInText(texts.formatsAt(segment, characters), segment.leaked)
  return { behind, insert, patch: isBead ? NO_FORMATS : difference(around, attributes) }
}

/** The formats to set and to take away. */
function difference(before: Formats, after: Formats): FormatPatch {
  const patch: Record<string, Json | null> = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null
  for (const [key, value] of Object.entries(after)) if (!sameJson(before[key], value)) patch[key] = value
  return patch
}

/** The ids of the characters between two positions of one block text. */
function idsBetween({ index }: PageWork, from: number, to: number): Id[] {
  const { segment, offset } = index.texts.list.at(from)
  const first = segment.item ? offset - 1 : offset
  return index.texts.characters(segment).slice(first, first + to - from)
}

const clipped = (parts: readonly RangePart[], { from, to }: IdRange): IdRange[] =>
  union(
    parts.map(({ client, clock, length }) => ({
      client,
      from: Math.max(from, clock),
      to: Math.min(to, clock + length),
    })),
  )

/** Ranges of one client, in order and apart from each other. */
function union(ranges: readonly IdRange[]): IdRange[] {
  const joined: IdRange[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}
