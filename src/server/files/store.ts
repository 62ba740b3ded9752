import type { Readable } from 'node:stream'

/** A part of a file: the first byte and the last, both included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Where the bytes of files are. A key is an id of ours; bytes never change under a key, so code that has the key may keep
 * them. What a store knows beyond the bytes (names, types, whose they are) is in the database.
 */
export interface FileStore {
  /**
   * Takes all bytes; they are durable when it resolves with their number, and nothing of them is left when it rejects,
   * which it does with the body's own error, or `AppError('unavailable')` when there is no room.
   */
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * Takes a part of a file that comes piece by piece, behind the `start` bytes of it that have come. It is durable when this
   * resolves with its length; when it rejects, as `put` does, what has come before is as it was.
   */
  putPart(key: string, start: number, body: AsyncIterable<Uint8Array>): Promise<number>
  /** The first `size` bytes of the parts, joined or not; `null` when fewer are there. */
  readParts(key: string, size: number): Promise<Readable | null>
  /** How many bytes of parts are there, joined or not. A part that was broken off may be among them. */
  partsSize(key: string): Promise<number>
  /** Makes the first `size` bytes of the parts the bytes of the key, as durable as `put` does. Does nothing when they are. */
  joinParts(key: string, size: number): Promise<void>
  /** The same bytes under another key, without holding them twice where that can be; false when there are none. */
  copy(key: string, to: string): Promise<boolean>
  /**
   * Makes the bytes of another key of those of a key: `write` is told where they are as a file of this machine, and where to write the new
   * ones. They are durable when it resolves with their number; when `write` rejects, nothing is left. Throws when there are none under the key.
   */
  derive(key: string, to: string, write: (from: string, to: string) => Promise<unknown>): Promise<number>
  /** Tells where the bytes are as a file of this machine, which is there while `look` runs; `null` when there are none. */
  withPath<T>(key: string, look: (path: string) => Promise<T>): Promise<T | null>
  /** The bytes, or a part of them; `null` when there are none under this key. */
  read(key: string, range?: ByteRange): Promise<Readable | null>
  /** How many bytes are there; `null` when there are none. */
  sizeOf(key: string): Promise<number | null>
  /** Removes the bytes, and the parts of what is not whole yet. Does nothing when there are none. */
  remove(key: string): Promise<void>
  /** Removes what a process that was ended suddenly has left half done. Only while nobody else uses the store. */
  clearUnfinished(): Promise<void>
}
