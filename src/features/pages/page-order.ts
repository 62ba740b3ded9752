import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Digits that every collation of both databases sorts alike. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Keys that have grown longer than this are given out anew. */
const LONGEST_KEY = 60

/** The part of a page that decides its place among its siblings. */
export interface Placed {
  id: string
  position: string
}

/** Where siblings stand: by position, ties by id (the one order of tree, lists and drops). */
export function bySiblingOrder(a: Placed, b: Placed): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** A key after `last` (null: the first key of all). */
export const keyAfter = (last: string | null): string => {
  try {
    return generateKeyBetween(last, null, DIGITS)
  } catch {
    // A key that this library did not make: anything that sorts after it will do, and the next move repairs it.
    return `${last}i`
  }
}

export type PlacePlan = {
  position: string
  /** Siblings that get a new key because some were equal, malformed or too long. */
  repairs: Placed[]
}

/**
 * Where a page goes among `siblings` (without itself): before `beforeId`, else after `afterId`, else last
 * (rulings 3). Answers null when the page it should stand next to is not one of them.
 */
export function planPlace(
  siblings: readonly Placed[],
  next: { beforeId?: string; afterId?: string },
): PlacePlan | null {
  const ordered = [...siblings].sort(bySiblingOrder)
  let index = ordered.length
  if (next.beforeId !== undefined) index = ordered.findIndex((page) => page.id === next.beforeId)
  else if (next.afterId !== undefined) index = ordered.findIndex((page) => page.id === next.afterId) + 1
  if (index === -1 || (next.beforeId === undefined && next.afterId !== undefined && index === 0)) return null
  const left = ordered[index - 1]?.position ?? null
  const right = ordered[index]?.position ?? null
  const isSound = ordered.every((page, at) => at === 0 || page.position !== ordered[at - 1]?.position)
  if (isSound && (left === null || right === null || left < right)) {
    try {
      const position = generateKeyBetween(left, right, DIGITS)
      if (position.length <= LONGEST_KEY) return { position, repairs: [] }
    } catch {
      // A neighbour's key is malformed: fall through and give out new ones.
    }
  }
  const keys = generateNKeysBetween(null, null, ordered.length + 1, DIGITS)
  const position = keys[index] as string
  keys.splice(index, 1)
  const repairs = ordered
    .map((page, at) => ({ id: page.id, position: keys[at] as string }))
    .filter((page, at) => page.position !== ordered[at]?.position)
  return { position, repairs }
}
