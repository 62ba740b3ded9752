import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { type CutWords, cutWords, digestOf } from './cut-words'
import { engineOf } from './engine'
import { tellIndexed } from './indexed-pages'
import { learnable, variantsOf } from './terms'

/** The words of a page that have not been seen before are learned with it up to this many, the rest in the background. */
const LEARNED_AT_ONCE = 200
/** A statement takes a limited number of values. */
const VARIANTS_AT_ONCE = 1000

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
 * are as before. `everything` learns all of its words however many they are.
 */
export async function indexPage(
  db: Db,
  documentId: string,
  page: PageWords,
  { everything = false } = {},
): Promise<void> {
  const digest = page.cut?.digest ?? digestOf(page)
  const known = await sql<{ digest: string; is_learned: number }>`
    update search_page set edited_at = ${page.editedAt} where document_id = ${documentId}
    returning digest, is_learned`.execute(db)
  const before = known.rows[0]
  if (before?.digest === digest && (before.is_learned === 1 || !everything)) return
  const { title, words } = page.cut ?? cutWords(page)
  const unknown = await unknownOf(db, learnable(new Set([...title, ...words])))
  const learned = everything ? unknown : unknown.slice(0, LEARNED_AT_ONCE)
  await learn(db, learned)
  const isLearned = learned.length === unknown.length
  await engineOf(db).write(db, { documentId, digest, editedAt: page.editedAt, isLearned, title, words })
  tellIndexed(documentId)
}

/** Those of the terms that have not been learned. */
async function unknownOf(db: Db, terms: readonly string[]): Promise<string[]> {
  const known = await engineOf(db).learnedOf(db, terms)
  return terms.filter((term) => !known.has(term))
}

/** From now on these words are found when they are misspelt. */
async function learn(db: Db, terms: readonly string[]): Promise<void> {
  // Always in the same order, so that two that learn at once cannot wait for each other.
  const rows = [...terms]
    .sort()
    .flatMap((term) => variantsOf(term).map((variant) => sql`(${variant}, ${term})`))
  for (let at = 0; at < rows.length; at += VARIANTS_AT_ONCE)
    await sql`
      insert into search_term (variant, term) values ${sql.join(rows.slice(at, at + VARIANTS_AT_ONCE))}
      on conflict do nothing`.execute(db)
}
