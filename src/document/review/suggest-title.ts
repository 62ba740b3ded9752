import type * as Y from 'yjs'
import { changedPart, titleText } from '../format/page-doc'
import { widthOf } from '../page-index/item-text'
import { HiddenPlaces } from '../write/hidden-places'
import type { IdRange } from './live-ids'
import { type Reading, ReadingView } from './reading-view'
import { type Suggesting, suggesting } from './suggest-page'
import { suggestDelete, suggestInsert } from './suggest-string'
import type { Suggestions } from './suggestions'
import { wordsShown } from './titles'

/** Suggests that the title says `title`, which a reading shows otherwise: mostly the proposed one, what a suggester goes on from. */
export function suggestTitle(
  suggestions: Suggestions,
  reading: Reading,
  title: string,
  by: Suggesting,
  origin?: unknown,
): void {
  const { doc } = suggestions
  const change = changedPart(wordsShown(suggestions, reading), title)
  if (!change) return
  const { at, removed, inserted } = change
  suggesting(
    suggestions,
    by,
    (work) => {
      const text = titleText(doc)
      const places = new HiddenPlaces(text, new ReadingView(suggestions, reading))
      const behind = idAt(text, places.behind(at + removed) - 1)
      const leaving = places.between(at, at + removed).flatMap(({ from, to }) => idsBetween(text, from, to))
      if (inserted > 0) suggestInsert(work, text, behind, title.slice(at, at + inserted))
      suggestDelete(work, leaving, [text])
    },
    origin,
  )
}

/** The id of the unit at a place of a text; null before its first one. */
function idAt(text: Y.Text, at: number): { client: number; clock: number } | null {
  const [only] = at < 0 ? [] : idsBetween(text, at, at + 1)
  return only ? { client: only.client, clock: only.from } : null
}

function idsBetween(text: Y.Text, from: number, to: number): IdRange[] {
  const found: IdRange[] = []
  let at = 0
  for (let item = text._start; item && at < to; item = item.right) {
    const width = widthOf(item)
    const start = Math.max(from, at) - at
    const end = Math.min(to, at + width) - at
    const { client, clock } = item.id
    if (start < end) found.push({ client, from: clock + start, to: clock + end })
    at += width
  }
  return found
}
