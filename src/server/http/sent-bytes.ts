import type { Context } from 'hono'
import { countedAs } from './client-address'
import type { HttpEnv } from './http'
import type { Untaken } from './unsent-answers'

/** What the caller of a route has not taken yet of all that was made for them. */
export const untakenOf = (c: Context<HttpEnv>): Untaken =>
  c.get('unsent').of(countedAs(c.get('caller')), c.env.outgoing)

/**
 * Bytes as the body of an answer, by reference: while many are sent the same, it is in memory once. Nobody may write into
 * them any more. The types of the DOM want memory that no two threads share, and ours never is.
 */
export const sentBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>
