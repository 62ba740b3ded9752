import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { engineOf } from './engine'
import { variantsOf } from './terms'

/** A statement takes a limited number of values. */
const VARIANTS_AT_ONCE = 1000
/** As many words are looked at in one transaction, so that nobody waits long for it. */
const AT_ONCE = 500

/**
 * Forgets how words may be misspelt that are on no page any more; gives their number. A word that comes back while this
 * runs is learned again with the next change of its page.
 */
export async function pruneTerms(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0
  let after = ''
  while (!isStopped()) {
    const last = after
    const { gone, next } = await db.transaction().execute(async (trx) => {
      // A word is among its own variants, so each comes once.
      const { rows } = await sql<{ term: string }>`
        select term from search_term where variant = term and variant > ${last}
        order by variant limit ${AT_ONCE}`.execute(trx)
      const terms = rows.map(({ term }) => term)
      const used = terms.length === 0 ? new Set() : await engineOf(trx).termsInUse(trx, terms)
      const unused = terms.filter((term) => !used.has(term))
      await forget(trx, unused)
      return { gone: unused.length, next: terms.at(-1) }
    })
    count += gone
    if (next === undefined) break
    after = next
    // Others have their turn between two transactions.
    await setImmediate()
  }
  return count
}

async function forget(trx: Db, terms: readonly string[]): Promise<void> {
  const rows = terms.flatMap((term) => variantsOf(term).map((variant) => sql`(${variant}, ${term})`))
  for (let at = 0; at < rows.length; at += VARIANTS_AT_ONCE)
    await sql`
      delete from search_term
      where (variant, term) in (values ${sql.join(rows.slice(at, at + VARIANTS_AT_ONCE))})`.execute(trx)
}
