import { Fragment, type Mark, type MarkType, type Node, type NodeType, type Schema } from '@tiptap/pm/model'
import { blockKind, markKind } from '@/blocks'
import type { Attributes } from '@/blocks/kit/attributes'
import type { Block, BlockMark, Inline, Json } from '@/blocks/kit/block'
import { orderedMarks } from '@/blocks/kit/overlapping-marks'
import { gatherAttributes, spreadAttributes } from '@/blocks/kit/spread-attributes'
import { shownAttributes, storedAttributes, UNKNOWN } from '@/blocks/kit/unknown-attributes'
import { newBlockId } from '@/shared/ids'
import { BEYOND, CELL } from '../format/grid'
import {
  type Formats,
  NO_FORMATS,
  type PageBlock,
  type Piece,
  pageKinds,
  pushPiece,
  sameJson,
} from '../format/layout'
import type { PlaceholderParagraph } from './placeholder-paragraphs'

const BREAK = 'hardBreak'

/**
 * The node that shows a block. One position of the node is one character of the block's text. What this program does
 * not know (a kind, an inline atom, a cell outside of a table) makes the whole block `unsupported`: kept as it is, word for word.
 */
export function nodeFromBlock(
  block: PageBlock,
  schema: Schema,
  placeholder: PlaceholderParagraph = plainPlaceholder(schema),
  inRow = false,
): Node {
  const definition = blockKind(block.kind)
  const type = schema.nodes[block.kind]
  const isStray = block.kind === CELL && !inRow
  const content = definition && type && !isStray ? contentOf(block, type, schema, placeholder) : null
  if (!definition || !type || content === null) {
    const json = JSON.stringify(rawBlock(block))
    return schema.nodes.unsupported!.create({ id: block.id, json })
  }
  return type.create({ ...nodeAttributes(block.kind, block.attributes), id: block.id }, content)
}

/** The attributes of a node that shows a block of the kind, from what is stored of it. */
export function nodeAttributes(kind: string, attributes: Attributes): Attributes {
  const definition = blockKind(kind)
  // How much of a table is not laid out is shown beside it (`beyond-plugin`), and no copy of it has that.
  const { [BEYOND]: _told, ...stored } = attributes
  return shownAttributes(definition?.attributes ?? {}, gatherAttributes(definition, stored))
}

const plainPlaceholder =
  (schema: Schema): PlaceholderParagraph =>
  () =>
    schema.nodes.paragraph!.create({ id: newBlockId() })

function contentOf(
  block: PageBlock,
  type: NodeType,
  schema: Schema,
  placeholder: PlaceholderParagraph,
): Fragment | null {
  if (type.isLeaf) return Fragment.empty
  if (!type.inlineContent) {
    if (block.kind === CELL && block.children.length === 0) return Fragment.from(placeholder(block.id))
    const children = [...(block.columns ?? []), ...block.children]
    const inRow = pageKinds(block.kind) === 'row'
    return Fragment.fromArray(children.map((child) => nodeFromBlock(child, schema, placeholder, inRow)))
  }
  const nodes: Node[] = []
  for (const { insert, formats } of block.text) {
    const marks = type.spec.marks === '' ? [] : marksFromFormats(formats, schema)
    if (typeof insert === 'string') nodes.push(...textNodes(insert, marks, type, schema))
    else {
      const { kind, ...attributes } = insert
      const atom = typeof kind === 'string' ? schema.nodes[kind] : undefined
      if (!atom?.isInline || !atom.isLeaf || atom.isText || !type.contentMatch.matchType(atom)) return null
      nodes.push(atom.create(attributes, null, marks))
    }
  }
  return Fragment.fromArray(nodes)
}

function textNodes(text: string, marks: readonly Mark[], type: NodeType, schema: Schema): Node[] {
  if (type.spec.code || !text.includes('\n')) return [schema.text(text, marks)]
  return text
    .split('\n')
    .flatMap((line, i) => [
      ...(i > 0 ? [schema.nodes[BREAK]!.create(null, null, marks)] : []),
      ...(line ? [schema.text(line, marks)] : []),
    ])
}

function marksFromFormats(formats: Formats, schema: Schema): readonly Mark[] {
  if (formats === NO_FORMATS) return []
  const marks: Mark[] = []
  for (const [key, value] of Object.entries(formats)) {
    const kind = markOfKey(key)
    const type = schema.marks[kind]
    const definition = markKind(kind)
    if (!type || !definition) continue
    const attributes = shownAttributes(definition.attributes, isRecord(value) ? value : {})
    if (definition.needs && attributes[definition.needs] === undefined) continue
    marks.push(type.create(attributes))
  }
  marks.sort((a, b) => rank(a.type) - rank(b.type))
  return orderedMarks(marks.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []))
}

const rank = (type: MarkType): number => Object.keys(type.schema.marks).indexOf(type.name)
const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks that may overlap marks of their own kind are kept under their kind and id. */
const markOfKey = (key: string): string => (key.includes(':') ? key.slice(0, key.indexOf(':')) : key)
const keyOfMark = ({ type, attrs }: Mark): string =>
  type.excludes(type) ? type.name : `${type.name}:${attrs.id}`

