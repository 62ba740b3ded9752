import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { cellParts } from '../format/grid'
import { ROOT } from '../format/layout'
import type { PageIndex } from './page-index'

/**
 * A place that stays where it is whatever others write and move: behind a character of the string (or behind a bead: at
 * the start of its text), or a block that has no text. As JSON it is what others are told of a caret.
 */
export type Anchor = { item: { client: number; clock: number } } | { block: string }

export interface AnchoredSelection {
  anchor: Anchor
  head: Anchor
  isNode: boolean
}

/** The anchor of a place in a block's text. */
export function anchorIn(index: PageIndex, block: string, offset: number): Anchor {
  let rest = offset
  const segments = index.segments(block)
  for (const [i, segment] of segments.entries()) {
    if (rest > segment.length && i < segments.length - 1) {
      rest -= segment.length
      continue
    }
    const found = index.texts.itemBefore(segment, rest)
    if (!found) break
    const { client, clock } = found.item.id
    return { item: { client, clock: clock + found.at } }
  }
  return { block }
}

/** The anchors behind each character of a block's text, in order. */
export function anchorsIn(index: PageIndex, block: string): Anchor[] {
  return index
    .segments(block)
    .flatMap((segment) => index.texts.characters(segment).map((item): Anchor => ({ item })))
}

/** The block and the offset in its text that an anchor marks now; null when there is no such block on the page. */
export function anchored(index: PageIndex, anchor: Anchor): { block: string; offset: number } | null {
  if ('block' in anchor) {
    const root = index.tree.entry(anchor.block) ? index.tree.mergeRoot(anchor.block) : null
    return root !== null && index.tree.isShown(root) ? { block: root, offset: 0 } : null
  }
  const found = findItem(index, anchor.item)
  if (!found) return null
  const { segment, offset } = index.texts.locate(found.item)
  const isBead = segment.item === found.item
  const behind = found.item.deleted || isBead ? 0 : found.at + 1
  if (!index.tree.entry(segment.id)) return null
  const root = index.tree.mergeRoot(segment.id)
  if (!index.tree.isShown(root)) return null
  let before = 0
  for (const other of index.segments(root)) {
    if (other === segment) break
    before += other.length
  }
  return { block: root, offset: before + offset + behind }
}

/** Where the very character is that an anchor stands behind; null when it is gone or not shown. */
export function characterAt(index: PageIndex, anchor: Anchor): { block: string; offset: number } | null {
  if ('block' in anchor) return null
  const found = findItem(index, anchor.item)
  if (!found || found.item.deleted) return null
  const place = anchored(index, anchor)
  return place && { block: place.block, offset: place.offset - 1 }
}

/** The item, or what an undo put in its place. */
function findItem(
  index: PageIndex,
  id: { client: number; clock: number },
): { item: Y.Item; at: number } | null {
  const { store } = index.doc
  let next: { client: number; clock: number } | null = id
  while (next) {
    if (Y.getState(store, next.client) <= next.clock) return null
    const item: unknown = Y.getItem(store, Y.createID(next.client, next.clock))
    if (!(item instanceof Y.Item) || (item.parent as unknown) !== index.texts.text) return null
    const at: number = next.clock - item.id.clock
    if (!item.redone) return { item, at }
    next = { client: item.redone.client, clock: item.redone.clock + at }
  }
  return null
}

/** Is what somebody else calls an anchor one? */
export function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== 'object' || value === null) return false
  if ('block' in value) return typeof value.block === 'string'
  if (!('item' in value) || typeof value.item !== 'object' || value.item === null) return false
  const { client, clock } = value.item as Record<string, unknown>
  return Number.isSafeInteger(client) && Number.isSafeInteger(clock) && Number(clock) >= 0
}

/** The anchor of a position of the editor's document, or null where there is no block. `doc` must show the page. */
export function anchorAt(index: PageIndex, doc: Node, position: number): Anchor | null {
  const $position = doc.resolve(position)
  const id: unknown = $position.parent.attrs.id
  if ($position.parent.inlineContent) {
    return typeof id === 'string' && index.tree.isShown(id)
      ? anchorIn(index, id, $position.parentOffset)
      : null
  }
  const behind: unknown = $position.nodeAfter?.attrs.id
  return typeof behind === 'string' && index.tree.isShown(behind) ? { block: behind } : null
}

/** Where an anchor is in the editor's document, which must show the page as it is now. */
export function positionOf(index: PageIndex, doc: Node, anchor: Anchor): number | null {
  const place = anchored(index, anchor)
  const start = place && blockStart(index, doc, place.block)
  if (!place || start === null) return null
  const node = doc.nodeAt(start)
  if (!node) return null
  return node.inlineContent ? start + 1 + Math.min(place.offset, node.content.size) : start
}

/** Where the block's node stands in the document. */
export function blockStart(index: PageIndex, doc: Node, id: string): number | null {
  const { tree } = index
  const parent = (tree.gridOfCell(id) === null ? null : cellParts(id)?.row) ?? tree.parentOf(id)
  let within = doc
  let at = 0
  if (parent !== ROOT) {
    const start = blockStart(index, doc, parent)
    const node = start === null ? null : doc.nodeAt(start)
    if (start === null || !node) return null
    within = node
    at = start + 1
  }
  for (let i = 0; i < within.childCount; i++) {
    const child = within.child(i)
    if (child.attrs.id === id) return at
    at += child.nodeSize
  }
  return null
}

export function anchoredSelection(
  index: PageIndex,
  doc: Node,
  selection: Selection,
): AnchoredSelection | null {
  if (!(selection instanceof TextSelection) && !(selection instanceof NodeSelection)) return null
  const anchor = anchorAt(index, doc, selection.anchor)
  const head = selection.empty ? anchor : anchorAt(index, doc, selection.head)
  if (selection instanceof NodeSelection) return anchor && { anchor, head: anchor, isNode: true }
  return anchor && head ? { anchor, head, isNode: false } : null
}

/** The same as `positionOf`, without looking for the block when it is the one that `$near` is in. */
function positionBy(index: PageIndex, $near: ResolvedPos, anchor: Anchor): number | null {
  const place = anchored(index, anchor)
  const { parent } = $near
  if (!place || !parent.inlineContent || parent.attrs.id !== place.block)
    return positionOf(index, $near.doc, anchor)
  return $near.start() + Math.min(place.offset, parent.content.size)
}

/** Selects again what was selected, where that is not what is selected anyway. */
export function restoreSelection(index: PageIndex, tr: Transaction, kept: AnchoredSelection): void {
  const { selection } = tr
  const anchor = positionBy(index, selection.$anchor, kept.anchor)
  const head = positionBy(index, selection.$head, kept.head)
  if (anchor === null || head === null) return
  if (kept.isNode) {
    const node = tr.doc.nodeAt(anchor)
    if (selection instanceof NodeSelection && selection.anchor === anchor) return
    if (node && NodeSelection.isSelectable(node)) tr.setSelection(NodeSelection.create(tr.doc, anchor))
    return
  }
  if (selection instanceof TextSelection && selection.anchor === anchor && selection.head === head) return
  tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
}
