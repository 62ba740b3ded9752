import { assignKeys, longestAscending, type Sibling } from '../format/order'
import type { BlockTree } from '../page-index/block-tree'
import type { PageIndex } from '../page-index/page-index'
import type { ListEdit, PageEdit } from './page-edit'

/**
 * The order keys that have to be written so that the lists stand as they shall: as few as possible. `begun` are blocks that get
 * their first bead, by which they may come to stand differently among siblings of the same order.
 */
export function orderToWrite(
  index: PageIndex,
  edit: PageEdit,
  begun: ReadonlySet<string>,
): Map<string, [string, string]> {
  const { tree } = index
  const tied = new Set([...begun].filter((id) => isTied(tree, id)))
  for (const id of drawnAlong(index, edit)) tied.add(id)
  for (;;) {
    const written = orderOfLists(index, edit, tied)
    const before = tied.size
    for (const id of written.keys()) {
      for (const other of drawnBy(tree, id)) if (!written.has(other) && !edit.gone.has(other)) tied.add(other)
    }
    // Each round gives more blocks a place of their own; mostly the first one is all.
    if (tied.size === before) return written
  }
}

/** The order keys that have to be written for the lists, where those in `tied` cannot keep theirs. */
function orderOfLists(
  index: PageIndex,
  edit: PageEdit,
  tied: ReadonlySet<string>,
): Map<string, [string, string]> {
  const { tree } = index
  const written = new Map<string, [string, string]>()
  const lists = edit.lists.map((list) => withTiedEnds(tree, list, tied))
  for (const id of tied) {
    if (!edit.gone.has(id) && !lists.some(({ ids }) => ids.includes(id))) lists.push(listOfOne(tree, id))
  }
  for (const list of lists) {
    const { parent, ids } = list
    const siblings = siblingsOf(index, edit, list)
    const leaves = (id: string) => edit.gone.has(id) || ids.includes(id)
    const stays = stayingPut(tree, edit, list, siblings, tied)
    const line: Sibling[] = ids.map((id) => ({ id, key: stays.has(id) ? tree.orderOf(id) : null }))
    if (line.every(({ key }) => key !== null)) continue
    const after = orderBehind(tree, siblings, list.previous)
    let highest = after
    for (const { key } of line) if (key !== null && (highest === null || key > highest)) highest = key
    const next = list.next === null ? -1 : siblings.indexOf(list.next)
    let following = next < 0 ? siblings.length : next
    for (; following < siblings.length; following++) {
      const id = siblings[following] as string
      if (leaves(id)) continue
      const key = tree.orderOf(id)
      if (highest === null || key > highest) break
      line.push({ id, key })
    }
    const before = siblings[following]
    const keys = assignKeys(line, after, before === undefined ? null : tree.orderOf(before))
    for (const [id, key] of keys) written.set(id, [parent, key])
  }
  return written
}

/**
 * Blocks that say they stand in one that is not there, or that holds no blocks, or that they were merged into it: they would
 * go there now that it comes, or comes to hold some.
 */
function* drawnAlong({ kinds, tree }: PageIndex, edit: PageEdit): Generator<string> {
  const coming = new Set([...edit.set.keys(), ...edit.texts.keys()])
  for (const { ids } of edit.lists) for (const id of ids) coming.add(id)
  for (const id of coming) {
    const entry = tree.entry(id)
    const kind = edit.set.get(id)?.kind
    const staysAsItIs = entry && !entry.into && (kind === undefined || kinds(kind) === tree.holds(id))
    if (staysAsItIs) continue
    yield* drawnBy(tree, id)
  }
}

/**
 * The blocks that go where this one goes though they are not shown in it: they say they stand in it, or in a deleted one that
 * does, and are shown behind it, or elsewhere because such entries led in a circle.
 */
