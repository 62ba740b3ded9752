import * as Y from 'yjs'
import { entriesOf, textOf } from './layout'
import { noteRestored } from './restored'
import { asBeadItem } from './run-text'

/** However long a part of a work takes, it is added to the step of the others. */
const LONGEST_PART_MS = 600_000

/**
 * Takes back what has the origin `origin` (rulings 4). A block that one made and somebody else has written in stays when
 * its making is taken back: only one's own words go.
 */
export class PageUndo extends Y.UndoManager {
  /** What could be taken back when the running undo began; what is missing from the stack since is what it takes back. */
  private standing: { insertions: Parameters<typeof Y.isDeleted>[0] }[] = []
  /** While something is taken back: every block's beads, once they have been looked for. */
  private beads: Map<string, Y.Item[]> | null = null
  /** And from what `behind` passes to what comes after it, so that nothing is gone over twice. */
  private jumps = new Map<Y.Item, Y.Item | null>()
  /** How long the stack was when these two were begun: a step that changes nothing is followed by the one before. */
  private begunAt = -1

  constructor(doc: Y.Doc, origin: unknown) {
    super([textOf(doc), entriesOf(doc)] as unknown as Y.Text[], {
      trackedOrigins: new Set([origin]),
      captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
      deleteFilter: (item) => !this.keeps(item),
    })
  }

  override undo(): ReturnType<Y.UndoManager['undo']> {
    return this.run(this.undoStack, () => super.undo())
  }

  override redo(): ReturnType<Y.UndoManager['redo']> {
    return this.run(this.redoStack, () => super.redo())
  }

  private run<T>(stack: Y.UndoManager['undoStack'], take: () => T): T {
    this.standing = [...stack]
    this.noteRestored(stack)
    this.forget()
    try {
      return take()
    } finally {
      this.forget()
    }
  }

  private forget(): void {
    this.beads = null
    this.jumps = new Map()
    this.begunAt = -1
  }

  private noteRestored(stack: Y.UndoManager['undoStack']): void {
    const last = stack.at(-1)
    if (last)
      this.doc.transact((transaction) => noteRestored(transaction, textOf(this.doc), last.deletions), this)
  }

  /** The step that what follows may be added to; see {@link joinLast}. */
  private joinable: Y.UndoManager['undoStack'][number] | null = null

  /** The last step may be added to later. */
  keepLast(): void {
    this.joinable = this.undoStack.at(-1) ?? null
    this.lastChange = Math.min(this.lastChange, Date.now())
  }

  /** What is done next is part of the step that was kept, unless that is not the last one any more. */
  joinLast(): void {
    if (this.joinable === null || this.undoStack.at(-1) !== this.joinable) this.stopCapturing()
    else this.lastChange = Date.now() + LONGEST_PART_MS
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
    const { length } = this.undoing ? this.undoStack : this.redoStack
    if (length !== this.begunAt) this.forget()
    this.begunAt = length
    const parent: unknown = item.parent
    if (parent === textOf(this.doc)) {
      const bead = asBeadItem(item)
      // Behind a split, the words go back to where they came from.
      return bead !== null && bead.split !== true && this.holdsOthersWords(item)
    }
    const entries = entriesOf(this.doc)
    const entry = parent === entries ? item : parent instanceof Y.Map ? parent._item : null
    if (!entry || (entry.parent as unknown) !== entries || !this.isTakenBack(entry)) return false
    const beads = this.beadsOf(entry.parentSub as string)
    return beads.some((bead) => !bead.deleted && this.holdsOthersWords(bead))
  }

  /**
   * The beads of a block that are not from a split. All are looked for at once: Yjs writes back what was deleted before
   * it asks what to keep of a step, and from then on only deletes.
   */
  private beadsOf(block: string): readonly Y.Item[] {
    if (!this.beads) {
      this.beads = new Map()
      for (let item = textOf(this.doc)._start; item; item = item.right) {
        const embed = item.deleted ? null : asBeadItem(item)
        if (!embed || embed.split === true) continue
        const found = this.beads.get(embed.block)
        if (found) found.push(item)
        else this.beads.set(embed.block, [item])
      }
    }
    return this.beads.get(block) ?? []
  }

  private isTakenBack(item: Y.Item): boolean {
    const stack = this.undoing ? this.undoStack : this.redoStack
    return this.standing.slice(stack.length).some(({ insertions }) => Y.isDeleted(insertions, item.id))
  }

  /** Is there a character behind the bead that is not being taken back with it? */
  private holdsOthersWords(bead: Y.Item): boolean {
    const next = this.behind(bead)
    return next !== null && asBeadItem(next) === null
  }

  /** The next bead or character that is there and is not a character that is being taken back; `null` at the end. */
  private behind(bead: Y.Item): Y.Item | null {
    const passed: Y.Item[] = []
    let item = bead.right
    while (item) {
      const jump = this.jumps.get(item)
      if (jump === undefined && !this.isPassed(item)) break
      passed.push(item)
      item = jump === undefined ? item.right : jump
    }
    for (const one of passed) this.jumps.set(one, item)
    return item
  }

  private isPassed(item: Y.Item): boolean {
    return item.deleted || !item.countable || (asBeadItem(item) === null && this.isTakenBack(item))
  }
}
