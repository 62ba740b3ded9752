import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { type Block, isInlineText } from '../kit/block'
import { type Bounded, type CodeToken, type Scope, tokensOf } from './tokens'

/** The colours of code.css, for what is drawn without a browser's ranges over text. */
const COLOR: Readonly<Record<Scope, string>> = {
  keyword: 'text-purple',
  string: 'text-green',
  addition: 'text-green',
  comment: 'text-muted',
  number: 'text-orange',
  get title() {
    return t('text-blue')
  },
  type: 'text-yellow',
  meta: 'text-yellow',
  attribute: 'text-brown',
  name: 'text-pink',
  deletion: 'text-red',
}
/** Coloured pieces of one page: what is beyond stays in one colour. */
const MOST_PIECES = 100_000

const keyOf = (text: string, lang: string): string => `${lang}\n${text}`

/**
 * Reads all code of a page once, for `StaticParts.code`. Whatever the code, nothing of it is taken as markup; code that
 * cannot be read, or not within what `bounded` allows, stays in one colour.
 */
export async function readCodeColours(
  blocks: readonly Block[],
  bounded: Bounded,
): Promise<(text: string, lang: string) => ReactNode> {
  const known = new Map<string, CodeToken[]>()
  let left = MOST_PIECES
  for (const { text, lang } of codeIn(blocks)) {
    const key = keyOf(text, lang)
    if (known.has(key) || left <= 0) continue
    const tokens = await tokensOf(text, lang, bounded).catch(() => [])
    left -= tokens.length
    known.set(key, tokens)
  }
  return (text, lang) => coloured(text, known.get(keyOf(text, lang)) ?? [])
}

function* codeIn(blocks: readonly Block[]): Generator<{ text: string; lang: string }> {
  for (const { kind, text = [], attributes, children = [] } of blocks) {
    if (kind === 'codeBlock') {
      const { lang } = attributes ?? {}
      yield {
        text: text.map((piece) => (isInlineText(piece) ? piece.text : '')).join(''),
        lang: typeof lang === 'string' ? lang : '',
      }
    }
    yield* codeIn(children)
  }
}

function coloured(text: string, tokens: readonly CodeToken[]): ReactNode {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { from, to, scope } of tokens) {
    if (from > at) pieces.push(text.slice(at, from))
    pieces.push(
      <span key={from} style={{ color: `var(--color-${COLOR[scope]})` }}>
        {text.slice(from, to)}
      </span>,
    )
    at = to
  }
  pieces.push(text.slice(at))
  return pieces
}
