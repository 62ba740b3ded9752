import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer'
import { inFigures } from '@/shared/formats'

/** Characters of a stylesheet of somebody's own; of a longer one nothing is used. */
export const LONGEST_CSS = 20_000

/**
 * Belongs on the element that the rules are scoped to: whatever they say, nothing is painted outside of it, and what is
 * `fixed` or stacked high is so within it only.
 */
export const CONTAINED = { contain: 'paint', position: 'relative' } as const

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** A property is allowed when its first word is. Nothing here names an address or leaves the block's own box. */
const PROPERTIES = words(
  'accent align alignment aspect background border box break caption caret color column columns content cursor display dominant empty fill filter flex font gap grid height hyphens justify letter line list margin max min mix object opacity order outline overflow padding paint place rotate row scale shape stop stroke tab table text transform transition translate vertical visibility white width word writing',
)
const POSITIONS = words('static relative sticky')
const FUNCTIONS = words(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp round abs linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient translate translatex translatey scale scalex scaley rotate skew skewx skewy matrix blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia repeat minmax fit-content cubic-bezier steps',
)
const PSEUDO = words(
  'hover focus focus-within focus-visible active first-child last-child only-child first-of-type last-of-type only-of-type empty enabled disabled checked before after first-letter first-line marker placeholder selection',
)
const PSEUDO_FUNCTIONS = words('not is where has nth-child nth-last-child nth-of-type nth-last-of-type')
const MEDIA = words(
  'and not screen print all min-width max-width prefers-color-scheme prefers-reduced-motion prefers-contrast orientation dark light reduce more less no-preference portrait landscape hover',
)

const NAME = /^-{0,2}[a-zA-Z_][\w-]*$/
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]{1,5}(?:-\d+)?)?$/i
const TEXT = /^(?:"[^"\\<\n]*"|'[^'\\<\n]*')$/

type Tokens = readonly CSSToken[]

const SPACE: CSSToken = [TokenType.Whitespace, ' ', 0, 0, undefined]

