import { MEANING } from '@/features/search/model'
import { answeringPages } from '@/features/search/server/meaning.service'
import { search } from '@/features/search/server/search.service'
import type { SignedInContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import { wordsOf } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { addPage, noPassages, type Passages } from './passages'
import type { ToolRuns } from './tool-runs'

/** Words that stand in questions about anything. */
const COMMON = new Set(
  'a about all an and any are as at be been but by can could did do does for from get had has have how i if in into is it its just me my no not of on or our please say should so some tell than that the their them then there these they this those to up us was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
)
/** Words of a question that are looked for, the longest first: they say most. */
const MOST_WORDS = 6
/** Pages that are read. */
const MOST_PAGES = 4
/** Milliseconds after which a model that is still being loaded is not waited for: words find pages at once. */
const LONGEST_MEANING = 10_000

/** What is looked for to answer a question. */
export function soughtWords(question: string): string[] {
  const words = [...wordsOf(question)].map(({ folded }) => folded)
  const telling = words.filter((word) => !COMMON.has(word) && word.length > 1)
  return [...new Set(telling)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS)
}

/**
 * Looks for the pages that a question about everything is about, with the rights of the person who asks, and reads the ones that fit
 * best, within these tokens.
 */
export async function lookUp(
  ctx: SignedInContext,
  question: string,
  { tokens, runs }: { tokens: number; runs: ToolRuns },
): Promise<Passages> {
  const words = soughtWords(question)
  const passages = noPassages()
  if (words.length === 0 && !ctx.meaning.isOn) return passages
  const found = await runs.run(
    'search_pages',
    ctx.meaning.isOn ? { query: question.slice(0, 300) } : { words },
    () => pagesAbout(ctx, question, { words, most: MOST_PAGES }),
    (pages) => pages.map(({ title }) => title || '–').join('\n') || '–',
  )
  const pages = 'result' in found ? found.result : []
  let left = tokens
  for (const [at, { id, title, blockId }] of pages.entries()) {
    const share = Math.floor(left / (pages.length - at))
    const read = await runs.run(
      'read_page',
      { id, title },
      () => addPage(ctx, passages, id, { tokens: share, words, blockId }),
      (text) => text,
    )
    if ('result' in read) left -= estimatedTokens(read.result)
  }
  return passages
}

/** A page that was found, and where. */
export interface FoundPage {
  id: string
  title: string
  parentTitle: string | null
  snippet: string
  /** The block that is nearest in meaning; null: not known. */
  blockId: string | null
}

/**
 * The pages that answer a question best, by meaning and words together. By words alone where the search by meaning is switched off,
 * cannot be asked or takes too long; words that may be misspelt add pages where few are found.
 */
export async function pagesAbout(
  ctx: SignedInContext,
  question: string,
  { words, most }: { words: readonly string[]; most: number },
): Promise<FoundPage[]> {
  const found = await meantPages(ctx, question, most)
  if (found.length >= most) return found
  const known = new Set(found.map(({ id }) => id))
  const others = (await bestPages(ctx, words, most)).filter(({ id }) => !known.has(id))
  return [...found, ...others].slice(0, most)
}

async function meantPages(ctx: SignedInContext, question: string, most: number): Promise<FoundPage[]> {
  if (!ctx.meaning.isOn || question.trim().length < MEANING.shortest) return []
  const late = Promise.withResolvers<[]>()
  const timer = setTimeout(() => late.resolve([]), LONGEST_MEANING)
  try {
    const results = await Promise.race([answeringPages(ctx, question, most), late.promise])
    return results.map(({ id, title, parentTitle, snippet, blockId }) => ({
      id,
      title: title.text,
      parentTitle,
      snippet: snippet?.text ?? '',
      blockId,
    }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.warn({ err: error }, 'a question could not be looked up by meaning; words are searched for')
    return []
  } finally {
    clearTimeout(timer)
  }
}

/** Pages with the most of the words; a word that is found on few pages counts more. */
async function bestPages(ctx: SignedInContext, words: readonly string[], most: number): Promise<FoundPage[]> {
  const scores = new Map<string, FoundPage & { score: number }>()
  for (const q of words) {
    const { results, guessed } = await search(ctx, { q, limit: 8 })
    for (const [rank, { id, title, parentTitle, snippet }] of results.entries()) {
      const before = scores.get(id)
      const score = (before?.score ?? 0) + (guessed ? 0.3 : 1) + (1 - rank / 8) / 2 + 1 / (results.length + 1)
      scores.set(id, {
        id,
        title: title.text,
        parentTitle,
        snippet: before?.snippet || snippet?.text || '',
        blockId: null,
        score,
      })
    }
  }
  return [...scores.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ score: _, ...page }) => page)
}
