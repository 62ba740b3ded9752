import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { SignedInContext } from '@/server/context'
import { lateIndex, moveIndex } from './film-index'

/** How the types begin that may have their index at the end: MP4 and QuickTime, film and sound alike. */
const isOfBoxes = (sample: Uint8Array): boolean =>
  sample.byteLength > 8 && String.fromCharCode(...sample.subarray(4, 8)) === 'ftyp'

/**
 * Writes a film whose index stands at its end anew with the index in front, so that it plays while it comes. Its length stays, and nothing is unpacked.
 * Only before anybody has been given the file. What cannot be rewritten, and where there is no room for a second one, stays as it came.
 */
export async function putIndexFirst(
  ctx: Pick<SignedInContext, 'files' | 'log' | 'underWay'>,
  id: string,
  { size, sample }: { size: number; sample: Uint8Array },
): Promise<void> {
  // An index is held in memory until the film is written: one film after the other.
  if (isOfBoxes(sample)) await ctx.underWay.inTurn('index-first', () => rewrite(ctx, id, size))
}

async function rewrite(
  { files, log }: Pick<SignedInContext, 'files' | 'log'>,
  id: string,
  size: number,
): Promise<void> {
  const read = async (start: number, length: number) => {
    const bytes = new Uint8Array(length)
    let filled = 0
    for await (const chunk of (await files.read(id, { first: start, last: start + length - 1 })) ?? []) {
      bytes.set(chunk, filled)
      filled += chunk.length
    }
    return bytes.subarray(0, filled)
  }
  try {
    const found = await lateIndex(read, size)
    if (!found) return
    const { first, index } = found
    const begin = first.start + first.size
    const moved = await read(index.start, index.size)
    if (!(await moveIndex(moved, begin, index.start))) return
    await files.derive(id, id, async (from, to) => {
      // A box ends where the next one begins, so an empty part has to be left out: a stream would read to the end.
      const parts = [
        [0, begin],
        [begin, index.start],
        [index.start + index.size, size],
      ].filter(([start, end]) => start! < end!)
      async function* written() {
        for (const [start, end] of parts) {
          yield* createReadStream(from, { start: start!, end: end! - 1 })
          if (start === 0) yield moved
        }
      }
      await pipeline(written(), createWriteStream(to))
    })
  } catch (error) {
    log.warn({ err: error, file: id }, 'a film is kept with its index at the end')
  }
}
