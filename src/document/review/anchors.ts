import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { titleText } from '../format/page-doc'
import { asBeadItem } from '../page-index/item-text'
import { isAnyLive, without } from './live-ids'
import { wordsIn } from './quoted'
import type { TextSegment } from './ranges'
import { suggestionsOf } from './suggestions'

/* Where discussions stand: the `@` parts of a page, which the server alone writes (docs/document-format.md). */

/** Characters or beads by their ids, `length` of them. */
interface AnchorIds {
  client: number
  clock: number
  length: number
}

/** A discussion stands here from now on and nowhere else; nowhere at all without ranges. */
export interface AnchorChange {
  discussion: string
  ranges: readonly AnchorIds[]
}

/** The update that makes this change; null when it is made already. The document is left alone. */
export function anchorUpdate(doc: Y.Doc, { discussion, ranges }: AnchorChange): Uint8Array | null {
  const map = suggestionsOf(doc)
  const wanted = new Map(
    ranges.map(({ client, clock, length }) => [keyOf(discussion, client, clock), length]),
  )
  const drop = keysOf(doc, discussion).filter((key) => !wanted.has(key))
  const set = [...wanted].filter(([key, length]) => map.get(key) !== length)
  const made = [
    ...(set.length > 0 ? [written(map, set)] : []),
    ...(drop.length + set.length > 0 ? [dropped(map, [...drop, ...set.map(([key]) => key)])] : []),
  ]
  return made.length > 0 ? Y.mergeUpdates(made) : null
}

const keyOf = (discussion: string, client: number, clock: number) => `@ ${discussion} ${client} ${clock}`

/** The keys of a discussion's anchors. */
function keysOf(doc: Y.Doc, discussion: string): string[] {
  const found: string[] = []
  for (const key of suggestionsOf(doc).keys()) if (key.startsWith(`@ ${discussion} `)) found.push(key)
  return found
}

/** An update of the first encoding that writes these, each behind what the page has had under its key. It deletes nothing. */
function written(map: Y.Map<unknown>, parts: readonly (readonly [string, number])[]): Uint8Array {
  const { clientID } = new Y.Doc()
  const encoder = new Y.UpdateEncoderV1()
  encoding.writeVarUint(encoder.restEncoder, 1)
  encoding.writeVarUint(encoder.restEncoder, parts.length)
  encoder.writeClient(clientID)
  encoding.writeVarUint(encoder.restEncoder, 0)
  for (const [clock, [key, length]] of parts.entries()) {
    const behind = map._map.get(key)?.lastId ?? null
    const content = new Y.ContentAny([length])
    const item = new Y.Item(Y.createID(clientID, clock), null, behind, null, null, ROOT_NAME, key, content)
    item.write(encoder, 0)
  }
  encoding.writeVarUint(encoder.restEncoder, 0)
  return encoder.toUint8Array()
}

/** As an item names its shared type before it is taken in. */
const ROOT_NAME = 'suggestions' as never

/** An update of the first encoding that brings no structs and deletes what stands under these keys. */
function dropped(map: Y.Map<unknown>, keys: readonly string[]): Uint8Array {
  const items = keys.flatMap((key) => (map.has(key) ? (map._map.get(key) ?? []) : []))
  const clients = Map.groupBy(items, ({ id }) => id.client)
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, 0)
  encoding.writeVarUint(encoder, clients.size)
  for (const [client, of] of [...clients].sort(([a], [b]) => b - a)) {
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, of.length)
    for (const { id, length } of of.sort((a, b) => a.id.clock - b.id.clock)) {
      encoding.writeVarUint(encoder, id.clock)
      encoding.writeVarUint(encoder, length)
    }
  }
  return encoding.toUint8Array(encoder)
}

/**
 * The same ids in the same order, but each only where it comes first: ranges that a browser sends may name the whole page many times, and
 * every reading would go through all of it (R67).
 */
export function eachOnce<Range extends AnchorIds>(ranges: readonly Range[]): AnchorIds[] {
  const had = new Map<number, TextSegment[]>()
  return ranges.flatMap(({ client, clock, length }) => {
    const range = { client, from: clock, to: clock + length }
    const before = had.get(client) ?? []
    const rest = without(
      range,
      before.filter(({ from, to }) => from < range.to && to > range.from),
    )
    had.set(
      client,
      [...before, ...rest].sort((a, b) => a.from - b.from),
    )
    return rest.map(({ from, to }) => ({ client, clock: from, length: to - from }))
  })
}

/** Has the page got all of these ids? */
export const hasIds = (doc: Y.Doc, ranges: readonly AnchorIds[]): boolean =>
  ranges.every(({ client, clock, length }) => clock + length <= Y.getState(doc.store, client))

/** Is any of it still there? */
export const isAnyThere = (doc: Y.Doc, ranges: readonly AnchorIds[]): boolean =>
  ranges.some(({ client, clock, length }) => isAnyLive(doc, { client, from: clock, to: clock + length }))

/** The first words that stand at these ids ({@link eachOnce}), in their order; empty when none does. */
export function wordsAt(doc: Y.Doc, ranges: readonly AnchorIds[], most: number): string {
  const texts: unknown[] = [textOf(doc), titleText(doc)]
  let words = ''
  for (const { client, clock, length } of ranges) {
    const end = Math.min(clock + length, Y.getState(doc.store, client))
    for (let at = clock; at < end && words.length < most; ) {
      const item = Y.getItem(doc.store, Y.createID(client, at)) as Y.Item | Y.GC
      const from = at - item.id.clock
      at = item.id.clock + item.length
      if (
        !(item instanceof Y.Item) ||
        item.deleted ||
        item.parentSub !== null ||
        !texts.includes(item.parent)
      )
        continue
      if (asBeadItem(item)) words += words ? ' ' : ''
      else words += wordsIn(item, from, Math.min(item.length, end - item.id.clock))
    }
  }
  return words.slice(0, most).toWellFormed().trim()
}
