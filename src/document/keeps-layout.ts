import * as Y from 'yjs'
import { LAYOUT } from './beads/layout'

/**
 * Does this update leave `meta` alone, but for saying that the page stands in the layout of this program? An update that
 * says otherwise would make the page unreadable for everybody who runs this program, so a server asks before it takes
 * one. Looks at the update only, whatever the page is; `doc` is not changed by asking.
 */
export function keepsLayout(doc: Y.Doc, update: Uint8Array): boolean {
  const meta = doc.getMap('meta')
  const items = Y.decodeUpdate(update).structs.filter((struct) => struct instanceof Y.Item)
  const written = new Set<string>()
  const nameOf = ({ client, clock }: { client: number; clock: number }) => `${client}:${clock}`
  /** What writes over a value names that value instead of the map that it stands in. */
  const standsInMeta = (item: Y.Item): boolean => {
    const parent: unknown = item.parent
    if (typeof parent === 'string') return parent === 'meta'
    const beside = item.origin ?? item.rightOrigin
    if (!beside) return false
    if (written.has(nameOf(beside))) return true
    if (Y.getState(doc.store, beside.client) <= beside.clock) return false
    const there: unknown = Y.getItem(doc.store, beside)
    return there instanceof Y.Item && (there.parent as unknown) === meta
  }
  for (let found = -1; found !== written.size; ) {
    found = written.size
    for (const item of items) {
      if (written.has(nameOf(item.id)) || !standsInMeta(item)) continue
      if (!saysLayout(item)) return false
      written.add(nameOf(item.id))
    }
    // A client's own items come in order; only what two clients wrote over each other takes another look.
    if (written.size === 0) return true
  }
  return true
}

const saysLayout = ({ parentSub, content }: Y.Item): boolean =>
  (parentSub === null || parentSub === 'layout') &&
  content instanceof Y.ContentAny &&
  content.arr.length === 1 &&
  content.arr[0] === LAYOUT
