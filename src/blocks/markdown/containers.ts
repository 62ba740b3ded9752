import type { BlockContent, Blockquote, Html, Paragraph, RootContent } from 'mdast'
import type { Handle, Options as ToMarkdown } from 'mdast-util-to-markdown'
import type { Attributes } from '../kit/attributes'
import { readDirective, writeDirective } from './directive'

declare module 'mdast' {
  /** Blocks between two directives of ours: what Markdown has no container for, readable by others all the same. */
  interface Container {
    type: 'container'
    kind: string
    attributes: Attributes
    children: RootContent[]
  }
  /** `<details>`: the first child is the line that is always shown. */
  interface Details {
    type: 'details'
    children: RootContent[]
  }
  /** GitHub's `> [!NOTE]`. */
  interface Alert {
    type: 'alert'
    variant: string
    children: RootContent[]
  }
  interface BlockContentMap {
    container: Container
    details: Details
    alert: Alert
  }
  interface RootContentMap {
    container: Container
    details: Details
    alert: Alert
  }
}

declare module 'mdast-util-to-markdown' {
  interface ConstructNameMap {
    container: 'container'
    details: 'details'
  }
}

const TAG = /\s*(<\/?(?:details|summary)(?:\s[^<>]*)?>)/iy
const SUMMARY_END = /<\/summary\s*>/gi
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/**
 * A piece of HTML that is nothing but tags of `<details>` and `<summary>`, one by one, a summary as a whole;
 * `null` for any other. In one pass, whatever it is given (R34).
 */
function tagsIn(html: string): string[] | null {
  if (!/^\s*<\/?(?:details|summary)[\s>]/i.test(html)) return null
  const tags: string[] = []
  let end: RegExpExecArray | null | undefined
  for (let at = 0; at < html.length; ) {
    TAG.lastIndex = at
    const tag = TAG.exec(html)?.[1]
    if (tag === undefined) return html.slice(at).trim() === '' ? tags : null
    at = TAG.lastIndex
    if (/^<summary/i.test(tag)) {
      if (end !== null && (end === undefined || end.index < at)) {
        SUMMARY_END.lastIndex = at
        end = SUMMARY_END.exec(html)
      }
      if (end) {
        tags.push(tag + html.slice(at, end.index) + end[0])
        at = end.index + end[0].length
        continue
      }
    }
    tags.push(tag)
  }
  return tags
}

/** Containers deeper than these are not taken for any: every level costs the reader a stack frame (R34). */
const DEEPEST = 64

/** A container whose end has not come yet. */
interface Open {
  node: RootContent & { children: RootContent[] }
  /** What stood for the beginning, in case the end never comes. */
  opening: Html
  isDetails: boolean
}

/**
 * Puts what stands between the directives of a container, or the tags of `<details>`, into one node each, and makes
 * alerts of quotes that begin like one (but not when `source`, the text they were parsed from, has an escape there).
 * Without recursion; what is not closed stays as it was.
 */
export function foldContainers(nodes: readonly RootContent[], source: string): RootContent[] {
  const root: RootContent[] = []
  const open: Open[] = []
  const into = () => open.at(-1)?.node.children ?? root
  const unfold = () => {
    const { node, opening } = open.pop()!
    into().push(opening)
    for (const child of node.children) into().push(child)
  }
  const close = (fits: (candidate: Open) => boolean): boolean => {
    if (!open.some(fits)) return false
    while (!fits(open.at(-1)!)) unfold()
    const { node } = open.pop()!
    into().push(node)
    return true
  }
  for (const node of nodes) {
    if (node.type === 'blockquote') into().push(alertFrom(node, source) ?? node)
    else if (node.type !== 'html') into().push(node)
    else if (node.value.startsWith('<!--')) {
      const directive = readDirective(node.value)
      if (directive && 'open' in directive && open.length < DEEPEST) {
        const { kind, attributes = {} } = directive.open
        open.push({
          node: { type: 'container', kind, attributes, children: [] },
          opening: node,
          isDetails: false,
        })
      } else if (directive && 'close' in directive) {
        const { close: kind } = directive
        close(({ node: begun }) => begun.type === 'container' && begun.kind === kind)
      } else into().push(node)
    } else {
      const tags = tagsIn(node.value)
      if (tags) for (const tag of tags) readTag(tag, node)
      else into().push(node)
    }
  }
  while (open.length > 0) unfold()
  return root

  function readTag(tag: string, node: Html): void {
    const html: Html = { ...node, value: tag }
    if (/^<details/i.test(tag) && open.length < DEEPEST) {
      open.push({ node: { type: 'details', children: [] }, opening: html, isDetails: true })
    } else if (/^<\/details/i.test(tag)) {
      if (!close(({ isDetails }) => isDetails)) into().push(html)
    } else if (open.at(-1)?.isDetails) {
      const title = /^<summary\b[^<>]*>([\s\S]+)<\/summary\s*>$/i.exec(tag)?.[1]
      // Between tags of their own, the title's blocks simply are the first children.
      if (title !== undefined) into().push(titleFrom(title))
      else if (/<\/summary\s*>$/i.test(tag) && tag.startsWith('<s')) into().push(EMPTY_TITLE)
    } else into().push(html)
  }
}

