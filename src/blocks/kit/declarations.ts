import { TokenType, tokenize } from '@csstools/css-tokenizer'
import type { StyleOf } from './dom'

/** CSS declarations by property; properties and values in lower case, without comments and `!important`. */
export type Declarations = ReadonlyMap<string, string>

/** `StyleOf` for a DOM that knows nothing of styles. */
export const declaredStyle: StyleOf = (element, property) =>
  declarationsOf(element.getAttribute('style')).get(property)

/** Longer styles are not looked at: nobody needs them (R34). */
const LONGEST = 20_000
/** Documents say the same few styles over and over. */
const MOST_KEPT = 500
const kept = new Map<string, Declarations>()

const OPENS = new Set<string>([
  TokenType.Function,
  TokenType.OpenParen,
  TokenType.OpenSquare,
  TokenType.OpenCurly,
])
const CLOSES = new Set<string>([TokenType.CloseParen, TokenType.CloseSquare, TokenType.CloseCurly])

/**
 * What a `style` attribute, or the inside of a rule, declares. Each declaration is read whole, so a property never
 * passes for another whose name ends the same (`mso-bidi-font-weight`), nor the inside of a string for a declaration.
 */
export function declarationsOf(css: string | null): Declarations {
  const text = (css ?? '').slice(0, LONGEST)
  const known = kept.get(text)
  if (known) return known
  const found = new Map<string, string>()
  let property: string | null = null
  let value = ''
  let depth = 0
  const end = () => {
    const name = property?.trim().toLowerCase()
    if (name)
      found.set(
        name,
        value
          .replace(/!\s*important\s*$/i, '')
          .trim()
          .toLowerCase(),
      )
    property = null
    value = ''
  }
  for (const [type, written] of tokenize({ css: text })) {
    if (OPENS.has(type)) depth++
    else if (CLOSES.has(type)) depth = Math.max(0, depth - 1)
    if (type === TokenType.Semicolon && depth === 0) end()
    else if (type === TokenType.Colon && property === null) {
      property = value
      value = ''
    } else if (type !== TokenType.Comment && type !== TokenType.EOF) value += written
  }
  end()
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(text, found)
  return found
}
