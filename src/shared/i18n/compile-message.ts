import type { Messages } from '@lingui/core'

/** A message as Lingui's formatter takes it: texts and placeholders. */
export type CompiledMessage = Exclude<Messages[string], string>

/**
 * An English message in the form that Lingui formats. Our own messages need four things of ICU: `{name}`, plurals, `select`
 * and nesting of these. Lingui's parser knows all of ICU and weighs 6.6 kB, so it stays out of the browser; the check of the words
 * compiles every message with both and fails where they differ. Catalogues of other languages come compiled.
 */
export function compileMessage(message: string): CompiledMessage {
  if (!message.includes('{')) return [message]
  const { tokens, end } = readTokens(message, 0, false)
  if (end < message.length) throw new Error(`A } too many in the message: ${message}`)
  return tokens
}

type Token = CompiledMessage[number]

/** Reads text and placeholders up to the `}` that closes what contains them. */
function readTokens(message: string, start: number, inPlural: boolean): { tokens: Token[]; end: number } {
  const tokens: Token[] = []
  const special = inPlural ? /[{}#]/g : /[{}]/g
  let at = start
  while (at < message.length) {
    special.lastIndex = at
    const found = special.exec(message)
    const end = found ? found.index : message.length
    if (end > at) tokens.push(message.slice(at, end))
    if (!found || found[0] === '}') return { tokens, end }
    if (found[0] === '#') {
      tokens.push('#')
      at = end + 1
    } else {
      const placeholder = readPlaceholder(message, end + 1)
      tokens.push(placeholder.token)
      at = placeholder.end
    }
  }
  return { tokens, end: at }
}

const NAME = /\s*(\w+)\s*(?:(\})|,\s*(plural|select)\s*,)/y
const CASE = /\s*(?:=(\d+)|(\w+))\s*\{/y

/** Reads `name}` or `name, plural, one {# page} other {# pages}}`. */
function readPlaceholder(message: string, start: number): { token: Token; end: number } {
  NAME.lastIndex = start
  const head = NAME.exec(message)
  if (!head) throw new Error(`A placeholder that is none in the message: ${message}`)
  const [, name, closed, type] = head
  if (closed) return { token: [name!], end: NAME.lastIndex }
  const cases: Record<string, Token[] | number | undefined> = { offset: undefined }
  let at = NAME.lastIndex
  for (;;) {
    CASE.lastIndex = at
    const found = CASE.exec(message)
    if (!found) break
    const inside = readTokens(message, CASE.lastIndex, type === 'plural')
    cases[found[1] ?? found[2]!] = inside.tokens
    at = inside.end + 1
  }
  const end = message.indexOf('}', at)
  if (end < 0) throw new Error(`A { without its } in the message: ${message}`)
  return { token: [name!, type!, cases] as Token, end: end + 1 }
}
