import * as Y from 'yjs'
import { entriesOf, textOf } from '../format/layout'
import { titleText } from '../format/page-doc'
import { asBeadItem } from '../page-index/item-text'
import { followRestored } from '../review/follow-restored'
import { authorOf } from '../review/part-keys'
import type { Suggesting } from '../review/suggest-page'
import { Suggestions, suggestionsOf } from '../review/suggestions'
import { leaveDecided, noteTaken, pendingTaken } from '../review/taken'
import { SuggestedUndo } from '../review/undo-suggested'
import { noteRestored } from './restored'

/** However long a part of a work takes, it is added to the step of the others. */
const LONGEST_PART_MS = 600_000

/** Where a transaction says that it takes something back, or does it again. */
const WAY = 'page-undo'

/**
 * Takes back what has the origin `origin` (rulings 4). A block that one made and somebody else has written in stays when
 * its making is taken back: only one's own words go.
 */
export class PageUndo extends Y.UndoManager {
  /** What could be taken back when the running undo began; what is missing from the stack since is what it takes back. */
  private standing: Y.UndoManager['undoStack'] = []
  /** While something is taken back: every block's beads, once they have been looked for. */
  private beads: Map<string, Y.Item[]> | null = null
  /** And from what `behind` passes to what comes after it, so that nothing is gone over twice. */
  private jumps = new Map<Y.Item, Y.Item | null>()
  /** How long the stack was when these two were begun: a step that changes nothing is followed by the one before. */
  private begunAt = -1

  /** Begins a suggestion of somebody who may only suggest, and whose taking back is therefore a suggestion; null for anybody else. */
  suggester: (() => Suggesting) | null = null
  private suggested: SuggestedUndo | null = null

  /** What of each client had arrived when a step was begun. */
  private readonly arrived = new WeakMap<Y.UndoManager['undoStack'][number], ReadonlyMap<number, number>>()

  constructor(doc: Y.Doc, origin: unknown) {
    const scope = [textOf(doc), entriesOf(doc), suggestionsOf(doc), titleText(doc)]
    super(scope as unknown as Y.Text[], {
      trackedOrigins: new Set([origin]),
      captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
      deleteFilter: (item) => !this.keeps(item),
    })
    this.pause()
    const note = this.afterTransactionHandler
    this.afterTransactionHandler = (transaction) => {
      const way = transaction.meta.get(WAY) as 'undoing' | 'redoing' | undefined
      if (way) this[way] = true
      try {
        note(transaction)
      } finally {
        if (way) this[way] = false
      }
    }
    this.resume()
    this.on('stack-item-added', ({ stackItem }) => {
      const { store } = this.doc
      this.arrived.set(stackItem, new Map([...store.clients.keys()].map((id) => [id, Y.getState(store, id)])))
    })
  }

  override undo(): ReturnType<Y.UndoManager['undo']> {
    return this.run(this.undoStack, 'undoing', () => super.undo())
  }

  override redo(): ReturnType<Y.UndoManager['redo']> {
    return this.run(this.redoStack, 'redoing', () => super.redo())
  }

  private run<T>(stack: Y.UndoManager['undoStack'], way: 'undoing' | 'redoing', take: () => T): T {
    this.standing = [...stack]
    this.noteRestored(stack)
    this.forget()
    try {
      // A page that never held a suggestion or an anchor has nothing that could follow.
      return suggestionsOf(this.doc)._map.size > 0 || this.suggester
        ? this.following(stack, way, take)
        : take()
    } finally {
      this.forget()
    }
  }

  /** What listeners are told of a step only when it is in the page. */
  private held: (() => void)[] | null = null

  /**
   * Takes a step back, and in the same transaction has what is suggested of the characters that come back follow them. Yjs notes the
   * step when the transaction is over: what it asks then is told by `WAY`.
   */
  private following<T>(stack: Y.UndoManager['undoStack'], way: 'undoing' | 'redoing', take: () => T): T {
    const held: (() => void)[] = []
    this.held = held
    this.pending = snapshotOf(this.doc)
    this.restored = null
    const by = this.suggester?.() ?? null
    this.suggested = by && new SuggestedUndo(this.pending, by)
    try {
      return this.doc.transact((transaction) => {
        transaction.meta.set(WAY, way)
        this.suggested?.cut(transaction)
        const taken = take()
        const steps = this.standing.slice(stack.length)
        followRestored(
          transaction,
          steps.map(({ deletions }) => deletions),
          by && authorOf(by.sid),
        )
        this.suggested?.finish(transaction)
        if (!by) noteTaken(this.doc, pendingTaken(transaction, this.pending as Suggestions))
        return taken
      }, this)
    } finally {
      this.held = null
      this.suggested = null
      this.pending = null
      this.restored = null
      for (const tell of held) tell()
    }
  }

  override emit(...event: Parameters<Y.UndoManager['emit']>): void {
    const tell = () => super.emit(...event)
    if (this.held && event[0] === 'stack-item-popped') this.held.push(tell)
    else tell()
  }

  private forget(): void {
    this.beads = null
    this.jumps = new Map()
    this.restored = null
    this.begunAt = -1
  }

  private noteRestored(stack: Y.UndoManager['undoStack']): void {
    const last = stack.at(-1)
    const since = last && this.arrived.get(last)
    if (since)
      this.doc.transact((transaction) => {
        noteRestored(transaction, textOf(this.doc), last.deletions, since)
        leaveDecided(transaction, last.deletions)
      }, this)
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
    if (this.suggested?.keeps(item)) return true
    const { length } = this.undoing ? this.undoStack : this.redoStack
    if (length !== this.begunAt) this.forget()
    this.begunAt = length
    const parent: unknown = item.parent
    if (parent === textOf(this.doc)) {
      const bead = asBeadItem(item)
      // Behind a split, the words go back to where they came from.
      return bead !== null && bead.split !== true && !this.isSuggested(item) && this.holdsOthersWords(item)
    }
    const entries = entriesOf(this.doc)
    const entry = parent === entries ? item : parent instanceof Y.Map ? parent._item : null
    if (!entry || (entry.parent as unknown) !== entries || !this.isTakenBack(entry)) return false
    const beads = this.beadsOf(entry.parentSub as string)
    return beads.some((bead) => !bead.deleted && !this.isSuggested(bead) && this.holdsOthersWords(bead))
  }

  /**
   * Was the bead only suggested when the running undo began, or is it again? Then it and its entry go as when it is rejected: left
   * alone, they would be on the settled page, which others' words behind the bead do not ask for.
   */
  private isSuggested({ id }: Y.Item): boolean {
    if (!this.pending) return false
    // Yjs writes back what was deleted before it asks what to keep.
    this.restored ??= snapshotOf(this.doc)
    return [this.pending, this.restored].some(({ inserted }) => inserted.has(id.client, id.clock))
  }

  /** What was suggested when the running undo began; null on a page that never held a suggestion. */
  private pending: Suggestions | null = null
  /** What is suggested now that it has written back what it will. */
  private restored: Suggestions | null = null

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

/** What is suggested at this moment, whatever comes later. */
function snapshotOf(doc: Y.Doc): Suggestions {
  const suggestions = new Suggestions(doc)
  suggestions.close()
  return suggestions
}
