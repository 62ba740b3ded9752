import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { entriesOf, sameJson } from '../format/layout'
import { PageIndex } from '../page-index/page-index'
import type { FormatPatch } from '../page-index/page-view'
import { LiveIds } from './live-ids'
import { jsonFingerprint } from './operations/fingerprint'
import { readPart, type Sid, sidIn } from './part-keys'
import { itemsIn, type Suggestions, suggestionsOf } from './suggestions'

/** Some of what a suggestion speaks of, by which the page tells later what became of it. JSON. */
export interface Trace {
  /** Ranges of ids: client, first, how many. */
  come: Range[]
  go: Range[]
  /** Block, key and value. */
  set: [block: string, field: string, to: Json][]
  /** The same of long values, by their fingerprints. */
  long?: [block: string, field: string, fingerprint: string][]
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
    else if (part.op === '/') {
      const { block, field, to } = part
      if (JSON.stringify(to).length <= LONGEST) keep(trace.set, [block, field, to])
      else {
        trace.long ??= []
        keep(trace.long, [block, field, jsonFingerprint(to)])
      }
    }
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

/** What the page still knows of suggestions that are gone: under which keys their ranges stood. */
export function tracesLeft(doc: Y.Doc, sids: readonly Sid[]): Map<Sid, Trace> {
  const traces = new Map(sids.map((sid): [Sid, Trace] => [sid, { come: [], go: [], set: [], format: [] }]))
  if (traces.size === 0) return traces
  for (const key of suggestionsOf(doc)._map.keys()) {
    const sid = sidIn(key)
    const trace = sid === null ? undefined : traces.get(sid)
    const part = trace && readPart(key, 1)
    if (part?.op === '+') trace?.come.push([part.client, part.clock, 1])
    else if (part?.op === '-') trace?.go.push([part.client, part.clock, 1])
  }
  return traces
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

/** Items that are looked at around words, for all suggestions that are asked about together: many more than honest ones have there. */
const MOST_BESIDE = 1_000_000

/**
 * Were these suggestions, which are gone, accepted? The words of one that was are in the page then, or those that it was to delete are not, or
 * its values stand there. What was changed further since may tell otherwise.
 */
export function wereAccepted(doc: Y.Doc, traces: readonly Trace[]): boolean[] {
  const live = new LiveIds(doc)
  const isLive = ([client, from, length]: Range) => live.isAny({ client, from, to: from + length })
  const looks = { left: MOST_BESIDE }
  let index: PageIndex | null = null
  const wasAccepted = ({ come, go, set, long = [], format, words }: Trace): boolean => {
    if (come.some(isLive)) return true
    if (come.length > 0) {
      // An identical suggestion may have been accepted: then its words stand there.
      return words !== undefined && !go.some(isLive) && standBeside(doc, come[0] as Range, words, looks)
    }
    if (go.length > 0) return !go.some(isLive)
    const entries = entriesOf(doc)
    const storedOf = (block: string, field: string): Json => {
      const entry: unknown = entries.get(block)
      return entry instanceof Y.Map ? ((entry.get(field) ?? null) as Json) : null
    }
    if (set.length + long.length > 0)
      return (
        set.every(([block, field, to]) => sameJson(storedOf(block, field), to)) &&
        long.every(([block, field, print]) => jsonFingerprint(storedOf(block, field)) === print)
      )
    if (format.length === 0) return false
    index ??= new PageIndex(doc)
    return isFormatted(index, format)
  }
  try {
    return traces.map(wasAccepted)
  } finally {
    ;(index as PageIndex | null)?.close()
  }
}

/** Do these words stand right before or behind where a character was? */
function standBeside(doc: Y.Doc, [client, clock]: Range, words: string, looks: { left: number }): boolean {
  if (clock >= Y.getState(doc.store, client)) return false
  const gone = Y.getItem(doc.store, Y.createID(client, clock)) as Y.Item | Y.GC
  if (!(gone instanceof Y.Item)) return false
  const read = (way: 'left' | 'right') => {
    let read = ''
    for (let item = gone[way]; item && read.length < words.length && looks.left-- > 0; item = item[way]) {
      if (item.deleted || item.content instanceof Y.ContentFormat) continue
      if (!(item.content instanceof Y.ContentString)) break
      read = way === 'left' ? item.content.str + read : read + item.content.str
    }
    return read
  }
  return read('left').endsWith(words) || read('right').startsWith(words)
}

const isFormatted = ({ doc, texts }: PageIndex, said: Trace['format']): boolean =>
  said.every(([client, clock, set]) => {
    for (const item of itemsIn(doc, client, clock, clock + 1)) {
      const { segment, offset } = texts.locate(item)
      const formats = texts.formatsAt(segment, offset + clock - item.id.clock + 1)
      return Object.entries(set).every(([key, value]) => sameJson(formats[key] ?? null, value))
    }
    return true
  })
