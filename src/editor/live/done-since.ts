import * as Y from 'yjs'
import { partOfUpdate } from './rename-clients'

/**
 * Of what is held that which a tab has done since a page was replayed. What the server has since, and the tab may have had from it, is left
 * out; where the tab has written on that it counts as replayed.
 */
export function doneSince(
  replayed: Uint8Array,
  { held, served }: { held: Uint8Array; served: Uint8Array },
): { held: Uint8Array; replayed: Uint8Array } {
  const clocksOf = (state: Uint8Array) => Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state))
  const [before, now] = [clocksOf(replayed), clocksOf(served)]
  const isServed = (client: number) => (now.get(client) ?? 0) > (before.get(client) ?? 0)
  const to = (client: number) => (isServed(client) ? (before.get(client) ?? 0) : Number.POSITIVE_INFINITY)
  const own = partOfUpdate(held, { from: () => 0, to, withDeletes: true })
  const doc = new Y.Doc()
  Y.applyUpdate(doc, replayed)
  Y.applyUpdate(doc, own)
  const isWhole =
    doc.store.pendingStructs === null &&
    !Y.decodeUpdate(held).structs.some(
      (struct) =>
        !(struct instanceof Y.Skip) &&
        isServed(struct.id.client) &&
        struct.id.clock + struct.length > (now.get(struct.id.client) ?? 0),
    )
  doc.destroy()
  return isWhole ? { held: own, replayed } : { held, replayed: Y.mergeUpdates([replayed, served]) }
}
