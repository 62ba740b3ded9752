import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { ownedPods, podsOf, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { prepared } from '@/server/db/prepared'
import type { FileRow, Tables } from '@/server/db/schema'
import { settleGiven } from '@/server/files/settled-files'

/* Which pages, stashes and recordings may show which files (`file_page`, `file_stash`, `recording`): what a page says gives nobody a file. */

type Files = ExpressionBuilder<Tables, 'file'>

/**
 * Does this page show this file to the person, who may see the page? From viewers a page may hide its review: they see what the settled
 * page and its cover show, and no picture of a comment or a suggestion. A condition of a statement about `document` and `file`.
 */
export const showsTo = (userId: string) =>
  sql<SqlBool>`(document.hides_review = 0 or ${visiblePages(userId, { level: 'comment' })}
    or exists (select 1 from file_page as settled where settled.file_id = file.id
      and settled.document_id = document.id and settled.is_settled = 1)
    or document.cover_image like '%' || file.id || '%')`

/** The pages that show the file and that the person may see, in the order of when they came to show it. */
const seenPages = (eb: Files, userId: string) =>
  eb
    .selectFrom('file_page')
    .innerJoin('document', 'document.id', 'file_page.document_id')
    .select('document.id')
    .whereRef('file_page.file_id', '=', 'file.id')
    .where('file_page.is_shown', '=', 1)
    .where(visiblePages(userId))
    .where(showsTo(userId))

const recordings = (eb: Files) =>
  eb.selectFrom('recording').select('recording.id').whereRef('recording.file_id', '=', 'file.id')

/** The file is a recording in somebody's library, or will be one: it needs no page. A condition of a statement about `file`. */
export const isRecording = (eb: Files) =>
  eb.or([
    eb.exists(recordings(eb)),
    eb.exists(
      eb
        .selectFrom('live_recording')
        .select('live_recording.id')
        .whereRef('live_recording.upload_id', '=', 'file.id'),
    ),
  ])

/** May the person see the file now: on a page, in their own stash, or as a recording of their own? */
const maySee = (userId: string) => (eb: Files) =>
  eb.or([
    eb.exists(seenPages(eb, userId)),
    eb.exists(
      eb
        .selectFrom('file_stash')
        .innerJoin('stash', 'stash.id', 'file_stash.stash_id')
        .select('stash.id')
        .whereRef('file_stash.file_id', '=', 'file.id')
        .where('stash.user_id', '=', userId),
    ),
    eb.exists(recordings(eb).where('recording.user_id', '=', userId)),
  ])

/**
 * May the person give the file to a page now? Anybody who sees it may. A file whose last page is gone nobody sees, but it is
 * left for a while: for what was cut out of that page, which its owners and the person who uploaded it may put elsewhere.
 * And a file that came with a page that is not shown yet may stand on others that are made together with it.
 * A condition of a statement about `file`.
 */
export const mayGive = (userId: string) => (eb: Files) =>
  eb.or([
    maySee(userId)(eb),
    eb.and([
      eb('file.uploaded_by', '=', userId),
      eb.exists(
        eb
          .selectFrom('file_page')
          .innerJoin('prepared_page', 'prepared_page.document_id', 'file_page.document_id')
          .select('file_page.document_id')
          .whereRef('file_page.file_id', '=', 'file.id')
          .where('file_page.is_shown', '=', 1)
          .whereRef('file_page.decided_by', '=', 'file.uploaded_by'),
      ),
    ]),
    eb.and([
      eb('file.document_id', 'is', null),
      eb('file.state', '=', 'ready'),
      eb.not(eb.exists(shownSomewhere(eb))),
      eb.or([
        eb('file.pod_id', 'in', ownedPods(userId)),
        eb.and([eb('file.uploaded_by', '=', userId), eb('file.pod_id', 'in', podsOf(userId))]),
      ]),
    ]),
  ])

/**
 * Somebody else named the file, and was refused, in another page that the person sees: to the person it looks there like any picture, and
 * what they write may be a copy of it. They give it by choosing it for a page ({@link showFile}), which no copy does.
 */
const mayBeCopied = (eb: Files, { userId, documentId }: Naming) =>
  eb.exists(
    eb
      .selectFrom('file_page')
      .innerJoin('document', 'document.id', 'file_page.document_id')
      .select('document.id')
      .whereRef('file_page.file_id', '=', 'file.id')
      .where('file_page.is_shown', '=', 0)
      .where('file_page.decided_by', '<>', userId)
      .where('file_page.document_id', '<>', documentId)
      .where(visiblePages(userId)),
  )

const shownSomewhere = (eb: Files) =>
  eb
    .selectFrom('file_page')
    .select('file_page.document_id')
    .whereRef('file_page.file_id', '=', 'file.id')
    .where('file_page.is_shown', '=', 1)

const findSeen = prepared((db, userId: string, id: string) =>
  db
    .selectFrom('file')
    .selectAll('file')
    .select((eb) =>
      seenPages(eb, userId)
        .orderBy((at) =>
          at.case().whenRef('document.id', '=', 'file.document_id').then(at.lit(0)).else(at.lit(1)).end(),
        )
        .orderBy('file_page.created_at')
        .orderBy('document.id')
        .limit(1)
        .as('seen_on'),
    )
    .where('file.id', '=', id)
    .where(maySee(userId)),
)

/** A file that the person may see, and the page on which they see it, its first one if they may; null for any other. */
export async function findSeenFile(
  db: Db,
  userId: string,
  id: string,
): Promise<(FileRow & { seen_on: string | null }) | null> {
  return (await findSeen(db, userId, id))[0] ?? null
}

/** The file, when this page shows it. Whether somebody may see the page is for the caller to ask. */
export async function findShownFile(db: Db, documentId: string, id: string): Promise<FileRow | null> {
  const row = await db
    .selectFrom('file')
    .innerJoin('file_page', 'file_page.file_id', 'file.id')
    .selectAll('file')
    .where('file.id', '=', id)
    .where('file_page.document_id', '=', documentId)
    .where('file_page.is_shown', '=', 1)
    .executeTakeFirst()
  return row ?? null
}

/** The same for many files of a page, some hundred at once. */
export const listShownFiles = (db: Db, documentId: string, ids: readonly string[]): Promise<FileRow[]> =>
  db
    .selectFrom('file')
    .innerJoin('file_page', 'file_page.file_id', 'file.id')
    .selectAll('file')
    .where('file.id', 'in', ids)
    .where('file_page.document_id', '=', documentId)
    .where('file_page.is_shown', '=', 1)
    .execute()

/** The pages that show the file and are not in the trash, with what decides how they read. Who may see them is for the caller to ask. */
export const listPagesShowing = (db: Db, id: string) =>
  db
    .selectFrom('file_page')
    .innerJoin('document', 'document.id', 'file_page.document_id')
    .select(['document.id', 'document.updated_at', 'document.cover_image'])
    .where('file_page.file_id', '=', id)
    .where('file_page.is_shown', '=', 1)
    .where('document.archived_at', 'is', null)
    .execute()

/** Somebody and the page in which they write. */
export interface Naming {
  userId: string
  documentId: string
}

/**
 * A person is about to write these ids into a page. Decides for those that are files whether the page shows them from now
 * on: when the person may see the file at this moment. The first to name a file in a page decides for good, so that
 * nobody gives away a file by copying, taking back or restoring what somebody else has put there, in this page or another; only they
 * themselves may try again.
 */
export async function nameFiles(
  db: Db,
  { userId, documentId }: Naming,
  ids: Iterable<string>,
): Promise<void> {
  const at = new Date().toISOString()
  await inChunks([...ids], async (chunk) => {
    const open = await db
      .selectFrom('file')
      .leftJoin('file_page', (join) =>
        join.onRef('file_page.file_id', '=', 'file.id').on('file_page.document_id', '=', documentId),
      )
      .select('file.id')
      .where('file.id', 'in', chunk)
      .where((eb) =>
        eb.or([
          eb('file_page.is_shown', 'is', null),
          eb.and([eb('file_page.is_shown', '=', 0), eb('file_page.decided_by', '=', userId)]),
        ]),
      )
      .execute()
    if (open.length === 0) return
    const naming = { userId, documentId, at }
    await insertDecisions(
      db,
      naming,
      open.map(({ id }) => id),
      (eb) => eb.and([mayGive(userId)(eb), eb.not(mayBeCopied(eb, naming))]),
    )
      .onConflict((conflict) =>
        conflict
          .columns(['file_id', 'document_id'])
          .doUpdateSet((eb) => ({ is_shown: eb.ref('excluded.is_shown') }))
          .where('file_page.is_shown', '=', 0)
          .whereRef('file_page.decided_by', '=', 'excluded.decided_by'),
      )
      .execute()
    await settleGiven(
      db,
      documentId,
      open.map(({ id }) => id),
    )
  })
}

/** In one statement with the question whether they may, so that no right is lost in between. */
const insertDecisions = (
  db: Db,
  { userId, documentId, at }: Naming & { at: string },
  ids: string[],
  isGiven: (eb: Files) => Expression<SqlBool>,
) =>
  db
    .insertInto('file_page')
    .columns(['file_id', 'document_id', 'is_shown', 'decided_by', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('file')
        .innerJoin('document', (join) => join.on('document.id', '=', documentId))
        .select((of) => [
          'file.id',
          'document.id as document_id',
          of
            .case()
            .when(isGiven(of as Files))
            .then(of.lit(1))
            .else(of.lit(0))
            .end()
            .as('is_shown'),
          of.val(userId).as('decided_by'),
          of.val(at).as('created_at'),
        ])
        .where('file.id', 'in', ids),
    )

/**
 * The page shows a file that somebody who may see it has chosen for it by name, whatever was decided before. Answers
 * whether it does.
 */
export async function showFile(db: Db, { userId, documentId }: Naming, id: string): Promise<boolean> {
  const at = new Date().toISOString()
  await insertDecisions(db, { userId, documentId, at }, [id], mayGive(userId))
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'document_id'])
        .doUpdateSet((eb) => ({ is_shown: eb.ref('excluded.is_shown'), decided_by: userId }))
        .where('file_page.is_shown', '=', 0)
        // A refusal stays that of the person who may try again.
        .where('excluded.is_shown', '=', 1),
    )
    .execute()
  await settleGiven(db, documentId, [id])
  return (await findShownFile(db, documentId, id)) !== null
}

