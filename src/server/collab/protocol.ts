import { z } from 'zod'
import type { AskTicket, Relay } from '@/shared/peer-ticket'
import type { PageFacts } from '@/shared/permissions'
import { NOT_HERE } from '@/shared/visits'

/** Why the server closed a page or refused an edit. The client has words for each of them. */
export type Refusal =
  /** The page does not exist for this person. */
  | 'not-found'
  /** What this person may do has changed: open the page again. */
  | 'access-changed'
  /** The server's disk is full; nothing was stored. */
  | 'disk-full'
  /** The edit could not be stored for another reason; nothing was stored. */
  | 'unavailable'
  /** The server has too much in memory to hold this page, or what is added to it (`PageMemory`): nothing was stored. */
  | 'no-room'
  /** The page would grow beyond `LIMITS.document`. */
  | 'too-large'
  /** It brings structs under a Yjs client id that is somebody else's: bring them again under an id of one's own. */
  | 'not-author'
  /** The sender may only suggest, and this edit does something else: say what it wanted as a suggestion. */
  | 'not-a-suggestion'
  /** The sender suggests more than may wait to be decided about (`SUGGESTION_LIMITS`). */
  | 'too-much-suggested'
  /** A newer version of Sheaf wrote the page; this one would spoil it. */
  | 'newer-layout'

/** Socket close codes (4000–4999 are ours) with the words that a person can read in their browser's tools. */
export const CLOSE = {
  malformed: { code: 4400, reason: 'A message could not be understood' },
  signedOut: { code: 4401, reason: 'Signed out' },
  /** The cookie that it was opened with is worth nothing any more; a browser that has the new one comes back. */
  cookieReplaced: { code: 4402, reason: 'cookie-replaced' },
  notHere: { code: NOT_HERE, reason: 'not-found' },
  tooMany: { code: 4429, reason: 'Too many messages' },
  tooManySockets: { code: 4430, reason: 'Too many connections' },
  tooSlow: { code: 4408, reason: 'The connection is too slow for this page' },
  restart: { code: 1012, reason: 'The server is restarting' },
} as const

/**
 * A client asks "is everything that I have sent on this page until now durable?" with its own number; the answer comes
 * after everything sent before it has been stored, applied and acknowledged. `client` is the Yjs client id that it writes
 * under: if somebody else does too, Yjs took its words for known and sent none, so the page is closed with `not-author`.
 */
export const Checkpoint = z.object({
  checkpoint: z.number().int().nonnegative(),
  client: z.number().int().nonnegative().optional(),
})

/** A client asks for a ticket for the browsers of others (`shared/peer-ticket`). */
export const TicketAsked: z.ZodType<AskTicket> = z.strictObject({
  ticket: z.strictObject({
    key: z.string().max(100),
    client: z.number().int().nonnegative().max(0xffff_ffff),
    words: z.number().int().nonnegative().max(0xffff_ffff).optional(),
    browser: z.string().max(40).optional(),
  }),
})

/** A client brings what somebody else wrote and signed. */
export const Relayed: z.ZodType<Relay> = z.strictObject({ relay: z.base64(), as: z.string().max(100) })

const ClientId = z.number().int().nonnegative().max(0xffff_ffff)

/**
 * A client says that it writes anew what it has of these ids of its own, up to these clocks, and the page does not hold yet: anybody who brings that later is refused, so
 * that no word stands there twice. Answered with {@link Withdrawn} when that is stored.
 */
export const Withdrawal = z.strictObject({
  withdraw: z.array(z.tuple([ClientId, z.number().int().nonnegative()])).max(1000),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** Up to which clock (not included) the page holds what was written under these ids; what was taken before may still be on its way. */
export interface Withdrawn {
  withdrawn: readonly (readonly [client: number, clock: number])[]
}

/** `accepted` is false when the server refused an edit on this connection, so that something is only in the browser. */
export interface CheckpointAnswer {
  checkpoint: number
  accepted: boolean
}

/** Told before a page is closed with `not-author`: the client ids that are not the sender's. */
export interface ForeignClients {
  foreign: readonly number[]
}

/**
 * Told when a page has been opened and whenever it changes while the page is open: what this person may do with it. Where they
 * may write something else than before, the page is closed instead and they are told when they have opened it again.
 */
export interface ToldAccess {
  access: PageFacts
}

/** Told to every socket that has a page open: something beside its content is different now, and is to be asked for. */
export const PAGE_CHANGED = JSON.stringify({ changed: true })

/** Told to every socket that has a page open: its discussions or suggestions have changed, and are to be asked for. */
export const REVIEW_CHANGED = JSON.stringify({ review: 'review-changed' })
