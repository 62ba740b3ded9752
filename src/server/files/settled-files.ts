import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { isNamed, type NamedIds, namedAmong } from './named-ids'

/**
 * Notes which of the files of a page its settled content names, as it is stored: viewers from whom a page hides its review see those alone.
 * `named` is what the content names, where that is known; else the text is gone through, once, however many files there are.
 */
export async function settleFiles(
  trx: Db,
  documentId: string,
  contentRich: string,
  named: NamedIds | null = null,
): Promise<void> {
  const rows = await trx
    .selectFrom('file_page')
    .select(['file_id', 'is_settled'])
    .where('document_id', '=', documentId)
    .execute()
  if (rows.length === 0) return
  const ids = rows.map(({ file_id }) => file_id)
  const settled =
    named === null ? namedAmong(contentRich, ids) : new Set(ids.filter((id) => isNamed(named, id)))
  for (const is_settled of [0, 1]) {
    const changed = rows.filter(
      (row) => row.is_settled !== is_settled && settled.has(row.file_id) === (is_settled === 1),
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
  if (page) await settle(db, documentId, { is_settled: 1, ids: [...namedAmong(page.content_rich, ids)] })
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
