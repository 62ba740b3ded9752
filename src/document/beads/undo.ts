import * as Y from 'yjs'
import { entriesOf, textOf } from './layout'
import { noteRestored } from './restored'
import { asBeadItem } from './run-text'

/**
 * Takes back what has the origin `origin` (rulings 4). A block that one made and somebody else has written in stays when
 * its making is taken back: only one's own words go.
 */
export class PageUndo extends Y.UndoManager {
  /** What could be taken back when the running undo began; what is missing from the stack since is what it takes back. */
  private standing: { insertions: Parameters<typeof Y.isDeleted>[0] }[] = []

  constructor(doc: Y.Doc, origin: unknown) {
    super([textOf(doc), entriesOf(doc)] as unknown as Y.Text[], {
      trackedOrigins: new Set([origin]),
      captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
      deleteFilter: (item) => !this.keeps(item),
    })
  }

  override undo(): ReturnType<Y.UndoManager['undo']> {
    this.standing = [...this.undoStack]
    this.noteRestored(this.undoStack)
    return super.undo()
  }

  override redo(): ReturnType<Y.UndoManager['redo']> {
    this.standing = [...this.redoStack]
    this.noteRestored(this.redoStack)
    return super.redo()
  }

  private noteRestored(stack: Y.UndoManager['undoStack']): void {
    const last = stack.at(-1)
    if (last)
      this.doc.transact((transaction) => noteRestored(transaction, textOf(this.doc), last.deletions), this)
  }

  /** Stops noting what is done, without forgetting what was; `resume` goes on. */
  pause(): void {
    this.doc.off('afterTransaction', this.afterTransactionHandler)
  }

  resume(): void {
    this.pause()
    this.doc.on('afterTransaction', this.afterTransactionHandler)
  }

  private keeps(item: Y.Item): boolean {
    const parent: unknown = item.parent
    if (parent === textOf(this.doc)) {
      const bead = asBeadItem(item)
      // Behind a split, the words go back to where they came from.
      return bead !== null && bead.split !== true && this.holdsOthersWords(item)
    }
    const entries = entriesOf(this.doc)
    const entry = parent === entries ? item : parent instanceof Y.Map ? parent._item : null
    if (!entry || (entry.parent as unknown) !== entries || !this.isTakenBack(entry)) return false
    for (let bead = textOf(this.doc)._start; bead; bead = bead.right) {
      if (bead.deleted) continue
      const embed = asBeadItem(bead)
      if (embed?.block === entry.parentSub && embed.split !== true && this.holdsOthersWords(bead)) return true
    }
    return false
  }

  private isTakenBack(item: Y.Item): boolean {
    const stack = this.undoing ? this.undoStack : this.redoStack
    return this.standing.slice(stack.length).some(({ insertions }) => Y.isDeleted(insertions, item.id))
  }

  /** Is there a character behind the bead that is not being taken back with it? */
  private holdsOthersWords(bead: Y.Item): boolean {
    for (let item = bead.right; item; item = item.right) {
      if (item.deleted || !item.countable) continue
      if (asBeadItem(item) !== null) return false
      if (!this.isTakenBack(item)) return true
    }
    return false
  }
}
