import type { Json } from '@/blocks/kit/block'
import { newBlockId } from '@/shared/ids'
import { BOUNDS } from '@/shared/limits'
import { isFormatValue, isId, isJson } from '../format/layout'
import type { FormatPatch } from '../page-index/page-view'

/**
 * The grammar of the shared map `suggestions` (docs/document-format.md, "Suggestions"): flat, every part of a suggestion
 * under a key of its own that begins with who made it.
 *
 *     <author> <nonce>                            head      { at, via? }
 *     <author> <nonce> + <client> <clock>         insert    how many characters or beads
 *     <author> <nonce> - <client> <clock>         delete    how many characters
 *     <author> <nonce> * <client> <clock>         format    { n, set }
 *     <author> <nonce> / <block> <key>            entry     { to, was }
 *     @ <discussion> <client> <clock>             anchor    how many characters or beads
 *
 * A name in a key has `%`, blanks and control characters escaped as in a URL. What does not fit is no part: nobody reads it.
 */
export type Part = HeadPart | RangePart | FormatPart | EntryPart | AnchorPart

/** Who suggested what: the author's id, a blank and a name that the author gave the suggestion. */
export type Sid = string

interface InSuggestion {
  sid: Sid
  key: string
}

export interface HeadPart extends InSuggestion {
  op: 'head'
  /** When the author's clock says it was begun: milliseconds since 1970. */
  at: number
  /** The program or model that wrote it, if the author did not type it. */
  via: string | null
}

interface Range {
  client: number
  clock: number
  length: number
}

export interface RangePart extends InSuggestion, Range {
  op: '+' | '-'
}

export interface FormatPart extends InSuggestion, Range {
  op: '*'
  set: FormatPatch
}

export interface EntryPart extends InSuggestion {
  op: '/'
  block: string
  field: string
  /** The value to come; null takes the key away. */
  to: Json
  /** What stood there when it was suggested. */
  was: Json
}

export interface AnchorPart extends Range {
  op: '@'
  key: string
  discussion: string
}

/** The parts that say something of a range of ids. */
export type RangedPart = RangePart | FormatPart | AnchorPart

/** How much the names and values of parts may hold; the same for everybody who reads. */
export const PART_BOUNDS = {
  author: 128,
  nonce: 64,
  discussion: 64,
  via: 200,
  field: 1000,
  /** A key as a whole. */
  key: 5000,
} as const

const NAME = /^[\w:.~-]+$/
const NUMBER = /^(?:0|[1-9]\d{0,15})$/

/** The part that is stored under a key, or null when key or value say none. */
export function readPart(key: string, value: unknown): Part | null {
  if (key.length > PART_BOUNDS.key) return null
  const words = key.split(' ')
  if (words[0] === '@') return readAnchor(key, words, value)
  const [author = '', nonce = '', op, first = '', second = ''] = words
  if (!isName(author, PART_BOUNDS.author) || !isName(nonce, PART_BOUNDS.nonce)) return null
  const sid = `${author} ${nonce}`
  if (words.length === 2) return readHead(key, sid, value)
  if (words.length !== 5) return null
  switch (op) {
    case '+':
    case '-': {
      const range = readRange(first, second, value)
      return range && { op, sid, key, ...range }
    }
    case '*': {
      if (!hasOnly(value, 'n', 'set')) return null
      const range = readRange(first, second, value.n)
      return range && isPatch(value.set) ? { op, sid, key, ...range, set: value.set } : null
    }
    case '/':
      return readEntryPart(key, sid, first, second, value)
    default:
      return null
  }
}

/** The author of a suggestion. */
export const authorOf = (sid: Sid): string => sid.slice(0, sid.indexOf(' '))

/** The suggestion that a key belongs to; null for an anchor and for what is no key. */
export function sidIn(key: string): Sid | null {
  const [author = '', nonce = ''] = key.split(' ', 2)
  return isName(author, PART_BOUNDS.author) && isName(nonce, PART_BOUNDS.nonce) ? `${author} ${nonce}` : null
}

/** The discussion that the key of an anchor names, and the client of its characters; null for what is no such key. */
export function anchorIn(key: string): { discussion: string; client: number } | null {
  const part = readPart(key, 1)
  return part?.op === '@' ? { discussion: part.discussion, client: part.client } : null
}