const written = (tokens: Tokens): string =>
  tokens
    .map(([, text]) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

const OPENING: Readonly<Record<string, string>> = {
  'function-token': ')-token',
  '(-token': ')-token',
  '[-token': ']-token',
  '{-token': '}-token',
}

/** Where the first of these tokens stands that is in no bracket; `tokens.length` when there is none. */
function outside(tokens: Tokens, from: number, types: readonly string[]): number {
  const open: string[] = []
  for (let at = from; at < tokens.length; at++) {
    const type: string = tokens[at]![0]
    if (!open.length && types.includes(type)) return at
    const closing = OPENING[type]
    if (closing) open.push(closing)
    else if (type === open.at(-1)) open.pop()
  }
  return tokens.length
}

function split(tokens: Tokens, type: string): Tokens[] {
  const parts: Tokens[] = []
  for (let from = 0; from <= tokens.length; ) {
    const to = outside(tokens, from, [type])
    parts.push(tokens.slice(from, to))
    from = to + 1
  }
  return parts
}

const functionName = (text: string): string => text.slice(0, -1).toLowerCase()

/** A value without addresses, escapes or unknown functions; `null` when it holds anything else. */
function cleanValue(tokens: Tokens): string | null {
  let depth = 0
  let value = ''
  for (let at = 0; at < tokens.length; at++) {
    const [type, text] = tokens[at]!
    switch (type) {
      case 'whitespace-token':
        value += ' '
        continue
      case 'ident-token':
        if (!NAME.test(text)) return null
        break
      case 'number-token':
      case 'percentage-token':
      case 'dimension-token':
        if (!NUMERIC.test(text)) return null
        break
      case 'hash-token':
        if (!/^#[\w-]+$/.test(text)) return null
        break
      case 'string-token':
        if (!TEXT.test(text)) return null
        break
      case 'comma-token':
        break
      case 'delim-token':
        if (text === '!' ? !/^important$/i.test(tokens[at + 1]?.[1] ?? '') : !'/+-*'.includes(text))
          return null
        break
      case 'function-token':
        if (!FUNCTIONS.has(functionName(text))) return null
        depth++
        break
      case '(-token':
        // Only within a sum.
        if (depth++ === 0) return null
        break
      case ')-token':
        if (--depth < 0) return null
        break
      default:
        return null
    }
    value += text
  }
  return depth === 0 ? value.trim() : null
}

/** `color: red` when it is allowed, else `null`. */
function cleanDeclaration(tokens: Tokens): string | null {
  const colon = tokens.findIndex(([type]) => type === 'colon-token')
  const property = written(tokens.slice(0, colon)).toLowerCase()
  if (colon < 0 || !NAME.test(property)) return null
  const value = cleanValue(tokens.slice(colon + 1))
  if (!value) return null
  if (property.startsWith('--')) return `${property}: ${value}`
  if (property === 'position')
    return POSITIONS.has(value.replace(/\s*!.*/, '').toLowerCase()) ? `position: ${value}` : null
  return PROPERTIES.has(property.replace(/^-webkit-/, '').split('-')[0]!) ? `${property}: ${value}` : null
}

/** One selector that can reach nothing but what is inside of the scope; `null` when it could, or is not understood. */
function cleanSelector(tokens: Tokens): string | null {
  const open: ('(' | '[')[] = []
  let selector = ''
  for (let at = 0; at < tokens.length; at++) {
    const [type, text] = tokens[at]!
    const inSquare = open.at(-1) === '['
    switch (type) {
      case 'whitespace-token':
        selector += ' '
        continue
      case 'ident-token':
        if (!NAME.test(text) && !/^-n[+-]?\d*$/.test(text)) return null
        break
      case 'hash-token':
        if (!/^#[a-zA-Z_][\w-]*$/.test(text)) return null
        break
      case 'delim-token':
        if (!(inSquare ? '=~|^$*' : '.>+~*').includes(text)) return null
        break
      case 'string-token':
        if (!inSquare || !TEXT.test(text)) return null
        break
      case 'number-token':
      case 'dimension-token':
        if (open.at(-1) !== '(' || !/^[+-]?\d+(?:n(?:-\d+)?)?$/i.test(text)) return null
        break
      case 'comma-token':
        if (!open.length) return null
        break
      case 'colon-token': {
        const next = tokens[at + 1]
        const name = next?.[1].toLowerCase() ?? ''
        const allowed =
          next?.[0] === 'colon-token' ||
          (next?.[0] === 'ident-token' && PSEUDO.has(name)) ||
          (next?.[0] === 'function-token' && PSEUDO_FUNCTIONS.has(functionName(name)))
        if (inSquare || !allowed) return null
        break
      }
      case 'function-token':
        if (tokens[at - 1]?.[0] !== 'colon-token') return null
        open.push('(')
        break
      case '[-token':
        open.push('[')
        break
      case ')-token':
        if (open.pop() !== '(') return null
        break
      case ']-token':
        if (open.pop() !== '[') return null
        break
      default:
        return null
    }
    selector += text
  }
  selector = selector.trim()
  // A combinator in front would reach from the block's element to what stands beside it.
  return open.length || !selector || /^[>+~]|[>+~.:]$/.test(selector) ? null : selector
}

const cleanMedia = (tokens: Tokens): string | null => {
  let depth = 0
  for (const [type, text] of tokens) {
    if (
      type === 'ident-token'
        ? !MEDIA.has(text.toLowerCase())
        : type === 'dimension-token' && !NUMERIC.test(text)
    )
      return null
    if (type === '(-token') depth++
    if (type === ')-token' && --depth < 0) return null
    if (!/^(?:whitespace|ident|dimension|colon|comma|\(|\))-token$/.test(type)) return null
  }
  return depth === 0 && tokens.length ? written(tokens) : null
}

/** Rules as they stand between two braces, or in the whole sheet. */
function cleanRules(tokens: Tokens, scope: string, dropped: string[], inMedia: boolean): string {
  let css = ''
  const drop = (what: Tokens) => {
    const text = written(what)
    if (text) dropped.push(text.length > 80 ? `${text.slice(0, 79)}…` : text)
  }
  for (let at = 0; at < tokens.length; ) {
    const to = outside(tokens, at, ['{-token', 'semicolon-token'])
    const prelude = tokens.slice(at, to)
    if (tokens[to]?.[0] !== '{-token') {
      drop(prelude)
      at = to + 1
      continue
    }
    const end = outside(tokens, to + 1, ['}-token'])
    const body = tokens.slice(to + 1, end)
    at = end + 1
    const first = prelude.findIndex(([type]) => type !== 'whitespace-token')
    if (prelude[first]?.[0] === 'at-keyword-token') {
      const isMedia = prelude[first]![1].toLowerCase() === '@media'
      const condition = isMedia && !inMedia ? cleanMedia(prelude.slice(first + 1)) : null
      if (condition) css += `@media ${condition} {\n${cleanRules(body, scope, dropped, true)}}\n`
      else drop(prelude)
      continue
    }
    const selectors = split(prelude, 'comma-token').flatMap((part) => {
      const selector = cleanSelector(part)
      if (selector === null) drop(part)
      return selector === null ? [] : [`${scope} ${selector}`]
    })
    const declarations = split(body, 'semicolon-token').flatMap((part) => {
      const declaration = cleanDeclaration(part)
      if (declaration === null) drop(part)
      return declaration === null ? [] : [declaration]
    })
    if (selectors.length && declarations.length)
      css += `${selectors.join(', ')} { ${declarations.join('; ')} }\n`
  }
  return css
}

/**
 * The stylesheet that somebody wrote for one block (rulings 3, R29): every rule reaches only what is inside of an element
 * that matches `scope` (a selector of ours, such as `[data-css="x"]`, never anything from outside), and nothing in it
 * loads anything, names an address or places itself outside of the block. What is not known to be harmless is left out and
 * named in `dropped`, for the person who wrote it. Never throws. The scope's element also carries `CONTAINED`.
 */
export function scopedCss(source: string, scope: string): { css: string; dropped: readonly string[] } {
  if (source.length > LONGEST_CSS)
    return { css: '', dropped: [`more than ${inFigures(LONGEST_CSS)} characters`] }
  const dropped: string[] = []
  const tokens = tokenize({ css: source })
    .filter(([type]) => type !== 'EOF-token' && type !== 'CDO-token' && type !== 'CDC-token')
    // A comment parts what stands around it: without one, `url/**/("…")` would become an address.
    .map((token) => (token[0] === 'comment' ? SPACE : token))
  return { css: cleanRules(tokens, scope, dropped, false), dropped }
}
