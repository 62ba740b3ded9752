import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
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
 * A file whose bytes are there, when this page shows it; null else, also for one that the caller sees elsewhere: it was
 * put into the page by somebody who could not see it (R68). That the caller may see the page has been asked.
 */
export async function fileShownBy(db: Db, documentId: string, id: string): Promise<StoredFile | null> {
  const row = await grants.findShownFile(db, documentId, id)
  return row?.state === 'ready' ? storedFileOf(row, documentId) : null
}
