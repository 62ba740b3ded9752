import { statfs } from 'node:fs/promises'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Bytes of the disk that files leave to everything else: what people write comes first. */
export const SPARE = 256 * 1024 * 1024
/** How many bytes may come before the room on the disk is looked at again. */
const LOOK_EVERY = 32 * 1024 * 1024

/** Throws `unavailable` unless the disk of a folder has this many bytes left. */
export async function requireRoom(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed) {
    throw new AppError('unavailable', t('The server has no space left for this file, so it was not kept.'))
  }
}

/** What is to be written into a folder, for as long as its disk has `spare` bytes left beside it. Throws `unavailable`. */
export async function* whileRoom(
  folder: string,
  spare: number,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let looked = Number.NEGATIVE_INFINITY
  for await (const chunk of body) {
    if (size - looked >= LOOK_EVERY) {
      await requireRoom(folder, spare + chunk.byteLength)
      looked = size
    }
    yield chunk
    size += chunk.byteLength
  }
}
