import { Fragment, type Node } from '@tiptap/pm/model'

/** A place between the children of a fragment: before which of them, and at what position. */
export interface Place {
  index: number
  offset: number
}

/** Counting through fewer children than these costs nothing. */
const LONG = 64

const known = new WeakMap<Fragment, Place>()

/** What the types of prosemirror-model leave out. */
export interface Counting {
  findIndex(this: Fragment, pos: number): Place
}

const prototype = Fragment.prototype as Fragment & Counting
const usual = { findIndex: prototype.findIndex, replaceChild: prototype.replaceChild }

/**
 * prosemirror-model looks up a position by counting through the children from the first one. On a page of 10,000 blocks a
 * key asks for the same few positions in a row of documents that differ in one block, and counted as many times through
 * half of the page. Once this has been called, a long fragment remembers the last place that was asked for and counts from
 * there, and a fragment in which one child was replaced takes the place over. The answers are the same. It uses what
 * prosemirror-model does not promise (`findIndex`); where that is not there it does nothing.
 */
export function rememberPositions(): void {
  if (prototype.findIndex !== usual.findIndex || typeof usual.findIndex !== 'function') return
  prototype.findIndex = function (pos) {
    if (this.childCount < LONG || pos <= 0 || pos >= this.size) return usual.findIndex.call(this, pos)
    return placeAt(this, pos)
  }
  prototype.replaceChild = function (index, node) {
    const made = usual.replaceChild.call(this, index, node)
    const place = known.get(this)
    // What stands before the child has not changed.
    if (place && place.index <= index && made !== this) known.set(made, place)
    return made
  }
}

/** The child in which a position inside of the fragment is, or before which: no end of a child, unless of the last. */
function placeAt(fragment: Fragment, pos: number): Place {
  let { index, offset } = startFor(fragment, pos)
  while (offset > pos) offset -= fragment.child(--index).nodeSize
  for (; index < fragment.childCount; index++) {
    const end = offset + fragment.child(index).nodeSize
    if (end > pos) break
    offset = end
  }
  return remember(fragment, index, offset)
}

/** The position at which a child begins. */
export function positionOfChild(parent: Node, child: number): number {
  const { content } = parent
  let { index, offset } = known.get(content) ?? { index: 0, offset: 0 }
  while (index > child) offset -= content.child(--index).nodeSize
  while (index < child) offset += content.child(index++).nodeSize
  return remember(content, index, offset).offset
}

/** Where to begin to look for the first child that ends behind `pos`: at a place that is not behind it. */
export function positionBefore(fragment: Fragment, pos: number): Place {
  return fragment.childCount < LONG || pos <= 0 || pos >= fragment.size
    ? { index: 0, offset: 0 }
    : placeAt(fragment, pos)
}

function startFor(fragment: Fragment, pos: number): Place {
  const place = known.get(fragment)
  if (place && Math.abs(place.offset - pos) < Math.min(pos, fragment.size - pos)) return place
  return pos < fragment.size / 2
    ? { index: 0, offset: 0 }
    : { index: fragment.childCount, offset: fragment.size }
}

function remember(fragment: Fragment, index: number, offset: number): Place {
  const place = { index, offset }
  if (fragment.childCount >= LONG) known.set(fragment, place)
  return place
}
