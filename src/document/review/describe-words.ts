import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { titleText } from '../format/page-doc'
import { asBeadItem, isLiveBead } from '../page-index/item-text'
import type { FormatPatch } from '../page-index/page-view'
import type { LivePlaces } from './live-places'
import type { Part, Sid } from './part-keys'
import { QUOTED, wordsIn } from './quoted'
import { itemsIn, type Suggestions } from './suggestions'

/** Live characters of one item of which a suggestion says something. */
export interface SaidWords {
  /** Null in the title. */
  block: string | null
  from: number
  to: number
  order: number
  words: string
  said: '+' | '-' | { set: FormatPatch }
}

/** The live characters that a suggestion speaks of, in the order of the page, and the blocks of which it suggests the bead. */
export interface SuggestedWords {
  words: SaidWords[]
  /** By block: was the bead put inside text? */
  beads: Map<string, { isSplit: boolean; block: string; from: number; order: number }>
}

/** Looks up what the ranges of a suggestion cover now. */
export function suggestedWords(
  suggestions: Suggestions,
  places: LivePlaces,
  sid: Sid,
  parts: readonly Part[],
): SuggestedWords {
  const { doc } = suggestions
  const [text, title] = [textOf(doc), titleText(doc)] as unknown[]
  const words: SaidWords[] = []
  const beads: SuggestedWords['beads'] = new Map()
  const titleOffsets = offsetsIn(titleText(doc), parts)
  for (const part of parts) {
    if (part.op !== '+' && part.op !== '-' && part.op !== '*') continue
    for (const item of itemsIn(doc, part.client, part.clock, part.clock + part.length)) {
      if (!item.countable || item.parentSub !== null) continue
      const first = Math.max(part.clock, item.id.clock) - item.id.clock
      const last = Math.min(part.clock + part.length, item.id.clock + item.length) - item.id.clock
      if ((item.parent as unknown) === title) {
        const order = titleOffsets.get(item) ?? 0
        if (part.op !== '*')
          words.push({
            ...{ block: null, from: order + first, to: order + last, order: order + first },
            words: wordsIn(item, first, last),
            said: part.op,
          })
        continue
      }
      if ((item.parent as unknown) !== text) continue
      const place = places.of(item)
      if (!place) continue
      if (isLiveBead(item)) {
        const bead = asBeadItem(item)
        if (part.op === '+' && bead)
          beads.set(bead.block, { isSplit: bead.split === true, ...place, order: place.order })
        continue
      }
      // What comes with its formats is told by its words.
      if (part.op === '*' && isOwn(suggestions, sid, item, first)) continue
      words.push({
        block: place.block,
        from: place.from + first,
        to: place.from + last,
        order: place.order + first,
        words: wordsIn(item, first, last),
        said: part.op === '*' ? { set: part.set } : part.op,
      })
    }
  }
  return { words: words.sort((a, b) => a.order - b.order), beads }
}

const isOwn = ({ inserted }: Suggestions, sid: Sid, { id }: Y.Item, at: number): boolean =>
  inserted.overlapping(id.client, id.clock + at, id.clock + at + 1).some((part) => part.sid === sid)

/** Where the items of the title begin, when a part speaks of any. */
function offsetsIn(title: Y.Text, parts: readonly Part[]): Map<Y.Item, number> {
  const offsets = new Map<Y.Item, number>()
  const isAsked = parts.some(({ op }) => op === '+' || op === '-')
  let at = 0
  for (let item = isAsked ? title._start : null; item; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue
    offsets.set(item, at)
    at += item.length
  }
  return offsets
}

/** Those of which the same is said, in the order in which they first come. */
export function byFormat(words: readonly SaidWords[]): { set: FormatPatch; words: SaidWords[] }[] {
  const groups = new Map<string, { set: FormatPatch; words: SaidWords[] }>()
  for (const one of words) {
    if (typeof one.said === 'string') continue
    const { set } = one.said
    const name = JSON.stringify(set)
    const known = groups.get(name)
    if (known) known.words.push(one)
    else groups.set(name, { set, words: [one] })
  }
  return [...groups.values()]
}

/** The words one after the other, with a gap where they do not follow each other; more than a quotation holds is not gathered. */
export function joinWords(words: readonly SaidWords[]): string {
  let joined = ''
  let last: SaidWords | null = null
  for (const one of words) {
    if (joined.length > QUOTED) break
    if (joined && one.words && last && !(last.block === one.block && last.to === one.from))
      joined += last.block === one.block ? ' … ' : ' '
    joined += one.words
    last = one
  }
  return joined
}
