import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { FileRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { FILE_NOT_THERE, type StoredFile } from '../model'
import * as grants from './file-pages'
import { storedFileOf } from './receive-file'

/** Who asks for a file. */
interface Reader extends Pick<Services, 'db'> {
  caller: { user: { id: string } }
}

/** A file that the caller may see, with the page on which they do. Throws `not-found` in the same words for all others. */
export async function requireFile(
  { db, caller }: Reader,
  id: string,
): Promise<{ row: FileRow; page: string | null }> {
  const found = await grants.findSeenFile(db, caller.user.id, id)
  if (found === null) throw new AppError('not-found', FILE_NOT_THERE())
  return { row: found, page: found.seen_on }
}

/** A file whose bytes are there. Throws `not-found`. */
export async function readyFile(ctx: Reader, id: string): Promise<StoredFile> {
  const { row, page } = await requireFile(ctx, id)
  if (row.state !== 'ready') throw new AppError('not-found', FILE_NOT_THERE())
  return storedFileOf(row, page)
}

/**
 * Of these files, those whose bytes are there and that this page shows; no others, not even those that the caller sees elsewhere: they
 * were put into the page by somebody who could not see them (R68). That the caller may see the page has been asked. A page can name
 * as many as it has blocks: others are answered in between.
 */
export async function filesShownBy(
  db: Db,
  documentId: string,
  ids: Iterable<string>,
): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>()
  await inChunks([...new Set(ids)], async (chunk) => {
    await yieldToEventLoop()
    for (const row of await grants.listShownFiles(db, documentId, chunk))
      if (row.state === 'ready') files.set(row.id, storedFileOf(row, documentId))
  })
  return files
}
