import * as Y from 'yjs'
import { sharedHead, sharedTail } from '@/shared/shared-ends'
import { entriesOf, isKnownLayout, textOf, titleText } from './layout'
import { isLayout0 } from './layout-0'

export { titleText } from './layout'

/** A new, empty page document, or `made` as one. The empty page has no blocks; nobody ever seeds one (R9). */
export function createPageDoc(made?: string | Y.Doc): Y.Doc {
  const doc = made instanceof Y.Doc ? made : new Y.Doc(made === undefined ? {} : { guid: made })
  titleText(doc)
  textOf(doc)
  entriesOf(doc)
  return doc
}

/**
 * May this program write to the page? `false` when a newer program has changed how it is stored, or when it stands in an
 * older layout that the server has not brought over yet.
 */
export function layoutIsKnown(doc: Y.Doc): boolean {
  const layout = doc.getMap('meta').get('layout')
  return layout === undefined ? !isLayout0(doc) : isKnownLayout(layout)
}

/** The title as it reads now, in one line. */
export function titleOf(doc: Y.Doc): string {
  return titleText(doc)
    .toString()
    .replace(/[\r\n\u2028\u2029]+/g, ' ')
}

/** Makes all that stands in the title read `title` by the smallest change, so that it merges with somebody who types in it. */
export function setTitle(doc: Y.Doc, title: string): void {
  const text = titleText(doc)
  const change = changedPart(text.toString(), title)
  if (!change) return
  const { at, removed, inserted } = change
  doc.transact(() => {
    if (removed > 0) text.delete(at, removed)
    if (inserted > 0) text.insert(at, title.slice(at, at + inserted))
  })
}

/** The number of words, as the language's own rules count them (rulings 3). */
export function wordCount(text: string, locale?: string): number {
  let count = 0
  for (const piece of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    if (piece.isWordLike) count++
  }
  return count
}

/**
 * The one segment in which two texts (or two lists of one-character cells) differ, or null when they are equal. It
 * never begins or ends inside a surrogate pair, because Yjs would replace both halves of a pair that it has to cut.
 */
export function changedPart(before: ArrayLike<string>, after: ArrayLike<string>) {
  let at = sharedHead(before, after)
  if (at === before.length && at === after.length) return null
  if (at > 0 && isHigh(before[at - 1])) at--
  let tail = sharedTail(before, after, at)
  if (tail > 0 && isLow(before[before.length - tail])) tail--
  return { at, removed: before.length - at - tail, inserted: after.length - at - tail }
}

const unit = (cell: string | undefined) => (cell?.length === 1 ? cell.charCodeAt(0) : 0)
const isHigh = (cell: string | undefined) => unit(cell) >= 0xd800 && unit(cell) <= 0xdbff
const isLow = (cell: string | undefined) => unit(cell) >= 0xdc00 && unit(cell) <= 0xdfff
