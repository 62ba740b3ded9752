import type { Db } from '@/server/db/db'
import type { FileStore } from '@/server/files/store'
import type { StoreProblem } from './store-checks'

/** Rows that are looked at together. */
const AT_ONCE = 500

/** The files whose bytes are missing or not as many as were received. Nothing but a backup brings them back. */
export async function checkFiles(db: Db, files: FileStore): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('file')
      .select(['id', 'document_id', 'name', 'size'])
      .where('id', '>', last)
      .where('state', '=', 'ready')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, document_id, name, size } of rows) {
      const stored = await files.sizeOf(id)
      if (stored === size || !(await isStillThere(db, id))) continue
      const finding = { kind: 'file', id, name, size, stored } as const
      problems.push({ documentId: document_id, title: '', findings: [finding], repair: null, mend: null })
    }
    if (rows.length < AT_ONCE) return problems
    last = rows.at(-1)!.id
  }
}

/** A server beside this may have removed it meanwhile. */
async function isStillThere(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
