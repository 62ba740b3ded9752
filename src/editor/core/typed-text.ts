import type { InputRuleMatch, Range } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { isSmartTyping } from '@/ui/smart-typing'
import { linkAddress } from './link'

/** An address that nobody types by chance: with its scheme, with `www.`, as mail, or under a name that ends as names of sites do. */
const ADDRESS =
  /^(https?:\/\/\S+\.\S+|https?:\/\/localhost\S*|www\.\S+\.\S+|[^\s@/]+@[^\s@/]+\.\p{L}{2,}|([\p{L}\p{N}-]+\.)+(com|org|net|edu|gov|io|dev|app|info|ai|eu|de|uk|fr|nl|ch|at|it|es|jp|cn)(:\d+)?(\/\S*)?)$/iu
/** What stands behind an address in a sentence. */
const TRAILING = /[.,;:!?'"’”)\]}]+$/

/** Behind these a quotation mark opens. */
const OPENS = /(^|[\s([{—–-])$/

/** Quotation marks as the language of the page has them: double open and close, single open and close. */
function quotes(): readonly [string, string, string, string] {
  const language = document.documentElement.lang.slice(0, 2)
  if (language === 'de') return ['„', '“', '‚', '’']
  return ['“', '”', '‘', '’']
}

function quoteFor(before: string, sign: string): string {
  const [open, close, singleOpen, singleClose] = quotes()
  const isOpening = OPENS.test(before)
  if (sign === '"') return isOpening ? open : close
  return isOpening ? singleOpen : singleClose
}

/** The sign for what the text ends with. */
function signAt(text: string): { typed: string; sign: string } | null {
  if (/(^|[^-—<])->$/.test(text)) return { typed: '->', sign: '→' }
  if (/—>$/.test(text)) return { typed: '—>', sign: '→' }
  if (/←>$/.test(text)) return { typed: '←>', sign: '↔' }
  if (/(^|\s)<-$/.test(text)) return { typed: '<-', sign: '←' }
  if (/[^\s!<|-]\s?--$/.test(text)) return { typed: '--', sign: '—' }
  if (/[^.]\.\.\.$/.test(text)) return { typed: '...', sign: '…' }
  const last = text.at(-1)
  if (last === '"' || last === "'") return { typed: last, sign: quoteFor(text.slice(0, -1), last) }
  return null
}

/** What the text before the caret ends with, if that is to become something else. */
export function findTyped(text: string): InputRuleMatch | null {
  const word = /(?:^|\s)(\S+)\s$/.exec(text)?.[1]
  if (word !== undefined) {
    const address = word.replace(TRAILING, '')
    const url = ADDRESS.test(address) ? linkAddress(address) : null
    if (url === null) return null
    const index = text.length - 1 - word.length
    return { index, text: text.slice(index), data: { url, length: address.length } }
  }
  const found = isSmartTyping() ? signAt(text) : null
  return found && { index: text.length - found.typed.length, text: found.typed, data: { sign: found.sign } }
}

/** Makes it so. */
export function applyTyped({
  state,
  range,
  match,
}: {
  state: EditorState
  range: Range
  match: { data?: Record<string, unknown> }
}): null | undefined {
  const { tr } = state
  const { url, length, sign } = match.data ?? {}
  if (typeof sign === 'string') {
    tr.insertText(sign, range.from, range.to)
    return undefined
  }
  return link(tr, range.from, { url, length }) ? undefined : null
}

/** Makes a link of the `length` characters behind a position, unless they are one or may be none. Says whether it did. */
function link(tr: Transaction, from: number, { url, length }: Record<string, unknown>): boolean {
  const type = tr.doc.type.schema.marks.link
  const to = from + Number(length)
  if (typeof url !== 'string' || !type || !tr.doc.resolve(from).parent.type.allowsMarkType(type)) return false
  if (tr.doc.rangeHasMark(from, to, type)) return false
  tr.addMark(from, to, type.create({ url })).removeStoredMark(type)
  return true
}

/** Makes a link of the address that ends at the caret; null when there is none. */
export function linkBeforeCaret(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const found = findTyped(`${text} `)
  if (!found?.data) return null
  const from = $from.start() + found.index
  const code = state.schema.marks.code
  if (code && state.doc.rangeHasMark(from, $from.pos, code)) return null
  const { tr } = state
  return link(tr, from, found.data) ? tr : null
}
