import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { takenInOrder } from '../updates/waiting'

type Struct = Y.Item | Y.GC | Y.Skip

/**
 * The item that says the layout of a page once these structs have come in, of which `written` are those that write it; undefined where none
 * does. What is deleted is not looked at. The page is not read: only what has ever said its layout, in a document of its own, where Yjs puts
 * these behind one another as it would on the page.
 */
export function lastOfLayout(
  doc: Y.Doc,
  structs: readonly Struct[],
  written: readonly Y.Item[],
): Y.Item | undefined {
  const { queues, next } = takenInOrder(
    doc,
    structs
      .filter((struct) => !(struct instanceof Y.Skip))
      .sort((one, other) => one.id.clock - other.id.clock),
  )
  const waiting = new Set<Struct>()
  for (const [client, queue] of queues)
    for (const struct of queue.slice(next.get(client) ?? 0)) waiting.add(struct)
  const alone = new Y.Doc({ gc: false })
  const chain: Y.Item[] = []
  for (let item = doc.getMap('meta')._map.get('layout') ?? null; item; item = item.left) chain.push(item)
  for (const items of [chain, written.filter((item) => !waiting.has(item))])
    Y.applyUpdate(alone, updateOf(alone, items))
  return alone.getMap('meta')._map.get('layout')
}

/** An update that brings these to a document, with nothing in the place of what lies between them. */
function updateOf(doc: Y.Doc, items: readonly Y.Item[]): Uint8Array {
  const byClient = Map.groupBy(items, ({ id }) => id.client)
  return encoding.encode((out) => {
    encoding.writeVarUint(out, byClient.size)
    for (const [client, own] of [...byClient].sort(([one], [other]) => other - one)) {
      const structs: (Y.Item | Y.GC)[] = []
      const known = Y.getState(doc.store, client)
      let end = known
      for (const item of own.sort((one, other) => one.id.clock - other.id.clock)) {
        const { clock } = item.id
        // What the page has of it already, or another one of these.
        if (clock < end) continue
        if (clock > end) structs.push(new Y.GC(Y.createID(client, end), clock - end))
        structs.push(item)
        end = clock + item.length
      }
      encoding.writeVarUint(out, structs.length)
      encoding.writeVarUint(out, client)
      encoding.writeVarUint(out, known)
      const encoder = new Y.UpdateEncoderV1()
      for (const struct of structs) struct.write(encoder, 0)
      encoding.writeUint8Array(out, encoder.toUint8Array())
    }
    encoding.writeVarUint(out, 0)
  })
}
