import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'

/** What has the form of a file's id. */
const ID = /(?<![0-9a-z])[0-9a-z]{20}(?![0-9a-z])/g

const idsIn = (text: string): Set<string> => new Set(text.match(ID) ?? [])

/**
 * Notes which of the files of a page its settled content names, as it is stored: viewers from whom a page hides its review see those alone.
 * The text is gone through once, however many files there are.
 */
export async function settleFiles(trx: Db, documentId: string, contentRich: string): Promise<void> {
  const rows = await trx
    .selectFrom('file_page')
    .select(['file_id', 'is_settled'])
    .where('document_id', '=', documentId)
    .execute()
  if (rows.length === 0) return
  const named = idsIn(contentRich)
  for (const is_settled of [0, 1]) {
    const changed = rows.filter(
      (row) => row.is_settled !== is_settled && named.has(row.file_id) === (is_settled === 1),
    )
    await settle(trx, documentId, { is_settled, ids: changed.map(({ file_id }) => file_id) })
  }
}

/** The same of files that a page was given: its content may have named them before. The text is gone through once for all of them. */
export async function settleGiven(db: Db, documentId: string, ids: readonly string[]): Promise<void> {
  const page = await db
    .selectFrom('document')
    .select('content_rich')
    .where('id', '=', documentId)
    .where('content_rich', '<>', '[]')
    .executeTakeFirst()
  if (!page) return
  const named = idsIn(page.content_rich)
  await settle(db, documentId, { is_settled: 1, ids: ids.filter((id) => named.has(id)) })
}

const settle = (db: Db, documentId: string, { is_settled, ids }: { is_settled: number; ids: string[] }) =>
  inChunks(ids, async (chunk) => {
    await db
      .updateTable('file_page')
      .set({ is_settled })
      .where('document_id', '=', documentId)
      .where('file_id', 'in', chunk)
      .execute()
  })
