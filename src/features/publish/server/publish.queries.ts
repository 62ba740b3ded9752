import { isShown, knownPeople } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { DocumentRow, PublicationRow } from '@/server/db/schema'

/** The page with this id, else the one that has this name in its public address. */
export async function findByAddress(db: Db, address: string): Promise<string | null> {
  const page = await db.selectFrom('document').select('id').where('id', '=', address).executeTakeFirst()
  if (page) return page.id
  const named = await db
    .selectFrom('publication')
    .select('document_id')
    .where('slug', '=', address)
    .executeTakeFirst()
  return named?.document_id ?? null
}

/** What stands on a page: its blocks as JSON, and since when. */
export async function findContent(
  db: Db,
  id: string,
): Promise<Pick<DocumentRow, 'content_rich' | 'updated_at'> | null> {
  const query = db.selectFrom('document').select(['content_rich', 'updated_at']).where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

export async function findPublication(db: Db, id: string): Promise<PublicationRow | null> {
  const query = db.selectFrom('publication').selectAll().where('document_id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/** Writes what changed, on top of what is there or of `fresh`. Throws the database's error when the slug is taken. */
export async function savePublication(
  db: Db,
  fresh: PublicationRow,
  changes: Partial<Omit<PublicationRow, 'document_id'>>,
): Promise<void> {
  const insert = db.insertInto('publication').values({ ...fresh, ...changes })
  await (Object.keys(changes).length > 0
    ? insert.onConflict((conflict) => conflict.column('document_id').doUpdateSet(changes))
    : insert.onConflict((conflict) => conflict.column('document_id').doNothing())
  ).execute()
}

/** Whose page has this name in its public address, if anybody's. */
export async function findSlugOwner(db: Db, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom('publication')
    .select('document_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.document_id ?? null
}

export async function setPublished(db: Db, id: string, on: boolean): Promise<void> {
  await db
    .updateTable('document')
    .set({ is_published: Number(on) })
    .where('id', '=', id)
    .execute()
}

/** Where a list goes on: after what was published then and has this id. */
export interface ListPlace {
  publishedAt: string
  id: string
}

/** A published page that lists may show. */
export interface ListedRow {
  id: string
  slug: string | null
  published_at: string | null
  updated_at: string
}

/** The pages that are published, and have not ended. */
const publishedNow = (db: Db, now: string) =>
  db
    .selectFrom('document')
    .innerJoin('publication', 'publication.document_id', 'document.id')
    .where('document.is_published', '=', 1)
    .where('document.archived_at', 'is', null)
    .where(isShown())
    .where((eb) => eb.or([eb('publication.expires_at', 'is', null), eb('publication.expires_at', '>', now)]))

/** Has this person published something that lists do not show, because it needs a password or is hidden from them? */
export async function findUnlisted(db: Db, by: string, now: string): Promise<'password' | 'hidden' | null> {
  const found = await publishedNow(db, now)
    .select('publication.password_hash')
    .where('publication.published_by', '=', by)
    .where((eb) =>
      eb.or([eb('publication.password_hash', 'is not', null), eb('publication.noindex', '=', 1)]),
    )
    .orderBy((eb) =>
      eb.case().when('publication.password_hash', 'is not', null).then(eb.lit(0)).else(eb.lit(1)).end(),
    )
    .limit(1)
    .executeTakeFirst()
  return found ? (found.password_hash === null ? 'hidden' : 'password') : null
}

/**
 * The pages that are published for everybody, without a password, and not hidden from lists, the newest first. A page
 * that is shown only because one above it is, is not among them.
 */
export function listPublished(
  db: Db,
  filter: { by?: string; after?: ListPlace | null; now: string; limit: number },
): Promise<ListedRow[]> {
  let query = publishedNow(db, filter.now)
    .select(['document.id', 'publication.slug', 'publication.published_at', 'document.updated_at'])
    .where('publication.password_hash', 'is', null)
    .where('publication.noindex', '=', 0)
  if (filter.by !== undefined) query = query.where('publication.published_by', '=', filter.by)
  const { after } = filter
  if (after)
    query = query
      // For the index, which goes on there.
      .where('publication.published_at', '<=', after.publishedAt)
      .where((eb) =>
        eb.or([
          eb('publication.published_at', '<', after.publishedAt),
          eb('publication.document_id', '<', after.id),
        ]),
      )
  return query
    .orderBy('publication.published_at', 'desc')
    .orderBy('publication.document_id', 'desc')
    .limit(filter.limit)
    .execute()
}

/** The pages that may show the file (`file_page`) and may be public: published, or in a pod where a page shows those inside. */
export function listPagesShowing(db: Db, fileId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('file_page')
    .innerJoin('document', 'document.id', 'file_page.document_id')
    .select('document.id')
    .where('file_page.file_id', '=', fileId)
    .where('file_page.is_shown', '=', 1)
    .where('document.archived_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('document.is_published', '=', 1),
        exists(
          selectFrom('document as shower')
            .innerJoin('publication', 'publication.document_id', 'shower.id')
            .select('shower.id')
            .whereRef('shower.pod_id', '=', 'document.pod_id')
            .where('shower.is_published', '=', 1)
            .where('publication.sub_pages', '=', 1),
        ),
      ]),
    )
    .execute()
}

/** The person as they appear in public. */
export async function findPerson(db: Db, id: string) {
  const query = db.selectFrom('user').select(['id', 'name', 'username', 'image']).where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/** May the caller know of this person, who is perhaps themselves? */
export async function isKnown(db: Db, callerId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('user').select('id').where('id', '=', id).where(knownPeople(callerId))
  return (await query.executeTakeFirst()) !== undefined
}
