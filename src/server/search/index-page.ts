import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { type CutWords, cutWords, digestOf } from './cut-words'
import { engineOf } from './engine'
import { tellIndexed } from './indexed-pages'
import { learnFirst } from './learn-words'

/** The words of a page that have not been seen before are learned with it up to this many, the rest in the background. */
const LEARNED_AT_ONCE = 200

export interface PageWords {
  title: string
  text: string
  /** When the page was edited last, for the order of what is found. */
  editedAt: string
  /** The same as words, where they have been cut already. */
  cut?: CutWords | undefined
}

/**
 * Writes what a page can be found by, in the transaction that stores what it says. Costs next to nothing when its words
 * are as before.
 */
export async function indexPage(db: Db, documentId: string, page: PageWords): Promise<void> {
  const digest = page.cut?.digest ?? digestOf(page)
  const known = await sql<{ digest: string }>`
    update search_page set edited_at = ${page.editedAt} where document_id = ${documentId}
    returning digest`.execute(db)
  if (known.rows[0]?.digest === digest) return
  const cut = page.cut ?? cutWords(page)
  const isLearned = await learnFirst(db, cut, LEARNED_AT_ONCE)
  const { title, words } = cut
  await engineOf(db).write(db, { documentId, digest, editedAt: page.editedAt, isLearned, title, words })
  tellIndexed(db, documentId)
}
