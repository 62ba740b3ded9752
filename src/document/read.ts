import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { docFromBlocks } from '@/blocks'
import type { Block, Inline, Json } from '@/blocks/kit/block'

/**
 * Layout 0: every block is an element `block` with the attributes of its node and `kind`; a block that holds text has
 * one XmlText, in which inline atoms are embeds `{ kind, …attributes }` and marks are formats named as the mark. So
 * a block that is turned into another kind keeps its text and whoever is typing in it.
 */
export const BLOCK = 'block'

// A shared type's parameter is its event, which is invariant and of no interest here.
// biome-ignore lint/suspicious/noExplicitAny: see above
type SharedType = Y.AbstractType<any>

/** Which node stands for which element, as it was last read or written, and the other way round. */
export class NodeMap extends Map<SharedType, Node> {
  private readonly elements = new WeakMap<Node, Y.XmlElement>()

  override set(element: SharedType, node: Node): this {
    if (element instanceof Y.XmlElement) this.elements.set(node, element)
    return super.set(element, node)
  }

  /** The element that this node stands for now. */
  elementOf(node: Node): Y.XmlElement | undefined {
    const element = this.elements.get(node)
    return element && this.get(element) === node ? element : undefined
  }
}

/** Reads the blocks of a page as nodes of `schema`. Changes nothing, whatever it finds. */
export function readBody(body: Y.XmlFragment, schema: Schema, map: NodeMap): Node[] {
  return readChildren(body, schema, map)
}

function readChildren(parent: Y.XmlFragment, schema: Schema, map: NodeMap): Node[] {
  const nodes: Node[] = []
  for (const child of parent.toArray()) {
    if (child instanceof Y.XmlElement) nodes.push(readElement(child, schema, map))
  }
  return nodes
}

function readElement(element: Y.XmlElement, schema: Schema, map: NodeMap): Node {
  const known = map.get(element)
  if (known) return known
  const node = understood(element, schema, map) ?? notUnderstood(element, schema)
  map.set(element, node)
  return node
}

/** The node, or null when this program does not know its kind, an attribute's value or what is inside. */
function understood(element: Y.XmlElement, schema: Schema, map: NodeMap): Node | null {
  const { kind, ...attributes } = element.getAttributes() as Record<string, unknown>
  const type = typeof kind === 'string' ? schema.nodes[kind] : undefined
  if (!type?.isBlock) return null
  const attrs = { ...attributes, id: idOf(element) }
  try {
    if (type.inlineContent) {
      const inline = readInline(element, schema)
      if (!inline) return null
      const node = type.create(attrs, inline)
      node.check()
      return node
    }
    // A container that lost its last block to somebody else shows an empty one.
    return type.createAndFill(attrs, type.isLeaf ? null : readChildren(element, schema, map))
  } catch {
    // The schema refuses the value: the block is shown as unsupported and kept as it is.
    return null
  }
}

function readInline(element: Y.XmlElement, schema: Schema): Fragment | null {
  const nodes: Node[] = []
  for (const { insert, attributes } of deltaOf(element)) {
    const marks: Mark[] = []
    for (const [name, value] of Object.entries(attributes ?? {})) {
      const mark = schema.marks[name]
      if (mark) marks.push(mark.create(value as Record<string, unknown>))
    }
    const sorted = marks.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), [])
    if (typeof insert === 'string') {
      nodes.push(schema.text(insert, sorted))
      continue
    }
    const { kind, ...attrs } = insert as Record<string, unknown>
    const type = typeof kind === 'string' ? schema.nodes[kind] : undefined
    if (!type?.isInline) return null
    nodes.push(type.create(attrs, null, sorted))
  }
  return Fragment.fromArray(nodes)
}

/** A block of a newer program, kept byte for byte and shown as "unsupported block" (rulings 3). */
function notUnderstood(element: Y.XmlElement, schema: Schema): Node {
  return schema.nodeFromJSON(
    docFromBlocks([rawBlock(element)])
      .child(0)
      .toJSON(),
  )
}

function rawBlock(element: Y.XmlElement): Block {
  const { kind, id: _id, ...attributes } = element.getAttributes() as Record<string, Json>
  const block: Block = { id: idOf(element), kind: typeof kind === 'string' ? kind : 'unknown' }
  if (Object.keys(attributes).length > 0) block.attributes = attributes
  const text = deltaOf(element).map(({ insert, attributes: formats }): Inline => {
    const marks = Object.entries(formats ?? {}).map(([name, value]) => ({
      kind: name,
      attributes: value as Record<string, Json>,
    }))
    const marked = marks.length > 0 ? { marks } : {}
    if (typeof insert === 'string') return { text: insert, ...marked }
    const { kind: atom, ...atomAttributes } = insert as Record<string, Json>
    return { kind: String(atom), attributes: atomAttributes, ...marked }
  })
  if (text.length > 0) block.text = text
  const children = element.toArray().filter((child) => child instanceof Y.XmlElement)
  if (children.length > 0) block.children = children.map(rawBlock)
  return block
}

interface DeltaPiece {
  insert: string | object
  attributes?: Record<string, unknown>
}

function deltaOf(element: Y.XmlElement): DeltaPiece[] {
  const pieces: DeltaPiece[] = []
  for (const child of element.toArray()) {
    if (child instanceof Y.XmlText) pieces.push(...(child.toDelta() as DeltaPiece[]))
  }
  return pieces
}

/** The block's id; one that was stored without gets the same name from everybody who reads it. */
function idOf(element: Y.XmlElement): string {
  const id: unknown = element.getAttribute('id')
  if (typeof id === 'string' && id) return id
  const item = element._item?.id
  return item ? `y${item.client.toString(36)}-${item.clock.toString(36)}` : 'y0'
}