const EMPTY_TITLE: Html = { type: 'html', value: writeDirective({ block: { kind: 'paragraph' } }) }

function titleFrom(html: string): RootContent {
  const inner = html.trim()
  if (inner === '') return EMPTY_TITLE
  if (/<[a-z/!]/i.test(inner)) return { type: 'html', value: inner }
  const text = inner
    .replace(/\s+/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
  return { type: 'paragraph', children: [{ type: 'text', value: text }] }
}

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i

function alertFrom(quote: Blockquote, source: string): RootContent | null {
  const [first, ...rest] = quote.children
  const start = first?.type === 'paragraph' ? first.children[0] : undefined
  const marker = start?.type === 'text' ? ALERT.exec(start.value) : null
  if (!marker || first?.type !== 'paragraph' || start?.type !== 'text') return null
  if (source[start.position?.start.offset ?? -1] === '\\') return null
  const text = start.value.slice(marker[0].length)
  let others = first.children.slice(1)
  if (text === '' && others[0]?.type === 'break') others = others.slice(1)
  // The marker stands on a line of its own.
  else if (text === '' && others.length > 0 && !marker[0].endsWith('\n')) return null
  const words: Paragraph['children'] = [...(text === '' ? [] : [{ ...start, value: text }]), ...others]
  return {
    type: 'alert',
    variant: marker[1]!.toLowerCase(),
    children: [...(words.length > 0 ? [{ ...first, children: words }] : []), ...rest],
  }
}

const writeContainer: Handle = (
  node: { kind: string; attributes: Attributes; children: BlockContent[] },
  _parent,
  state,
  info,
) => {
  const exit = state.enter('container')
  const { kind, attributes } = node
  const opening = Object.keys(attributes).length > 0 ? { kind, attributes } : { kind }
  const inside = state.containerFlow({ type: 'root', children: node.children }, info)
  exit()
  return [writeDirective({ open: opening }), inside, writeDirective({ close: kind })]
    .filter((part) => part !== '')
    .join('\n\n')
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The title's text when it is nothing but words on one line. */
function plainTitle(node: BlockContent | undefined): string | null {
  if (node?.type !== 'paragraph' || node.children.length !== 1) return null
  const [only] = node.children
  if (only?.type !== 'text' || only.value.includes('\n') || only.value.trim() !== only.value) return null
  return escapeHtml(only.value)
}

const writeDetails: Handle = (node: { children: BlockContent[] }, _parent, state, info) => {
  const exit = state.enter('details')
  const [first, ...rest] = node.children
  const flow = (children: BlockContent[]) => state.containerFlow({ type: 'root', children }, info)
  const title = plainTitle(first)
  const parts =
    title !== null
      ? [`<details>\n<summary>${title}</summary>`]
      : ['<details>\n<summary>', flow(first ? [first] : []), '</summary>']
  const text = [...parts, flow(rest), '</details>'].filter((part) => part !== '').join('\n\n')
  exit()
  return text
}

const writeAlert: Handle = (node: { variant: string; children: BlockContent[] }, _parent, state, info) => {
  const exit = state.enter('blockquote')
  const tracker = state.createTracker(info)
  tracker.move('> ')
  tracker.shift(2)
  const inside = state.containerFlow({ type: 'root', children: node.children }, tracker.current())
  const gap = node.children[0]?.type === 'paragraph' ? '\n' : '\n\n'
  const text = state.indentLines(
    `[!${node.variant.toUpperCase()}]${inside ? gap + inside : ''}`,
    (line, _index, blank) => `>${blank ? '' : ' '}${line}`,
  )
  exit()
  return text
}

export const containersToMarkdown: ToMarkdown = {
  handlers: { container: writeContainer, details: writeDetails, alert: writeAlert },
}
