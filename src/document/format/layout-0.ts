import * as Y from 'yjs'
import type { Block, BlockMark, Inline, Json } from '@/blocks/kit/block'
import { applyBlocks } from '../page-index/blocks'
import { entriesOf, LAYOUT, REVIEW_LAYOUT, textOf } from './layout'

/**
 * Layout 0, in which pages were stored before beads: `body`, an XML fragment in which every block is an element `block`
 * with its attributes, its `kind` and one XML text. It is only read here, to be brought over.
 */
const bodyOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment('body')

/** Does the page still stand in layout 0? One that has blocks or text of layout 1 does not, whatever else is in it. */
export const isLayout0 = (doc: Y.Doc): boolean =>
  doc.getMap('meta').get('layout') === undefined &&
  bodyOf(doc).length > 0 &&
  entriesOf(doc).size === 0 &&
  textOf(doc).length === 0

/** Does a page with suggestions say that it has none? Two people may have written it for the first time at once. */
const lacksReview = (doc: Y.Doc): boolean =>
  doc.getMap('suggestions').size > 0 && doc.getMap('meta').get('layout') === LAYOUT

/** Is there anything for {@link migrateLayout} to do? */
export const isBehind = (doc: Y.Doc): boolean => isLayout0(doc) || lacksReview(doc)

/**
 * Brings a page of an older layout over to the one that this program writes, as an edit with `origin`; says whether there
 * was anything to do. For the server when it loads a page: a browser never does this on its own, because two would do it
 * twice.
 */
export function migrateLayout(doc: Y.Doc, origin?: unknown): boolean {
  if (lacksReview(doc)) {
    doc.transact(() => doc.getMap('meta').set('layout', REVIEW_LAYOUT), origin)
    return true
  }
  if (!isLayout0(doc)) return false
  const body = bodyOf(doc)
  const blocks = childrenOf(body)
  doc.transact(() => {
    applyBlocks(doc, blocks, origin)
    doc.getMap('meta').set('layout', LAYOUT)
    body.delete(0, body.length)
  }, origin)
  return true
}

const childrenOf = (parent: Y.XmlFragment): Block[] =>
  parent.toArray().flatMap((child) => (child instanceof Y.XmlElement ? [blockOf(child)] : []))

function blockOf(element: Y.XmlElement): Block {
  const { kind, id, ...attributes } = element.getAttributes() as Record<string, Json>
  const block: Block = {
    id: typeof id === 'string' && id ? id : idOf(element),
    kind: typeof kind === 'string' ? kind : 'unknown',
  }
  if (Object.keys(attributes).length > 0) block.attributes = attributes
  const text = deltaOf(element).map(({ insert, attributes: formats }): Inline => {
    const marks = Object.entries(formats ?? {}).map(
      ([name, value]): BlockMark => ({ kind: name, attributes: value as Record<string, Json> }),
    )
    const marked = marks.length > 0 ? { marks } : {}
    if (typeof insert === 'string') return { text: insert, ...marked }
    const { kind: atom, ...atomAttributes } = insert as Record<string, Json>
    return { kind: String(atom), attributes: atomAttributes, ...marked }
  })
  if (text.length > 0) block.text = text
  const children = childrenOf(element)
  if (children.length > 0) block.children = children
  return block
}

interface DeltaPiece {
  insert: string | object
  attributes?: Record<string, unknown>
}

const deltaOf = (element: Y.XmlElement): DeltaPiece[] =>
  element.toArray().flatMap((child) => (child instanceof Y.XmlText ? (child.toDelta() as DeltaPiece[]) : []))

/** A block that was stored without an id gets the same one from everybody who reads it. */
function idOf(element: Y.XmlElement): string {
  const item = element._item?.id
  return item ? `y${item.client.toString(36)}-${item.clock.toString(36)}` : 'y0'
}
