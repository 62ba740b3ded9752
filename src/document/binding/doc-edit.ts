import type { Node } from '@tiptap/pm/model'
import type { StepMap } from '@tiptap/pm/transform'
import { isBlankCell } from '@/blocks/json'
import type { Attributes } from '@/blocks/kit/attributes'
import type { Json } from '@/blocks/kit/block'
import { sharedEnds } from '@/shared/shared-ends'
import { CELL, cellParts, SPAN } from '../format/grid'
import { pageKinds, ROOT, sameJson } from '../format/layout'
import { positionOfChild } from '../page-index/fast-positions'
import type { PageIndex } from '../page-index/page-index'
import type { ListEdit, PageEdit } from '../write/write-page'
import { allAttributesOf, attributesOf } from './nodes'
import { isOnlyRemarked } from './sections'
import { isCell, isRow, isTable, isWholeTable } from './table-nodes'
import { type Kept, type ShownBlock, survivors, textChanges } from './text-changes'
import { textEdit } from './text-edit'

/** A place between blocks at the top of a document: how many stand before it, and its position. */
export interface TopPlace {
  block: number
  pos: number
}

/** The blocks that need another id, or the tables that have to be whole, before a change can be said. */
export type Amiss = { nameless: number[] } | { uneven: number[] }

/**
 * An editor's change in words of the page, with the paragraphs that it shows in empty cells and where in
 * both documents it begins; or what is amiss with it.
 */
export type DocEdit = { edit: PageEdit; placeholders: ReadonlyMap<string, Node>; at: TopPlace } | Amiss

/**
 * What was done between two documents of the editor. `before` must show the page as `index` reads it. Blocks are known
 * by their id and, when nothing in them changed, by being the very same node; which characters stayed is told by `maps`,
 * the maps of the steps between the two (null: unknown, then it is guessed per block).
 */
