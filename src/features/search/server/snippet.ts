import { blockLines } from '@/blocks/block-lines'
import type { Block } from '@/blocks/kit/block'
import { spokenIn } from '@/blocks/media/transcription'
import { fold, isPlain, wordsOf } from '@/server/search/terms'
import { type MarkedText, type Range, SEARCH, type SearchResult } from '../model'

/** A term that was asked for, with the words that were taken for it. */
export interface SoughtTerm {
  anyOf: readonly { term: string; prefix: boolean; unspaced: boolean }[]
}

interface Found {
  ranges: Range[]
  /** How many of the terms are there. */
  terms: number
}

/** Where the terms stand in a text, in order and without overlaps. */
export function findTerms(text: string, sought: readonly SoughtTerm[]): Found {
  if (isPlain(text)) return findInPlain(fold(text), sought)
  const ranges: Range[] = []
  const terms = new Set<number>()
  for (const { folded, start, end, unspaced } of wordsOf(text)) {
    let places: number[] | null | undefined
    const range = (at: number, length: number): Range => {
      if (places === undefined) places = placesOf(text.slice(start, end), folded)
      return places ? [start + (places[at] ?? 0), start + (places[at + length] ?? 0)] : [start, end]
    }
    for (const [index, { anyOf }] of sought.entries()) {
      for (const { term, prefix, ...asked } of anyOf) {
        if (asked.unspaced && unspaced) {
          for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1)) {
            terms.add(index)
            ranges.push(range(at, term.length))
          }
        } else if (folded === term || (prefix && folded.startsWith(term))) {
          terms.add(index)
          ranges.push(range(0, term.length))
        }
      }
    }
  }
  return { ranges: merged(ranges), terms: terms.size }
}

/** The same in plain English, folded: it need not be cut into words, because their ends can be told by one character. */
function findInPlain(text: string, sought: readonly SoughtTerm[]): Found {
  const ranges: Range[] = []
  let terms = 0
  for (const { anyOf } of sought) {
    const before = ranges.length
    for (const { term, prefix } of anyOf) {
      for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + term.length)) {
        const end = at + term.length
        if (!isInWord(text, at - 1) && (prefix || !isInWord(text, end))) ranges.push([at, end])
      }
    }
    if (ranges.length > before) terms++
  }
  return { ranges: merged(ranges), terms }
}

/** Is it a letter or a digit of plain English, in small letters? */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/** Where each unit of the folded word stands in the word as it is written, and its end; null when they do not match. */
function placesOf(raw: string, folded: string): number[] | null {
  if (raw.length === folded.length) return Array.from({ length: raw.length + 1 }, (_, at) => at)
  const places: number[] = []
  let at = 0
  for (const character of raw) {
    for (let unit = fold(character).length; unit > 0; unit--) places.push(at)
    at += character.length
  }
  return places.length === folded.length ? [...places, raw.length] : null
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

/** The text of a title with what was found in it. */
export const markedTitle = (text: string, sought: readonly SoughtTerm[]): MarkedText => ({
  text,
  marks: findTerms(text, sought).ranges,
})

/** The first block that has the most of the terms, with a snippet of it; without a block, the page's beginning. */
export function bestSnippet(
  blocks: readonly Block[],
  sought: readonly SoughtTerm[],
): Pick<SearchResult, 'blockId' | 'seconds' | 'snippet'> {
  let best: { id: string; text: string; seconds: number | null; found: Found } | null = null
  let beginning = ''
  for (const { id, text } of blockLines(blocks)) {
    if (beginning.length < SEARCH.snippet) beginning = `${beginning} ${text}`.trim()
    const found = findTerms(text, sought)
    if (found.terms > (best?.found.terms ?? 0)) best = { id, text, seconds: null, found }
    if (best?.found.terms === sought.length && beginning.length > 0) break
  }
  // What is written comes before what is said with as many of the terms.
  if (best?.found.terms !== sought.length)
    for (const { blockId: id, text, start: seconds } of spokenIn(blocks)) {
      const found = findTerms(text, sought)
      if (found.terms > (best?.found.terms ?? 0)) best = { id, text, seconds, found }
      if (best?.found.terms === sought.length) break
    }
  if (!best)
    return { blockId: null, seconds: null, snippet: beginning === '' ? null : cutAround(beginning, []) }
  return { blockId: best.id, seconds: best.seconds, snippet: cutAround(best.text, best.found.ranges) }
}

/** Characters before the first thing that was found. */
const LEAD = 60
/** How far a cut moves to fall between two words. */
const SLACK = 20

/** About 200 characters around the first range, cut between words, in one line. */
export function cutAround(text: string, ranges: readonly Range[]): MarkedText {
  const inOneLine = (from: number, to: number) => text.slice(from, to).replace(/\s/g, ' ')
  let start = Math.max(0, (ranges[0]?.[0] ?? 0) - LEAD)
  if (start > 0) {
    const space = inOneLine(start, start + SLACK).indexOf(' ')
    if (space !== -1) start += space + 1
    else if (isLowSurrogate(text, start)) start += 1
  }
  let end = Math.min(text.length, start + SEARCH.snippet)
  if (end < text.length) {
    const from = Math.max(0, end - SLACK + 1)
    const space = inOneLine(from, end + 1).lastIndexOf(' ')
    if (space !== -1) end = from + space
    else if (isLowSurrogate(text, end)) end -= 1
  }
  const lead = start > 0 ? '…' : ''
  const shift = lead.length - start
  return {
    text: `${lead}${inOneLine(start, end)}${end < text.length ? '…' : ''}`,
    marks: ranges
      .filter(([from]) => from >= start && from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  }
}

const isLowSurrogate = (text: string, at: number) => /[\udc00-\udfff]/.test(text[at] ?? '')
