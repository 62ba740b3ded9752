import { assignKeys, longestAscending, type Sibling } from './order'
import type { ListEdit, PageEdit } from './page-edit'
import type { PageIndex } from './page-index'
import type { Places } from './places'

/**
 * The places that have to be written so that the lists stand as they shall: as few as possible. `begun` are blocks that get
 * their first bead, by which they may come to stand differently among siblings of the same order.
 */
export function placesToWrite(
  { places }: PageIndex,
  edit: PageEdit,
  begun: ReadonlySet<string>,
): Map<string, [string, string]> {
  const written = new Map<string, [string, string]>()
  const tied = new Set([...begun].filter((id) => isTied(places, id)))
  const lists = [...edit.lists]
  for (const id of tied) {
    if (!edit.gone.has(id) && !edit.lists.some(({ ids }) => ids.includes(id)))
      lists.push(listOfOne(places, id))
  }
  for (const list of lists) {
    const { parent, ids } = list
    const siblings = places.children(parent)
    const leaves = (id: string) => edit.gone.has(id) || ids.includes(id)
    const stays = stayingPut(places, edit, list, siblings, tied)
    const line: Sibling[] = ids.map((id) => ({ id, key: stays.has(id) ? places.orderOf(id) : null }))
    if (line.every(({ key }) => key !== null)) continue
    const after = list.previous === null ? null : places.orderOf(list.previous)
    let highest = after
    for (const { key } of line) if (key !== null && (highest === null || key > highest)) highest = key
    let following = list.next === null ? siblings.length : siblings.indexOf(list.next)
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

/** The blocks of a list that need no new place. */
function stayingPut(
  places: Places,
  { gone }: PageEdit,
  { parent, ids, moved }: ListEdit,
  siblings: readonly string[],
  tied: ReadonlySet<string>,
): Set<string> {
  const at = new Map<string, number>()
  if (ids.length > 8) for (const [i, id] of siblings.entries()) at.set(id, i)
  const stands = (id: string) =>
    places.isShown(id) && places.parentOf(id) === parent && !gone.has(id) && !tied.has(id)
  const inOrder = (list: readonly string[]) =>
    new Set(
      longestAscending(list.map((id) => at.get(id) ?? siblings.indexOf(id))).map((i) => list[i] as string),
    )
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

function listOfOne(places: Places, id: string): ListEdit {
  const parent = places.parentOf(id)
  const siblings = places.children(parent)
  const at = siblings.indexOf(id)
  return { parent, ids: [id], previous: siblings[at - 1] ?? null, next: siblings[at + 1] ?? null }
}
