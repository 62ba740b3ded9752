import { sharedHead } from '@/shared/shared-ends'

/** A page as the search demo knows it. */
export interface SamplePage {
  slug: string
  title: string
  icon: string
  text: string
}

/** A page that was found, with the words around the first thing that fits. */
export interface SampleHit {
  slug: string
  title: string
  icon: string
  snippet: string
  /** From where to where in the snippet something was found. */
  marks: [start: number, end: number][]
}

export const SAMPLE_SEARCH = {
  /** product.md 9.1 */
  results: 8,
  snippet: 200,
  debounceMs: 300,
} as const

const WORD = /[\p{L}\p{N}]+/gu
/** Shorter words are too like others to be taken for misspelt. */
const MISSPELLABLE = 4

/** Does `word` begin with what was asked? 2: it does, 1: but for a slip, 0: it does not. */
function likeness(word: string, asked: string): 0 | 1 | 2 {
  if (word.startsWith(asked)) return 2
  if (asked.length < MISSPELLABLE) return 0
  const begun = [-1, 0, 1].map((more) => word.slice(0, asked.length + more))
  return begun.some((start) => isSlip(start, asked)) ? 1 : 0
}

/** Is one letter wrong, missing, too many, or exchanged with its neighbour? */
function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  const start = sharedHead(one, other)
  const a = one.slice(start)
  const b = other.slice(start)
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}

const wordsIn = (text: string) =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word: word.toLowerCase(), at: index }))

/** The pages that have every word that was typed, those with it in the title first. */
export function searchSamples(pages: readonly SamplePage[], typed: string): SampleHit[] {
  const asked = wordsIn(typed).map(({ word }) => word)
  if (asked.length === 0) return []
  return pages
    .map((page) => {
      const title = wordsIn(page.title)
      const text = wordsIn(page.text)
      const scores = asked.map((one) =>
        Math.max(
          ...title.map(({ word }) => likeness(word, one) * 2),
          ...text.map(({ word }) => likeness(word, one)),
          0,
        ),
      )
      const found = text.filter(({ word }) => asked.some((one) => likeness(word, one) > 0))
      return { page, found, score: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SAMPLE_SEARCH.results)
    .map(({ page: { slug, title, icon, text }, found }) => ({
      slug,
      title,
      icon,
      ...snippetOf(text, found),
    }))
}

function snippetOf(text: string, found: readonly { word: string; at: number }[]) {
  const first = found[0]?.at ?? 0
  const from =
    first < SAMPLE_SEARCH.snippet / 2 ? 0 : text.indexOf(' ', first - SAMPLE_SEARCH.snippet / 4) + 1
  // What begins in the middle says so.
  const lead = from === 0 ? '' : '…'
  const snippet = lead + text.slice(from, from + SAMPLE_SEARCH.snippet - lead.length).replace(/\s/gu, ' ')
  const marks = found
    .map(({ word, at }): [number, number] => [at - from + lead.length, at - from + lead.length + word.length])
    .filter(([start, end]) => start >= lead.length && end <= snippet.length)
  return { snippet, marks }
}
