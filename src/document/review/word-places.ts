import type { PageIndex } from '../page-index/page-index'
import { idsAt } from './carried/ids-at'
import { type Chosen, chosenIn } from './decide'
import { wordChangesOf } from './describe'
import { type SaidWords, suggestedWords } from './describe-words'
import { type Change, MOST_SPOTS, type Spot } from './described'
import { LivePlaces } from './live-places'
import type { Sid } from './part-keys'
import type { Suggestions } from './suggestions'

/** A place at which a suggestion changes words, and what it would do there. */
export interface WordPlace extends Spot {
  changes: readonly Change[]
}

/**
 * The places at which a suggestion changes words, in the order of the page, so that each can be decided by itself. None of one that
 * does anything else too (a block, a title, the kind of a block), that changes one place alone, or more of them than a card
 * lists. `index` is the marked reading of the page.
 */
export function wordPlaces(index: PageIndex, suggestions: Suggestions, sid: Sid): WordPlace[] {
  const parts = suggestions.of(sid)
  if (parts.some(({ op }) => op === '/')) return []
  const { words, beads } = suggestedWords(suggestions, new LivePlaces(index), sid, parts)
  if (beads.size > 0 || words.some(({ block }) => block === null)) return []
  const places: { spot: Spot; words: SaidWords[] }[] = []
  for (const one of words) {
    const { block, from, to } = one
    // Asked above.
    if (block === null) continue
    const last = places.at(-1)
    if (last?.spot.block === block && from <= last.spot.to) {
      last.spot.to = Math.max(last.spot.to, to)
      last.words.push(one)
    } else places.push({ spot: { block, from, to }, words: [one] })
  }
  if (places.length < 2 || places.length > MOST_SPOTS) return []
  return places.map(({ spot, words: said }) => ({ ...spot, changes: wordChangesOf(said) }))
}

/** What a suggestion says of the words at one of its places, and of no others. */
export const chosenAt = (
  index: PageIndex,
  suggestions: Suggestions,
  sid: Sid,
  { block, from, to }: Spot,
): Chosen[] =>
  chosenIn(suggestions, idsAt(index, block, from, to), new Set()).filter(({ part }) => part.sid === sid)
