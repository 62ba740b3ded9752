import * as decoding from 'lib0/decoding'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { addsSomething } from '@/document'

/** The numbers of the Hocuspocus protocol. */
const SYNC = 0
const UPDATE = 2
const AWARENESS = 1
const SYNC_STATUS = 8

/** Only what a key or two make is looked into twice; of a longer edit most is somebody else's. */
const LARGEST_BYTES = 4096

/** What is known of an open page. */
interface KnownPage {
  document: Y.Doc
  awareness: Awareness | null | undefined
}

/**
 * Does this message say nothing that its page does not know: an edit that it holds, its own caret come back, or the
 * library's answer to an edit, which we do not count (`live-page.ts`)? Nothing else is ever taken for that. Handling it would
 * change nothing, and takes longer than finding that out.
 */
export function isRedundant(frame: Uint8Array, pageOf: (name: string) => KnownPage | undefined): boolean {
  if (frame.byteLength > LARGEST_BYTES || frame.byteLength < 3) return false
  const decoder = decoding.createDecoder(frame)
  const nameBytes = decoding.readVarUint(decoder)
  const type = frame[decoder.pos + nameBytes]
  if (type === SYNC_STATUS) return true
  if (type !== AWARENESS && (type !== SYNC || frame[decoder.pos + nameBytes + 1] !== UPDATE)) return false
  decoder.pos = 0
  const page = pageOf(decoding.readVarString(decoder))
  if (!page) return false
  decoding.readVarUint(decoder)
  if (type === AWARENESS) return isOwnCaret(decoding.readVarUint8Array(decoder), page)
  decoding.readVarUint(decoder)
  return !addsSomething(page.document, decoding.readVarUint8Array(decoder))
}

/** Is this one's own state alone, not newer than it is here and not taken away by somebody else? */
function isOwnCaret(states: Uint8Array, { awareness }: KnownPage): boolean {
  const decoder = decoding.createDecoder(states)
  if (!awareness || decoding.readVarUint(decoder) !== 1) return false
  const client = decoding.readVarUint(decoder)
  const clock = decoding.readVarUint(decoder)
  const known = awareness.meta.get(client)?.clock ?? -1
  return client === awareness.clientID && clock <= known && decoding.readVarString(decoder) !== 'null'
}