export function docEdit(
  index: PageIndex,
  before: Node,
  after: Node,
  maps: readonly StepMap[] | null,
): DocEdit {
  // What an empty page shows is not on it yet.
  const isEmpty = index.children(ROOT).length === 0
  const range = isEmpty ? { head: 0, tail: 0, from: 0 } : changedChildren(before, after)
  const at = { block: range.head, pos: range.from }
  if (
    !isEmpty &&
    before.childCount === after.childCount &&
    range.head + range.tail === after.childCount - 1
  ) {
    const edit = textEdit(index, before, after, at, maps)
    if (edit) return { edit, placeholders: new Map(), at }
  }
  const old = collect(index, before, range.from, range.head, before.childCount - range.tail)
  const now = collect(index, after, range.from, range.head, after.childCount - range.tail)
  for (const id of old.blocks.keys()) if (!index.tree.isShown(id)) old.blocks.delete(id)
  const nameless = [...now.nameless]
  for (const [id, { start }] of now.blocks) {
    // Something that is no cell may not take the name of one: it would be found in the cell's place.
    if ((index.tree.isShown(id) || cellParts(id)) && !old.blocks.has(id)) nameless.push(start - 1)
  }
  if (nameless.length > 0) return { nameless }
  const uneven: number[] = []
  for (const { node, start } of now.blocks.values()) {
    if (isTable(node) && !isWholeTable(node)) uneven.push(start - 1)
  }
  if (uneven.length > 0) return { uneven }

  const gone = new Set([...old.blocks.keys()].filter((id) => !now.blocks.has(id)))
  const set = new Map<string, { kind?: string; attributes: Record<string, Json | null> }>()
  for (const [id, { node }] of now.blocks) {
    const change = headChange(index, id, old.blocks.get(id)?.node ?? null, node)
    if (change) set.set(id, change)
  }
  // Rows and columns that are shown only for what somebody wrote in them meanwhile stay, once their table is worked in.
  for (const [id, { node, parent }] of now.blocks) {
    const isLine = index.tree.isShown(id) && index.tree.isDeleted(id) && parent !== ROOT
    const table = isLine ? now.blocks.get(parent)?.node : undefined
    if (table && isTable(table) && table !== old.blocks.get(parent)?.node && !set.has(id)) {
      set.set(id, { kind: node.type.name, attributes: {} })
    }
  }
  for (const [id, { node }] of now.cells) {
    const was = old.cells.get(id)?.node ?? null
    const change = cellChange(index, id, was, node)
    // What a merged cell would reach beyond what is shown of it is given up, once its table is worked in.
    const stored = index.tree.entry(id)?.attributes[SPAN] !== undefined
    const { rowSpan, colSpan } = node.attrs as { rowSpan: number; colSpan: number }
    if (stored) set.set(id, { ...change, attributes: { ...change?.attributes, rowSpan, colSpan } })
    else if (change) set.set(id, change)
  }
  const kept = maps ? survivors(maps, old.from, old.to) : []
  const texts = textChanges(index, old.blocks, now.blocks, gone, kept)
  const idAt = (doc: Node, i: number): string | null => {
    const id: unknown = doc.maybeChild(i)?.attrs.id
    return typeof id === 'string' && index.tree.isShown(id) ? id : null
  }
  const moved = movedBlocks(old.blocks, now.blocks, kept)
  const lists: ListEdit[] = []
  if (!sameList(childIds(before, range.head, range.tail), childIds(after, range.head, range.tail))) {
    lists.push({
      parent: ROOT,
      ids: childIds(after, range.head, range.tail),
      previous: range.head > 0 ? idAt(before, range.head - 1) : null,
      next: range.tail > 0 ? idAt(before, before.childCount - range.tail) : null,
      moved,
    })
  }
  for (const [id, { node }] of now.blocks) {
    if (node.isLeaf || node.inlineContent || isRow(node)) continue
    const standing = old.blocks.get(id)?.node
    if (isTable(node)) {
      for (const part of ['column', 'row'] as const) {
        const list = lineEdit(id, part, standing ?? null, node)
        if (list) lists.push({ ...list, moved })
      }
      continue
    }
    if (standing && sameList(childIds(standing), childIds(node))) continue
    lists.push({ parent: id, ids: childIds(node), previous: null, next: null, moved })
  }
  for (const [id, { node }] of now.cells) {
    const standing = old.cells.get(id)?.node
    const ids = blocksIn(index, node)
    if (!sameList(standing ? blocksIn(index, standing) : [], ids)) {
      lists.push({ parent: id, ids, previous: null, next: null, moved })
    }
  }
  // Blocks that were not on the page, or stand in another block than before, are placed even in a list that reads the same.
  for (const [id, { parent }] of now.blocks) {
    const placed = index.tree.isShown(id) && index.tree.parentOf(id) === parent
    if (!placed && !lists.some((list) => list.parent === parent && list.ids.includes(id))) {
      const ids =
        parent === ROOT
          ? childIds(after, range.head, range.tail)
          : now.cells.has(parent)
            ? blocksIn(index, now.cells.get(parent)?.node as Node)
            : childIds(now.blocks.get(parent)?.node as Node)
      lists.push({
        parent,
        ids,
        previous: parent === ROOT && range.head > 0 ? idAt(before, range.head - 1) : null,
        next: parent === ROOT && range.tail > 0 ? idAt(before, before.childCount - range.tail) : null,
      })
    }
  }
  return { edit: { gone, set, ...texts, lists }, placeholders: now.placeholders, at }
}

/** The blocks of a cell, without the paragraph that an empty one shows. */
const blocksIn = (index: PageIndex, cell: Node): string[] =>
  placeholderOf(index, cell) ? [] : childIds(cell)

/** The paragraph that an empty cell shows and that is not on the page. */
const placeholderOf = (index: PageIndex, cell: Node): Node | null =>
  isBlankCell(cell) && cell.firstChild?.attrs.id && !index.tree.entry(cell.firstChild.attrs.id)
    ? cell.firstChild
    : null

/** What has to be said of the columns, or of the rows, of a table: the part between what stays at both of its ends. */
function lineEdit(parent: string, part: 'column' | 'row', before: Node | null, after: Node): ListEdit | null {
  const idsOf = (table: Node): string[] => {
    const ids: string[] = []
    table.forEach((child) => {
      if (pageKinds(child.type.name) === part) ids.push(String(child.attrs.id))
    })
    return ids
  }
  const old = before && isTable(before) ? idsOf(before) : []
  const now = idsOf(after)
  if (sameList(old, now)) return null
  const { head, tail } = sharedEnds(old, now)
  return {
    parent,
    ids: now.slice(head, now.length - tail),
    previous: now[head - 1] ?? null,
    next: tail > 0 ? (now[now.length - tail] ?? null) : null,
  }
}

