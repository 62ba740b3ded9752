import { assignKeys, longestAscending, type Sibling } from '../format/order'
import type { PageIndex } from '../page-index/page-index'
import type { Places } from '../page-index/places'
import type { ListEdit, PageEdit } from './page-edit'

/**
 * The places that have to be written so that the lists stand as they shall: as few as possible. `begun` are blocks that get
 * their first bead, by which they may come to stand differently among siblings of the same order.
 */
export function placesToWrite(
  index: PageIndex,
  edit: PageEdit,
  begun: ReadonlySet<string>,
): Map<string, [string, string]> {
  const { places } = index
  const tied = new Set([...begun].filter((id) => isTied(places, id)))
  for (const id of drawnAlong(index, edit)) tied.add(id)
  for (;;) {
    const written = placesOfLists(index, edit, tied)
    const before = tied.size
    for (const id of written.keys()) {
      for (const other of drawnBy(places, id))
        if (!written.has(other) && !edit.gone.has(other)) tied.add(other)
    }
    // Each round gives more blocks a place of their own; mostly the first one is all.
    if (tied.size === before) return written
  }
}

/** The places that have to be written for the lists, where those in `tied` cannot keep theirs. */
function placesOfLists(
  index: PageIndex,
  edit: PageEdit,
  tied: ReadonlySet<string>,
): Map<string, [string, string]> {
  const { places } = index
  const written = new Map<string, [string, string]>()
  const lists = edit.lists.map((list) => withTiedEnds(places, list, tied))
  for (const id of tied) {
    if (!edit.gone.has(id) && !lists.some(({ ids }) => ids.includes(id))) lists.push(listOfOne(places, id))
  }
  for (const list of lists) {
    const { parent, ids } = list
    const siblings = siblingsOf(index, edit, list)
    const leaves = (id: string) => edit.gone.has(id) || ids.includes(id)
    const stays = stayingPut(places, edit, list, siblings, tied)
    const line: Sibling[] = ids.map((id) => ({ id, key: stays.has(id) ? places.orderOf(id) : null }))
    if (line.every(({ key }) => key !== null)) continue
    const after = orderBehind(places, siblings, list.previous)
    let highest = after
    for (const { key } of line) if (key !== null && (highest === null || key > highest)) highest = key
    const next = list.next === null ? -1 : siblings.indexOf(list.next)
    let following = next < 0 ? siblings.length : next
    for (; following < siblings.length; following++) {
      const id = siblings[following] as string
      if (leaves(id)) continue
      const key = places.orderOf(id)
      if (highest === null || key > highest) break
      line.push({ id, key })
    }
    const before = siblings[following]
    const keys = assignKeys(line, after, before === undefined ? null : places.orderOf(before))
    for (const [id, key] of keys) written.set(id, [parent, key])
  }
  return written
}

/**
 * Blocks that say they stand in one that is not there, or that holds no blocks, or that they were merged into it: they would
 * go there now that it comes, or comes to hold some.
 */
function* drawnAlong({ places, kinds }: PageIndex, edit: PageEdit): Generator<string> {
  const coming = new Set([...edit.set.keys(), ...edit.texts.keys()])
  for (const { ids } of edit.lists) for (const id of ids) coming.add(id)
  for (const id of coming) {
    const entry = places.entry(id)
    const kind = edit.set.get(id)?.kind
    const staysAsItIs = entry && !entry.into && (kind === undefined || kinds(kind) === places.holds(id))
    if (staysAsItIs) continue
    yield* drawnBy(places, id)
  }
}

/**
 * The blocks that go where this one goes though they are not shown in it: they say they stand in it, or in a deleted one that
 * does, and are shown behind it, or elsewhere because such places led in a circle.
 */
function* drawnBy(places: Places, id: string): Generator<string> {
  // Deleted ones hand on what stands in them.
  const seen = new Set([id])
  const waiting = [id]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const other of places.dependents(at)) {
      if (places.isShown(other)) {
        if (places.parentOf(other) !== id) yield other
      } else if (!seen.has(other)) {
        seen.add(other)
        waiting.push(other)
      }
    }
  }
}

/** Those that the order counts among: rows among rows and columns among columns. */
function siblingsOf(
  { places, kinds }: PageIndex,
  edit: PageEdit,
  { parent, ids }: ListEdit,
): readonly string[] {
  const siblings = places.children(parent)
  const [first] = ids
  if (places.holds(parent) !== 'grid' || first === undefined) return siblings
  const kind = edit.set.get(first)?.kind
  const part = kind === undefined ? places.holds(first) : kinds(kind)
  return siblings.filter((id) => places.holds(id) === part)
}

/** The order of what comes before: also behind rows and columns that were deleted, which nobody sees there. */
function orderBehind(places: Places, siblings: readonly string[], previous: string | null): string | null {
  if (previous === null) return null
  let at = siblings.indexOf(previous)
  while (at >= 0 && at + 1 < siblings.length && !places.isShown(siblings[at + 1] as string)) at++
  return places.orderOf(at < 0 ? previous : (siblings[at] as string))
}

/** The blocks of a list that need no new place. */
function stayingPut(
  places: Places,
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
    if (!places.isShown(id) || places.parentOf(id) !== parent || gone.has(id) || tied.has(id)) return false
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
function isTied(places: Places, id: string): boolean {
  if (!places.isShown(id)) return false
  const siblings = places.children(places.parentOf(id))
  const at = siblings.indexOf(id)
  const order = places.orderOf(id)
  return [siblings[at - 1], siblings[at + 1]].some(
    (other) => other !== undefined && places.orderOf(other) === order,
  )
}

/** The list with those at its ends that get another order as well. */
function withTiedEnds(places: Places, list: ListEdit, tied: ReadonlySet<string>): ListEdit {
  let { ids, previous, next } = list
  const siblings = places.children(list.parent)
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

function listOfOne(places: Places, id: string): ListEdit {
  const parent = places.parentOf(id)
  const siblings = places.children(parent)
  const at = siblings.indexOf(id)
  return { parent, ids: [id], previous: siblings[at - 1] ?? null, next: siblings[at + 1] ?? null }
}
