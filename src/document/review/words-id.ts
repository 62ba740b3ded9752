import type * as Y from 'yjs'

const ids = new WeakMap<Y.Doc, number>()

/**
 * The Yjs client id under which suggested words are written in this doc: with one of their own, letters that are typed one by one stay
 * together. It is random, and known to nobody before something is written under it, or the server has given it to this person.
 */
export function wordsIdOf(doc: Y.Doc): number {
  const known = ids.get(doc)
  if (known !== undefined) return known
  const id = crypto.getRandomValues(new Uint32Array(1))[0] as number
  ids.set(doc, id)
  return id
}
