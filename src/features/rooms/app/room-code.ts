import { nanoid } from 'nanoid'
import { t } from '@/shared/i18n'

/** The room that is offered to somebody who has been in none. */
const FIRST_ROOM = 'demo-room-id'
const STORAGE_KEY = 'sheaf:room'
const CODE = /^[\w-]{1,64}$/

/** A code that nobody guesses. */
export const newRoomCode = (): string => nanoid()

/** What is wrong with a room's code, in words (product.md 5.8, 8.15); null when it is one. */
export function wrongRoomCode(code: string): string | null {
  if (code.trim() === '') return t('Please enter a room code')
  return CODE.test(code.trim()) ? null : t('A room code has letters, digits, - and _, at most 64 of them.')
}

/** The room that an address names (product.md 2.14); null when it names none. */
export const roomOfSearch = (search: { room?: unknown }): string | null => {
  const code = String(search.room ?? '').trim()
  return CODE.test(code) ? code : null
}

/** The code that was used last in this browser. */
export function lastRoomCode(): string {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return kept !== null && CODE.test(kept) ? kept : FIRST_ROOM
  } catch {
    // Storage is forbidden.
    return FIRST_ROOM
  }
}

export function rememberRoomCode(code: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, code)
  } catch {
    // Storage is forbidden: the address still names the room.
  }
}
