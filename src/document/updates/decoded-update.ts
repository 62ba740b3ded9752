import * as Y from 'yjs'

export type DecodedUpdate = ReturnType<typeof Y.decodeUpdate>

const decoded = new WeakMap<Uint8Array, DecodedUpdate>()

/**
 * The structs and deletions of an update of Yjs. Several rules look at one update, and decoding is the dearest part of each, so
 * it is done once: until {@link forgetDecoded}, or as long as somebody holds `update`. The answer is not to be changed. Throws when it
 * cannot be read, and when it deletes nothing at a place: no program writes that, and Yjs throws on it in the middle of applying it.
 */
export function decodeOnce(update: Uint8Array): DecodedUpdate {
  const known = decoded.get(update)
  if (known) return known
  const found = Y.decodeUpdate(update)
  for (const ranges of found.ds.clients.values())
    if (ranges.some(({ len }) => len < 1)) throw new Error('An update deletes nothing at a place')
  decoded.set(update, found)
  return found
}

/** Lets go of what was decoded, which takes several times the room of the update itself. */
export function forgetDecoded(update: Uint8Array): void {
  decoded.delete(update)
}
