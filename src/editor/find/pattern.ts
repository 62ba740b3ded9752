import { t } from '@/shared/i18n'
/** What a person looks for, as the find bar has it. */
export interface FindQuery {
  words: string
  matchCase: boolean
  wholeWord: boolean
  /** The words are a regular expression. */
  isPattern: boolean
}

/** A match in one text: offsets, and, for regular expressions, what the groups hold. */
export interface Found {
  from: number
  to: number
  groups?: Groups
  /** It is found in something that is no text: all of that is the match, and nothing is put in its place. */
  isWhole?: boolean
}

/** What `$1`, `$<name>` and `$&` stand for; `all[0]` is the whole match. */
export interface Groups {
  all: readonly string[]
  named?: Readonly<Record<string, string>>
}

export type Pattern = { regex: RegExp; wholeWord: boolean } | { problem: string }

/** Not more matches than these are told apart. */
export const MOST_MATCHES = 50_000

const escaped = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * The regular expression of a query; for one that a person wrote wrongly, what is wrong in words. `^` and `$` mean the
 * ends of a line. Letter case is compared as Unicode folds it.
 */
export function patternOf({ words, matchCase, wholeWord, isPattern }: FindQuery): Pattern {
  const flags = `gmu${matchCase ? '' : 'i'}`
  try {
    return { regex: new RegExp(isPattern ? words : escaped(words), flags), wholeWord }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/[a-z]*: /s, '') : ''
    return {
      problem: reason
        ? t('This is not a regular expression: {reason}.', { reason: reason.toLowerCase() })
        : t('This is not a regular expression.'),
    }
  }
}

const WORD = /[\p{L}\p{M}\p{N}\p{Pc}]/u
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

let segmenter: Intl.Segmenter | null = null
/** Where words begin in the text that was last asked about: telling them apart anew for every match takes for ever. */
let segmented: { text: string; begins: Uint8Array } | null = null

/** By the dictionary: 1 at each offset of the text at which a word, or what stands between words, begins. */
function beginsOf(text: string): Uint8Array {
  if (segmented?.text === text) return segmented.begins
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const begins = new Uint8Array(text.length)
  for (const { index } of segmenter.segment(text)) begins[index] = 1
  segmented = { text, begins }
  return begins
}

/** Does a word begin or end at this offset of the text? */
function isWordEdge(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true
  // By whole characters: half of a surrogate pair is no letter.
  const before = text.codePointAt(at - (isLowHalf(text.charCodeAt(at - 1)) ? 2 : 1))!
  const [left, right] = [String.fromCodePoint(before), String.fromCodePoint(text.codePointAt(at)!)]
  if (!WORD.test(left) || !WORD.test(right)) return true
  if (!UNSPACED.test(left) && !UNSPACED.test(right)) return false
  return beginsOf(text)[at] === 1
}

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** All matches in a text, first to last; those of nothing (`^`, `a*`) are none. */
export function findIn(text: string, { regex, wholeWord }: { regex: RegExp; wholeWord: boolean }): Found[] {
  const found: Found[] = []
  regex.lastIndex = 0
  for (let match = regex.exec(text); match; match = regex.exec(text)) {
    const [from, to] = [match.index, match.index + match[0].length]
    if (from === to) {
      // Behind the whole character, not into the middle of one.
      regex.lastIndex += (text.codePointAt(to) ?? 0) > 0xffff ? 2 : 1
      continue
    }
    if (wholeWord && !(isWordEdge(text, from) && isWordEdge(text, to))) {
      // A word may begin inside of what did not count.
      regex.lastIndex = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1)
      continue
    }
    const all = Array.from(match, (group) => group ?? '')
    found.push({ from, to, groups: { all, ...(match.groups ? { named: { ...match.groups } } : {}) } })
    if (found.length >= MOST_MATCHES) break
  }
  return found
}

/** What a match is replaced with: `$1`, `$<name>`, `$&`, `$$` and `\n`, `\t`, `\\` as in other editors. */
export function replacementFor(template: string, groups: Groups): string {
  const { all, named } = groups
  return template.replace(/\$(\$|&|\d{1,2}|<([^>]*)>)|\\([nt\\])/g, (whole, sign, name, character) => {
    if (character) return { n: '\n', t: '\t', '\\': '\\' }[character as 'n' | 't' | '\\']
    if (sign === '$') return '$'
    if (sign === '&') return all[0] ?? ''
    if (name !== undefined) return named ? (named[name] ?? '') : whole
    const two = Number(sign)
    if (two > 0 && two < all.length) return all[two]!
    const one = Number(sign[0])
    return sign.length === 2 && one > 0 && one < all.length ? all[one]! + sign[1] : whole
  })
}
