import * as Y from 'yjs'
import { entriesOf, textOf } from './layout'
import { asBeadItem } from './runs'

/**
 * Takes back what has the origin `origin` (rulings 4). A block that one made and somebody else has written in stays when
 * its making is taken back: only one's own words go.
 */
export function makeUndoManager(doc: Y.Doc, origin: unknown): Y.UndoManager {
  const text = textOf(doc)
  const entries = entriesOf(doc)
  const manager: Y.UndoManager = new Y.UndoManager([text, entries] as unknown as Y.Text[], {
    trackedOrigins: new Set([origin]),
    captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
    deleteFilter: (item) => !keeps(item),
  })

  function keeps(item: Y.Item): boolean {
    if ((item.parent as unknown) === text) {
      const bead = asBeadItem(item)
      // Behind a split, the words go back to where they came from.
      return bead !== null && bead.split !== true && hasText(item)
    }
    const id = madeWith(item)
    return id !== null && holdsOthersWords(id)
  }

  /** The block whose entry this is, or whose entry was made together with it. */
  function madeWith(item: Y.Item): string | null {
    const parent: unknown = item.parent
    if (parent === entries) return item.content instanceof Y.ContentType ? item.parentSub : null
    if (!(parent instanceof Y.Map) || !parent._item || (parent._item.parent as unknown) !== entries)
      return null
    const made = parent._item.id
    const first = item.id.client === made.client && item.id.clock - made.clock <= parent._map.size
    return first && item.left === null ? parent._item.parentSub : null
  }

  function holdsOthersWords(id: string): boolean {
    for (let item = text._start; item; item = item.right) {
      if (item.deleted) continue
      const bead = asBeadItem(item)
      if (bead?.block === id && bead.split !== true && hasText(item)) return true
    }
    return false
  }
  return manager
}

function hasText(bead: Y.Item): boolean {
  for (let item = bead.right; item; item = item.right) {
    if (item.deleted || !item.countable) continue
    return asBeadItem(item) === null
  }
  return false
}
