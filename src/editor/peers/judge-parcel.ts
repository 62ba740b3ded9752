import type * as Y from 'yjs'
import {
  beginsForOthers,
  decodeOnce,
  forgetDecoded,
  hasRoomFor,
  judged,
  layoutIsKnown,
  MOST_STEPS,
} from '@/document'
import { clientsOf, type Ticket } from '@/shared/peer-ticket'

/** Why others do not take an edit. */
export type PeerRefusal =
  /** The ticket is none of the server's, or of another page, or the signature is not its owner's. */
  | 'not-signed'
  | 'expired'
  /** Its owner may only read. */
  | 'read-only'
  /** Its owner may only suggest, and it does something else. */
  | 'not-a-suggestion'
  /** It writes under an id that is not its owner's, or in somebody else's name. */
  | 'not-author'
  | 'too-large'
  | 'newer-layout'

/** `taken`: what the page lacks of it, which is to be taken in. `waits`: it builds on what has not come yet. `known`: the page holds all of it. */
export type Judgement = { taken: Uint8Array } | 'known' | 'waits' | PeerRefusal

/**
 * May an edit of somebody with this ticket come into the page? The same questions as on the server (`edit-authorizer`), except that
 * nothing is ever taken that builds on what is missing. `whyNoSuggestion` is asked about somebody who may only suggest.
 */
export function judgeParcel(
  doc: Y.Doc,
  update: Uint8Array,
  ticket: Ticket,
  whyNoSuggestion: (update: Uint8Array) => string | null,
): Judgement {
  const { may, user } = ticket
  if (may === 'read') return 'read-only'
  const own = clientsOf(ticket)
  try {
    if (decodeOnce(update).structs.some(({ id }) => !own.includes(id.client))) return 'not-author'
    const { facts, update: edit } = judged(doc, update)
    if (!facts.adds) return 'known'
    if (!layoutIsKnown(doc) || !facts.keepsLayout || !facts.isSound || facts.contradicts)
      return 'newer-layout'
    if (facts.waits === 'too much' || facts.steps > MOST_STEPS) return 'too-large'
    if (facts.waits !== 'nothing' || facts.deletesAhead.size > 0) return 'waits'
    if (!hasRoomFor(doc, facts.additions)) return 'too-large'
    if (facts.isTrapped || beginsForOthers(doc, facts.begun, user.id, () => true)) return 'not-author'
    return may === 'suggest' && whyNoSuggestion(edit) ? 'not-a-suggestion' : { taken: edit }
  } catch {
    // Cut off, or no update at all.
    return 'not-signed'
  } finally {
    forgetDecoded(update)
  }
}
