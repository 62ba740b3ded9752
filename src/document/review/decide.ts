import * as Y from 'yjs'
import { cellParts } from '../format/grid'
import { entriesOf, textOf, titleText } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { PageEdit } from '../write/page-edit'
import { NO_EDIT, writePage } from '../write/write-page'
import { deleteIds, type IdRange, isAnyLive } from './live-ids'
import {
  authorOf,
  type EntryPart,
  type FormatPart,
  type Part,
  type RangePart,
  rangeKey,
  type Sid,
} from './part-keys'
import { FormatRanges, type Ranges } from './ranges'
import { type SameWords, sameWords } from './same-words'
import { Standing } from './standing'
import { itemsIn, type Suggestions, setRange, suggestionsOf } from './suggestions'
import { noteTaken } from './taken'

/** A part to decide on, or those of its ids that `from` and `to` leave of it. */
export interface Chosen {
  part: Exclude<Part, { op: '@' }>
  from?: number
  to?: number
}

/** All parts of these suggestions. */
export const chosenSids = (suggestions: Suggestions, sids: Iterable<Sid>): Chosen[] =>
  [...sids].flatMap((sid) => suggestions.of(sid).map((part) => ({ part })))

/** All parts of an author's suggestions. */
export const chosenOf = (suggestions: Suggestions, author: string): Chosen[] =>
  chosenSids(
    suggestions,
    suggestions.sids.filter((sid) => authorOf(sid) === author),
  )

/** What is suggested of a selection: of these characters and beads, and of the entries of these blocks. */
export function chosenIn(
  suggestions: Suggestions,
  ids: readonly IdRange[],
  blocks: ReadonlySet<string>,
): Chosen[] {
  const chosen: Chosen[] = []
  for (const { client, from, to } of ids) {
    for (const ranges of [suggestions.inserted, suggestions.deleted, suggestions.formatted] as const) {
      for (const part of ranges.overlapping(client, from, to)) chosen.push({ part, from, to })
    }
  }
  for (const block of blocks) {
    for (const parts of suggestions.entry(block)?.values() ?? [])
      for (const part of parts) chosen.push({ part })
  }
  return chosen
}

/**
 * Accepts or rejects what was chosen, as one edit of the page. `index` is its marked reading. A part that is gone by now is
 * passed over; what a suggestion says of a new block's entry is decided together; a suggestion of which nothing is left loses its head as well. What other suggestions would bring a second time is
 * settled with those accepted (docs/decisions/suggestions-are-ranges.md). `notes`: it is said what it takes away, so that the
 * server can give it back when somebody has decided otherwise first; somebody who may only suggest must not say so, and
 * takes nothing away but their own.
 */
export function decide(
  index: PageIndex,
  suggestions: Suggestions,
  chosen: readonly Chosen[],
  isAccepted: boolean,
  origin?: unknown,
  { notes = false } = {},
): void {
  const { doc } = index
  const known = chosen.filter(({ part }) => suggestions.parts.get(part.key) === part)
  const pending = withWholeEntries(suggestions, isAccepted ? withStanding(index, suggestions, known) : known)
  if (pending.length === 0) return
  doc.transact((transaction) => {
    const texts = [textOf(doc), titleText(doc)]
    const ranges = pending.flatMap(({ part, from, to }) => {
      if (part.op === 'head' || part.op === '/') return []
      const range = {
        client: part.client,
        from: Math.max(part.clock, from ?? part.clock),
        to: Math.min(part.clock + part.length, to ?? part.clock + part.length),
      }
      return range.from < range.to ? [{ part, range }] : []
    })
    const entries = [...new Set(pending.flatMap(({ part }) => (part.op === '/' ? [part] : [])))]
    const of = (op: '+' | '-') =>
      ranges.flatMap(({ part, range }) => (part.op === op ? [{ sid: part.sid, range }] : []))
    const same = isAccepted ? sameWords(suggestions, of('+')) : []
    if (isAccepted) {
      writeFormats(index, ranges)
      for (const range of same.flatMap((one) => one.ranges))
        deleteIds(transaction, range, { beads: false }, texts)
      for (const { part, range } of ranges)
        if (part.op === '-') deleteIds(transaction, range, { beads: false }, texts)
      writeValues(doc, entries)
    } else {
      for (const { part, range } of ranges)
        if (part.op === '+') deleteIds(transaction, range, { beads: true }, texts)
    }
    // Words that both take away are said once, of the suggestion whose words stay in their place.
    const saidOnce = of('-').filter(
      ({ sid, range }) =>
        !same.some((one) => one.sid === sid && one.replaced.some((gone) => overlaps(gone, range))),
    )
    const saidSame = same.flatMap(({ sid, ranges: gone }) => gone.map((range) => ({ sid, range })))
    if (notes && isAccepted) noteTaken(doc, [...saidOnce, ...saidSame], of('+'))
    else if (notes) noteTaken(doc, of('+'), of('-'))
    const settled = [...ranges, ...settledBy(suggestions, same)]
    // Who may only suggest takes nothing away of others: then it stays, and is said of nothing.
    const orphans = notes && !isAccepted ? orphansOf(suggestions, entries) : []
    const sids = new Set([...[...pending.map(({ part }) => part), ...orphans, ...same].map(({ sid }) => sid)])
    drop(doc, suggestions, settled, [...entries, ...orphans], sids)
  }, origin)
}

