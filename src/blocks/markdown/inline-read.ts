import type { Nodes, PhrasingContent } from 'mdast'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { mergePieces } from '../json'
import { atomKind, atomKinds, markKinds, markName } from '../kinds'
import { type Attributes, attributesFromData, leanAttributes } from '../kit/attributes'
import { type BlockMark, type Inline, type InlineAtom, isInlineText } from '../kit/block'
import { declaredStyle } from '../kit/declarations'
import { ATOM } from '../kit/define-inline'
import { markRule } from '../marks/foreign-marks'
import { readDirective } from './directive'
import { readTag } from './html-tag'
import type { Notes } from './notes'

interface ReadText {
  text: Inline[]
  /** Attributes of the block, when a directive stands at the end of its text. */
  attributes: Attributes
}

type Marks = readonly BlockMark[]

const withMark = (marks: Marks, mark: BlockMark): Marks => [
  ...marks.filter((other) => markName(other) !== markName(mark)),
  mark,
]

/** The marked text of phrasing nodes. Soft line breaks are spaces, hard ones `\n`. Iterative: any nesting (R34). */
export function readInline(nodes: readonly PhrasingContent[], notes: Notes): ReadText {
  const pieces: Inline[] = []
  const open: { tag: string; mark: BlockMark | null }[] = []
  const addPiece = (piece: Inline, marks: Marks) => {
    const all = open.reduce((made, { mark }) => (mark ? withMark(made, mark) : made), marks)
    pieces.push(all.length > 0 ? { ...piece, marks: [...all] } : piece)
  }
  const add = (text: string, marks: Marks) => addPiece({ text }, marks)

  const directive = endDirective(nodes)
  const rest: { node: PhrasingContent; marks: Marks }[] = []
  const push = (children: readonly PhrasingContent[], marks: Marks) => {
    for (let index = children.length - 1; index >= 0; index--) rest.push({ node: children[index]!, marks })
  }
  push(directive ? nodes.slice(0, -1) : nodes, [])

  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, marks } = next
    switch (node.type) {
      case 'text':
        add(node.value.replaceAll('\n', ' '), marks)
        break
      case 'break':
        add('\n', marks)
        break
      case 'inlineCode':
        // A line end in code is a space to its readers.
        add(node.value.replaceAll('\n', ' '), withMark(marks, { kind: 'code' }))
        break
      case 'html':
        readHtml(node.value, marks)
        break
      case 'image':
        addPicture(node.alt ?? '', node.url, marks)
        break
      case 'imageReference':
      case 'linkReference':
        // Parsed only where the definition exists, and then resolved by `resolveReferences`.
        add('children' in node ? '' : (node.alt ?? ''), marks)
        if ('children' in node) push(node.children, marks)
        break
      case 'footnoteReference':
        add(`[^${node.label ?? node.identifier}]`, marks)
        notes.converted(t('Footnote'), t('text'))
        break
      case 'link': {
        // In Markdown a backslash is a character of the address; a browser would take it for a slash.
        const url = safeUrl(node.url.replaceAll('\\', '%5C'))
        if (url === null) notes.dropped(t('Link address that is not allowed'))
        const attributes = url === null ? null : { url, ...(node.title ? { title: node.title } : {}) }
        push(node.children, attributes ? withMark(marks, { kind: 'link', attributes }) : marks)
        break
      }
      default: {
        const atom = atomKinds.find(({ markdown }) => markdown?.reads && node.type in markdown.reads)
        if (atom) {
          const reads = atom.markdown!.reads as Record<string, (node: PhrasingContent) => Attributes>
          addPiece(lean(atom.kind, reads[node.type]!(node)), marks)
          break
        }
        if (!('children' in node)) break
        const mark = markKinds.find((definition) => definition.markdown.reads === node.type)
        push(node.children, mark ? withMark(marks, { kind: mark.kind }) : marks)
      }
    }
  }

  const text = mergePieces(pieces)
  if (directive) trimEnd(text)
  return { text, attributes: directive ?? {} }

  /** A link to the picture. One that stands in its address (`data:`) leads nowhere: its description stays. */
  function addPicture(description: string, address: string, marks: Marks): void {
    if (!/^\s*data:/i.test(address)) {
      addLink(description || address, address, marks)
      notes.converted(t('Image'), t('link'))
    } else if (description) {
      add(description, marks)
      notes.converted(t('Image'), t('text'))
    } else notes.dropped(t('Image'))
  }

  function addLink(label: string, address: string, marks: Marks): void {
    const url = safeUrl(address)
    // A picture among the words of a link is part of them.
    const isLinked = marks.some(({ kind }) => kind === 'link')
    add(label, url === null || isLinked ? marks : withMark(marks, { kind: 'link', attributes: { url } }))
  }

  function readHtml(source: string, marks: Marks): void {
    const tag = readTag(source)
    if (!tag) {
      notes.dropped(t('HTML comment'))
      return
    }
    if (tag.name === 'br') {
      add('\n', marks)
      return
    }
    if (tag.name === 'img') {
      const address = tag.element.getAttribute('src') ?? ''
      addPicture(tag.element.getAttribute('alt') || tag.element.getAttribute('title') || '', address, marks)
      return
    }
    if (tag.closing) {
      const at = open.findLastIndex((other) => other.tag === tag.name)
      if (at >= 0) open.splice(at, 1)
      return
    }
    const kind = tag.element.getAttribute(ATOM)
    const atom = kind === null ? undefined : atomKind(kind)
    if (atom) {
      const attributes = attributesFromData(atom.attributes, (name) => tag.element.getAttribute(name))
      addPiece(lean(atom.kind, attributes), marks)
      if (!tag.selfClosing) skipTo(tag.name)
      return
    }
    const mark = markOf(tag)
    if (mark === undefined) notes.dropped(t('HTML tag {tag}', { tag: `<${tag.name}>` }))
    if (!tag.selfClosing && open.length < MAX_OPEN) open.push({ tag: tag.name, mark: mark ?? null })
  }

  /** Leaves out what stands between the tags of an atom: it says the same. One that is not closed holds nothing. */
  function skipTo(name: string): void {
    for (let at = rest.length - 1; at >= Math.max(0, rest.length - MOST_IN_ATOM); at--) {
      const { node } = rest[at]!
      if (node.type === 'html' && readTag(node.value)?.closing && readTag(node.value)!.name === name) {
        rest.length = at
        return
      }
    }
  }
}

