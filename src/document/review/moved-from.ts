import type * as Y from 'yjs'
import { byText, entriesOf, readEntry } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'

/** A place between blocks: beside one that is shown. */
export interface Beside {
  block: string
  side: 'before' | 'after'
}

/**
 * Where a block stands as the page is stored, when a suggestion has it elsewhere: beside one of the blocks that `index` (the marked reading)
 * shows there. `null` when no block is shown there, and for the lines of tables.
 */
export function movedFrom(index: PageIndex, doc: Y.Doc, id: string): Beside | null {
  const stored = readEntry(entriesOf(doc).get(id))
  if (!stored) return null
  const { parent, order } = stored.at
  const { tree } = index
  if (tree.holds(parent) === 'grid') return null
  const siblings = index.children(parent).filter((one) => one !== id)
  const before = siblings.findLast((one) => byText(tree.orderOf(one), order) <= 0)
  if (before !== undefined) return { block: before, side: 'after' }
  const [first] = siblings
  return first === undefined ? null : { block: first, side: 'before' }
}
