import type { Services } from '@/server/context'
import type { NearPage } from '@/server/meaning/resident-vectors'
import { fold } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { SearchMeaning } from '../inputs'
import { MEANING, type MeaningResult } from '../model'
import { FoundPlaces } from './found-places'
import { type PageFilter, pagesWithEach, searchedAmong, searchedPages } from './search.queries'
import { headOf, whole } from './search.service'
import type { SoughtTerm } from './snippet'
import { tellingWords } from './telling-words'

/** What the search by meaning needs of the running server, and whose pages are searched. */
export interface MeaningContext extends Pick<Services, 'db' | 'meaning'> {
  caller: { user: { id: string } }
}

/** A page that answers a question, by meaning and words together. */
export interface RankedPage {
  id: string
  /** By which they are ranked, from 0 to 1. */
  score: number
  /** By meaning alone; 0 for a page that is found by its words only. */
  similarity: number
  /** Where on the page; null: its title, or anywhere. */
  blockId: string | null
  /** Does it have any of the words? */
  hasWords: boolean
}

/** As many of the nearest pages are ranked with those that have the words. */
const MOST_RANKED = 50

/**
 * The caller's pages by how well they answer a question: six parts meaning, four parts words, seldom words and those in titles before
 * others. Which pages those are is asked now: what was trashed or taken from the person a moment ago is not among them.
 */
export async function rankPages(
  { db, meaning, caller }: MeaningContext,
  question: string,
  filter: PageFilter,
): Promise<RankedPage[]> {
  const person = caller.user.id
  const words = tellingWords(question)
  const ids = searchedPages(db, person, filter)
  const wanted = words.map((word) => ({ anyOf: [word] }))
  const withEach = ids.then((seen) => pagesWithEach(db, person, wanted, filter, new Set(seen)))
  const [near, all, withWords] = await Promise.all([
    meaning.nearTo(question, ids, person, { most: MOST_RANKED, also: withEach }),
    ids,
    withEach,
  ])
  const byWords = wordScores(withWords, words, all.length)
  return combine(near, byWords)
}

/** Both scores from 0 to 1 among the pages that come into question. */
export function combine(near: readonly NearPage[], byWords: ReadonlyMap<string, number>): RankedPage[] {
  const candidates = near.filter(({ id }, rank) => rank < MOST_RANKED || byWords.has(id))
  const most = candidates[0]?.similarity ?? 0
  const least = candidates[Math.min(candidates.length, MOST_RANKED) - 1]?.similarity ?? 0
  const spread = Math.max(most - least, 0.05)
  const mostWords = Math.max(...byWords.values(), 0) || 1
  const known = new Set(candidates.map(({ id }) => id))
  const { share } = MEANING
  const ranked = candidates.map(({ id, similarity, blockId }) => ({
    id,
    similarity,
    blockId,
    hasWords: byWords.has(id),
    score:
      share.meaning * Math.max(0, (similarity - least) / spread) +
      (share.words * (byWords.get(id) ?? 0)) / mostWords,
  }))
  for (const [id, words] of byWords)
    if (!known.has(id))
      ranked.push({
        id,
        similarity: 0,
        blockId: null,
        hasWords: true,
        score: (share.words * words) / mostWords,
      })
  return ranked.sort((a, b) => b.score - a.score)
}

/** What the words of a question say for each page: a word on few pages says more, one in the title twice as much. */
function wordScores(
  hits: readonly { word: number; id: string; title: string }[],
  words: readonly { term: string }[],
  pages: number,
): Map<string, number> {
  const counts = new Map<number, number>()
  for (const { word } of hits) counts.set(word, (counts.get(word) ?? 0) + 1)
  const scores = new Map<string, number>()
  for (const { word, id, title } of hits) {
    const seldom = Math.log(1 + pages / counts.get(word)!)
    const inTitle = ` ${fold(title)}`.includes(` ${words[word]!.term}`)
    scores.set(id, (scores.get(id) ?? 0) + seldom * (inTitle ? 2 : 1))
  }
  return scores
}

/** The caller's pages that mean the like as what was typed, with the block that is nearest. */
export async function searchByMeaning(ctx: MeaningContext, input: SearchMeaning): Promise<MeaningResult[]> {
  const question = input.q.trim()
  if (!ctx.meaning.isOn || question.length < MEANING.shortest) return []
  const filter = whole(input)
  const ranked = (await rankPages(ctx, question, filter))
    .filter(({ similarity }) => similarity >= MEANING.least)
    .slice(0, input.limit)
  const sought = tellingWords(question).map((term) => ({ anyOf: [term] }))
  return shown(ctx, ranked, filter, sought)
}

/** The caller's pages that answer a question best, near enough in meaning or with some of its words. Those that no model has read yet are found by words. */
export async function answeringPages(
  ctx: MeaningContext,
  question: string,
  limit: number,
): Promise<MeaningResult[]> {
  const ranked = (await rankPages(ctx, question, {}))
    .filter(({ similarity, hasWords }) => hasWords || similarity >= MEANING.least)
    .slice(0, limit)
  const sought = tellingWords(question).map((term) => ({ anyOf: [term] }))
  return shown(ctx, ranked, {}, sought)
}

/** The caller's pages that are about the like as this one, the nearest first. */
export async function relatedPages(ctx: MeaningContext, id: string): Promise<MeaningResult[]> {
  if (!ctx.meaning.isOn) return []
  const person = ctx.caller.user.id
  const ids = await searchedPages(ctx.db, person, {})
  const near = await ctx.meaning.nearPage(
    id,
    ids.filter((other) => other !== id),
    person,
    MEANING.results,
  )
  const best = near.filter(({ similarity }) => similarity >= MEANING.leastRelated).slice(0, MEANING.results)
  return shown(ctx, best, {}, [])
}

/** Asked once more who may see them, with what they say now: a block that has gone since is not named. */
async function shown(
  { db, caller }: MeaningContext,
  pages: readonly Pick<RankedPage, 'id' | 'similarity' | 'blockId'>[],
  filter: PageFilter,
  sought: readonly SoughtTerm[],
): Promise<MeaningResult[]> {
  const rows = await searchedAmong(
    db,
    caller.user.id,
    pages.map(({ id }) => id),
    filter,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const places = new FoundPlaces(db, caller.user.id)
  const results: MeaningResult[] = []
  for (const { id, similarity, blockId } of pages) {
    const row = rowOf.get(id)
    if (!row) continue
    const place = await places.find(row, 'block', { sought, blockId })
    results.push({ ...headOf(row, sought), ...place, similarity: Math.min(1, similarity) })
  }
  return results
}

/** Counts one more search by meaning of the caller. Throws `rate-limited` for too many in a minute. */
export async function countMeaning({
  underWay,
  caller,
}: Pick<Services, 'underWay'> & Pick<MeaningContext, 'caller'>): Promise<void> {
  if ((await underWay.countMinute(`meaning:${caller.user.id}`)) > MEANING.perMinute)
    throw new AppError('rate-limited', t('Rate limit exceeded. Please try again in a minute.'))
}
