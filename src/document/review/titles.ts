import * as Y from 'yjs'
import { titleText } from '../format/page-doc'
import { type Reading, ReadingView } from './reading-view'
import type { Suggestions } from './suggestions'

/** The title as a reading shows it, in one line. */
export function readTitle(suggestions: Suggestions, reading: Reading): string {
  const view = new ReadingView(suggestions, reading)
  let title = ''
  for (let item = titleText(suggestions.doc)._start; item; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue
    const { str } = item.content
    for (const { from, to } of view.shown(item) ?? [{ from: 0, to: str.length }]) title += str.slice(from, to)
  }
  return oneLine(title)
}

const oneLine = (title: string): string => title.replace(/[\r\n\u2028\u2029]+/g, ' ')
