import { PREVIEW_WIDTHS } from '@/blocks/media/previews'
import type { Db } from '@/server/db/db'
import type { FilePreviewRow } from '@/server/db/schema'

export type Preview = Pick<FilePreviewRow, 'width' | 'type' | 'bytes'>

/** The smaller picture of a file that is at most so wide; null when there is none. Whether somebody may see the file is for the caller to ask. */
export async function findPreview(db: Db, fileId: string, width: number): Promise<Preview | null> {
  if (!PREVIEW_WIDTHS.some((known) => known === width)) return null
  const row = await db
    .selectFrom('file_preview')
    .select(['width', 'type', 'bytes'])
    .where('file_id', '=', fileId)
    .where('width', '=', width)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps one, unless there is one of this width: what was given out under an address never changes. */
export async function insertPreview(db: Db, row: FilePreviewRow): Promise<void> {
  await db
    .insertInto('file_preview')
    .values(row)
    .onConflict((conflict) => conflict.columns(['file_id', 'width']).doNothing())
    .execute()
}

export async function copyPreviews(trx: Db, from: string, to: string): Promise<void> {
  await trx
    .insertInto('file_preview')
    .columns(['file_id', 'width', 'type', 'bytes'])
    .expression((eb) =>
      eb
        .selectFrom('file_preview')
        .select((of) => [of.val(to).as('file_id'), 'width', 'type', 'bytes'])
        .where('file_id', '=', from),
    )
    .execute()
}
