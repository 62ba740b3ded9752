import { fromBase64, toBase64 } from 'lib0/buffer'

/** Beside the playgrounds of templates in this browser (rulings 1). */
const keyOf = (slug: string, code: string) => `sheaf:template:${slug}/room/${code}`
const LONGEST = 1024 * 1024
/** Rooms of a page that are remembered beside the one that is entered. */
const REMEMBERED = 4

/** What this browser holds of a room, as a Yjs update; null for a room it has not been in. */
export function keptRoom(slug: string, code: string): Uint8Array | null {
  try {
    const kept = localStorage.getItem(keyOf(slug, code))
    return kept === null ? null : fromBase64(kept)
  } catch {
    // Storage is forbidden, or holds something else: the room begins with its page, and the others have the rest.
    return null
  }
}

/** Keeps what a room says now. `false`: this browser cannot, so it is gone here when it is left. */
export function keepRoom(slug: string, code: string, state: Uint8Array): boolean {
  const text = toBase64(state)
  if (text.length > LONGEST) return false
  try {
    localStorage.setItem(keyOf(slug, code), text)
    return true
  } catch {
    // Storage is full or forbidden.
    return false
  }
}

/** Forgets all but some of the rooms of a page; never the one that is entered. */
export function forgetRooms(slug: string, entered: string): void {
  try {
    const others = Object.keys(localStorage).filter(
      (key) => key.startsWith(keyOf(slug, '')) && key !== keyOf(slug, entered),
    )
    for (const key of others.slice(0, Math.max(0, others.length - REMEMBERED))) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}
