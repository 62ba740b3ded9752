import { Fragment, type Node as PMNode, type Schema } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { newBlockId } from '@/shared/ids'
import { containerOf, type FoundContainer, replaceContainer } from '../editing/containers'
import type { BlockCommand } from '../editing/turn-into'

/** The group of columns that is selected, or the innermost one around the selection. */
export const columnsOf = (selection: Selection): FoundContainer | null =>
  containerOf(selection, 'columnGroup')

const emptyParagraph = (schema: Schema): PMNode => schema.nodes.paragraph!.create({ id: newBlockId() })

/** A column that holds these blocks, or an empty paragraph. */
export const makeColumn = (schema: Schema, blocks: readonly PMNode[] = []): PMNode =>
  schema.nodes.column!.create(
    { id: newBlockId() },
    blocks.length > 0 ? [...blocks] : [emptyParagraph(schema)],
  )

const isColumn = (node: PMNode): boolean => node.type.name === 'column'
const blocksOf = (node: PMNode): PMNode[] => (isColumn(node) ? [...node.content.content] : [node])
const isEmptyText = (node: PMNode): boolean => node.type.name === 'paragraph' && node.content.size === 0

/** Shares in percent that are whole numbers and make 100 together, in the proportions given. */
export function sharesOf(widths: readonly number[]): number[] {
  const sum = widths.reduce((total, width) => total + width, 0)
  const shares = widths.map((width) => Math.floor((width * 100) / sum))
  let rest = 100 - shares.reduce((total, share) => total + share, 0)
  for (let index = 0; rest > 0; index = (index + 1) % shares.length, rest--) shares[index]!++
  return shares
}

/** What each column of a group takes of the row, in percent; one that says nothing takes an equal part. */
export function columnShares(group: PMNode): number[] {
  const equal = 100 / group.childCount
  return sharesOf(
    group.content.content.map((child) => (typeof child.attrs.width === 'number' ? child.attrs.width : equal)),
  )
}

/** Gives every column of the group at `pos` its share; `null` makes all equal. */
export function setShares(tr: Transaction, pos: number, shares: readonly number[] | null): void {
  const group = tr.doc.nodeAt(pos)
  group?.forEach((child, offset, index) => {
    const width = shares?.[index] ?? null
    if (isColumn(child) && child.attrs.width !== width) tr.setNodeAttribute(pos + 1 + offset, 'width', width)
  })
}

/**
 * Brings the group at `pos` into the form that all others have: only columns in it, none of them empty, more than one.
 * A group with a single column is dissolved: its blocks stand where it stood. Answers whether something was changed.
 */
export function tidyColumns(tr: Transaction, pos: number): boolean {
  const group = tr.doc.nodeAt(pos)
  if (group?.type.name !== 'columnGroup') return false
  if (group.childCount === 1) {
    replaceContainer(tr, pos, blocksOf(group.firstChild!))
    return true
  }
  let changed = false
  for (let index = group.childCount - 1, at = pos + group.nodeSize - 1; index >= 0; index--) {
    const child = group.child(index)
    at -= child.nodeSize
    if (isColumn(child)) continue
    const { $head, empty } = tr.selection
    const offset = empty && $head.pos > at && $head.pos < at + child.nodeSize ? $head.pos - at : null
    tr.replaceWith(at, at + child.nodeSize, makeColumn(child.type.schema, [child]))
    if (offset !== null) tr.setSelection(Selection.near(tr.doc.resolve(at + 1 + offset)))
    changed = true
  }
  return changed
}

/** Puts columns in the place of the caret's empty paragraph, or below its block; the caret goes into the first. */
export const insertColumns =
  (count: number): BlockCommand =>
  (state, tr, apply) => {
    const { $from } = tr.selection
    if (count < 2 || columnsOf(tr.selection)) return setColumns(count)(state, tr, apply)
    if (!apply) return true
    const group = state.schema.nodes.columnGroup!.create(
      { id: newBlockId() },
      Array.from({ length: count }, () => makeColumn(state.schema)),
    )
    const inText = $from.depth > 0 && $from.parent.isTextblock
    const from =
      inText && isEmptyText($from.parent) ? $from.before() : inText ? $from.after() : tr.selection.to
    const to = inText ? $from.after() : from
    tr.replaceWith(from, to, group)
    tr.setSelection(Selection.near(tr.doc.resolve(from + 2), 1)).scrollIntoView()
    return true
  }