/**
 * Pages to which a file belongs from the beginning: the one it was uploaded to, or those it was copied for. Where these name the file
 * already, {@link settleGiven} is for the caller, once for all files of a page: it goes through what the page says.
 */
export async function giveToPages(
  db: Db,
  { id, uploaded_by }: Pick<FileRow, 'id' | 'uploaded_by'>,
  documentIds: readonly string[],
): Promise<void> {
  const created_at = new Date().toISOString()
  for (const document_id of documentIds) {
    await db
      .insertInto('file_page')
      .values({ file_id: id, document_id, is_shown: 1, decided_by: uploaded_by, created_at })
      .execute()
  }
}

/** A page other than those of this pod, when one is named, that shows the file, the first that did. */
export async function findOtherHome(
  db: Db,
  fileId: string,
  exceptPod = '',
): Promise<{ id: string; pod_id: string } | null> {
  const page = await db
    .selectFrom('file_page')
    .innerJoin('document', 'document.id', 'file_page.document_id')
    .select(['document.id', 'document.pod_id'])
    .where('file_page.file_id', '=', fileId)
    .where('file_page.is_shown', '=', 1)
    .where('document.pod_id', '<>', exceptPod)
    .orderBy('file_page.created_at')
    .orderBy('document.id')
    .limit(1)
    .executeTakeFirst()
  return page ?? null
}

/** Whose stash or library of recordings holds the file, if anybody's. */
export async function findHolder(db: Db, fileId: string): Promise<string | null> {
  const recorded = await db
    .selectFrom('recording')
    .select('user_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (recorded) return recorded.user_id
  const row = await db
    .selectFrom('file_stash')
    .innerJoin('stash', 'stash.id', 'file_stash.stash_id')
    .select('stash.user_id')
    .where('file_stash.file_id', '=', fileId)
    .orderBy('stash.created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Is nothing left that shows the file? Then nobody can come to show it any more, and its bytes may go: says so once. */
export async function giveUpFile(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ state: 'processing' })
    .where('id', '=', id)
    .where('document_id', 'is', null)
    .where('state', '=', 'ready')
    .where((eb) => eb.not(eb.exists(shownSomewhere(eb))))
    .where((eb) => eb.not(isRecording(eb)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('file_stash')
            .select('file_stash.stash_id')
            .whereRef('file_stash.file_id', '=', 'file.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
