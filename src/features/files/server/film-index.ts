import { setImmediate as nextTurn } from 'node:timers/promises'

/*
 * MP4 and QuickTime films are boxes one behind the other: `ftyp`, `mdat` with what is seen and heard, and `moov`, the index. Cameras and many programs
 * write the index last, and a player has to fetch the end of the film before it can begin. This puts it in front, and changes nothing else.
 */

export interface Box {
  type: string
  start: number
  size: number
}

/** More is not looked at: a film has a handful of boxes, and its index a few MB. */
const MOST_BOXES = 64
const MOST_INDEX = 32 * 1024 * 1024
/** Bytes of a box that say what it is and how long. */
export const BOX_HEAD = 16

/** The box that begins with these bytes; null where none does, or it does not end within `end`. */
export function boxAt(head: Uint8Array, start: number, end: number): Box | null {
  if (head.byteLength < 8) return null
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const type = String.fromCharCode(...head.subarray(4, 8))
  let size = view.getUint32(0)
  if (size === 0) size = end - start
  if (size === 1) {
    if (head.byteLength < BOX_HEAD) return null
    size = Number(view.getBigUint64(8))
    if (size < BOX_HEAD) return null
  }
  return size >= 8 && start + size <= end && /^[\x20-\x7e]{4}$/.test(type) ? { type, start, size } : null
}

/** Reads what stands at a place of a film. */
export type ReadAt = (start: number, length: number) => Promise<Uint8Array>

/** The boxes of a film whose index stands behind what it points at; null for any other file, and for films that are in pieces of their own. */
export async function lateIndex(
  read: ReadAt,
  size: number,
): Promise<{ first: Box; index: Box; boxes: Box[] } | null> {
  const boxes: Box[] = []
  for (let at = 0; at < size; ) {
    const box = boxAt(await read(at, Math.min(BOX_HEAD, size - at)), at, size)
    if (!box || boxes.length >= MOST_BOXES || box.type === 'moof') return null
    boxes.push(box)
    at += box.size
  }
  const place = (type: string) => boxes.findIndex((box) => box.type === type)
  const [first, index] = [boxes[0], boxes[place('moov')]]
  if (first?.type !== 'ftyp' || !index || place('mdat') === -1 || place('mdat') > place('moov')) return null
  return index.size <= MOST_INDEX ? { first, index, boxes } : null
}

/** The boxes on the way to the two tables that say where in the file things are. */
const AROUND = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Tables with places in the file that are not understood here. */
const FOREIGN = new Set(['saio', 'cmov'])

/** Boxes within one another that lead to a table; there are no more on the way to one. */
const DEEPEST = AROUND.size
/** An index of more boxes is not looked through: one of a hundred tracks has some thousands. */
const MOST_BOXES_INSIDE = 20_000
/** Places of one turn of the event loop: an index may hold millions. */
const AT_ONCE = 20_000

/**
 * Changes an index to what it is in front of what stood between `from` and `to`, which it pushes back by its own length. Answers false when that cannot
 * be said, and then the index is of no use any more: it is broken, or a place would be too large for its table. Others have their turn while it works.
 */
export const moveIndex = (index: Uint8Array, from: number, to: number): Promise<boolean> =>
  move(
    { view: viewOf(index), bytes: index, from, to, by: index.byteLength, boxes: 0, steps: 0 },
    0,
    index.byteLength,
    0,
  )

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

interface Move {
  bytes: Uint8Array
  view: DataView
  from: number
  to: number
  by: number
  boxes: number
  steps: number
}

/** Every step goes forward, so it ends on any input. */
async function move(how: Move, start: number, end: number, depth: number): Promise<boolean> {
  for (let at = start; at + 8 <= end; ) {
    const box = boxAt(how.bytes.subarray(at, Math.min(at + BOX_HEAD, end)), at, end)
    how.boxes += 1
    if (!box || FOREIGN.has(box.type) || how.boxes > MOST_BOXES_INSIDE) return false
    const inside = at + (how.view.getUint32(at) === 1 ? 16 : 8)
    const boxEnd = at + box.size
    if (AROUND.has(box.type)) {
      if (depth >= DEEPEST || !(await move(how, inside, boxEnd, depth + 1))) return false
    } else if (box.type === 'stco' || box.type === 'co64') {
      if (!(await moveTable(how, inside, boxEnd, box.type === 'stco' ? 4 : 8))) return false
    }
    at = boxEnd
  }
  return true
}

/** Moves the places of one table, each of which takes `width` bytes. */
async function moveTable(how: Move, inside: number, end: number, width: 4 | 8): Promise<boolean> {
  const { view, from, to, by } = how
  if (inside + 8 > end) return false
  const count = view.getUint32(inside + 4)
  const last = inside + 8 + count * width
  if (last > end) return false
  for (let entry = inside + 8; entry < last; entry += width) {
    how.steps += 1
    if (how.steps % AT_ONCE === 0) await nextTurn()
    const place = width === 4 ? view.getUint32(entry) : Number(view.getBigUint64(entry))
    if (place < from || place >= to) continue
    if (width === 8) view.setBigUint64(entry, BigInt(place + by))
    else if (place + by > 0xffff_ffff) return false
    else view.setUint32(entry, place + by)
  }
  return true
}
