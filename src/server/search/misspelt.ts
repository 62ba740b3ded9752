import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { slipsAllowed, slipsBetween } from '@/shared/slips'
import { engineOf } from './engine'
import { type AskedTerm, isMisspellable, variantsOf } from './terms'

/** As many words are tried for one that may be misspelt, the nearest first. */
const MOST_GUESSES = 12
/** As many are looked at: a page of made-up words may have thousands that are near to each other. */
const MOST_LOOKED_AT = 2_000

/** The words of pages that may have been meant by a misspelt one, the nearest first: of these, those that begin alike. */
export async function guessesFor(db: Db, asked: AskedTerm): Promise<string[]> {
  if (!isMisspellable(asked)) return []
  const { rows } = await sql<{ term: string }>`
    select distinct term from search_term where variant in (${sql.join(variantsOf(asked.term))})
    limit ${MOST_LOOKED_AT}`.execute(db)
  return rows
    .map(({ term }) => ({ term, slips: slipsBetween(asked.term, term) }))
    .filter(({ term, slips }) => slips > 0 && slips <= slipsAllowed(asked.term) && term !== asked.term)
    .sort(
      (a, b) =>
        a.slips - b.slips ||
        Number(begins(b.term, asked)) - Number(begins(a.term, asked)) ||
        (a.term < b.term ? -1 : 1),
    )
    .slice(0, MOST_GUESSES)
    .map(({ term }) => term)
}

const begins = (term: string, asked: AskedTerm) => term[0] === asked.term[0]

/** Each of them is looked for on its own. */
const MOST_WAYS = 8

/** Neither half of a word that was written as one is shorter. */
const SHORTEST_HALF = 3

/**
 * What was typed with a space too many or too few, as pages have it: "check list" for "checklist", "bookclub" for "book club". Only
 * where every word that comes of it is on some page.
 */
export async function respaced(db: Db, asked: readonly AskedTerm[]): Promise<AskedTerm[][]> {
  const spaced = ({ term, unspaced }: AskedTerm) => !unspaced && /^\p{L}{2,24}$/u.test(term)
  const ways: { at: number; taken: number; words: string[] }[] = []
  for (const [at, one] of asked.entries()) {
    if (!spaced(one)) continue
    const next = asked[at + 1]
    if (next && spaced(next)) ways.push({ at, taken: 2, words: [one.term + next.term] })
    for (let cut = SHORTEST_HALF; cut <= one.term.length - SHORTEST_HALF; cut++)
      ways.push({ at, taken: 1, words: [one.term.slice(0, cut), one.term.slice(cut)] })
  }
  if (ways.length === 0) return []
  const used = await engineOf(db).termsInUse(db, [...new Set(ways.flatMap(({ words }) => words))])
  return ways
    .filter(({ words }) => words.every((word) => used.has(word)))
    .slice(0, MOST_WAYS)
    .map(({ at, taken, words }) =>
      asked.toSpliced(at, taken, ...words.map((term) => ({ term, prefix: true, unspaced: false }))),
    )
}
