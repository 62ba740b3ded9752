import type { Mark, Node as PMNode } from '@tiptap/pm/model'
import { newBlockId } from '@/shared/ids'
import { BOUNDS, LIMITS } from '@/shared/limits'
import { atomKind, blockKind, markKind } from './kinds'
import { type AttributeShape, type Attributes, leanAttributes } from './kit/attributes'
import { type Block, type BlockMark, type Inline, type InlineAtom, isInlineText } from './kit/block'
import type { BlockDefinition } from './kit/define-block'
import { orderedMarks } from './kit/overlapping-marks'
import { shownAttributes, storedAttributes, unknownAttributes } from './kit/unknown-attributes'
import { pageSchema } from './schema'
import { CELL, lineId } from './table/cell-names'
import { cellsOfGrid, wholeGrid } from './table/whole-grid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that text must not hold
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text as a page can hold it: no control characters, no broken surrogates, line ends as `\n`. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROL, '')

/**
 * The page that these blocks make. Unknown kinds, or known ones with something unknown inside, become `unsupported`
 * nodes that hold the block word for word; invalid attribute values become their defaults; blocks without an id get
 * one; what is nested deeper than `levels` is unwrapped. Never throws on any JSON.
 */
export function docFromBlocks(blocks: readonly Block[], levels: number = LIMITS.blockDepth): PMNode {
  const nodes = blocks.flatMap((block) => nodesFromBlock(block, levels))
  return pageSchema.nodes.doc!.create(null, nodes.length > 0 ? nodes : [emptyParagraph()])
}

const emptyParagraph = (): PMNode => pageSchema.nodes.paragraph!.create({ id: newBlockId() })

/** `room`: for how many levels there is room, the block's own among them. */
function nodesFromBlock(block: Block, room: number): PMNode[] {
  const definition = blockKind(block.kind)
  if (!definition || block.kind === 'unsupported' || !isUnderstood(block, definition)) {
    return [keepWhole(block)]
  }
  const type = pageSchema.nodes[block.kind]!
  const attrs = {
    ...leanAttributes(definition.attributes, block.attributes ?? {}),
    id: block.id || newBlockId(),
  }
  switch (definition.content) {
    case 'none':
      return [type.create(attrs)]
    case 'grid':
      return [tableNode({ ...block, id: attrs.id }, attrs, room)]
    case 'row':
    case 'column':
      // Outside of a table there is nothing to show of it but what stands in its cells.
      return childBlocks(block, room).flatMap((child) => nodesFromBlock(child, room))
    case 'code': {
      const text = cleanText(
        (block.text ?? []).map((piece) => (isInlineText(piece) ? piece.text : '')).join(''),
      )
      return [type.create(attrs, text ? pageSchema.text(text) : null)]
    }
    case 'text':
      return [type.create(attrs, (block.text ?? []).flatMap(nodesFromInline))]
    case 'blocks': {
      if (block.kind === CELL) return childBlocks(block, room).flatMap((child) => nodesFromBlock(child, room))
      const children = childBlocks(block, room).flatMap((child) => nodesFromBlock(child, room - 1))
      return [type.create(attrs, children.length > 0 ? children : [emptyParagraph()])]
    }
  }
}

function tableNode(table: Block, attrs: Attributes, room: number): PMNode {
  const ids = new Set((table.children ?? []).map(({ id }) => id))
  const named = (table.children ?? []).map((child) => ({ ...child, id: lineId(child.id || newBlockId()) }))
  const { children = [] } = wholeGrid({ ...table, children: named }, contentOf, ids)
  const parts = children.map((part) => {
    const cells = part.children?.map((cell) => {
      const blocks = childBlocks(cell, room - 2).flatMap((child) => nodesFromBlock(child, room - 3))
      return partNode(cell, blocks.length > 0 ? blocks : [emptyParagraph()])
    })
    return partNode(part, cells ?? null)
  })
  return pageSchema.nodes[table.kind]!.create(attrs, parts)
}

/** A row, a column or a cell. */
function partNode({ id, kind, attributes = {} }: Block, content: PMNode[] | null): PMNode {
  const shape = blockKind(kind)?.attributes ?? {}
  return pageSchema.nodes[kind]!.create({ ...leanAttributes(shape, attributes), id }, content)
}

