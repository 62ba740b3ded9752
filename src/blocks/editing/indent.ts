import type { Node as PMNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { MAX_INDENT } from '../kit/attributes'
import type { BlockCommand } from './turn-into'

const indentOf = (node: PMNode): number => (typeof node.attrs.indent === 'number' ? node.attrs.indent : 0)

/**
 * Moves the selected blocks one step in or out, and with them what hangs under them (the deeper blocks that follow).
 * A list item goes at most one step deeper than what stands before it. Applies only when something moves.
 */
export const moveIndent =
  (by: 1 | -1): BlockCommand =>
  (_state, tr, apply) => {
    const { $from, $to } = tr.selection
    const nodeSelected = tr.selection instanceof NodeSelection && tr.selection.node.isBlock
    const depth = nodeSelected ? $from.depth : $from.sharedDepth($to.pos)
    let container = $from.node(depth).isTextblock ? depth - 1 : depth
    // The title of a toggle stands for the toggle, unless it has an indent of its own to come out of.
    const isTitle = (depth: number) =>
      $from.node(depth).type.name === 'toggle' &&
      $from.index(depth) === 0 &&
      (by > 0 || indentOf($from.node(depth).child(0)) === 0)
    while (container > 0 && isTitle(container)) container--
    if (container < 0) return false
    const parent = $from.node(container)
    const first = $from.index(container)
    // Behind the last block, where a gap cursor can stand, there is none.
    if (first === parent.childCount) return false
    let last = nodeSelected ? first : $to.indexAfter(container) - 1
    if (last < first) last = first
    const top = indentOf(parent.child(first))
    let lowest = top
    for (let index = first; index <= last; index++) lowest = Math.min(lowest, indentOf(parent.child(index)))
    while (last + 1 < parent.childCount && indentOf(parent.child(last + 1)) > lowest) last++
    const before = first > 0 ? indentOf(parent.child(first - 1)) : -1
    const isListItem = parent.child(first).type.name === 'listItem'
    if (by > 0 && isListItem && top > before) return false
    let pos = $from.start(container)
    for (let index = 0; index < first; index++) pos += parent.child(index).nodeSize
    let moved = false
    for (let index = first; index <= last; index++) {
      const node = parent.child(index)
      const next = indentOf(node) + by
      if ('indent' in node.attrs && next >= 0 && next <= MAX_INDENT) {
        moved = true
        if (apply) tr.setNodeAttribute(pos, 'indent', next)
      }
      pos += node.nodeSize
    }
    return moved
  }
