/**
 * How text becomes words that can be searched: one way for both databases, so that they find the same. A term is
 * letters and digits in small letters without accents. Scripts that put no spaces between words (Chinese, Japanese,
 * Korean, Thai …) are cut into single characters and pairs. An emoji is a term of its own.
 */

/** A word of a text, folded, with where it stands there. */
export interface Word {
  folded: string
  start: number
  end: number
  /** Of a script without spaces: any part of it may be what was asked for. */
  unspaced: boolean
}

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc'
/** Characters of a word; what follows is one more. Without end, the words of a page could be more than can be looked for in one go. */
const LONGEST_WORD = 1_000
const WORD = new RegExp(
  `[${UNSPACED}][${UNSPACED}\\p{M}]{0,${LONGEST_WORD}}|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]){1,${LONGEST_WORD}}|\\p{Extended_Pictographic}`,
  'gu',
)
const ACCENT = /\p{M}/gu
const NO_PART_OF_A_TERM = /[^\p{L}\p{N}\p{Extended_Pictographic}]/gu
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of plain English
const ASCII = /^[\u0000-\u007f]*$/

/** Longer words are cut: nobody types more, and a database takes no endless key. */
const LONGEST_TERM = 64

/** Has it the characters of plain English alone? Then its words, folded, stand in it when it is folded as a whole. */
export const isPlain = (text: string): boolean => ASCII.test(text)

/** Small letters, no accents, full-width letters as usual ones: "Résumé" and "ＲＥＳＵＭＥ" are "resume". */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  // Also before: those on one letter are put in order, which takes time by the square of their number.
  const bare = text.replace(ACCENT, '')
  return bare.normalize('NFKD').replace(ACCENT, '').toLowerCase().normalize('NFC')
}

/**
 * The same for a text that is kept to be searched, no longer than twice the text: some characters are taken apart into many (U+FDFA into
 * eighteen), and a text of nothing else would be kept as a book.
 */
export const foldToKeep = (text: string): string => fold(text).slice(0, 2 * text.length)

/** The words of a text in their order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    const raw = match[0]
    // Taken apart, some characters leave brackets or spaces behind: "⑴" is "(1)".
    const folded = fold(raw).replace(NO_PART_OF_A_TERM, '')
    if (folded !== '')
      yield { folded, start: match.index, end: match.index + raw.length, unspaced: IS_UNSPACED.test(raw) }
  }
}

/** The pairs of neighbouring characters; of one character, itself. */
function pairsOf(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters]
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

const cut = (term: string) => (term.length > LONGEST_TERM ? [...term].slice(0, LONGEST_TERM).join('') : term)

/** What one page may have in the index: terms, and characters of terms. PostgreSQL holds 1 MB of them in a row. */
const MOST_TERMS = 60_000
const MOST_CHARACTERS = 240_000

/** Characters of a text that are looked through in one go, in about a millisecond. */
const A_TURN = 20_000

/** The different terms of a text, as they are stored. Of an endless text, those that come first. */
export function termsOf(text: string): Set<string> {
  const into = new Set<string>()
  for (const _ of collectingTerms(text, into));
  return into
}

/** Collects the terms of a text, and stops now and then, so that others can have a turn. */
export function* collectingTerms(text: string, into: Set<string>): Generator<void, void> {
  let characters = 0
  let stopAt = A_TURN
  /** A word that was cut because it is very long goes on where it ended. */
  let before = { end: -1, last: '' }
  const add = (term: string) => {
    if (into.has(term)) return
    into.add(term)
    characters += term.length
  }
  for (const { folded, unspaced, start, end } of wordsOf(text)) {
    if (into.size >= MOST_TERMS || characters >= MOST_CHARACTERS) return
    if (end > stopAt) {
      stopAt = end + A_TURN
      yield
    }
    if (unspaced) {
      const single = [...folded]
      for (const character of single) add(character)
      for (const pair of pairsOf(single)) add(pair)
      if (start === before.end) add(`${before.last}${single[0]}`)
      before = { end, last: single.at(-1)! }
    } else add(cut(folded))
  }
}

/** One thing that was asked for. All of them have to be on a page that is found. */
export interface AskedTerm {
  term: string
  /** Words that begin with it are meant too. */
  prefix: boolean
  /** Of a script without spaces. */
  unspaced: boolean
}

/** More words than these narrow nothing down any further. */
const MOST_ASKED = 12

/** What was typed as terms. Everything that is no word (quotes, operators, NUL …) says nothing. */
export function askedTerms(typed: string): AskedTerm[] {
  const asked = new Map<string, AskedTerm>()
  for (const { folded, unspaced } of wordsOf(typed)) {
    const terms = unspaced ? pairsOf([...folded]) : [cut(folded)]
    for (const term of terms) {
      // One letter begins nearly everything.
      const prefix = !unspaced && /^[\p{L}\p{N}]{2}/u.test(term)
      if (asked.size < MOST_ASKED) asked.set(term, { term, prefix, unspaced })
    }
  }
  return [...asked.values()]
}

const MISSPELLABLE = /^\p{L}{3,24}$/u
const LEARNABLE = /^\p{L}{4,24}$/u

/** May this be a misspelt word? Short ones and numbers are too like others; three letters are a word of four that lacks one. */
export const isMisspellable = ({ term, unspaced }: Pick<AskedTerm, 'term' | 'unspaced'>): boolean =>
  !unspaced && MISSPELLABLE.test(term)

/** The terms that can be found although they are misspelt. */
export const learnable = (terms: Iterable<string>): string[] =>
  [...terms].filter((term) => LEARNABLE.test(term) && !IS_UNSPACED.test(term))

/** A word and what is left of it without one letter: two words that are a slip apart have one of these in common. */
export function variantsOf(term: string): string[] {
  const letters = [...term]
  return [...new Set([term, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}
