import { nanoid } from 'nanoid'
import { t } from '@/shared/i18n'

/** The room that is offered to somebody who has been in none. */
const FIRST_ROOM = 'demo-room-id'
const STORAGE_KEY = 'sheaf:room'
const CODE = /^[\w-]{1,64}$/

/** What follows `#` in the address of a room. Browsers keep it to themselves, so no server and no log ever has it. */
const SECRET = /^#?room-key=([\w-]{16,64})$/
const SECRET_KEY = 'sheaf:room-key:'
/** Of rooms that were made or entered here. */
const secrets = new Map<string, string>()

/** A code that nobody guesses, with a secret that is in no address that a server sees. */
export function newRoomCode(): string {
  const code = nanoid()
  keepSecret(code, nanoid())
  return code
}

/** The secret in an address' fragment; null: it has none. */
export const secretOfHash = (hash: string): string | null => SECRET.exec(hash)?.[1] ?? null

/** What stands behind a page's path to enter this room. */
export function roomAddress(code: string): string {
  const secret = secretOf(code)
  return `?room=${encodeURIComponent(code)}${secret ? `#room-key=${secret}` : ''}`
}

/** What a room is called among those who know its code and its secret, whether that came with the address or is known here. */
export function roomName(code: string, hash: string): string {
  const secret = secretOfHash(hash)
  if (secret) keepSecret(code, secret)
  return secret ? `${code}\n${secret}` : code
}

function secretOf(code: string): string | null {
  try {
    return secrets.get(code) ?? localStorage.getItem(SECRET_KEY + code)
  } catch {
    // Storage is forbidden.
    return null
  }
}

function keepSecret(code: string, secret: string): void {
  secrets.set(code, secret)
  try {
    localStorage.setItem(SECRET_KEY + code, secret)
  } catch {
    // Storage is forbidden: the address holds it.
  }
}

/** What lets somebody in who is handed it: the code, and the secret of a room that has one. */
export function roomId(code: string): string {
  const secret = secretOf(code)
  return secret ? `${code}#${secret}` : code
}

/** What somebody typed or pasted to enter a room: a code, what {@link roomId} gives, or the link to a room. */
export function readRoom(typed: string): { code: string; secret: string | null } {
  const [before = '', after = ''] = typed.trim().split('#')
  const address = /[?&]room=([^&\s]+)/.exec(before)
  return address
    ? { code: decoded(address[1] ?? ''), secret: secretOfHash(after) }
    : { code: before.trim(), secret: secretOfHash(`room-key=${after}`) }
}

/** Is this what the room with this code is entered by here? With another secret it is another room. */
export function isRoom(typed: string, code: string): boolean {
  const room = readRoom(typed)
  return room.code === code && (room.secret === null || room.secret === secretOf(code))
}

/** The same as a code whose secret is known from then on. */
export function enteredCode(typed: string): string {
  const { code, secret } = readRoom(typed)
  if (secret && CODE.test(code)) keepSecret(code, secret)
  return code
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

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
