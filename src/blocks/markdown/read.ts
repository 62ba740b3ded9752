import type { Definition, HtmlAround, List, ListItem, Nodes, Paragraph, RootContent } from 'mdast'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { blockKind, blockKinds } from '../kinds'
import { type Attributes, MAX_INDENT } from '../kit/attributes'
import type { Block } from '../kit/block'
import type { LooseBlock } from '../kit/block-schema'
import type { BlockDefinition } from '../kit/define-block'
import { CELL } from '../table/cell-names'
import { foldContainers } from './containers'
import { readDirective } from './directive'
import { joinHtml, readAround } from './html-around'
import { partsOfParagraph } from './images'
import { readInline } from './inline-read'
import { markdownOf } from './markdown-of'
import { Notes, type ReadNote } from './notes'

/** The blocks of a piece of HTML, and what became of what is in it. */
export type ReadHtmlPiece = (html: string) => { blocks: Block[]; notes: readonly ReadNote[] }

/** What reading needs to know besides the nodes. */
export interface Reading {
  /** The text that the nodes were parsed from; empty when they were not. */
  source: string
  notes: Notes
  /** Reads a piece of HTML; without it HTML is kept as code. */
  readHtml?: ReadHtmlPiece
  /** Is HTML that shows nothing left out and noted, and not kept as code? */
  leavesOutUnseen?: boolean
}

const kindOfNode = new Map(
  blockKinds.flatMap((definition) =>
    Object.keys(markdownOf(definition).reads ?? {}).map((type) => [type, definition] as const),
  ),
)

/** The blocks of flow nodes that stand `indent` steps in. Lists become flat items, what hangs under an item is indented. */
export function readFlow(
  nodes: readonly RootContent[],
  reading: Reading,
  indent = 0,
  joinsHtml = reading.readHtml !== undefined,
): Block[] {
  const out: Block[] = []
  let next: Attributes | null = null
  let previous: RootContent | null = null
  const folded = foldContainers(nodes, reading.source)
  for (const node of joinsHtml ? joinHtml(folded) : folded) {
    const from = out.length
    if (node.type === 'html') {
      const directive = readDirective(node.value)
      if (directive && 'next' in directive) {
        next = directive.next
        continue
      }
      if (directive && 'block' in directive) out.push(withNewIds(directive.block))
      else if (/^<!--[\s\S]*-->$/.test(node.value.trim())) {
        reading.notes.dropped(t('HTML comment'))
        continue
      } else out.push(...readHtml(node.value, reading, indent))
    } else if (node.type === 'htmlAround') {
      out.push(...readHtmlAround(node, reading, indent))
    } else if (node.type === 'list') {
      readList(node, previous?.type === 'list' && Boolean(previous.ordered), reading, indent, out)
    } else if (node.type === 'paragraph') out.push(...readParagraph(node, reading, indent))
    else out.push(...readNode(node, reading, indent))
    if (node.type !== 'definition') previous = node
    if (next && out[from]) {
      const block = out[from]
      out[from] = { ...block, attributes: { ...block.attributes, ...known(block.kind, next) } }
    }
    next = null
  }
  return out
}

/** Only what the kind has: a directive from elsewhere may say anything. */
const known = (kind: string, attributes: Attributes): Attributes => {
  const shape = blockKind(kind)?.attributes ?? {}
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => key in shape))
}

function makeBlock(kind: string, attributes: Attributes, indent: number, content: Partial<Block>): Block {
  const all = { ...(indent > 0 ? { indent: Math.min(indent, MAX_INDENT) } : {}), ...known(kind, attributes) }
  return { id: newBlockId(), kind, ...(Object.keys(all).length > 0 ? { attributes: all } : {}), ...content }
}

const codeOf = (lang: string, text: string, indent: number): Block =>
  makeBlock('codeBlock', { lang }, indent, text ? { text: [{ text }] } : {})

function readNode(node: RootContent, reading: Reading, indent: number): Block[] {
  const definition = node.type === 'container' ? containerKind(node.kind) : kindOfNode.get(node.type)
  if (definition) {
    const reads = (markdownOf(definition).reads ?? {}) as Record<string, (node: Nodes) => Attributes>
    const attributes =
      node.type === 'container' && !reads.container ? node.attributes : reads[node.type]!(node)
    switch (definition.content) {
      case 'grid':
        return [readTable(node, attributes, reading, indent)]
      case 'none':
      case 'column':
        return [makeBlock(definition.kind, attributes, indent, {})]
      case 'code':
        return [
          makeBlock(
            definition.kind,
            attributes,
            indent,
            'value' in node ? { text: [{ text: node.value }] } : {},
          ),
        ]
      case 'row':
      case 'blocks':
        return [
          makeBlock(definition.kind, attributes, indent, {
            children: readFlow('children' in node ? (node.children as RootContent[]) : [], reading),
          }),
        ]
      case 'text': {
        const read = readInline('children' in node ? (node.children as never[]) : [], reading.notes)
        if (definition.kind === 'paragraph' && read.text.length === 0) return []
        return [
          makeBlock(definition.kind, { ...attributes, ...read.attributes }, indent, { text: read.text }),
        ]
      }
    }
  }
  switch (node.type) {
    case 'table':
      return [readTable(node, {}, reading, indent)]
    case 'footnoteDefinition':
      return readFootnote(node.label ?? node.identifier, node.children, reading, indent)
    case 'definition':
      return []
    case 'container':
    case 'details':
    case 'alert':
      return readFlow(node.children, reading, indent)
    default:
      return [codeOf('markdown', sourceOf(node, reading), indent)]
  }
}

