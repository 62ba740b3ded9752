import { type Connection, type Document, isTransactionOrigin } from '@hocuspocus/server'
import { removeAwarenessStates } from 'y-protocols/awareness'
import { colorOf, type Presence } from '@/document'
import type { SignedInCaller } from '@/server/context'
import { t } from '@/shared/i18n'
import { initialsOf } from '@/shared/initials'
import { LIMITS } from '@/shared/limits'

/** How many awareness clients one connection may speak for: a browser's document has one, rarely a new one. */
export const CLIENTS_PER_CONNECTION = 3

/** All of a presence that does not change while somebody is here. */
export type Identity = Omit<Presence, 'lastSeen'>

/** Who the others see: the account behind the socket, whatever the client says (R17). */
export function presenceOf({ user }: SignedInCaller): Identity {
  const displayName = user.name || user.email.split('@')[0] || t('Somebody')
  return {
    id: user.id,
    userId: user.id,
    publicUserId: null,
    name: user.name || displayName,
    displayName,
    color: colorOf(user.id),
    avatar: initialsOf(displayName),
    avatarUrl: user.avatarUrl ?? null,
    isLoggedIn: true,
  }
}

/**
 * Makes what a client says about itself fit for others, in place: states of other people's clients and oversized
 * states are dropped, and in the rest the identity is written over.
 */
export function cleanPresence(
  states: Map<number, Record<string, unknown>>,
  speaker: {
    user: Identity
    own: ReadonlySet<number>
    isTaken: (client: number) => boolean
    /** What the others have been told of a client so far. */
    told: (client: number) => Record<string, unknown> | undefined
  },
  now: () => Date = () => new Date(),
): void {
  let known = speaker.own.size
  for (const [client, state] of states) {
    const isNew = !speaker.own.has(client)
    if ((isNew && (known >= CLIENTS_PER_CONNECTION || speaker.isTaken(client))) || isOversized(state)) {
      states.delete(client)
      continue
    }
    if (isNew) known++
    const lastSeen = lastSeenOf(speaker.told(client), state) ?? now().toISOString()
    state.user = { ...speaker.user, lastSeen } satisfies Presence
  }
}

/**
 * Whose each client of a page is: of who spoke for it first. A client is a browser's document, and nobody takes over another's. Pages and
 * browsers remember clients that have gone as well, so nobody makes them remember ever more.
 */
interface Clients {
  owners: Map<number, string>
  /** How many new ones each person has brought, since when (milliseconds). */
  fresh: Map<string, { since: number; count: number }>
}
const clientsOf = new WeakMap<Document, Clients>()

/** New clients of one person on one page in a minute; a browser that loads a page anew brings one. */
export const NEW_A_MINUTE = 60
const MINUTE_MS = 60_000
/** How many of a person's clients are remembered on a page, beside those that are there. */
const MOST_GONE = 100

/** May the person not speak for this client: as it is somebody else's, or one new one too many? */
export function isTaken(document: Document, client: number, userId: string, now = Date.now()): boolean {
  const clients = clientsOf.get(document)
  const owner = clients?.owners.get(client)
  if (owner !== undefined) return owner !== userId
  const fresh = clients?.fresh.get(userId)
  return fresh !== undefined && fresh.count >= NEW_A_MINUTE && now - fresh.since < MINUTE_MS
}

function noteNew(document: Document, { owners, fresh }: Clients, client: number, userId: string): void {
  owners.set(client, userId)
  const now = Date.now()
  const known = fresh.get(userId)
  if (known && now - known.since < MINUTE_MS) known.count++
  else fresh.set(userId, { since: now, count: 1 })
  const gone = [...owners].filter(([id, owner]) => owner === userId && !document.awareness.states.has(id))
  for (const [id] of gone.slice(0, Math.max(0, gone.length - MOST_GONE))) {
    owners.delete(id)
    document.awareness.meta.delete(id)
  }
}

/**
 * Notes whose each client of a page is, and through which connection it speaks now: it goes with that one. Hocuspocus notes the connection of
 * clients alone that a page has never seen; one that came back over a new connection would be shown for half a minute after it has gone.
 */
export function bindClients(document: Document, userOf: (connection: Connection) => string): void {
  const clients: Clients = { owners: new Map(), fresh: new Map() }
  clientsOf.set(document, clients)
  const bind = ({ added, updated }: Record<'added' | 'updated', number[]>, origin: unknown) => {
    if (!isTransactionOrigin(origin) || origin.source !== 'connection') return
    const own: Set<number> = document.getClients(origin.connection)
    for (const client of [...added, ...updated]) {
      if (!clients.owners.has(client)) noteNew(document, clients, client, userOf(origin.connection))
      else if (!own.has(client))
        for (const other of document.getConnections()) document.getClients(other).delete(client)
      own.add(client)
    }
  }
  document.awareness.on('update', bind)
}

/** A browser says that these clients have gone while it stays connected, which Hocuspocus drops. Only its own are believed. */
export function removeGone(document: Document, connection: Connection, clients: number[]): void {
  const own = document.getClients(connection)
  const gone = clients.filter((client) => own.has(client))
  if (gone.length > 0) removeAwarenessStates(document.awareness, gone, null)
}

/** Browsers repeat their state again and again: while the caret stays, so does the moment at which it was moved. */
function lastSeenOf(
  told: Record<string, unknown> | undefined,
  state: Record<string, unknown>,
): string | null {
  if (told === undefined || JSON.stringify(told.cursor) !== JSON.stringify(state.cursor)) return null
  return (told.user as Partial<Presence> | undefined)?.lastSeen ?? null
}

function isOversized(state: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(state)) > LIMITS.awareness
  } catch {
    // Nested so deeply that it can be read but not written.
    return true
  }
}