function* drawnBy(tree: BlockTree, id: string): Generator<string> {
  // Deleted ones hand on what stands in them.
  const seen = new Set([id])
  const waiting = [id]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const other of tree.dependents(at)) {
      if (tree.isShown(other)) {
        if (tree.parentOf(other) !== id) yield other
      } else if (!seen.has(other)) {
        seen.add(other)
        waiting.push(other)
      }
    }
  }
}

/** Those that the order counts among: rows among rows and columns among columns. */
function siblingsOf(
  { kinds, tree }: PageIndex,
  edit: PageEdit,
  { parent, ids }: ListEdit,
): readonly string[] {
  const siblings = tree.children(parent)
  const [first] = ids
  if (tree.holds(parent) !== 'grid' || first === undefined) return siblings
  const kind = edit.set.get(first)?.kind
  const part = kind === undefined ? tree.holds(first) : kinds(kind)
  return siblings.filter((id) => tree.holds(id) === part)
}

/** The order of what comes before: also behind rows and columns that were deleted, which nobody sees there. */
function orderBehind(tree: BlockTree, siblings: readonly string[], previous: string | null): string | null {
  if (previous === null) return null
  let at = siblings.indexOf(previous)
  while (at >= 0 && at + 1 < siblings.length && !tree.isShown(siblings[at + 1] as string)) at++
  return tree.orderOf(at < 0 ? previous : (siblings[at] as string))
}

/** The blocks of a list that need no new place. */
function stayingPut(
  tree: BlockTree,
  { gone }: PageEdit,
  { parent, ids, previous, next, moved }: ListEdit,
  siblings: readonly string[],
  tied: ReadonlySet<string>,
): Set<string> {
  const at = new Map<string, number>()
  if (ids.length > 8) for (const [i, id] of siblings.entries()) at.set(id, i)
  const placeOf = (id: string) => at.get(id) ?? siblings.indexOf(id)
  const from = previous === null ? -1 : placeOf(previous)
  const end = next === null ? -1 : placeOf(next)
  const to = end < 0 ? siblings.length : end
  const stands = (id: string) => {
    if (!tree.isShown(id) || tree.parentOf(id) !== parent || gone.has(id) || tied.has(id)) return false
    const place = placeOf(id)
    return place > from && place < to
  }
  const inOrder = (list: readonly string[]) =>
    new Set(longestAscending(list.map(placeOf)).map((i) => list[i] as string))
  const standing = ids.filter(stands)
  const all = inOrder(standing)
  const left = standing.filter((id) => !moved?.has(id))
  const isClear = all.size === standing.length || left.length === 0 || left.length === standing.length
  return isClear ? all : inOrder(left)
}

/** Does a sibling beside it have the same order, so that the string decides which comes first? */
function isTied(tree: BlockTree, id: string): boolean {
  if (!tree.isShown(id)) return false
  const siblings = tree.children(tree.parentOf(id))
  const at = siblings.indexOf(id)
  const order = tree.orderOf(id)
  return [siblings[at - 1], siblings[at + 1]].some(
    (other) => other !== undefined && tree.orderOf(other) === order,
  )
}

/** The list with those at its ends that get another order as well. */
function withTiedEnds(tree: BlockTree, list: ListEdit, tied: ReadonlySet<string>): ListEdit {
  let { ids, previous, next } = list
  const siblings = tree.children(list.parent)
  while (previous !== null && tied.has(previous)) {
    ids = [previous, ...ids]
    previous = siblings[siblings.indexOf(previous) - 1] ?? null
  }
  while (next !== null && tied.has(next)) {
    ids = [...ids, next]
    next = siblings[siblings.indexOf(next) + 1] ?? null
  }
  return { ...list, ids, previous, next }
}

function listOfOne(tree: BlockTree, id: string): ListEdit {
  const parent = tree.parentOf(id)
  const siblings = tree.children(parent)
  const at = siblings.indexOf(id)
  return { parent, ids: [id], previous: siblings[at - 1] ?? null, next: siblings[at + 1] ?? null }
}