/** A paragraph; pictures in it are blocks of their own, with what stands between them as text. */
function readParagraph(node: Paragraph, reading: Reading, indent: number): Block[] {
  const parts = partsOfParagraph(node)
  if (!parts) return readNode(node, reading, indent)
  return parts.flatMap((part) =>
    'picture' in part ? [makeBlock('image', part.picture, indent, {})] : readNode(part.text, reading, indent),
  )
}

/** A table of GFM, or one between directives: of rows and cells, or of columns and a table of GFM. */
function readTable(node: RootContent, attributes: Attributes, reading: Reading, indent: number): Block {
  if (node.type !== 'table') {
    const inside = readFlow('children' in node ? (node.children as RootContent[]) : [], reading)
    const children = inside.flatMap((block) => (block.kind === 'table' ? (block.children ?? []) : [block]))
    const said = inside.find(({ kind }) => kind === 'table')?.attributes ?? {}
    return makeBlock('table', { ...said, ...attributes }, indent, { children })
  }
  const children = node.children.map((row) =>
    makeBlock('tableRow', {}, 0, {
      children: row.children.map((cell, x) => {
        const { text, attributes: more } = readInline(cell.children, reading.notes)
        const align = node.align?.[x]
        const own = { ...(align ? { align } : {}), ...more }
        return makeBlock(CELL, {}, 0, {
          children: text.length > 0 ? [makeBlock('paragraph', own, 0, { text })] : [],
        })
      }),
    }),
  )
  return makeBlock('table', { headerRow: true }, indent, { children })
}

/**
 * A kind that holds blocks can stand around some, and one that reads containers around what says the same in words; what is
 * between other directives just stands there.
 */
function containerKind(kind: string): BlockDefinition | undefined {
  const definition = blockKind(kind)
  if (definition && markdownOf(definition).reads?.container) return definition
  return definition && ['blocks', 'grid', 'row'].includes(definition.content) ? definition : undefined
}

/** The Markdown that a node was parsed from, without the indentation of the containers around it. */
function sourceOf(node: Nodes, reading: Reading): string {
  const { start, end } = ('position' in node && node.position) || {}
  if (start?.offset === undefined || end?.offset === undefined) return ''
  return reading.source
    .slice(start.offset, end.offset)
    .split('\n')
    .map((line, index) => (index === 0 ? line : line.replace(/^[\s>]+(?=\|)/, '')))
    .join('\n')
}

function readFootnote(label: string, children: RootContent[], reading: Reading, indent: number): Block[] {
  const blocks = readFlow(children, reading, indent)
  const mark = { text: `[^${label}]: ` }
  const first = blocks[0]
  if (first?.kind === 'paragraph')
    return [{ ...first, text: [mark, ...(first.text ?? [])] }, ...blocks.slice(1)]
  return [makeBlock('paragraph', {}, indent, { text: [mark] }), ...blocks]
}

/** Tags with nothing between them, such as a `<div>` around the Markdown that follows; the name of the first. */
const ONLY_TAGS =
  /^\s*<\/?(?!script|style|textarea|pre)([a-z][\w-]*)(?:\s[^<>]*)?>(?:\s*<\/?(?!script|style|textarea|pre)[a-z][^<>]*>)*\s*$/i

function readHtml(html: string, reading: Reading, indent: number): Block[] {
  const read = reading.readHtml?.(html)
  const onlyClosing = /^(?:\s*<\/[a-z][\w-]*\s*>)+\s*$/i.test(html)
  if (read && (read.blocks.length > 0 || onlyClosing)) {
    reading.notes.addAll(read.notes)
    return read.blocks.map((block) => setIn(block, indent))
  }
  if (onlyClosing) return []
  const tag = read ? ONLY_TAGS.exec(html)?.[1] : undefined
  if (tag !== undefined) {
    reading.notes.dropped(t('HTML tag {tag}', { tag: `<${tag.toLowerCase()}>` }))
    return []
  }
  if (read && reading.leavesOutUnseen && leaveOut(html, read.notes, reading.notes)) return []
  reading.notes.converted('HTML', t('code block'))
  return [codeOf('html', html, indent)]
}