/**
 * What was chosen to be accepted, with the suggested blocks that it is to stand in: somebody's heading of a paragraph that another suggests, words in
 * a cell of a suggested table. Words behind a suggested Enter stand in the block before until that is accepted.
 */
function withStanding(index: PageIndex, suggestions: Suggestions, chosen: readonly Chosen[]): Chosen[] {
  const { doc, texts } = index
  const text = textOf(doc)
  const standing = new Standing(index, suggestions)
  for (const { part, from, to } of chosen) {
    if (part.op === '/') {
      standing.block(part.block)
      if ((part.field === 'at' || part.field === 'into') && Array.isArray(part.to))
        standing.block(String(part.to[0]))
    }
    if (part.op !== '+') continue
    const last = Math.min(to ?? Number.POSITIVE_INFINITY, part.clock + part.length)
    for (const item of itemsIn(doc, part.client, Math.max(from ?? 0, part.clock), last)) {
      if ((item.parent as unknown) !== text || item.parentSub !== null || !item.countable) continue
      const { segment } = texts.locate(item)
      if (!segment.item || (segment.split && segment.item !== item)) continue
      standing.bead(segment)
      standing.block(segment.id)
    }
  }
  return [...chosen, ...standing.chosen]
}

/** What is suggested of blocks that nobody suggests any more once these parts are rejected: nothing could come of it. */
function orphansOf(suggestions: Suggestions, rejected: readonly EntryPart[]): EntryPart[] {
  const stored = entriesOf(suggestions.doc)
  const going = new Set(rejected)
  const rest = (block: string) =>
    [...(suggestions.entry(block)?.values() ?? [])].flat().filter((part) => !going.has(part))
  const isGone = (block: string) =>
    !stored.has(block) && !rest(block).some(({ field, to }) => field === 'at' && to !== null)
  const gone = new Set<string>()
  for (const { block } of rejected) if (!cellParts(block) && isGone(block)) gone.add(block)
  if (gone.size === 0) return []
  const orphans = [...gone].flatMap(rest)
  for (const block of suggestions.blocks) {
    const cell = cellParts(block)
    if (cell && (gone.has(cell.row) || gone.has(cell.column))) orphans.push(...rest(block))
  }
  return orphans
}

/**
 * What was chosen, with everything else that the same suggestion says of the entries it makes: a new block that has its place
 * but not its kind would be a paragraph until the rest is decided, and words typed into it would be nowhere once it is a cell.
 */
function withWholeEntries(suggestions: Suggestions, chosen: readonly Chosen[]): Chosen[] {
  const whole = new Set(chosen)
  const known = new Set(chosen.map(({ part }) => part.key))
  for (const { part } of chosen) {
    if (part.op !== '/') continue
    const ofEntry = [...(suggestions.entry(part.block)?.values() ?? [])]
      .flat()
      .filter(({ sid }) => sid === part.sid)
    if (!ofEntry.some(({ field, was }) => field === 'kind' && was === null)) continue
    for (const other of ofEntry) {
      if (known.has(other.key)) continue
      known.add(other.key)
      whole.add({ part: other })
    }
  }
  return [...whole]
}

const overlaps = (one: IdRange, other: IdRange): boolean =>
  one.client === other.client && one.from < other.to && other.from < one.to

type RangeChosen = { part: RangePart | FormatPart; range: IdRange }

/**
 * What suggestions say of words that an accepted one has brought, and of those that it took away for them, which are gone by now; with
 * what else they would delete that is gone.
 */
function settledBy(suggestions: Suggestions, same: readonly SameWords[]): RangeChosen[] {
  const { doc, inserted, deleted, formatted } = suggestions
  const partsOver = (ranges: Ranges<RangePart | FormatPart>, sid: Sid, over: readonly IdRange[]) =>
    over.flatMap(({ client, from, to }) =>
      ranges.overlapping(client, from, to).flatMap((part) => {
        const { clock, length } = part
        const range = { client, from: Math.max(from, clock), to: Math.min(to, clock + length) }
        return part.sid === sid ? [{ part, range }] : []
      }),
    )
  return same.flatMap(({ sid, ranges, replaced }) => [
    ...partsOver(inserted, sid, ranges),
    ...partsOver(deleted, sid, replaced),
    ...partsOver(formatted, sid, ranges),
    ...suggestions.of(sid).flatMap((part) => {
      if (part.op !== '-') return []
      const range = { client: part.client, from: part.clock, to: part.clock + part.length }
      return isAnyLive(doc, range) ? [] : [{ part, range }]
    }),
  ])
}

