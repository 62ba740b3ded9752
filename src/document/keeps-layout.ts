import * as Y from 'yjs'
import { layoutIsKnown } from './page-doc'

/**
 * Would the page still stand in a layout that this program knows after this update? An update that says otherwise would
 * make the page unreadable for everybody who runs this program, so a server asks before it takes one. Costs next to
 * nothing where the update leaves `meta` alone; `doc` is not changed by asking.
 */
export function keepsLayout(doc: Y.Doc, update: Uint8Array): boolean {
  const meta = doc.getMap('meta')
  const known = layoutIsKnown(doc)
  const { structs } = Y.decodeUpdate(update)
  const touches = structs.some((struct) => {
    if (!(struct instanceof Y.Item)) return false
    const parent: unknown = struct.parent
    if (typeof parent === 'string') return parent === 'meta'
    // What writes over a value names that value instead of the map it stands in.
    const origin = struct.origin ?? struct.rightOrigin
    if (!origin || Y.getState(doc.store, origin.client) <= origin.clock) return false
    const written: unknown = Y.getItem(doc.store, origin)
    return written instanceof Y.Item && (written.parent as unknown) === meta
  })
  if (!touches) return true
  const after = new Y.Doc()
  Y.applyUpdate(after, Y.encodeStateAsUpdate(doc))
  Y.applyUpdate(after, update)
  const keeps = layoutIsKnown(after) || !known
  after.destroy()
  return keeps
}
