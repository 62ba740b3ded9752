import * as Y from 'yjs'
import { decodeOnce } from '../updates/decoded-update'
import { isKnownLayout } from './layout'
import { lastOfLayout } from './layout-after'

/**
 * Does this update leave `meta` alone, but for saying that the page stands in a layout of this program, and put nothing
 * into `body`, where the layout before it stood? An update that does otherwise could make the page unreadable for
 * everybody who runs this program, so a server asks before it takes one (R16). Looks at the update, hardly at the page;
 * `doc` is not changed by asking.
 */
export const keepsLayout = (doc: Y.Doc, update: Uint8Array): boolean => layoutIn(doc, update).isKept

/** The same, and whether the update takes away what says the layout, so that the answer depends on what else does. */
export function layoutIn(doc: Y.Doc, update: Uint8Array): { isKept: boolean; isTakenAway: boolean } {
  const { pendingStructs, pendingDs } = doc.store
  // What waits for its forerunners comes in together with the update that brings them.
  const parts = [decodeOnce(update)]
  if (pendingStructs) parts.push(Y.decodeUpdateV2(pendingStructs.update))
  if (pendingDs) parts.push(Y.decodeUpdateV2(pendingDs))
  const items = parts.flatMap(({ structs }) => structs.filter((struct) => struct instanceof Y.Item))
  const meta = doc.getMap('meta')
  const body = doc.share.get('body')
  const written = new Map<string, Y.Item>()
  const nameOf = ({ client, clock }: { client: number; clock: number }) => `${client}:${clock}`
  /** What was written over another value may be of several clocks, and named by any of them. */
  const isWritten = (id: Y.ID) =>
    written.has(nameOf(id)) || [...written.values()].some((item) => holds(item, id))
  /** What writes over a value names that value instead of the map that it stands in. */
  const standsIn = (item: Y.Item): 'meta' | 'body' | null => {
    const parent: unknown = item.parent
    if (typeof parent === 'string') return parent === 'meta' || parent === 'body' ? parent : null
    const beside = item.origin ?? item.rightOrigin
    if (!beside) return null
    if (isWritten(beside)) return 'meta'
    if (Y.getState(doc.store, beside.client) <= beside.clock) return null
    const there: unknown = Y.getItem(doc.store, beside)
    if (!(there instanceof Y.Item)) return null
    const root: unknown = there.parent
    return root === meta ? 'meta' : body && root === body ? 'body' : null
  }
  for (let found = -1; found !== written.size; ) {
    found = written.size
    for (const item of items) {
      if (written.has(nameOf(item.id))) continue
      const root = standsIn(item)
      if (root === null) continue
      if (root === 'body' || !saysLayout(item)) return SPOILT
      written.set(nameOf(item.id), item)
      if (written.size > MOST_WRITTEN) return SPOILT
    }
    // A client's own items come in order; only what two clients wrote over each other takes another look.
    if (written.size === 0) break
  }
  const isDeleted = (item: Y.Item) => isEmpty(item) || parts.some(({ ds }) => Y.isDeleted(ds, item.id))
  const known = [...meta._map.values()].filter((item) => !item.deleted)
  if (!known.some(isDeleted) && ![...written.values()].some(isDeleted))
    return { isKept: true, isTakenAway: false }
  if (known.some((item) => isDeleted(item) && item.parentSub !== 'layout')) return SPOILT
  const saysLayoutAfter = (): boolean => {
    if (meta.get('layout') === undefined) return true
    const last = lastOfLayout(
      doc,
      parts.flatMap(({ structs }) => structs),
      [...written.values()],
    )
    if (!last || !saysLayout(last) || isDeleted(last)) return false
    const { client, clock } = last.id
    return clock >= Y.getState(doc.store, client) || !Y.getItem(doc.store, last.id).deleted
  }
  // Without a word of the layout it goes; with one, it depends on which of those that were written comes out last.
  return { isKept: written.size > 0 && saysLayoutAfter(), isTakenAway: true }
}

/** How often an update writes the layout at most: a page says it once. */
const MOST_WRITTEN = 100

const holds = ({ id, length }: Y.Item, { client, clock }: Y.ID): boolean =>
  client === id.client && id.clock <= clock && clock < id.clock + length

const SPOILT = { isKept: false, isTakenAway: true }

/** What somebody wrote at the same time as somebody else, and has thrown away since. */
const isEmpty = ({ content }: Y.Item): boolean => content instanceof Y.ContentDeleted

const saysLayout = (item: Y.Item): boolean =>
  (item.parentSub === null || item.parentSub === 'layout') &&
  (isEmpty(item) ||
    (item.content instanceof Y.ContentAny &&
      item.content.arr.length === 1 &&
      isKnownLayout(item.content.arr[0])))
