import type { Node } from '@tiptap/pm/model'
import { type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import * as Y from 'yjs'
import type { NodeMap } from './read'

/** A place in a page that stays where it is whatever others write. */
export type Anchor = Y.RelativePosition

/** A selection of text by its two anchors. */
export interface AnchoredSelection {
  anchor: Anchor
  head: Anchor
}

/** The anchor of a position in `doc`, or null where there is no text. `doc` must be what `map` stands for. */
export function anchorAt(map: NodeMap, doc: Node, position: number): Anchor | null {
  const $position = doc.resolve(position)
  if (!$position.parent.inlineContent) return null
  const text = textOf(map.elementOf($position.parent))
  return text ? Y.createRelativePositionFromTypeIndex(text, $position.parentOffset, -1) : null
}

/** The anchors of a text selection; null for every other kind, which ProseMirror maps well by itself. */
export function anchoredSelection(map: NodeMap, doc: Node, selection: Selection): AnchoredSelection | null {
  if (!(selection instanceof TextSelection)) return null
  const anchor = anchorAt(map, doc, selection.anchor)
  const head = anchorAt(map, doc, selection.head)
  return anchor && head ? { anchor, head } : null
}

/** Where an anchor is in `doc` now; null when its block is gone. */
export function positionOf(map: NodeMap, body: Y.XmlFragment, doc: Node, anchor: Anchor): number | null {
  const page = body.doc
  const found = page && Y.createAbsolutePositionFromRelativePosition(anchor, page)
  if (!found || !(found.type instanceof Y.XmlText)) return null
  const element = found.type.parent
  const start = element instanceof Y.XmlElement ? contentStart(map, body, doc, element) : null
  if (start === null) return null
  const size = (map.get(element as Y.XmlElement) as Node).content.size
  return start + Math.min(found.index, size)
}

/** Selects again what was selected, as far as it is still there. */
export function restoreSelection(
  tr: Transaction,
  map: NodeMap,
  body: Y.XmlFragment,
  kept: AnchoredSelection,
): void {
  const anchor = positionOf(map, body, tr.doc, kept.anchor)
  const head = positionOf(map, body, tr.doc, kept.head)
  if (anchor === null || head === null) return
  tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
}

/** Where the content of an element's node begins in `doc`. */
function contentStart(map: NodeMap, body: Y.XmlFragment, doc: Node, element: Y.XmlElement): number | null {
  const node = map.get(element)
  const parent = element.parent
  if (!node || !parent) return null
  if (parent === body) return startIn(doc, node, 0)
  if (!(parent instanceof Y.XmlElement)) return null
  const outer = contentStart(map, body, doc, parent)
  const parentNode = map.get(parent)
  return outer === null || !parentNode ? null : startIn(parentNode, node, outer)
}

function startIn(parent: Node, child: Node, parentStart: number): number | null {
  let at = parentStart
  for (let i = 0; i < parent.childCount; i++) {
    const node = parent.child(i)
    if (node === child) return at + 1
    at += node.nodeSize
  }
  return null
}

const textOf = (element: Y.XmlElement | undefined): Y.XmlText | null => {
  const first = element?.firstChild
  return first instanceof Y.XmlText ? first : null
}
