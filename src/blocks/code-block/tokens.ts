import { createLowlight } from 'lowlight'
import { grammarOf, loadGrammars } from './grammars'
import { languageId } from './languages'

/** The kinds of code that have a color of their own. */
export const SCOPES = [
  'keyword',
  'string',
  'comment',
  'number',
  'title',
  'type',
  'attribute',
  'name',
  'meta',
  'addition',
  'deletion',
] as const
export type Scope = (typeof SCOPES)[number]

/** A segment of a code block's text, by offsets in UTF-16 units. */
export interface CodeToken {
  from: number
  to: number
  scope: Scope
}

/** Code that is longer is not coloured: reading it would take too long, and nobody sees it at once. */
export const LONGEST_COLOURED = 50_000

/** The scopes of highlight.js, as ours. */
const SCOPE_OF: Readonly<Record<string, Scope>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  doctag: 'keyword',
  'template-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  comment: 'comment',
  quote: 'comment',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'title',
  section: 'title',
  type: 'type',
  built_in: 'type',
  attr: 'attribute',
  attribute: 'attribute',
  property: 'attribute',
  variable: 'attribute',
  'template-variable': 'attribute',
  'selector-attr': 'attribute',
  'selector-class': 'attribute',
  'selector-id': 'attribute',
  'selector-pseudo': 'attribute',
  name: 'name',
  tag: 'name',
  meta: 'meta',
  addition: 'addition',
  deletion: 'deletion',
}

const lowlight = createLowlight()
const known = new Set<string>()

type Tree = ReturnType<typeof lowlight.highlight>

/** Walks the coloured tree; what stands inside of something without a colour of its own has that of its surroundings. */
function collect(
  children: Tree['children'],
  around: Scope | null,
  tokens: CodeToken[],
  start: number,
): number {
  let at = start
  for (const child of children) {
    if (child.type === 'text') {
      const before = tokens.at(-1)
      const to = at + child.value.length
      if (around && before?.scope === around && before.to === at) before.to = to
      else if (around && to > at) tokens.push({ from: at, to, scope: around })
      at = to
    } else if (child.type === 'element') {
      const names = child.properties.className
      const name = Array.isArray(names) ? String(names[0]).replace(/^hljs-/, '') : ''
      // What is put into a text (`${…}`) is code again.
      const scope = name === 'subst' ? null : (SCOPE_OF[name] ?? around)
      at = collect(child.children, scope, tokens, at)
    }
  }
  return at
}

/** Runs what may take very long; throws when it does. */
export type Bounded = <Result>(work: () => Result) => Result

/**
 * The parts of code that have a colour, in order and without overlap; none for a language without a grammar and for
 * code that is too long. Some code takes very long to read for its length, and `bounded` says how long it may. Rejects when it takes
 * longer, and when the grammar cannot be had.
 */
export async function tokensOf(
  text: string,
  lang: string,
  bounded: Bounded = (work) => work(),
): Promise<CodeToken[]> {
  const grammar = grammarOf(languageId(lang))
  if (grammar === null || text.length > LONGEST_COLOURED) return []
  if (!known.has(grammar)) {
    const loaded = await loadGrammars(grammar)
    for (const [name, each] of loaded) lowlight.register(name, each)
    // A grammar is made ready when it is first used. That is done here for each: one that is stopped half-way reads nothing any more.
    for (const [name] of loaded) lowlight.highlight(name, '')
    known.add(grammar)
  }
  const tokens: CodeToken[] = []
  collect(bounded(() => lowlight.highlight(grammar, text)).children, null, tokens, 0)
  return tokens
}
