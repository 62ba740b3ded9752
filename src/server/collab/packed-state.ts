import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'

/**
 * What a packed state begins with, before its gzip stream. No update of Yjs begins like this: read as its first number it is
 * larger than any that Yjs reads. States that were stored before are not packed and have no mark.
 */
const MARK = new Uint8Array(8).fill(0xff)

const compress = promisify(gzip)

/** The state of a page as it is stored: usually a fourth of its size, and with a checksum (R14). */
export async function packState(state: Uint8Array): Promise<Uint8Array> {
  const packed = await compress(state)
  return MARK.byteLength + packed.byteLength < state.byteLength ? Buffer.concat([MARK, packed]) : state
}

const isPacked = (stored: Uint8Array): boolean => MARK.every((byte, i) => stored[i] === byte)

/** How many bytes the state has that was stored, packed or not: a gzip stream ends with that number. */
export function sizeOfState(stored: Uint8Array): number {
  if (!isPacked(stored)) return stored.byteLength
  return new DataView(stored.buffer, stored.byteOffset).getUint32(stored.byteLength - 4, true)
}

/** The state that was stored, packed or not. Throws when what is packed cannot be read. */
export function unpackState(stored: Uint8Array): Uint8Array {
  return isPacked(stored) ? gunzipSync(stored.subarray(MARK.byteLength)) : stored
}
