import type { PageStatus } from '@/features/pages/model'
import type { Services } from '@/server/context'
import { guessesFor, respaced } from '@/server/search/misspelt'
import { type AskedTerm, askedTerms } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { SearchPages } from '../inputs'
import { SEARCH, type SearchPage, type SearchResult } from '../model'
import { FoundPlaces } from './found-places'
import { literalSteps, stepsOf } from './ranking'
import { type FoundRow, findNewest, findPages, type PageFilter, type Step } from './search.queries'
import { markedTitle, type SoughtTerm } from './snippet'

/** What the search needs of the running server, and whose pages are searched. */
export interface SearchContext extends Pick<Services, 'db'> {
  caller: { user: { id: string } }
}

/** A full page of results needs no guessing; below this many, misspelt words are thought of. */
const FEW = 3

/**
 * The caller's pages that have every word that was typed, as it is or as the beginning of a word: in the title before
 * in the text, the whole word before its beginning, what was edited last first. Where little is found, words that are
 * a slip away count too, and where nothing is, words that are written together or apart. Nothing of a page that the caller may not see is told in any way.
 */
export async function search(ctx: SearchContext, input: SearchPages): Promise<SearchPage> {
  const asked = askedTerms(input.q)
  if (asked.length === 0 && input.q.trim() !== '') return { results: [], nextCursor: null, guessed: false }
  const offset = Number(input.cursor?.slice(1) ?? 0)
  const place = { offset, limit: input.limit + 1 }
  const find = (steps: readonly Step[], after: readonly FoundRow[] = []) =>
    findInTurn(ctx, steps, whole(input), place, after)
  const literal = asked.length === 0 ? [] : literalSteps(asked)

  let sought: SoughtTerm[] = asked.map((term) => ({ anyOf: [term] }))
  let guessed = input.cursor?.startsWith('g') ?? false
  let rows = guessed ? [] : await find(literal)
  if (asked.length > 0 && (guessed || (input.cursor === undefined && rows.length < FEW))) {
    // Three letters are too like others while something begins with them.
    const isSure = (term: AskedTerm) => rows.length > 0 && [...term.term].length < 4
    const guesses = await Promise.all(
      asked.map((term) => (isSure(term) ? Promise.resolve([]) : newGuesses(ctx, term))),
    )
    if (guesses.some((some) => some.length > 0)) {
      sought = asked.map((term, index) => ({
        anyOf: [term, ...(guesses[index] ?? []).map((guess) => ({ ...term, term: guess }))],
      }))
      // What was typed has just been looked for, unless this is a later page of the answer.
      const before = rows.length
      rows = await (input.cursor === undefined
        ? find(stepsOf(sought), rows)
        : find([...literal, ...stepsOf(sought)]))
      // Words are guessed from all pages: that there are some is told only where they have found a page of the caller's.
      guessed ||= rows.length > before
    }
  }
  if (rows.length === 0 && input.cursor === undefined) {
    for (const other of await respaced(ctx.db, asked)) {
      rows = await find(literalSteps(other))
      if (rows.length === 0) continue
      const words = other.map((term) => ({ anyOf: [term] }))
      const results = await resultsOf(ctx, rows.slice(0, input.limit), words)
      return { results, nextCursor: null, guessed: true }
    }
  }
  const results = await resultsOf(ctx, rows.slice(0, input.limit), sought)
  const more = rows.length > input.limit && offset + input.limit < 10_000
  return { results, nextCursor: more ? `${guessed ? 'g' : 's'}${offset + input.limit}` : null, guessed }
}

/** What begins with the word as it was typed is found without guessing. */
const newGuesses = async ({ db }: SearchContext, asked: AskedTerm): Promise<string[]> =>
  (await guessesFor(db, asked)).filter((guess) => !(asked.prefix && guess.startsWith(asked.term)))

/**
 * One step after the other, until there is enough: a word that is in every title need not be looked for in the texts.
 * A step that gave less than was asked for has given all it has, so what follows it is what it has not found. `after` is
 * what better steps have found.
 */
async function findInTurn(
  { db, caller }: SearchContext,
  steps: readonly Step[],
  filter: PageFilter,
  place: { offset: number; limit: number },
  after: readonly FoundRow[],
): Promise<FoundRow[]> {
  // Further down the list it has to be known how many each step has.
  if (steps.length === 0 || place.offset > 0) return findPages(db, caller.user.id, steps, filter, place)
  const rows = [...after]
  for (const step of steps) {
    if (rows.length >= place.limit) break
    const known = new Set(rows.map(({ id }) => id))
    const next = await findNewest(db, caller.user.id, step, filter, place.limit)
    rows.push(...next.filter(({ id }) => !known.has(id)))
  }
  return rows.slice(0, place.limit)
}

/** A day ends with its last moment; times are compared as text. */
export const whole = <Input extends Pick<SearchPages, 'to'>>(input: Input) => ({
  ...input,
  to: input.to?.length === 10 ? `${input.to}T23:59:59.999Z` : input.to,
})

/** A page as it is shown, without where on it the terms stand. */
export const headOf = (row: FoundRow, sought: readonly SoughtTerm[]) => ({
  id: row.id,
  title: markedTitle(row.title, sought),
  icon: row.icon,
  podId: row.pod_id,
  status: row.status as PageStatus,
  parentTitle: row.parent_title,
  updatedAt: row.updated_at,
})

/** Pages as they are shown, with where the terms stand in them. */
async function resultsOf(
  { db, caller }: SearchContext,
  rows: readonly FoundRow[],
  sought: readonly SoughtTerm[],
): Promise<SearchResult[]> {
  const places = new FoundPlaces(db, caller.user.id)
  const results: SearchResult[] = []
  for (const row of rows)
    results.push({ ...headOf(row, sought), ...(await places.find(row, 'terms', { sought })) })
  return results
}

/** Counts one more search of the caller. Throws `rate-limited` for too many in a minute, which guards nothing but the machine. */
export async function countSearch({
  underWay,
  caller,
}: Pick<Services, 'underWay'> & Pick<SearchContext, 'caller'>): Promise<void> {
  if ((await underWay.countMinute(`search:${caller.user.id}`)) > SEARCH.perMinute)
    throw new AppError('rate-limited', t('Rate limit exceeded. Please try again in a minute.'))
}
