import type { Context } from 'hono'
import { clientGroup } from './client-address'
import type { HttpEnv } from './http'
import type { Untaken } from './unsent-answers'

/**
 * What the caller of a route has not taken yet of all that was made for them. Visitors of one address share it, and it is another than that of
 * their calls: pages and pictures that nobody takes keep no application from being opened.
 */
export function untakenOf(c: Context<HttpEnv>): Untaken {
  const caller = c.get('caller')
  return c.get('unsent').of(caller.user?.id ?? sharedBy(caller.ip), c.env.outgoing)
}

/** Under which name it is counted what visitors of this address do not take of pages and pictures. */
export const sharedBy = (address: string): string => `visitors:${clientGroup(address)}`

/**
 * Bytes as the body of an answer, by reference: while many are sent the same, it is in memory once. Nobody may write into
 * them any more. The types of the DOM want memory that no two threads share, and ours never is.
 */
export const sentBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>
