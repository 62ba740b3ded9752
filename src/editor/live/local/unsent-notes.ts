import type { LocalDatabase } from './database'
import { type LeftBehind, NOTED, partsOf, UNSENT } from './records'
import { inTransaction, type WritableStore } from './transaction'

type Notes = WritableStore<'notes'>

/** How many edits of this tab the server has not confirmed, and the note of that in the copy, for the time after the tab. */
export class UnsentNotes {
  here = 0
  /** What the note says, or is about to. */
  noted = 0
  private count = 0

  constructor(
    private readonly documentId: string,
    private readonly tab: string,
  ) {}

  /** Brings the note up to date, where it said `before`. */
  write(notes: Notes, before = this.noted): Promise<unknown>[] {
    if (this.noted > 0) {
      return [
        notes.put(++this.count, [this.documentId, NOTED + this.tab]),
        notes.put(this.noted, [this.documentId, UNSENT + this.tab]),
      ]
    }
    return before > 0 ? this.remove(notes, this.tab) : []
  }

  /** The server has everything that was left behind by then. */
  async confirmed(db: LocalDatabase, done: LeftBehind): Promise<void> {
    await inTransaction(db, (_words, notes) =>
      [...done].map(async ([key, count]) => {
        const { tab, noted } = partsOf(key)
        // Another tab that is open and has typed on since keeps its own account.
        const [latest, unsent] = await Promise.all(
          [NOTED, UNSENT].map((kind) => notes.get([this.documentId, kind + tab])),
        )
        if ((latest ?? 0) === noted && unsent === count) await Promise.all(this.remove(notes, tab))
      }),
    )
  }

  private remove(notes: Notes, tab: string): Promise<unknown>[] {
    return [NOTED, UNSENT].map((kind) => notes.delete([this.documentId, kind + tab]))
  }
}