/** The children, with containers that would stand too deep replaced by what they hold. Iterative: any depth (R34). */
function childBlocks(block: Block, room: number): Block[] {
  const children = block.children ?? []
  if (room > 1) return children
  const flat: Block[] = []
  const rest = [...children].reverse()
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.children && ['blocks', 'grid', 'row'].includes(contentOf(next.kind)))
      rest.push(...[...next.children].reverse())
    else if (contentOf(next.kind) !== 'column') flat.push(next)
  }
  return flat
}

/**
 * Is it of a kind that is known, and does it hold something that is not? Such a block is written word for word. In the
 * editor's document it is `unsupported`, but for what is not known of a mark: that stands with the mark (`unknown-attributes`).
 */
export function holdsUnknown(block: Block): boolean {
  const definition = blockKind(block.kind)
  if (definition === undefined || block.kind === 'unsupported') return false
  return !isUnderstood(block, definition) || (block.text ?? []).some(isMarkedBeyond)
}

/** Is something said of its marks that this version does not know? */
const isMarkedBeyond = ({ marks = [] }: Inline): boolean =>
  marks.some(
    ({ kind, attributes = {} }) => unknownAttributes(markKind(kind)?.attributes ?? {}, attributes) !== null,
  )

function isUnderstood(block: Block, definition: BlockDefinition): boolean {
  const keys = Object.keys(block.attributes ?? {})
  if (keys.some((key) => !(key in definition.attributes))) return false
  const holdsText = definition.content === 'text' || definition.content === 'code'
  if (!holdsText && block.text?.length) return false
  if (definition.content === 'grid') return isGrid(block)
  const holdsBlocks = definition.content === 'blocks' || definition.content === 'row'
  if (!holdsBlocks && block.children?.length) return false
  return (block.text ?? []).every(
    (piece) =>
      (isInlineText(piece) || (definition.content === 'text' && isKnownAtom(piece))) &&
      (piece.marks ?? []).every((mark) => markKind(mark.kind) !== undefined),
  )
}

const contentOf = (kind: string): string => blockKind(kind)?.content ?? ''

/** Is it a table that can be shown: of rows and columns, at least one row, and no more cells than are laid out? */
function isGrid(block: Block): boolean {
  const parts = (block.children ?? []).map(({ kind }) => contentOf(kind))
  if (!parts.includes('row') || !parts.every((part) => part === 'row' || part === 'column')) return false
  for (const part of block.children ?? []) {
    const known = [part, ...(part.children ?? []).filter(({ kind }) => kind === CELL)]
    if (!known.every((one) => isUnderstood(one, blockKind(one.kind)!))) return false
  }
  const cells = (block.children ?? []).some(({ children = [] }) => children.length > 0)
  return (parts.includes('column') || cells) && cellsOfGrid(block, contentOf) <= BOUNDS.gridCells
}

function isKnownAtom({ kind, attributes = {} }: InlineAtom): boolean {
  const definition = atomKind(kind)
  return definition !== undefined && Object.keys(attributes).every((key) => key in definition.attributes)
}

function keepWhole(block: Block): PMNode {
  const given = block.kind === 'unsupported' ? block.attributes?.json : undefined
  const json = typeof given === 'string' ? given : JSON.stringify(block)
  return pageSchema.nodes.unsupported!.create({ id: block.id || newBlockId(), json })
}

function nodesFromInline(piece: Inline): PMNode[] {
  const marks = marksFromJson(piece.marks)
  if (!isInlineText(piece)) {
    const definition = atomKind(piece.kind)
    if (!definition) return []
    const attrs = leanAttributes(definition.attributes, piece.attributes ?? {})
    return [pageSchema.nodes[piece.kind]!.create(attrs, null, marks)]
  }
  return cleanText(piece.text)
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [pageSchema.nodes.hardBreak!.create(null, null, marks)] : []),
      ...(line ? [pageSchema.text(line, marks)] : []),
    ])
}

function marksFromJson(marks: readonly BlockMark[] | undefined): readonly Mark[] {
  let made: readonly Mark[] = []
  for (const mark of marks ?? []) {
    const definition = markKind(mark.kind)
    const attributes = shownAttributes(definition?.attributes ?? {}, mark.attributes ?? {})
    if (definition?.needs && attributes[definition.needs] === undefined) continue
    made = pageSchema.marks[mark.kind]!.create(attributes).addToSet(made)
  }
  return orderedMarks(made)
}

