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
  return trace
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
export function wasAccepted(doc: Y.Doc, { come, go, set, format }: Trace): boolean {
  const isLive = ([client, from, length]: Range) => isAnyLive(doc, { client, from, to: from + length })
  if (come.length > 0) return come.some(isLive)
  if (go.length > 0) return !go.some(isLive)
  const entries = entriesOf(doc)
  if (set.length > 0)
    return set.every(([block, field, to]) => {
      const entry: unknown = entries.get(block)
      return sameJson(entry instanceof Y.Map ? (entry.get(field) ?? null) : null, to)
    })
  return format.length > 0 && isFormatted(doc, format)
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