/** Sets the formats of accepted parts where their characters stand now. */
function writeFormats(index: PageIndex, ranges: readonly RangeChosen[]): void {
  const accepted = new FormatRanges()
  const clients = new Map<number, { from: number; to: number }>()
  for (const { part, range } of ranges) {
    if (part.op !== '*') continue
    const { client, from, to } = range
    accepted.add({ ...part, clock: from, length: to - from })
    const known = clients.get(client)
    clients.set(client, { from: Math.min(known?.from ?? from, from), to: Math.max(known?.to ?? to, to) })
  }
  const formats: PageEdit['formats'][number][] = []
  for (const [client, { from, to }] of clients) {
    for (const { patch, ...range } of accepted.patches(client, from, to)) {
      for (const place of placesOf(index, { client, ...range }))
        formats.push({ ...place, patch: { ...patch } })
    }
  }
  if (formats.length > 0) writePage(index, { ...NO_EDIT, formats })
}

/** Where the live characters of a range of ids stand in the texts of their blocks. */
function* placesOf(
  { doc, texts, tree }: PageIndex,
  { client, from, to }: IdRange,
): Generator<{ block: string; from: number; to: number }> {
  const text = textOf(doc)
  for (const item of itemsIn(doc, client, from, to)) {
    if ((item.parent as unknown) !== text || item.parentSub !== null || !item.countable) continue
    const { segment, offset } = texts.locate(item)
    if (segment.item === item) continue
    const block = tree.mergeRoot(segment.id)
    let start = offset - item.id.clock
    sources: for (const source of tree.textSources(block)) {
      for (const other of texts.of(source)) {
        if (other === segment) break sources
        start += other.length
      }
    }
    const first = Math.max(from, item.id.clock)
    const last = Math.min(to, item.id.clock + item.length)
    yield { block, from: start + first, to: start + last }
  }
}

/** Writes accepted values of entries, those of the greatest names last; those of a block that nobody makes are nowhere. */
function writeValues(doc: Y.Doc, parts: readonly EntryPart[]): void {
  const entries = entriesOf(doc)
  const placed = new Set(
    parts.flatMap(({ block, field, to }) => (field === 'at' && to !== null ? [block] : [])),
  )
  for (const { block, field, to } of [...parts].sort((a, b) => (a.sid < b.sid ? -1 : 1))) {
    let entry = entries.get(block)
    if (to === null) {
      if (entry instanceof Y.Map && entry.has(field)) entry.delete(field)
      continue
    }
    if (!(entry instanceof Y.Map)) {
      if (!placed.has(block) && !cellParts(block)) continue
      entry = new Y.Map()
      entries.set(block, entry)
    }
    ;(entry as Y.Map<unknown>).set(field, to)
  }
}

/** Takes what was decided from the map: whole parts, or the ids that were chosen of them. */
function drop(
  doc: Y.Doc,
  suggestions: Suggestions,
  ranges: readonly RangeChosen[],
  entries: readonly EntryPart[],
  sids: ReadonlySet<Sid>,
): void {
  const map = suggestionsOf(doc)
  const byPart = new Map<RangePart | FormatPart, IdRange[]>()
  for (const { part, range } of ranges) {
    const known = byPart.get(part)
    if (known) known.push(range)
    else byPart.set(part, [range])
  }
  for (const { key } of byPart.keys()) map.delete(key)
  for (const [part, decided] of byPart) for (const rest of restOf(part, decided)) setRange(map, part, rest)
  for (const { key } of entries) map.delete(key)
  for (const sid of sids) {
    if (
      map.has(sid) &&
      suggestions.of(sid).every(({ op, key }) => op === 'head' || !map.has(key)) &&
      !hasRest(byPart, sid, map)
    )
      map.delete(sid)
  }
}

/** Is there a part of the suggestion that was written anew because only some of its ids were decided? */
function hasRest(
  byPart: ReadonlyMap<RangePart | FormatPart, readonly IdRange[]>,
  sid: Sid,
  map: Y.Map<unknown>,
): boolean {
  for (const [part, decided] of byPart) {
    if (
      part.sid === sid &&
      restOf(part, decided).some(({ from }) => map.has(rangeKey(part, part.client, from)))
    )
      return true
  }
  return false
}

function restOf({ client, clock, length }: RangePart | FormatPart, decided: readonly IdRange[]): IdRange[] {
  const rest: IdRange[] = []
  let at = clock
  for (const { from, to } of [...decided].sort((a, b) => a.from - b.from)) {
    if (from > at) rest.push({ client, from: at, to: from })
    at = Math.max(at, to)
  }
  if (at < clock + length) rest.push({ client, from: at, to: clock + length })
  return rest
}
