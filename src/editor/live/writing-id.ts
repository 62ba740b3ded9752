import type * as Y from 'yjs'

/**
 * Gives `doc` a client id of its own for what is written in it, beside the one that everybody is told together with the
 * caret. The server gives an id to the first person who writes under it, so the one that is used must be known to nobody before
 * that: somebody else could take it first, and this browser's words would be refused. It is random, and new for every doc.
 *
 * To the provider and the awareness, which speak of the doc outside of transactions, it goes by the announced id.
 */
export function writeUnderSecretId(doc: Y.Doc): { writingId: number } {
  const announcedId = doc.clientID
  const writingId = crypto.getRandomValues(new Uint32Array(1))[0] as number
  Object.defineProperty(doc, 'clientID', {
    get: () => (doc._transaction?.local ? writingId : announcedId),
    // Yjs takes another id when it sees the announced one used by somebody else; nothing is ever written under that here.
    set: () => undefined,
  })
  return { writingId }
}