/**
 * Gives the group around the selection `count` columns: new ones are empty, what stood in those that are too many
 * goes to the end of the last. One column dissolves the group. Without a group, the selected blocks go into the first
 * column of a new one.
 */
export const setColumns =
  (count: number): BlockCommand =>
  (state, tr, apply) => {
    const group = columnsOf(tr.selection)
    if (!group) return count > 1 && wrapInColumns(count)(state, tr, apply)
    if (group.node.childCount === count) return false
    if (!apply) return true
    const children = [...group.node.content.content]
    const kept = children.slice(0, count)
    const rest = children
      .slice(count)
      .flatMap(blocksOf)
      .filter((node) => !isEmptyText(node))
    if (count === 1) {
      replaceContainer(tr, group.pos, [...blocksOf(kept[0]!), ...rest])
    } else {
      const last = kept[kept.length - 1]!
      if (rest.length > 0) kept[kept.length - 1] = last.type.create(last.attrs, [...blocksOf(last), ...rest])
      while (kept.length < count) kept.push(makeColumn(state.schema))
      const equal = kept.map((node) =>
        isColumn(node) ? node.type.create({ ...node.attrs, width: null }, node.content) : node,
      )
      replaceContainer(tr, group.pos, [group.node.type.create(group.node.attrs, equal)])
    }
    tr.scrollIntoView()
    return true
  }

const wrapInColumns =
  (count: number): BlockCommand =>
  (state, tr, apply) => {
    const { $from, $to } = tr.selection
    const range = $from.blockRange($to)
    if (!range) return false
    const { parent, startIndex, endIndex } = range
    const group = state.schema.nodes.columnGroup!
    if (!parent.canReplaceWith(startIndex, endIndex, group)) return false
    if (!apply) return true
    const blocks = parent.content.content.slice(startIndex, endIndex)
    const columns = [makeColumn(state.schema, blocks)]
    while (columns.length < count) columns.push(makeColumn(state.schema))
    const { anchor, head } = tr.selection
    tr.replaceWith(range.start, range.end, group.create({ id: newBlockId() }, columns))
    const inside = (pos: number) => tr.doc.resolve(pos + 2)
    tr.setSelection(TextSelection.between(inside(anchor), inside(head))).scrollIntoView()
    return true
  }

/**
 * Backspace in the only, empty, paragraph of a column: the column goes, and with the second but last one the group. At the
 * start of a column that holds something it does nothing: no key too many tears a layout down.
 */
export const backspaceInColumn: BlockCommand = (_state, tr, apply) => {
  const { selection } = tr
  if (!(selection instanceof TextSelection) || !selection.empty) return false
  const { $from } = selection
  if ($from.depth < 2 || !isColumn($from.node(-1)) || $from.parentOffset > 0) return false
  const block = $from.parent
  if ($from.index(-1) > 0 || block.type.name !== 'paragraph' || block.attrs.indent > 0) return false
  const group = columnsOf(selection)
  if (!group || group.depth !== $from.depth - 2) return false
  if ($from.node(-1).childCount > 1 || block.content.size > 0) return true
  if (!apply) return true
  const at = $from.before(-1)
  tr.delete(at, at + $from.node(-1).nodeSize)
  setShares(tr, group.pos, null)
  tr.setSelection(Selection.near(tr.doc.resolve(at), $from.index(-2) > 0 ? -1 : 1))
  tidyColumns(tr, group.pos)
  tr.scrollIntoView()
  return true
}

/** A group with the blocks that stay in one column and those that are put beside them in another. */
export function sideBySide(
  staying: readonly PMNode[],
  moved: readonly PMNode[],
  side: 'left' | 'right',
): PMNode {
  const { schema } = staying[0]!.type
  const columns = [makeColumn(schema, staying), makeColumn(schema, moved)]
  return schema.nodes.columnGroup!.create(
    { id: newBlockId() },
    Fragment.fromArray(side === 'left' ? columns.reverse() : columns),
  )
}
