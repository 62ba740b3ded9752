import { estimatedTokens } from '@/features/ai/server/tokens'
import { search } from '@/features/search/server/search.service'
import type { SignedInContext } from '@/server/context'
import { wordsOf } from '@/server/search/terms'
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

/** What is looked for to answer a question. */
export function soughtWords(question: string): string[] {
  const words = [...wordsOf(question)].map(({ folded }) => folded)
  const telling = words.filter((word) => !COMMON.has(word) && word.length > 1)
  return [...new Set(telling)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS)
}

/**
 * Looks for the pages that a question about everything is about, with the rights of the person who asks, and reads the ones that fit
 * best, as far as these tokens go.
 */
export async function lookUp(
  ctx: SignedInContext,
  question: string,
  { tokens, runs }: { tokens: number; runs: ToolRuns },
): Promise<Passages> {
  const words = soughtWords(question)
  const passages = noPassages()
  if (words.length === 0) return passages
  const found = await runs.run(
    'search_pages',
    { words },
    () => bestPages(ctx, words),
    (pages) => pages.map(({ title }) => title || '–').join('\n') || '–',
  )
  let left = tokens
  for (const [at, { id, title }] of (found ?? []).entries()) {
    const share = Math.floor(left / ((found ?? []).length - at))
    const text = await runs.run(
      'read_page',
      { id, title },
      () => addPage(ctx, passages, id, { tokens: share, words }),
      (read) => read,
    )
    left -= estimatedTokens(text ?? '')
  }
  return passages
}

/** Pages with the most of the words; a word that is found on few pages counts more. */
async function bestPages(
  ctx: SignedInContext,
  words: readonly string[],
): Promise<{ id: string; title: string }[]> {
  const scores = new Map<string, { title: string; score: number }>()
  for (const q of words) {
    const { results, guessed } = await search(ctx, { q, limit: 8 })
    for (const [rank, { id, title }] of results.entries()) {
      const before = scores.get(id)?.score ?? 0
      const score = before + (guessed ? 0.3 : 1) + (1 - rank / 8) / 2 + 1 / (results.length + 1)
      scores.set(id, { title: title.text, score })
    }
  }
  return [...scores]
    .map(([id, one]) => ({ id, ...one }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_PAGES)
    .map(({ id, title }) => ({ id, title }))
}
