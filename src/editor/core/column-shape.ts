import type { Node as PMNode } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { tidyColumns } from '@/blocks/columns/column-commands'
import { replaceContainer } from '@/blocks/editing/containers'
import { changedRanges, isFromElsewhere, isTakingBack, joined, nodesIn } from '@/document'

const isGroup = (node: PMNode): boolean => node.type.name === 'columnGroup'
const isColumn = (node: PMNode): boolean => node.type.name === 'column'

/** Is something in a group that is no column, or is it a group of one? */
const isUntidy = (group: PMNode): boolean =>
  group.childCount === 1 || !group.content.content.every((child) => isColumn(child))

/** Is this undone or redone, or brought by others? Then it is what somebody had before, and stays as it is. */
const isGiven = (tr: Transaction): boolean =>
  isFromElsewhere(tr) || isTakingBack(tr) || tr.getMeta('addToHistory') === false

/** Positions of groups and stray columns that these changes have touched and that are not as they should be. */
function untidyAfter(transactions: readonly Transaction[], doc: PMNode): number[] {
  const found = new Set<number>()
  const look = (node: PMNode, pos: number, parent: PMNode | null) => {
    if (isGroup(node) ? isUntidy(node) : isColumn(node) && parent !== null && !isGroup(parent)) found.add(pos)
  }
  const ranges = joined(changedRanges(transactions).ranges)
  nodesIn(doc, ranges, (node, pos, parent) => {
    look(node, pos, parent)
    return !node.isTextblock
  })
  return [...found].sort((a, b) => b - a)
}

/**
 * Did the group have the same columns before? Then it is not this change that left it so: where somebody only suggests to take a column away, what
 * is written in it dissolves nothing.
 */
function wasSo(doc: PMNode, group: PMNode): boolean {
  let found: PMNode | null = null
  doc.descendants((node) => {
    if (isGroup(node) && node.attrs.id === group.attrs.id) found = node
    return found === null && !node.isTextblock
  })
  const old = found as PMNode | null
  return (
    old !== null &&
    old.childCount === group.childCount &&
    old.children.every((child, at) => child.attrs.id === group.child(at).attrs.id)
  )
}

/**
 * Keeps groups of columns as they should be after what a person does here: what is dropped or pasted between columns gets
 * one of its own, a column outside of a group leaves its blocks there, a group of one column is dissolved. Never after
 * what others did: two people tidying up the same thing would do it twice.
 */
export const columnShape = () =>
  new Plugin({
    appendTransaction(transactions, before, state) {
      if (!transactions.some((tr) => tr.docChanged) || transactions.some(isGiven)) return null
      const untidy = untidyAfter(transactions, state.doc)
      if (untidy.length === 0) return null
      const { tr } = state
      for (const pos of untidy) {
        const node = tr.doc.nodeAt(pos)
        if (!node) continue
        if (isGroup(node)) {
          if (!wasSo(before.doc, node)) tidyColumns(tr, pos)
        }
        if (isColumn(node)) replaceContainer(tr, pos, [...node.content.content])
      }
      return tr.docChanged ? tr : null
    },
  })