/** What is written of a cell: its attributes. That there is one is said by its row and its column. */
function cellChange(index: PageIndex, id: string, before: Node | null, node: Node) {
  if (before?.hasMarkup(node.type, node.attrs, before.marks)) return null
  const entry = index.tree.entry(id)
  const attributes = changedAttributes(before, node, entry?.kind === CELL ? entry.attributes : {})
  if (Object.keys(attributes).length === 0) return null
  return entry?.kind === CELL ? { attributes } : { kind: CELL, attributes }
}

/**
 * The attributes of a block that are written, `null` for those that go; `stored` counts where the block was not shown before.
 * What is not known of a block is not taken from it by a command that knows nothing of it (R11).
 */
function changedAttributes(before: Node | null, node: Node, stored: Attributes): Record<string, Json | null> {
  const wanted = allAttributesOf(node)
  const standing = before ? allAttributesOf(before) : stored
  const changed: Record<string, Json | null> = {}
  for (const key of Object.keys(before ? attributesOf(before) : stored))
    if (!(key in wanted)) changed[key] = null
  for (const [key, value] of Object.entries(wanted)) if (!sameJson(standing[key], value)) changed[key] = value
  return changed
}

/** The blocks whose beginning did not stay through the steps: they were taken out and put in elsewhere. */
function movedBlocks(
  old: ReadonlyMap<string, ShownBlock>,
  now: ReadonlyMap<string, ShownBlock>,
  kept: readonly Kept[],
): Set<string> {
  const moved = new Set<string>()
  if (kept.length === 0) return moved
  for (const [id, { start }] of now) {
    const was = old.get(id)?.start
    if (was === undefined) continue
    const stayed = kept.some(
      (range) => range.from < was && was <= range.to && range.now + was - range.from === start,
    )
    if (!stayed) moved.add(id)
  }
  return moved
}

/** How many blocks at the start and at the end are the same, and where what differs begins. */
function changedChildren(before: Node, after: Node): { head: number; tail: number; from: number } {
  const { head, tail } = sharedEnds(before.content.content, after.content.content, isOnlyRemarked)
  return { head, tail, from: positionOfChild(before, head) }
}

function collect(index: PageIndex, doc: Node, from: number, first: number, end: number) {
  const blocks = new Map<string, ShownBlock>()
  const cells = new Map<string, ShownBlock>()
  const placeholders = new Map<string, Node>()
  const nameless: number[] = []
  const walk = (node: Node, pos: number, parent: string) => {
    const id: unknown = node.attrs.id
    if (isCell(node)) {
      cells.set(String(id), { node, start: pos + 1, parent })
      const placeholder = placeholderOf(index, node)
      if (placeholder) placeholders.set(String(id), placeholder)
      else {
        node.forEach((child, offset) => {
          walk(child, pos + 1 + offset, String(id))
        })
      }
      return
    }
    const isNamed = typeof id === 'string' && id !== '' && !blocks.has(id)
    if (isNamed) blocks.set(id, { node, start: pos + 1, parent })
    // All that need a name are found at once, also inside one another.
    else nameless.push(pos)
    if (!node.inlineContent) {
      node.forEach((child, offset) => {
        walk(child, pos + 1 + offset, isNamed ? id : '')
      })
    }
  }
  let to = from
  for (let i = first; i < end; i++) {
    walk(doc.child(i), to, ROOT)
    to += doc.child(i).nodeSize
  }
  return { blocks, cells, placeholders, nameless, from, to }
}

const childIds = (node: Node, head = 0, tail = 0): string[] => {
  const ids: string[] = []
  for (let i = head; i < node.childCount - tail; i++) ids.push(String(node.child(i).attrs.id))
  return ids
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i])

/** Kind and attributes to write, or null when both stay. */
function headChange(index: PageIndex, id: string, before: Node | null, node: Node) {
  // The marks of a block are the section it stands in, which is not written.
  if (before?.hasMarkup(node.type, node.attrs, before.marks)) return null
  const entry = index.tree.entry(id)
  if (!before && entry && node.type.name === 'unsupported' && pageKinds(entry.kind) === 'any') return null
  // What an unsupported block shows is not what it has.
  const shown = before?.type.name === 'unsupported' ? null : before
  const attributes = changedAttributes(shown, node, index.tree.isStored(id) ? index.attributes(id) : {})
  return before && before.type === node.type ? { attributes } : { kind: node.type.name, attributes }
}