/** Nodes between the tags of an atom, such as the words of a title with `&` in it. */
const MOST_IN_ATOM = 50

const lean = (kind: string, attributes: Attributes): InlineAtom => {
  const stored = leanAttributes(atomKind(kind)!.attributes, attributes)
  return { kind, ...(Object.keys(stored).length > 0 ? { attributes: stored } : {}) }
}

/** Open inline elements that are remembered; more than this is not writing. */
const MAX_OPEN = 100

function markOf(tag: NonNullable<ReturnType<typeof readTag>>): BlockMark | null | undefined {
  let isKnown = tag.name === 'span'
  for (const { kind } of markKinds) {
    const rule = markRule(kind, tag.name)
    if (!rule) continue
    isKnown = true
    const attributes = rule.attributes ? rule.attributes(tag.element, declaredStyle) : {}
    if (attributes) return { kind, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) }
  }
  return isKnown ? null : undefined
}

function endDirective(nodes: readonly Nodes[]): Attributes | null {
  const last = nodes.at(-1)
  if (last?.type !== 'html') return null
  const directive = readDirective(last.value)
  return directive && 'attributes' in directive ? directive.attributes : null
}

/** Takes away the space that parts the text from the directive. */
function trimEnd(text: Inline[]): void {
  const last = text.at(-1)
  if (!last || !isInlineText(last) || !last.text.endsWith(' ')) return
  const kept = last.text.slice(0, -1)
  if (kept) text[text.length - 1] = { ...last, text: kept }
  else text.pop()
}
