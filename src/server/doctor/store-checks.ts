import { sql } from 'kysely'
import type { Db, OpenDatabase } from '@/server/db/db'
import type { PutAside } from './check-page'
import { count, type PageFindings } from './findings'
import { putAside } from './repair-page'

/** What is wrong with the store beside its pages, with what a repair may do about it. */
export interface StoreProblem extends PageFindings {
  /** Null when nothing can be done. */
  mend: (() => Promise<string[]>) | null
}

/** Damage that no single page shows: in the file itself, in the numbering, and what belongs to no page. */
export async function checkStore(database: OpenDatabase): Promise<StoreProblem[]> {
  return [
    ...(await checkFile(database)),
    ...(await checkNumbering(database)),
    ...(await findOrphans(database.db)),
    ...(await findDeadJobs(database.db)),
  ]
}

/** SQLite looks through its own file. PostgreSQL has no such check for everybody; what it cannot read shows later. */
async function checkFile({ db, dialect }: OpenDatabase): Promise<StoreProblem[]> {
  if (dialect === 'postgres') return []
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(20)`.execute(db)
  return rows
    .filter(({ quick_check }) => quick_check !== 'ok')
    .map(({ quick_check }) => problem(null, { kind: 'database', error: quick_check }, null))
}

async function checkNumbering({ db, dialect }: OpenDatabase): Promise<StoreProblem[]> {
  const { highest } = await db
    .selectFrom('document_update')
    .select((eb) => eb.fn.max<number | null>('id').as('highest'))
    .executeTakeFirstOrThrow()
  const next = dialect === 'postgres' ? await nextOnPostgres(db) : await nextOnSqlite(db)
  if (highest === null || next > highest) return []
  const mend = async () => {
    if (dialect === 'postgres') {
      await sql`select setval(pg_get_serial_sequence('document_update', 'id'), ${highest})`.execute(db)
    } else {
      await sql`delete from sqlite_sequence where name = 'document_update'`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values ('document_update', ${highest})`.execute(db)
    }
    return [`the next edit gets the number ${highest + 1}`]
  }
  return [problem(null, { kind: 'numbering', next, highest }, mend)]
}

async function nextOnPostgres(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence('document_update', 'id') as name`.execute(db)
  const state = await sql<{ last_value: number; is_called: boolean }>`
    select last_value, is_called from ${sql.raw(rows[0]?.name ?? '')}`.execute(db)
  const { last_value, is_called } = state.rows[0] ?? { last_value: 0, is_called: true }
  return is_called ? last_value + 1 : last_value
}

async function nextOnSqlite(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = 'document_update'`.execute(db)
  return (rows[0]?.seq ?? 0) + 1
}

async function findOrphans(db: Db): Promise<StoreProblem[]> {
  const updates = await db
    .selectFrom('document_update')
    .leftJoin('document', 'document.id', 'document_update.document_id')
    .selectAll('document_update')
    .where('document.id', 'is', null)
    .execute()
  const snapshots = await db
    .selectFrom('document_snapshot')
    .leftJoin('document', 'document.id', 'document_snapshot.document_id')
    .selectAll('document_snapshot')
    .where('document.id', 'is', null)
    .execute()
  const reason = 'belongs to a page that does not exist'
  const ids = new Set([...updates, ...snapshots].map((row) => row.document_id))
  return [...ids].sort().map((documentId) => {
    const edits = updates.filter((row) => row.document_id === documentId)
    const folded = snapshots.filter((row) => row.document_id === documentId)
    const items: PutAside[] = [
      ...edits.map(
        (row): PutAside => ({
          kind: 'edit',
          updateId: row.id,
          userId: row.user_id,
          data: row.data,
          madeAt: row.created_at,
          reason,
        }),
      ),
      ...folded.map(
        (row): PutAside => ({
          kind: 'snapshot',
          updateId: row.up_to,
          userId: null,
          data: row.state,
          madeAt: row.created_at,
          reason,
        }),
      ),
    ]
    const bytes = items.reduce((sum, { data }) => sum + data.byteLength, 0)
    const mend = async () => {
      await db.transaction().execute(async (trx) => {
        await putAside(trx, documentId, items)
        await trx.deleteFrom('document_update').where('document_id', '=', documentId).execute()
        await trx.deleteFrom('document_snapshot').where('document_id', '=', documentId).execute()
      })
      return [`${count(items.length, 'row')} of it were put aside`]
    }
    const finding = { kind: 'orphans', edits: edits.length, snapshots: folded.length, bytes } as const
    return problem(documentId, finding, mend)
  })
}

/** A repair lets the server try them again from its next start on. */
async function findDeadJobs(db: Db): Promise<StoreProblem[]> {
  const dead = await db
    .selectFrom('job')
    .selectAll()
    .where('dead_at', 'is not', null)
    .orderBy('dead_at')
    .orderBy('id')
    .execute()
  return dead.map(({ id, kind, attempts, dead_at, last_error }) => {
    const mend = async () => {
      await db
        .updateTable('job')
        .set({ dead_at: null, attempts: 0, run_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      return ['it is tried again when the server runs']
    }
    const finding = {
      kind: 'dead-job',
      id,
      work: kind,
      attempts,
      diedAt: dead_at ?? '',
      error: last_error ?? '',
    } as const
    return problem(null, finding, mend)
  })
}

const problem = (
  documentId: string | null,
  finding: PageFindings['findings'][number],
  mend: StoreProblem['mend'],
): StoreProblem => ({ documentId, title: '', findings: [finding], repair: null, mend })
