import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { type AskedTerm, isMisspellable, slipsAllowed, slipsBetween, variantsOf } from './terms'

/** As many words are tried for one that may be misspelt, the nearest first. */
const MOST_GUESSES = 8

/** The words of pages that may have been meant by a misspelt one, the nearest first. */
export async function guessesFor(db: Db, asked: AskedTerm): Promise<string[]> {
  if (!isMisspellable(asked)) return []
  const { rows } = await sql<{ term: string }>`
    select distinct term from search_term where variant in (${sql.join(variantsOf(asked.term))})`.execute(db)
  return rows
    .map(({ term }) => ({ term, slips: slipsBetween(asked.term, term) }))
    .filter(({ term, slips }) => slips > 0 && slips <= slipsAllowed(asked.term) && term !== asked.term)
    .sort((a, b) => a.slips - b.slips || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_GUESSES)
    .map(({ term }) => term)
}
