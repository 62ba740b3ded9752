import type { ResolvedPos } from '@tiptap/pm/model'
import { MIN_WIDTH } from '@/blocks/columns/width'

/** More columns than these are too narrow to write in. */
const MOST_COLUMNS = Math.floor(100 / MIN_WIDTH / 2)

export type Side = 'left' | 'right'

/** Where blocks can be put beside: a block of the page or of a column, or a column itself. */
export interface Beside {
  pos: number
  side: Side
}

/** A column that others have left outside of a group is a block like any other. */
export const isColumnOfGroup = ($pos: ResolvedPos): boolean =>
  $pos.nodeAfter?.type.name === 'column' && $pos.parent.type.name === 'columnGroup'

/** The block at `pos`, or around it, beside which something can stand; `null` where there is no room for a column. */
export function besideTarget($pos: ResolvedPos): number | null {
  for (let depth = $pos.depth; depth > 0; depth--) {
    if (!isColumnOfGroup($pos.doc.resolve($pos.before(depth)))) continue
    return $pos.node(depth - 1).childCount < MOST_COLUMNS ? $pos.before(depth) : null
  }
  return $pos.depth > 0 ? $pos.before(1) : $pos.pos
}
