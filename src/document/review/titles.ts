import * as Y from 'yjs'
import { changedPart, titleText } from '../format/page-doc'
import { HiddenPlaces } from '../write/hidden-places'
import { type Reading, ReadingView } from './reading-view'
import { type Suggestions, withSuggestions } from './suggestions'

/** The title as a reading shows it, in one line. */
export const readTitle = (suggestions: Suggestions, reading: Reading): string =>
  oneLine(wordsShown(suggestions, reading))

/**
 * Makes a reading of the title say `title` by the smallest change, which is written at once. What the reading does not show stays.
 */
export function writeTitle(
  suggestions: Suggestions,
  reading: Reading,
  title: string,
  origin?: unknown,
): void {
  const { doc } = suggestions
  const change = changedPart(wordsShown(suggestions, reading), title)
  if (!change) return
  const { at, removed, inserted } = change
  doc.transact(() => {
    const text = titleText(doc)
    const places = new HiddenPlaces(text, new ReadingView(suggestions, reading))
    const place = places.behind(at)
    for (const { from, to } of places.between(at, at + removed).reverse()) text.delete(from, to - from)
    if (inserted > 0) text.insert(place, title.slice(at, at + inserted))
  }, origin)
}

/** Makes the settled title read `title`: words that are suggested in it stay suggested. */
export const setSettledTitle = (doc: Y.Doc, title: string): void =>
  withSuggestions(doc, (suggestions) => writeTitle(suggestions, 'settled', title))

/** The title as a reading shows it, with what ends its lines. */
export function wordsShown(suggestions: Suggestions, reading: Reading): string {
  const view = new ReadingView(suggestions, reading)
  let title = ''
  for (let item = titleText(suggestions.doc)._start; item; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue
    const { str } = item.content
    for (const { from, to } of view.shown(item) ?? [{ from: 0, to: str.length }]) title += str.slice(from, to)
  }
  return title
}

const oneLine = (title: string): string => title.replace(/[\r\n\u2028\u2029]+/g, ' ')
