import { Fragment, type Node as PMNode, type ResolvedPos } from '@tiptap/pm/model'
import { type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { BlockCommand } from './turn-into'

/** A block that holds blocks, with the position before it. */
export interface FoundContainer {
  node: PMNode
  pos: number
  /** Depth of the container in the resolved position it was found around. */
  depth: number
}

/** The innermost container of a kind around a position. */
export function containerAround($pos: ResolvedPos, kind: string): FoundContainer | null {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth)
    if (node.type.name === kind) return { node, pos: $pos.before(depth), depth }
  }
  return null
}

/** The container of a kind that is selected as a block, or else the innermost one around the selection. */
export function containerOf(selection: Selection, kind: string): FoundContainer | null {
  const { $from, $to, to } = selection
  const node = selection instanceof TextSelection ? null : $from.nodeAfter
  if (node?.type.name === kind && $from.pos + node.nodeSize === to)
    return { node, pos: $from.pos, depth: $from.depth + 1 }
  const found = containerAround($from, kind)
  return found && $to.pos <= found.pos + found.node.nodeSize ? found : null
}

/** Puts blocks in the place of the container at `pos`; a caret inside stays in its text, when that is among them. */
export function replaceContainer(tr: Transaction, pos: number, blocks: readonly PMNode[]): void {
  const node = tr.doc.nodeAt(pos)!
  const { $head, empty } = tr.selection
  const caret = empty && $head.pos > pos && $head.pos < pos + node.nodeSize ? $head : null
  const text = caret?.parent
  const offset = caret?.parentOffset ?? 0
  tr.replaceWith(pos, pos + node.nodeSize, Fragment.fromArray([...blocks]))
  if (!text?.isTextblock) return
  const end = blocks.reduce((size, block) => size + block.nodeSize, pos)
  tr.doc.nodesBetween(pos, end, (found, at) => {
    if (found === text) tr.setSelection(TextSelection.create(tr.doc, at + 1 + offset))
    return !found.isTextblock
  })
}

const childrenOf = (node: PMNode): PMNode[] => [...node.content.content]

/** Takes the container of a kind around the selection away; its blocks stay where they are. */
export const unwrapContainer =
  (kind: string): BlockCommand =>
  (_state, tr, apply) => {
    const found = containerOf(tr.selection, kind)
    if (!found) return false
    if (apply) {
      replaceContainer(tr, found.pos, childrenOf(found.node))
      tr.scrollIntoView()
    }
    return true
  }

/**
 * Backspace at the very start of a container: it is taken away, its blocks stay. Only for a plain first paragraph: a
 * heading or a list item becomes text first, as everywhere.
 */
export const backspaceAtContainerStart =
  (kind: string): BlockCommand =>
  (state, tr, apply) => {
    const { selection } = tr
    if (!(selection instanceof TextSelection) || !selection.empty) return false
    const { $from } = selection
    const block = $from.parent
    if ($from.parentOffset > 0 || $from.depth < 2 || $from.index(-1) > 0) return false
    if ($from.node(-1).type.name !== kind || block.type.name !== 'paragraph' || block.attrs.indent > 0)
      return false
    return unwrapContainer(kind)(state, tr, apply)
  }
