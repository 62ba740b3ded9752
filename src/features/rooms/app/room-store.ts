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

/** Forgets all rooms of a page but the one that is entered and some that were entered last. */
export function forgetRooms(slug: string, entered: string): void {
  try {
    const lastFirst = [entered, ...enteredBefore(slug).filter((code) => code !== entered)]
    const remembered = lastFirst.slice(0, REMEMBERED + 1)
    for (const code of heldRooms(slug))
      if (!remembered.includes(code)) localStorage.removeItem(keyOf(slug, code))
    // Afterwards: where storage is full, there is room for it now.
    localStorage.setItem(orderOf(slug), JSON.stringify(remembered))
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}

/** Where it stands which rooms of a page were entered last. */
const orderOf = (slug: string) => `sheaf:template:${slug}/rooms`

function heldRooms(slug: string): string[] {
  const start = keyOf(slug, '')
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
}

/** The rooms of a page that this browser holds, the last one first; those of which no order is known come last. */
function enteredBefore(slug: string): string[] {
  const held = heldRooms(slug)
  const known = notedRooms(slug).filter((code) => held.includes(code))
  return [...known, ...held.filter((code) => !known.includes(code))]
}

function notedRooms(slug: string): string[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(orderOf(slug)) ?? '[]')
    return Array.isArray(noted) ? noted.filter((code) => typeof code === 'string') : []
  } catch {
    return []
  }
}
