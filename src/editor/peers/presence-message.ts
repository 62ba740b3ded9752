import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { LIMITS } from '@/shared/limits'
import type { Ticket } from '@/shared/peer-ticket'

/**
 * Reads what a peer says of its caret: an awareness update of one client, in which who it is stands as in its ticket, whatever the browser
 * says. Null: too long to be taken. Throws when it is none.
 */
export function readPresence(
  content: Uint8Array,
  { user }: Ticket,
): { client: number; update: Uint8Array } | null {
  if (content.byteLength > 2 * LIMITS.awareness) return null
  const decoder = decoding.createDecoder(content)
  if (decoding.readVarUint(decoder) !== 1) throw new Error('A presence of several')
  const client = decoding.readVarUint(decoder)
  const clock = decoding.readVarUint(decoder)
  const state = JSON.parse(decoding.readVarString(decoder)) as { user?: unknown } | null
  if (state) state.user = { ...user, lastSeen: new Date().toISOString() }
  const update = encoding.encode((out) => {
    encoding.writeVarUint(out, 1)
    encoding.writeVarUint(out, client)
    encoding.writeVarUint(out, clock)
    encoding.writeVarString(out, JSON.stringify(state))
  })
  return { client, update }
}
