import * as encoding from 'lib0/encoding'

/** The messages of the live protocol, byte by byte, for tests that say what no client of ours would. */
export function encode(write: (out: encoding.Encoder) => void, type?: number): Uint8Array {
  const out = encoding.createEncoder()
  write(out)
  if (type !== undefined) encoding.writeVarUint(out, type)
  return encoding.toUint8Array(out)
}

/** Opens a page on a socket. */
export const authFrame = (documentId: string) =>
  encode((out) => {
    encoding.writeVarString(out, documentId)
    encoding.writeVarUint(out, 2)
    encoding.writeVarUint(out, 0)
    encoding.writeVarString(out, '')
  })

/** Step 0 asks, 1 answers with a state, 2 brings an edit. */
export const syncFrame = (documentId: string, step: number, payload: Uint8Array) =>
  encode((out) => {
    encoding.writeVarString(out, documentId)
    encoding.writeVarUint(out, 0)
    encoding.writeVarUint(out, step)
    encoding.writeVarUint8Array(out, payload)
  })

export const awarenessFrame = (documentId: string, payload: Uint8Array) =>
  encode((out) => {
    encoding.writeVarString(out, documentId)
    encoding.writeVarUint(out, 1)
    encoding.writeVarUint8Array(out, payload)
  })

export const statelessFrame = (documentId: string, payload: string) =>
  encode((out) => {
    encoding.writeVarString(out, documentId)
    encoding.writeVarUint(out, 5)
    encoding.writeVarString(out, payload)
  })