/** Attributes that differ from what the schema gives without being told. */
function leanAttrs(attrs: Readonly<Record<string, unknown>>, spec: Record<string, { default?: unknown }>) {
  const lean: Record<string, Json> = {}
  for (const [key, value] of Object.entries(attrs)) {
    if (key !== 'id' && key !== UNKNOWN && value !== undefined && value !== spec[key]?.default)
      lean[key] = value as Json
  }
  return lean
}

/** The attributes of a block or an atom that are known, in the form in which they are stored. */
export const attributesOf = (node: Node): Record<string, Json> =>
  spreadAttributes(blockKind(node.type.name), leanAttrs(node.attrs, node.type.spec.attrs ?? {}))

/** With those that are not known: they come along with a copy. */
export const allAttributesOf = (node: Node): Record<string, Json> => ({
  ...(node.attrs[UNKNOWN] as Attributes | null | undefined),
  ...attributesOf(node),
})

export function formatsOf(marks: readonly Mark[]): Formats {
  if (marks.length === 0) return NO_FORMATS
  return Object.fromEntries(
    marks.map((mark) => {
      const attributes = storedAttributes(markKind(mark.type.name)?.attributes ?? {}, mark.attrs)
      if (!mark.type.excludes(mark.type)) attributes.id = mark.attrs.id as Json
      return [keyOfMark(mark), attributes]
    }),
  )
}

/** What has to be written to turn these marks into those; null when nothing has. */
export function formatPatch(
  before: readonly Mark[],
  after: readonly Mark[],
): Record<string, Json | null> | null {
  if (before === after) return null
  const old = formatsOf(before)
  const wanted = formatsOf(after)
  const patch: Record<string, Json | null> = {}
  for (const key of Object.keys(old)) if (!(key in wanted)) patch[key] = null
  for (const [key, value] of Object.entries(wanted)) {
    if (!sameJson(old[key], value)) patch[key] = value
  }
  return Object.keys(patch).length > 0 ? patch : null
}

/** The part of a text block between two offsets. */
export function piecesOf(node: Node, from = 0, to = node.content.size): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  node.forEach((child) => {
    const start = Math.max(from - at, 0)
    const end = Math.min(to - at, child.nodeSize)
    at += child.nodeSize
    if (start >= end) return
    const formats = formatsOf(child.marks)
    if (child.isText) pushPiece(pieces, { insert: (child.text as string).slice(start, end), formats })
    else if (child.type.name === BREAK) pushPiece(pieces, { insert: '\n', formats })
    else pieces.push({ insert: { kind: child.type.name, ...attributesOf(child) }, formats })
  })
  return pieces
}

/** The text as one string in which every atom is one character. */
export const flatText = (pieces: readonly Piece[]): string =>
  pieces.map(({ insert }) => (typeof insert === 'string' ? insert : '\ufffc')).join('')

/** The block in the form of the blocks JSON, without asking what this program knows of it; `marked` false: without marks. */
export function rawBlock(block: PageBlock, marked = true): Block {
  const raw: Block = { id: block.id, kind: block.kind }
  const attributes = gatherAttributes(blockKind(block.kind), block.attributes)
  if (Object.keys(attributes).length > 0) raw.attributes = attributes
  const text = block.text.map(({ insert, formats }): Inline => {
    const marks = Object.entries(marked ? formats : NO_FORMATS).map(([key, value]): BlockMark => {
      const attributes = isRecord(value) ? value : {}
      return { kind: markOfKey(key), ...(Object.keys(attributes).length > 0 ? { attributes } : {}) }
    })
    const told = marks.length > 0 ? { marks } : {}
    if (typeof insert === 'string') return { text: insert, ...told }
    const { kind, ...attributes } = insert
    return {
      kind: typeof kind === 'string' ? kind : 'unknown',
      ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
      ...told,
    }
  })
  if (text.length > 0) raw.text = text
  const children = block.columns ? [...block.columns, ...block.children] : block.children
  if (children.length > 0) raw.children = children.map((child) => rawBlock(child, marked))
  return raw
}

/** One character a position; equal atoms are equal characters. */
export function spelling(node: Node): string {
  let text = ''
  node.forEach((child) => {
    text += child.isText
      ? child.text
      : child.type.name === 'hardBreak'
        ? '\n'
        : atomCharacter(JSON.stringify(child.toJSON()))
  })
  return text
}

const atoms = new Map<string, string>()

/** A character of the private use area for everything an atom can say; the text around it is compared in the same way. */
function atomCharacter(atom: string): string {
  let known = atoms.get(atom)
  if (known === undefined) {
    if (atoms.size > 6000) atoms.clear()
    known = String.fromCharCode(0xe000 + atoms.size)
    atoms.set(atom, known)
  }
  return known
}

/** Is this the first half of a character that takes two units? */
export const isHigh = (unit: string | undefined): boolean =>
  unit !== undefined && unit >= '\ud800' && unit <= '\udbff'

/** Is this the second half? */
export const isLow = (unit: string | undefined): boolean =>
  unit !== undefined && unit >= '\udc00' && unit <= '\udfff'