/** Indents a block by this number of levels more than it has by itself. */
function setIn(block: Block, levels: number): Block {
  if (levels === 0 || !blockKind(block.kind)?.attributes.indent) return block
  const indent = Math.min(Number(block.attributes?.indent ?? 0) + levels, MAX_INDENT)
  return { ...block, attributes: { ...block.attributes, indent } }
}

/** HTML that shows nothing is left out when a line of the receipt can say what it was. */
const LONGEST_UNSEEN = 300

function leaveOut(html: string, said: readonly ReadNote[], notes: Notes): boolean {
  if (said.length > 0) {
    notes.addAll(said)
    return true
  }
  const isStyle = /^\s*<style[\s>]/i.test(html)
  if (!isStyle && html.length > LONGEST_UNSEEN) return false
  notes.dropped(
    isStyle ? '<style>' : t('HTML that shows nothing ({html})', { html: html.trim().replace(/\s+/g, ' ') }),
  )
  return true
}

/** HTML over several blocks. Where it does not show all that stands between its pieces, each piece is read by itself. */
function readHtmlAround({ parts, nodes }: HtmlAround, reading: Reading, indent: number): Block[] {
  const said: ReadNote[] = []
  const inside = { ...reading, notes: new Notes() }
  const blocks = readAround(
    parts,
    (between) => readFlow(between, inside),
    (html) => {
      const read = reading.readHtml!(html)
      said.push(...read.notes)
      return read.blocks
    },
  )
  if (blocks === null) return readFlow(nodes, reading, indent, false)
  reading.notes.addAll([...inside.notes.all(), ...said])
  return blocks.map((block) => setIn(block, indent))
}

/**
 * A list whose first number is not what the number would be anyway says so with `listStart`. `continues`: an ordered
 * list stands right before this one, so even 1 must be said.
 */
function readList(list: List, continues: boolean, reading: Reading, indent: number, out: Block[]): void {
  let before: string | null = null
  for (const [index, item] of list.children.entries()) {
    const isTask = typeof item.checked === 'boolean'
    const style = isTask ? 'todo' : list.ordered ? 'decimal' : 'disc'
    const number = (list.start ?? 1) + index
    const restarts =
      style === 'decimal' && before !== 'decimal' && (number !== 1 || (index === 0 && continues))
    const attributes: Attributes = {
      ...(style === 'disc' ? {} : { listStyleType: style }),
      ...(restarts ? { listStart: number } : {}),
      ...(item.checked ? { checked: true } : {}),
    }
    readItem(item, attributes, reading, indent, out)
    before = style
  }
}

function readItem(
  item: ListItem,
  attributes: Attributes,
  reading: Reading,
  indent: number,
  out: Block[],
): void {
  const [first, ...others] = withoutPictures(item.children)
  let rest: RootContent[] = item.children
  let said: Attributes = {}
  let content: Partial<Block> = {}
  if (first?.type === 'paragraph') {
    const read = readInline(first.children, reading.notes)
    content = { text: read.text }
    said = read.attributes
    rest = others
  } else if (first?.type === 'html') {
    const directive = readDirective(first.value)
    if (directive && 'attributes' in directive) {
      said = directive.attributes
      rest = others
    }
  }
  out.push(makeBlock('listItem', { ...attributes, ...said }, indent, content))
  out.push(...readFlow(rest, reading, indent + 1))
}

/** A picture is not the text of an item: it stands under it, and so does what comes after it. */
function withoutPictures(children: ListItem['children']): RootContent[] {
  const [first, ...others] = children
  const parts = first?.type === 'paragraph' ? partsOfParagraph(first) : null
  if (!parts || first?.type !== 'paragraph') return children
  const text = parts[0] && 'text' in parts[0] ? parts[0].text.children : []
  return [{ ...first, children: text }, { ...first, children: first.children.slice(text.length) }, ...others]
}

function withNewIds(block: LooseBlock): Block {
  const { children, ...own } = block
  return {
    ...own,
    id: newBlockId(),
    ...(children ? { children: children.map(withNewIds) } : {}),
  }
}

/** Where links by reference lead. */
export type Definitions = ReadonlyMap<string, Definition>

/** Puts the address into every link and image that names a definition, in place. Iterative: any depth (R34). */
export function resolveReferences(root: Nodes, definitions: Definitions): void {
  const rest: Nodes[] = [root]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!('children' in node)) continue
    for (const [index, child] of node.children.entries()) {
      if (child.type === 'linkReference' || child.type === 'imageReference') {
        const { url = '', title = null } = definitions.get(child.identifier) ?? {}
        node.children[index] =
          child.type === 'linkReference'
            ? { type: 'link', url, title, children: child.children }
            : { type: 'image', url, title, alt: child.alt ?? '' }
      }
      rest.push(node.children[index]!)
    }
  }
}
