import type { Db } from '@/server/db/db'
import type { Level, PageFacts } from '@/shared/permissions'
import { accessOf } from './page-access'

/** Does the page's owner hide its review from viewers? */
export async function hidesReview(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document')
    .select('hides_review')
    .where('id', '=', documentId)
    .executeTakeFirst()
  return row?.hides_review === 1
}

/** Is what is suggested and said of a page hidden from somebody with this right to it? */
export async function isHiddenFrom({ db }: { db: Db }, documentId: string, level: Level): Promise<boolean> {
  return level === 'view' && (await hidesReview(db, documentId))
}

/**
 * What somebody's right to a page's document depends on. The document holds the review, so viewers from whom the review is hidden have none: they
 * read the settled page (`share.settled`).
 */
export async function accessToDocument(
  db: Db,
  userId: string,
  documentId: string,
): Promise<PageFacts | null> {
  const facts = await accessOf(db, userId, documentId)
  const isHidden = facts?.level && (await isHiddenFrom({ db }, documentId, facts.level))
  return isHidden ? null : facts
}

/** Does somebody who is signed in read this page settled, because its review is hidden from them? */
export async function readsWithoutReview(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  documentId: string,
): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirst()
  const facts = session && (await accessOf(db, userId, documentId))
  return facts?.level ? isHiddenFrom({ db }, documentId, facts.level) : false
}
