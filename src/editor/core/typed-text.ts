import type { InputRuleMatch, Range } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
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
  const { tr, schema } = state
  const { url, length, sign } = match.data ?? {}
  if (typeof sign === 'string') {
    tr.insertText(sign, range.from, range.to)
    return undefined
  }
  const link = schema.marks.link
  const to = range.from + Number(length)
  const $from = tr.doc.resolve(range.from)
  if (typeof url !== 'string' || !link || !$from.parent.type.allowsMarkType(link)) return null
  if (tr.doc.rangeHasMark(range.from, to, link)) return null
  tr.addMark(range.from, to, link.create({ url })).removeStoredMark(link)
  return undefined
}
