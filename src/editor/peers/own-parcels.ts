import * as Y from 'yjs'
import type { OwnEdits } from '@/editor/live/own-edits'
import { LIMITS } from '@/shared/limits'
import { makeParcel, type OwnKey } from './keys'

/** What is typed in this time goes to the others together. */
const GATHER_MS = 100
/** Own edits are put together when they fill this number of parcels. */
const MOST_PARCELS = 40
/** A parcel holds about so much; what is longer by itself goes alone. */
const PARCEL_BYTES = 1024 * 1024
/** The server takes no longer message, and a parcel is written in characters there. */
export const LONGEST_PARCEL_BYTES = Math.floor((LIMITS.frame - 64 * 1024) * 0.75)
/** With its ticket and signature. */
const LONGEST_BYTES = LONGEST_PARCEL_BYTES - 16 * 1024

export interface OwnParcels {
  /** What was signed since the server went: somebody who comes is given it. */
  all(): readonly Uint8Array[]
  /** Something was written: it is signed soon. */
  edited(): void
  /** What is written and not signed yet is signed now. */
  flush(): void
  /** The server is another, or gone: what is unsent is signed anew. */
  forget(): void
  close(): void
}

/** What is written here while the server is gone, signed; `send` is given each parcel once. Nothing is signed where `ticket` gives none. */
export function createOwnParcels(
  key: OwnKey,
  mine: OwnEdits,
  ticket: () => string | null,
  send: (parcel: Uint8Array) => void,
): OwnParcels {
  let parcels: Uint8Array[] = []
  let signedTo = 0
  let gather: ReturnType<typeof setTimeout> | undefined
  let signing: Promise<void> = Promise.resolve()
  let isClosed = false

  const forget = () => {
    parcels = []
    signedTo = 0
  }
  const flush = () => {
    clearTimeout(gather)
    gather = undefined
    if (ticket() === null || isClosed) return
    signing = signing.then(sign).catch((error: unknown) => reportError(error))
  }
  const sign = async () => {
    const said = ticket()
    if (said === null) return
    // Put together they are fewer, and take the place of those.
    if (parcels.length >= MOST_PARCELS) forget()
    for (;;) {
      const edits = mine.all().filter(({ number }) => number > signedTo)
      const [first] = edits
      if (!first) return
      let bytes = 0
      const some = edits.filter(({ update }, at) => {
        bytes += update.byteLength
        return at === 0 || bytes < PARCEL_BYTES
      })
      const last = some.at(-1) ?? first
      signedTo = last.number
      const update = some.length === 1 ? first.update : Y.mergeUpdates(some.map((edit) => edit.update))
      // It stays in this browser until the server is back, and is counted as being nowhere else.
      if (update.byteLength > LONGEST_BYTES) return
      const parcel = { ticket: said, first: first.number, last: last.number, update }
      const made = await makeParcel(key, parcel)
      if (isClosed) return
      parcels.push(made)
      send(made)
    }
  }
  return {
    all: () => parcels,
    edited() {
      gather ??= setTimeout(flush, GATHER_MS)
    },
    flush,
    forget,
    close() {
      isClosed = true
      clearTimeout(gather)
    },
  }
}
