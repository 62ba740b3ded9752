import type { PhrasingContent, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'
import { gfm } from 'micromark-extension-gfm'
import type { Construct, Extension } from 'micromark-util-types'
import { STRIKETHROUGH, withBoundedPairs } from './bounded-pairs'
import { boundLooksBack, boundWork, joinTextAtOnce, knowOpenBrackets } from './bounded-work'
import { containersToMarkdown } from './containers'
import { highlightFromMarkdown, highlightSyntax, highlightToMarkdown } from './highlight'
import { mathFromMarkdown, mathSyntax, mathToMarkdown } from './math'
import { editNearby } from './nearby-edits'

editNearby()
boundWork()

const CLOSING_BRACKET = 93
const listed = (found: Construct | Construct[] | undefined): Construct[] => [found ?? []].flat()

/** GFM, with what its signs cost bounded as that of the others is. */
function boundedGfm(): Extension {
  const syntax = gfm()
  const { text = {}, insideSpan } = syntax
  for (const construct of insideSpan?.null ?? [])
    if (construct.resolveAll) construct.resolveAll = withBoundedPairs(construct.resolveAll, STRIKETHROUGH)
  for (const construct of listed(text[CLOSING_BRACKET])) boundLooksBack(construct)
  const inText = new Set(Object.values(text).flatMap(listed))
  for (const construct of inText)
    if (construct.name && AUTOLINKS.has(construct.name)) knowOpenBrackets(construct)
  return syntax
}

const AUTOLINKS = new Set(['emailAutolink', 'protocolAutolink', 'wwwAutolink'])
const GFM = boundedGfm()

/**
 * The tree of a Markdown text: CommonMark, GFM, `==highlight==` and `$math$` (rulings 6). Bare addresses become links where the
 * syntax says so, but not where they were written with an escape.
 */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, {
    extensions: [GFM, highlightSyntax(), mathSyntax(), joinTextAtOnce],
    mdastExtensions: [
      // The transforms look for addresses in the text again, after escapes are gone.
      ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
      highlightFromMarkdown,
      mathFromMarkdown,
    ],
  })

const OPTIONS: Options = {
  bullet: '-',
  rule: '*',
  emphasis: '*',
  strong: '*',
  fences: true,
  listItemIndent: 'one',
  extensions: [gfmToMarkdown(), highlightToMarkdown, mathToMarkdown, containersToMarkdown],
}

/** The Markdown text of a tree. */
export const writeMarkdown = (tree: Root): string => toMarkdown(tree, OPTIONS)

/** Nobody else reads `==`. */
const writeMark: Handle = (node: { children: PhrasingContent[] }, _parent, state, info) => {
  const exit = state.enter('highlight')
  const inside = state.containerPhrasing({ type: 'emphasis', children: node.children }, info)
  exit()
  return `<mark>${inside}</mark>`
}

/** The same in the words that other programs know. */
export const writeForOthers = (tree: Root): string =>
  toMarkdown(tree, {
    ...OPTIONS,
    extensions: [...OPTIONS.extensions!, { handlers: { highlight: writeMark } }],
  })
