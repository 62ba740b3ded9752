import type { BlockContent, List, ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import { blockKind } from '../kinds'
import { type Attributes, leanAttributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import type { LooseBlock } from '../kit/block-schema'
import { sameJson } from '../kit/equal'
import type { MarkdownWriter } from '../kit/markdown'
import { isNumbered, isTodo } from '../list-item/list-styles'
import { numbersOf } from '../list-item/numbering'
import { writePlainTable } from '../table/plain-table'
import { writeDirective } from './directive'
import { withFootnotes } from './footnotes'
import { writeInline, writeInlineStrictly } from './inline-write'
import { markdownOf } from './markdown-of'
import { Notes } from './notes'
import { readFlow } from './read'
import { summaryOf } from './tree-html'

/** How a block is written: as a person would; with everything escaped; or as data in a directive. */
export type Care = 'plain' | 'strict' | 'data'

/** The care each block needs; those not named are written plainly. */
export type Cares = ReadonlyMap<Block, Care>

/** For whom is written. */
interface Writing {
  cares: Cares
  /** For other programs: Markdown and HTML that they show, and no directives. */
  isPlain?: boolean
}

/** The Markdown tree of a page's blocks. */
export const treeFromBlocks = (blocks: readonly Block[], cares: Cares): Root =>
  withFootnotes({ type: 'root', children: writeSiblings(blocks, { cares }) })

/** The same for other programs: what Markdown has no word for is HTML, or left out (`for-others.ts`). */
export const plainTreeFromBlocks = (blocks: readonly Block[]): Root =>
  withFootnotes({ type: 'root', children: writeSiblings(blocks, { cares: new Map(), isPlain: true }) })

/** A written block: where its node stands, so that a directive can be put beside or into it. */
interface Written {
  block: Block
  node: BlockContent | ListItem
  siblings: RootContent[]
}

interface OpenItem {
  indent: number
  item: ListItem
  children: RootContent[]
}

function writeSiblings(blocks: readonly Block[], writing: Writing): BlockContent[] {
  const { cares, isPlain = false } = writing
  const numbers = isPlain ? numbersOf(blocks) : []
  const root: RootContent[] = []
  const written: Written[] = []
  const open: OpenItem[] = []
  for (const [at, block] of blocks.entries()) {
    const indent = Number(block.attributes?.indent ?? 0)
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()
    if (cares.get(block) === 'data') {
      open.length = 0
      root.push(whole(block))
      continue
    }
    const siblings = open.at(-1)?.children ?? root
    if (block.kind === 'listItem') {
      const item = writeItem(block, writing)
      listFor(block, siblings, numbers[at]).children.push(item)
      written.push({ block, node: item, siblings })
      open.push({ indent, item, children: item.children as RootContent[] })
      continue
    }
    if (!isPlain && siblings !== root && siblings.length === 0) siblings.push(directive({ attributes: {} }))
    // An item that holds more than text and lists is written with blank lines.
    if (open.length > 0) open.at(-1)!.item.spread = true
    const node = writeBlock(block, writing)
    if (isPlain) {
      siblings.push(...plainNodes(block, node))
      continue
    }
    if (node === null) {
      siblings.push(whole(block))
      continue
    }
    siblings.push(node)
    written.push({ block, node, siblings })
  }
  if (!isPlain) addDirectives(written, root)
  return root as BlockContent[]
}

const directive = (value: Parameters<typeof writeDirective>[0]): { type: 'html'; value: string } => ({
  type: 'html',
  value: writeDirective(value),
})

/** The block without ids: they only live in our own JSON. */
function whole(block: Block): { type: 'html'; value: string } {
  return directive({ block: withoutIds(block) })
}

/** The block as data that says nothing of ids. */
export function withoutIds(block: LooseBlock): LooseBlock {
  const { id: _, children, ...rest } = block
  return { ...rest, ...(children ? { children: children.map(withoutIds) } : {}) }
}

function writeBlock(block: Block, writing: Writing): BlockContent | null {
  const definition = blockKind(block.kind)
  if (!definition) return null
  const { cares, isPlain } = writing
  const writer: MarkdownWriter = {
    inline: (text) =>
      cares.get(block) === 'strict'
        ? writeInlineStrictly(text)
        : writeInline(text, block.kind !== 'heading' && block.kind !== 'table'),
    blocks: (children) => writeSiblings(children, writing),
  }
  if (isPlain && block.kind === 'table') return writePlainTable(block, writer)
  return markdownOf(definition).write(block, writer)
}

/** A block for other programs: what stands between directives, words where there is no more, a title in its own tags. */
function plainNodes(block: Block, node: BlockContent | null): RootContent[] {
  if (node?.type === 'container') return node.children
  if (node?.type === 'details') {
    const [title, ...rest] = node.children
    const html = (value: string): RootContent => ({ type: 'html', value })
    return [html(`<details>\n${summaryOf(title)}`), ...rest, html('</details>')]
  }
  if (node?.type === 'alert' && node.children.length === 0) return []
  if (node) return [node]
  const words = (blockKind(block.kind)?.plainText?.(block) ?? '').trim()
  return words ? [{ type: 'paragraph', children: [{ type: 'text', value: words }] }] : []
}

function writeItem(block: Block, writing: Writing): ListItem {
  const style = block.attributes?.listStyleType
  const text = block.text?.length ? writeBlock(block, writing) : null
  return {
    type: 'listItem',
    spread: false,
    // A box needs text after it; an empty to-do says what it is in its directive.
    checked: isTodo(style) && text ? block.attributes?.checked === true : null,
    children: text ? [text] : [],
  }
}

const listStyle = new WeakMap<List, string>()

/** The list that the item continues, or a new one: for another marker, a restart, or after something else. */
function listFor(block: Block, siblings: RootContent[], number: number | null = null): List {
  const marker = block.attributes?.listStyleType
  const ordered = isNumbered(marker)
  // Bullets and boxes may share a list; every way of counting has its own.
  const style = ordered ? String(marker) : 'bullet'
  const restart = block.attributes?.listStart
  const last = siblings.at(-1)
  if (last?.type === 'list' && listStyle.get(last) === style && typeof restart !== 'number') return last
  const list: List = {
    type: 'list',
    ordered,
    start: ordered ? (number ?? (typeof restart === 'number' ? restart : 1)) : null,
    spread: false,
    children: [],
  }
  listStyle.set(list, style)
  siblings.push(list)
  return list
}

/** Reads the tree as our importer would and says, in directives, which attributes it would get wrong. */
function addDirectives(written: readonly Written[], root: RootContent[]): void {
  const held = new Set(written.map(({ node }) => node))
  const read = readFlow(withoutData(root, held), { source: '', notes: new Notes() })
  for (const [index, { block, node, siblings }] of written.entries()) {
    const shape = blockKind(block.kind)!.attributes
    const missing = difference(block.attributes ?? {}, leanAttributes(shape, read[index]?.attributes ?? {}))
    if (Object.keys(missing).length === 0) continue
    const text = textOf(node)
    if (text) text.push({ type: 'text', value: ' ' }, directive({ attributes: missing }))
    else if (node.type === 'listItem') putIntoEmptyItem(node, missing)
    else siblings.splice(siblings.indexOf(node), 0, directive({ next: missing }))
  }
}

/** The tree without the blocks that are data: what remains corresponds to the written blocks, one to one. */
function withoutData(
  nodes: readonly RootContent[],
  held: ReadonlySet<RootContent | ListItem>,
): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    if (node.type === 'html') return held.has(node) ? [node] : []
    if (node.type !== 'list') return [node]
    const children = node.children.map((item) => {
      const [first, ...rest] = item.children
      // An item's own text stays, or the place that stands for it when it is empty.
      const own = first && (first.type === 'paragraph' || first.type === 'html') ? [first] : []
      const others = own.length > 0 ? rest : item.children
      return { ...item, children: [...own, ...withoutData(others, held)] as ListItem['children'] }
    })
    return [{ ...node, children }]
  })
}

function difference(wanted: Attributes, given: Attributes): Attributes {
  const missing: Attributes = {}
  for (const key of Object.keys({ ...wanted, ...given })) {
    if (sameJson(wanted[key], given[key])) continue
    // `null` reads as "the default": it takes away what the Markdown seems to say.
    missing[key] = wanted[key] ?? null
  }
  return missing
}

function textOf(node: BlockContent | ListItem): PhrasingContent[] | null {
  const holder = node.type === 'listItem' ? node.children[0] : node
  const isText = holder?.type === 'paragraph' || holder?.type === 'heading'
  return isText && holder.children.length > 0 ? holder.children : null
}

function putIntoEmptyItem(item: ListItem, missing: Attributes): void {
  if (item.children[0]?.type === 'html') item.children.shift()
  item.children.unshift(directive({ attributes: missing }))
}
