import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { CutWords } from './cut-words'
import { engineOf } from './engine'
import { learnable, variantsOf } from './terms'

/** A statement takes a limited number of values. */
const VARIANTS_AT_ONCE = 1000

/**
 * The letters of a page's words that are found although they are misspelt, about ten thousand different words: a novel has no more. Of
 * others, such as made-up ones, those that come later on the page are found as they are spelt.
 */
const MOST_LETTERS = 80_000

/** What is learned in one statement at most: about 10 ms of the thread that answers everybody. */
const ROWS_AT_ONCE = 600
/** Words that are looked up at once. */
const ASKED_AT_ONCE = 2_000
/** While people want the server, it is theirs for twice as long as the last words took, and never longer than this. */
const RESTS = 2
const LONGEST_REST_MS = 50

/** How work in the background goes on: not at all once it is stopped, and with rests while people have work for the server. */
export interface Pace {
  isStopped(): boolean
  isWanted(): boolean
}

/** The words of a page that are found although they are misspelt, in their order, up to as many as a page may have. */
function learnableOf({ title, words }: CutWords): string[] {
  let letters = 0
  const found: string[] = []
  for (const term of learnable(new Set([...title, ...words]))) {
    letters += term.length
    if (letters > MOST_LETTERS) break
    found.push(term)
  }
  return found
}

/** Learns the first `most` of a page's words that are new. Answers whether that were all of them. */
export async function learnFirst(db: Db, page: CutWords, most: number): Promise<boolean> {
  const terms = learnableOf(page)
  const unknown = await unknownOf(db, terms)
  await write(db, rowsOf(unknown.slice(0, most)))
  return unknown.length <= most
}

/** Learns all words of a page, a few at a time, between which others have their turn. Answers false when it was stopped before the end. */
export async function learnAll(db: Db, page: CutWords, pace: Pace): Promise<boolean> {
  const terms = learnableOf(page)
  const unknown: string[] = []
  for (let at = 0; at < terms.length; at += ASKED_AT_ONCE) {
    if (pace.isStopped()) return false
    unknown.push(...(await unknownOf(db, terms.slice(at, at + ASKED_AT_ONCE))))
    await setImmediate()
  }
  for (const rows of slicesOf(unknown)) {
    if (pace.isStopped()) return false
    const began = performance.now()
    await write(db, rows)
    await setImmediate()
    const rest = Math.min(LONGEST_REST_MS, RESTS * (performance.now() - began))
    if (pace.isWanted()) await sleep(rest)
  }
  return true
}

/** Those of the terms that have not been learned. */
async function unknownOf(db: Db, terms: readonly string[]): Promise<string[]> {
  const known = await engineOf(db).learnedOf(db, terms)
  return terms.filter((term) => !known.has(term))
}

interface Row {
  variant: string
  term: string
}

/** Always in the same order, so that two that learn at once cannot wait for each other. */
const rowsOf = (terms: readonly string[]): Row[] =>
  [...terms].sort().flatMap((term) => variantsOf(term).map((variant) => ({ variant, term })))

/**
 * The same a few at a time. A word is in one slice with all its variants: it counts as learned with the first of them, so what is
 * written of it before a stop has to be all.
 */
function* slicesOf(terms: readonly string[]): Generator<Row[]> {
  let slice: Row[] = []
  for (const rows of [...terms].sort().map((term) => rowsOf([term]))) {
    if (slice.length + rows.length > ROWS_AT_ONCE) {
      yield slice
      slice = []
    }
    slice.push(...rows)
  }
  if (slice.length > 0) yield slice
}

/** From now on these words are found when they are misspelt. */
async function write(db: Db, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += VARIANTS_AT_ONCE) {
    const some = rows.slice(at, at + VARIANTS_AT_ONCE).map(({ variant, term }) => sql`(${variant}, ${term})`)
    await sql`
      insert into search_term (variant, term) values ${sql.join(some)}
      on conflict do nothing`.execute(db)
  }
}
