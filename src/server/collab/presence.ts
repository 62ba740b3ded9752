import { colorOf, type PageUser } from '@/document'
import type { SignedInCaller } from '@/server/context'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/** How many awareness clients one connection may speak for: a browser's document has one, rarely a new one. */
const CLIENTS_PER_CONNECTION = 3

/** Who the others see: the account behind the socket, whatever the client says (R17). */
export function presenceOf({ user }: SignedInCaller): PageUser {
  const name = user.name || user.email.split('@')[0] || t('Somebody')
  return { id: user.id, name, color: colorOf(user.id), avatarUrl: user.avatarUrl ?? null }
}

/**
 * Makes what a client says about itself fit for others, in place: states of other people's clients and oversized
 * states are dropped, and in the rest the identity is written over.
 */
export function cleanPresence(
  states: Map<number, Record<string, unknown>>,
  speaker: { user: PageUser; own: ReadonlySet<number>; isTaken: (client: number) => boolean },
): void {
  let known = speaker.own.size
  for (const [client, state] of states) {
    const isNew = !speaker.own.has(client)
    if ((isNew && (speaker.isTaken(client) || known >= CLIENTS_PER_CONNECTION)) || isOversized(state)) {
      states.delete(client)
      continue
    }
    if (isNew) known++
    state.user = speaker.user
  }
}

function isOversized(state: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(state)) > LIMITS.awareness
  } catch {
    // Nested so deeply that it can be read but not written.
    return true
  }
}
