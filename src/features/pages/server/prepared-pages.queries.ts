/* Pages that are made together and that nobody sees yet. */

import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

export async function insertPreparation(db: Db, id: string, created_at: string): Promise<void> {
  await db.insertInto('preparation').values({ id, created_at }).execute()
}

/** Hides a page until its preparation ends, which goes on at this moment. */
export async function hidePage(
  db: Db,
  documentId: string,
  { id: preparationId, at }: { id: string; at: string },
): Promise<void> {
  await goesOn(db, preparationId, at)
  await db
    .insertInto('prepared_page')
    .values({ document_id: documentId, preparation_id: preparationId })
    .execute()
}

/** Notes that a preparation goes on at this moment. Throws `unavailable` when it was taken for one that a server had left. */
export async function goesOn(db: Db, id: string, at: string): Promise<void> {
  if (!(await lock(db, id, at))) throw new AppError('unavailable', t('That did not work. Please try again.'))
}

/** In a transaction: nobody else shows or removes anything of the preparation before that has ended. Answers whether it is there. */
async function lock(db: Db, id: string, at?: string): Promise<boolean> {
  const set = at === undefined ? sql<string>`created_at` : at
  const { numUpdatedRows } = await db
    .updateTable('preparation')
    .set({ created_at: set })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Is one of these pages there, seen or not? */
export async function isAnyThere(db: Db, ids: readonly string[]): Promise<boolean> {
  let isThere = false
  await inChunks(ids, async (chunk) => {
    const row = await db
      .selectFrom('document')
      .select('id')
      .where('id', 'in', chunk)
      .limit(1)
      .executeTakeFirst()
    if (row) isThere = true
  })
  return isThere
}

/** Ends a preparation: its pages are seen from now on. Their own rows, with all their text, are not written. */
export async function endPreparation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('preparation').where('id', '=', id).execute()
}

/** Deletes a page that its preparation still hides. No page that stays lies in one that nobody sees. */
export async function deleteHidden(db: Db, documentId: string, preparationId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lock(trx, preparationId))) return
    await trx
      .deleteFrom('document')
      .where('id', '=', documentId)
      .where('id', 'in', (eb) =>
        eb.selectFrom('prepared_page').select('document_id').where('preparation_id', '=', preparationId),
      )
      .execute()
  })
}

/** Forgets a preparation of which nothing is left; what is left stays hidden. */
export async function forgetPreparation(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await lock(trx, id)) && (await countPrepared(trx, id)) === 0) await endPreparation(trx, id)
  })
}

/** How many pages a preparation hides. */
export async function countPrepared(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('prepared_page')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('preparation_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Has a preparation not gone on since a moment? */
export async function hasStoodStill(db: Db, id: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('preparation')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '<', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Does any of its pages, which say nothing about sharing themselves, not have what the page around it has? */
export async function isInheritingOther(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('prepared_page')
    .innerJoin('document', 'document.id', 'prepared_page.document_id')
    .innerJoin('document as around', 'around.id', 'document.parent_id')
    .select('document.id')
    .where('prepared_page.preparation_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('around.is_closed', '<>', eb.ref('document.is_closed')),
        eb(
          eb.fn.coalesce('around.access_from', eb.val('')),
          '<>',
          eb.fn.coalesce('document.access_from', eb.val('')),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The preparations that have not gone on since a moment. */
export async function listPreparations(db: Db, before: string): Promise<string[]> {
  const rows = await db.selectFrom('preparation').select('id').where('created_at', '<', before).execute()
  return rows.map(({ id }) => id)
}

/** The pages of a preparation. */
export async function listPrepared(db: Db, preparationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('prepared_page')
    .select('document_id')
    .where('preparation_id', '=', preparationId)
    .execute()
  return rows.map((row) => row.document_id)
}