export function sidOf(author: string, nonce: string): Sid {
  if (!isName(author, PART_BOUNDS.author) || !isName(nonce, PART_BOUNDS.nonce)) {
    throw new Error('An author and the name of a suggestion are letters, digits, and _ - : . ~')
  }
  return `${author} ${nonce}`
}

/** The name of a new suggestion, begun at `at` (milliseconds since 1970). Names grow with time: accepted together, the later one counts. */
export const newSid = (author: string, at: number): Sid =>
  sidOf(author, `${at.toString(36).padStart(9, '0')}${newBlockId()}`)

/** Where a part of a range is stored: behind the suggestion, or the discussion, that says it. */
export const rangeKey = (part: RangedPart, client: number, clock: number): string =>
  part.op === '@'
    ? `@ ${part.discussion} ${client} ${clock}`
    : suggestedRangeKey(part.sid, part.op, client, clock)

/** What is stored of a part of a range when it is `length` long. */
export const rangeValue = (part: RangedPart, length: number): Json =>
  part.op === '*' ? { n: length, set: part.set } : length

export const suggestedRangeKey = (sid: Sid, op: '+' | '-' | '*', client: number, clock: number): string =>
  `${sid} ${op} ${client} ${clock}`

export const entryKey = (sid: Sid, block: string, field: string): string =>
  `${sid} / ${escaped(block)} ${escaped(field)}`

function readHead(key: string, sid: Sid, value: unknown): HeadPart | null {
  if (!hasOnly(value, 'at', 'via') || !isCount(value.at)) return null
  const { at, via = null } = value
  if (via !== null && (typeof via !== 'string' || via.length > PART_BOUNDS.via)) return null
  return { op: 'head', sid, key, at, via }
}

function readAnchor(key: string, words: readonly string[], value: unknown): AnchorPart | null {
  const [, discussion = '', client = '', clock = ''] = words
  if (words.length !== 4 || !isName(discussion, PART_BOUNDS.discussion)) return null
  const range = readRange(client, clock, value)
  return range && { op: '@', key, discussion, ...range }
}

function readEntryPart(
  key: string,
  sid: Sid,
  first: string,
  second: string,
  value: unknown,
): EntryPart | null {
  const block = unescaped(first)
  const field = unescaped(second)
  if (block === null || !isId(block) || !field || field === '__proto__' || field.length > PART_BOUNDS.field)
    return null
  if (!hasOnly(value, 'to', 'was')) return null
  const { to = null, was = null } = value
  return isJson(to) && isJson(was) ? { op: '/', sid, key, block, field, to, was } : null
}

function readRange(first: string, second: string, length: unknown): Range | null {
  if (!NUMBER.test(first) || !NUMBER.test(second) || !isCount(length) || length === 0) return null
  const [client, clock] = [Number(first), Number(second)]
  const isSafe = Number.isSafeInteger(client) && Number.isSafeInteger(clock + length)
  return isSafe ? { client, clock, length } : null
}

function isPatch(set: unknown): set is FormatPatch {
  if (!isRecord(set)) return false
  const keys = Object.keys(set)
  if (keys.length === 0 || keys.length > BOUNDS.formats) return false
  return keys.every((key) => isFormatName(key) && (set[key] === null || isFormatValue(set[key])))
}

const isFormatName = (key: string): boolean =>
  key !== '' && key !== '__proto__' && key.length <= BOUNDS.formatCharacters

const isName = (name: string, most: number): boolean => name.length <= most && NAME.test(name)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Is this a plain object without other keys than these? */
function hasOnly(value: unknown, one: string, other: string): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  for (const key of Object.keys(value)) if (key !== one && key !== other) return false
  return true
}

const UNFIT = /[%\0-\x20\x7f]/g
const ESCAPE = /%([0-9A-F]{2})/g

const escaped = (name: string): string =>
  name.replace(UNFIT, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** Null when this is not how the name would have been escaped: every name has one key. */
function unescaped(word: string): string | null {
  const name = word.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return escaped(name) === word ? name : null
}
