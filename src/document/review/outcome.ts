import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { entriesOf, sameJson } from '../format/layout'
import { PageIndex } from '../page-index/page-index'
import type { FormatPatch } from '../page-index/page-view'
import { isAnyLive } from './live-ids'
import { readPart, type Sid, sidIn } from './part-keys'
import { itemsIn, type Suggestions, suggestionsOf } from './suggestions'

/** Some of what a suggestion speaks of, by which the page tells later what became of it. JSON. */
export interface Trace {
  /** Ranges of ids: client, first, how many. */
  come: Range[]
  go: Range[]
  /** Block, key and value. */
  set: [block: string, field: string, to: Json][]
  format: [client: number, clock: number, set: FormatPatch][]
  /** What comes first in the place of words. */
  words?: string
}
type Range = [client: number, clock: number, length: number]

const MOST = 8
/** Characters of a value's JSON that is kept. */
const LONGEST = 300

/** What to remember of a pending suggestion. */
export function traceOf(suggestions: Suggestions, sid: Sid): Trace {
  const trace: Trace = { come: [], go: [], set: [], format: [] }
  const keep = <T>(list: T[], one: T) => list.length < MOST && list.push(one)
  for (const part of suggestions.of(sid)) {
    if (part.op === '+') keep(trace.come, [part.client, part.clock, part.length])
    else if (part.op === '-') keep(trace.go, [part.client, part.clock, part.length])
    else if (part.op === '*') keep(trace.format, [part.client, part.clock, part.set])
    else if (part.op === '/' && JSON.stringify(part.to).length <= LONGEST)
      keep(trace.set, [part.block, part.field, part.to])
  }
  const [come] = trace.come
  if (come && trace.go.length > 0) {
    const words = wordsOf(suggestions.doc, come)
    if (words !== '' && words.length <= LONGEST) trace.words = words
  }
  return trace
}

function wordsOf(doc: Y.Doc, [client, from, length]: Range): string {
  let words = ''
  for (const { id, content } of itemsIn(doc, client, from, from + length))
    if (content instanceof Y.ContentString)
      words += content.str.slice(Math.max(0, from - id.clock), from + length - id.clock)
  return words
}

/** What the page still knows of a suggestion that is gone: under which keys its ranges stood. */
export function traceLeft(doc: Y.Doc, sid: Sid): Trace {
  const trace: Trace = { come: [], go: [], set: [], format: [] }
  for (const key of suggestionsOf(doc)._map.keys()) {
    if (!key.startsWith(`${sid} `)) continue
    const part = readPart(key, 1)
    if (part?.op === '+') trace.come.push([part.client, part.clock, 1])
    else if (part?.op === '-') trace.go.push([part.client, part.clock, 1])
  }
  return trace
}

/** The suggestions that the page had a part of once and has none of any more. */
export function sidsGone(doc: Y.Doc, suggestions: Suggestions): Sid[] {
  const gone = new Set<Sid>()
  for (const key of suggestionsOf(doc)._map.keys()) {
    const sid = sidIn(key)
    if (sid !== null && !suggestions.has(sid)) gone.add(sid)
  }
  return [...gone]
}

/**
 * Was a suggestion that is gone accepted? Its words are in the page then, or those that it was to delete are not, or its values stand
 * there. What was changed further since may tell otherwise.
 */
export function wasAccepted(doc: Y.Doc, { come, go, set, format, words }: Trace): boolean {
  const isLive = ([client, from, length]: Range) => isAnyLive(doc, { client, from, to: from + length })
  if (come.some(isLive)) return true
  if (come.length > 0) {
    // An identical suggestion may have been accepted: then its words stand there.
    return words !== undefined && !go.some(isLive) && standBeside(doc, come[0] as Range, words)
  }
  if (go.length > 0) return !go.some(isLive)
  const entries = entriesOf(doc)
  if (set.length > 0)
    return set.every(([block, field, to]) => {
      const entry: unknown = entries.get(block)
      return sameJson(entry instanceof Y.Map ? (entry.get(field) ?? null) : null, to)
    })
  return format.length > 0 && isFormatted(doc, format)
}

/** Do these words stand right before or behind where a character was? */
function standBeside(doc: Y.Doc, [client, clock]: Range, words: string): boolean {
  if (clock >= Y.getState(doc.store, client)) return false
  const gone = Y.getItem(doc.store, Y.createID(client, clock)) as Y.Item | Y.GC
  if (!(gone instanceof Y.Item)) return false
  const read = (way: 'left' | 'right') => {
    let read = ''
    for (let item = gone[way]; item && read.length < words.length; item = item[way]) {
      if (item.deleted || item.content instanceof Y.ContentFormat) continue
      if (!(item.content instanceof Y.ContentString)) break
      read = way === 'left' ? item.content.str + read : read + item.content.str
    }
    return read
  }
  return read('left').endsWith(words) || read('right').startsWith(words)
}

function isFormatted(doc: Y.Doc, said: Trace['format']): boolean {
  const index = new PageIndex(doc)
  try {
    return said.every(([client, clock, set]) => {
      for (const item of itemsIn(doc, client, clock, clock + 1)) {
        const { stretch, offset } = index.runs.locate(item)
        const formats = index.runs.formatsAt(stretch, offset + clock - item.id.clock + 1)
        return Object.entries(set).every(([key, value]) => sameJson(formats[key] ?? null, value))
      }
      return true
    })
  } finally {
    index.close()
  }
}