/**
 * The blocks of a page or of any fragment holding blocks. Attributes with their default value are left out,
 * equally marked neighbours are one piece, blocks that were kept as `unsupported` come out as they came in.
 */
export function blocksFromDoc(doc: PMNode): Block[] {
  const blocks: Block[] = []
  doc.forEach((node) => {
    blocks.push(blockFromNode(node))
  })
  return blocks
}

function blockFromNode(node: PMNode): Block {
  const id = typeof node.attrs.id === 'string' && node.attrs.id ? node.attrs.id : newBlockId()
  const kind = node.type.name
  if (kind === 'unsupported') return unsupportedBlock(id, node.attrs.json)
  const definition = blockKind(kind)
  const attributes = storedAttributes(definition?.attributes ?? {}, node.attrs)
  const block: Block = { id, kind }
  if (Object.keys(attributes).length > 0) block.attributes = attributes
  if (kind === CELL) {
    // An empty cell shows a paragraph that is not there yet.
    if (!isBlankCell(node)) block.children = blocksFromDoc(node)
  } else if (definition && ['blocks', 'grid', 'row'].includes(definition.content)) {
    block.children = blocksFromDoc(node)
  } else if (definition?.content !== 'none' && definition?.content !== 'column') {
    const text = inlineFromNode(node)
    if (text.length > 0) block.text = text
  }
  return block
}

/** Does a cell hold nothing but one untouched paragraph? */
export function isBlankCell(cell: PMNode): boolean {
  const only = cell.firstChild
  if (!only || cell.childCount !== 1 || only.type.name !== 'paragraph' || only.content.size > 0) return false
  return only.hasMarkup(only.type, only.type.create({ id: only.attrs.id }).attrs, only.marks)
}

function unsupportedBlock(id: string, json: unknown): Block {
  try {
    const block: unknown = JSON.parse(String(json))
    if (block && typeof block === 'object' && 'kind' in block && typeof block.kind === 'string') {
      return { ...(block as Block), id }
    }
  } catch {
    // Not JSON: it stays an unsupported block, with the text it has.
  }
  return { id, kind: 'unsupported', attributes: { json: String(json) } }
}

function inlineFromNode(node: PMNode): Inline[] {
  const pieces: Inline[] = []
  node.forEach((child) => {
    const text = child.isText ? child.text! : child.type.name === 'hardBreak' ? '\n' : null
    const marks = marksOf(child.marks)
    if (text !== null) pieces.push({ text, ...marks })
    else pieces.push({ kind: child.type.name, ...lean(atomKind(child.type.name), child.attrs), ...marks })
  })
  return mergePieces(pieces)
}

/** Attributes as they are stored: left out altogether when all have their default. */
function lean(
  definition: { attributes: AttributeShape } | undefined,
  attrs: Readonly<Record<string, unknown>>,
): { attributes?: Attributes } {
  const attributes = leanAttributes(definition?.attributes ?? {}, attrs)
  return Object.keys(attributes).length > 0 ? { attributes } : {}
}

function marksOf(marks: readonly Mark[]): { marks?: BlockMark[] } {
  if (marks.length === 0) return {}
  return {
    marks: marks.map(({ type, attrs }) => {
      const attributes = storedAttributes(markKind(type.name)?.attributes ?? {}, attrs)
      return { kind: type.name, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) }
    }),
  }
}

/** Joins neighbouring texts with the same marks. */
export function mergePieces(pieces: readonly Inline[]): Inline[] {
  const merged: Inline[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (!isInlineText(piece)) merged.push(piece)
    else if (
      last &&
      isInlineText(last) &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(piece.marks ?? [])
    ) {
      merged[merged.length - 1] = { ...last, text: last.text + piece.text }
    } else if (piece.text) merged.push(piece)
  }
  return merged
}

/**
 * Brings blocks into the one form that `blocksFromDoc` gives: what a page would hold after storing them. What is nested deeper than `levels`
 * is unwrapped: by default, what is taken in; a page that is stored may hold more.
 */
export const normalizeBlocks = (blocks: readonly Block[], levels?: number): Block[] =>
  blocksFromDoc(docFromBlocks(blocks, levels))
