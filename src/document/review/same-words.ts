import * as Y from 'yjs'
import { sameJson } from '../format/layout'
import { asBeadItem } from '../page-index/item-text'
import { type IdRange, rangesOf } from './live-ids'
import type { Sid } from './part-keys'
import { itemsIn, type Suggestions } from './suggestions'
import type { SaidRange } from './taken'

/** Words of a pending suggestion that an accepted one brings as well. */
export interface SameWords {
  sid: Sid
  /** Their ids. */
  ranges: IdRange[]
  /** What both suggestions take away for them. */
  replaced: IdRange[]
}

/** A character or an atom of a text. */
interface Unit {
  item: Y.Item
  at: number
}

/** Words that one suggestion puts into one place. */
interface Hunk {
  sid: Sid
  units: Unit[]
}

/** Characters that are looked at around one change, at most. */
const FARTHEST = 2000

/**
 * What other suggestions, or later ones of those accepted, would bring a second time. Two changes are the same when they put the same words,
 * formatted alike, into the same place, instead of the same words. Where they replace nothing, words that were written behind others in
 * knowledge of them continue them, and are not the same: somebody who has typed "ha" and types "ha" means "haha".
 */
export function sameWords(suggestions: Suggestions, accepted: readonly SaidRange[]): SameWords[] {
  const { doc } = suggestions
  const found: SameWords[] = []
  const seen = new Set<string>()
  const settled = new Set<string>()
  for (const { sid, range } of [...accepted].sort((a, b) => (a.sid < b.sid ? -1 : a.sid > b.sid ? 1 : 0))) {
    for (const item of itemsIn(doc, range.client, range.from, range.to)) {
      const last = Math.min(item.length, range.to - item.id.clock)
      for (let at = Math.max(0, range.from - item.id.clock); at < last; at++) {
        const unit = { item, at }
        if (!isWord(item) || seen.has(keyOf(sid, unit)) || settled.has(keyOf(sid, unit))) continue
        const kept = hunkAt(suggestions, sid, unit)
        for (const one of kept.units) seen.add(keyOf(sid, one))
        const replaced = replacedBy(suggestions, kept)
        for (const { way, ...other } of [...hunksAround(suggestions, kept)]) {
          if (settled.has(keyOf(other.sid, other.units[0] as Unit)) || !isSame(suggestions, kept, other))
            continue
          if (!sameJson(replaced, replacedBy(suggestions, other))) continue
          const [before, behind] = way === 'left' ? [other, kept] : [kept, other]
          if (replaced.length === 0 && continues(suggestions, behind, before)) continue
          for (const one of other.units) settled.add(keyOf(other.sid, one))
          found.push({
            sid: other.sid,
            ranges: rangesOf(other.units.map(idOf)),
            replaced: rangesOf(replaced),
          })
        }
      }
    }
  }
  return found
}

const keyOf = (sid: Sid, unit: Unit): string => `${sid} ${unit.item.id.client} ${idOf(unit).clock}`

const idOf = ({ item, at }: Unit) => ({ client: item.id.client, clock: item.id.clock + at })

const isWord = (item: Y.Item): boolean =>
  !item.deleted &&
  item.countable &&
  item.parentSub === null &&
  asBeadItem(item) === null &&
  (item.content instanceof Y.ContentString || item.content instanceof Y.ContentEmbed)

/** Units beside one, the nearest first, until what is neither word nor gone; formats are passed over where told. */
function* unitsBeside({ item, at }: Unit, way: 'left' | 'right', { formats }: { formats: boolean }) {
  const step = way === 'left' ? -1 : 1
  let left = FARTHEST
  let here: Y.Item | null = item
  let unit = at + step
  while (here && left-- > 0) {
    if (here.deleted || (formats && here.content instanceof Y.ContentFormat)) unit = -1
    else if (!isWord(here)) return
    if (unit >= 0 && unit < here.length) {
      yield { item: here, at: unit } satisfies Unit
      unit += step
      continue
    }
    here = here[way]
    unit = way === 'left' && here ? here.length - 1 : 0
  }
}

const makersOf = (kind: 'inserted' | 'deleted', suggestions: Suggestions, unit: Unit): Sid[] => {
  const { client, clock } = idOf(unit)
  return suggestions[kind].overlapping(client, clock, clock + 1).map(({ sid }) => sid)
}

function hunkAt(suggestions: Suggestions, sid: Sid, unit: Unit): Hunk {
  const units = [unit]
  for (const way of ['left', 'right'] as const)
    for (const next of unitsBeside(unit, way, { formats: false })) {
      if (!makersOf('inserted', suggestions, next).includes(sid)) break
      if (way === 'left') units.unshift(next)
      else units.push(next)
    }
  return { sid, units }
}

/** The ids that a suggestion takes away beside words that it brings. */
function replacedBy(suggestions: Suggestions, { sid, units }: Hunk) {
  const ids: { client: number; clock: number }[] = []
  for (const way of ['left', 'right'] as const)
    for (const next of unitsBeside(endOf(units, way), way, { formats: true })) {
      if (makersOf('deleted', suggestions, next).includes(sid)) ids.push(idOf(next))
      else if (makersOf('inserted', suggestions, next).length === 0) break
    }
  return ids.sort((a, b) => a.client - b.client || a.clock - b.clock)
}

const endOf = (units: readonly Unit[], way: 'left' | 'right'): Unit =>
  units.at(way === 'left' ? 0 : -1) as Unit

/** What other suggestions put into the same place: between stand only words that are not in the page, or go. */
function* hunksAround(suggestions: Suggestions, { sid, units }: Hunk) {
  const seen = new Set<string>()
  for (const way of ['left', 'right'] as const)
    for (const next of unitsBeside(endOf(units, way), way, { formats: false })) {
      const makers = makersOf('inserted', suggestions, next)
      for (const other of makers) {
        if (other === sid || seen.has(keyOf(other, next))) continue
        const hunk = hunkAt(suggestions, other, next)
        for (const one of hunk.units) seen.add(keyOf(other, one))
        yield { ...hunk, way }
      }
      if (makers.length === 0 && !makersOf('deleted', suggestions, next).includes(sid)) break
    }
}

function isSame(suggestions: Suggestions, one: Hunk, other: Hunk): boolean {
  if (one.units.length !== other.units.length) return false
  const read = (unit: Unit) => {
    const { client, clock } = idOf(unit)
    return {
      content: contentOf(unit),
      formats: suggestions.formatted.patches(client, clock, clock + 1)[0]?.patch ?? {},
    }
  }
  return one.units.every((unit, i) => sameJson(read(unit), read(other.units[i] as Unit)))
}

const contentOf = ({ item: { content }, at }: Unit): unknown =>
  content instanceof Y.ContentString ? content.str.charAt(at) : content.getContent()[at]

/** Were the words written right behind the others, or behind what was suggested between them? */
function continues(suggestions: Suggestions, { units }: Hunk, before: Hunk): boolean {
  const first = units[0] as Unit
  const { item, at } = first
  const origin = at > 0 ? { client: item.id.client, clock: item.id.clock + at - 1 } : item.origin
  if (origin === null) return false
  const end = before.units[0] as Unit
  for (const unit of unitsBeside(first, 'left', { formats: false })) {
    const { client, clock } = idOf(unit)
    if (client === origin.client && clock === origin.clock)
      return makersOf('inserted', suggestions, unit).length > 0
    if (unit.item === end.item && unit.at === end.at) return false
  }
  return false
}
