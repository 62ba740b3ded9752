import * as Y from 'yjs'
import { asAtom, textOf } from '../format/layout'

/** The Yjs client ids under which the inline atoms were written that `isWanted` and that stand on the page; the earliest in the text first. */
export function atomClients(
  doc: Y.Doc,
  isWanted: (kind: unknown, attributes: Readonly<Record<string, unknown>>) => boolean,
): Set<number> {
  const clients = new Set<number>()
  for (let item = textOf(doc)._start; item; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentEmbed)) continue
    const { kind, ...attributes } = asAtom(item.content.embed)
    if (isWanted(kind, attributes)) clients.add(item.id.client)
  }
  return clients
}
