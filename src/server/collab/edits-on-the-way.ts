import type { UpdateFacts } from '@/document'
import { DecisionTurns } from './decision-turns'

/** Who the server's own turns are taken for. */
const SERVER = ''

/** What edits bring: structs, and how many of the edits wait for what the page lacks. */
export interface Coming {
  structs: number
  waiting: number
}

/**
 * The edits of a page that were admitted and that its document does not hold yet: they are being put on the disk, or
 * applied. A decision about the next edit has to count them in, or to wait until there are none
 * (`docs/decisions/judged-in-turn.md`).
 */
export class EditsOnTheWay {
  /** All edits that were ever admitted, and those of them that are on their way. */
  private readonly admitted: Coming = { structs: 0, waiting: 0 }
  private readonly coming: Coming = { structs: 0, waiting: 0 }
  private readonly edits = new Map<UpdateFacts, number>()
  private readonly turns = new DecisionTurns()
  private whenNone: (() => void)[] = []

  /** An edit of this many bytes is on its way from here on, until `arrived`. */
  add(facts: UpdateFacts, bytes: number): void {
    this.edits.set(facts, bytes)
    count(facts, 1, this.admitted)
    count(facts, 1, this.coming)
  }

  /** It is in the document, or does not come after all. */
  arrived(facts: UpdateFacts): void {
    if (!this.edits.delete(facts)) return
    count(facts, -1, this.coming)
    if (this.edits.size > 0) return
    for (const tell of this.whenNone.splice(0)) tell()
  }

  get isEmpty(): boolean {
    return this.edits.size === 0
  }

  /** Is none of them on its way, and none decided about alone? */
  get isQuiet(): boolean {
    return this.isEmpty && !this.turns.isHeld
  }

  /** Does any of them write under ids that these are written under? */
  writeAmong(writes: UpdateFacts['writes']): boolean {
    if (this.edits.size === 0 || writes.length === 0) return false
    const ends = new Map(writes.map(({ client, clock, length }) => [client, { clock, end: clock + length }]))
    for (const facts of this.edits.keys())
      for (const { client, clock, length } of facts.writes) {
        const own = ends.get(client)
        if (own && clock < own.end && own.clock < clock + length) return true
      }
    return false
  }

  /** Bytes of all of them. */
  get bytes(): number {
    let sum = 0
    for (const bytes of this.edits.values()) sum += bytes
    return sum
  }

  /** By how much all of them make the page heavier at most. */
  get weight(): number {
    let sum = 0
    for (const { weight } of this.edits.keys()) sum += weight
    return sum
  }

  /** What all of them add, together with `more`. */
  additionsWith(more: UpdateFacts['additions']): UpdateFacts['additions'] {
    if (this.edits.size === 0) return more
    const sum = { entries: 0, beads: 0, lines: new Map<string, { rows: number; columns: number }>() }
    for (const { entries, beads, lines } of [
      more,
      ...[...this.edits.keys()].map((facts) => facts.additions),
    ]) {
      sum.entries += entries
      sum.beads += beads
      for (const [grid, { rows, columns }] of lines) {
        const known = sum.lines.get(grid) ?? { rows: 0, columns: 0 }
        sum.lines.set(grid, { rows: known.rows + rows, columns: known.columns + columns })
      }
    }
    return sum
  }

  /** Names what the document holds now, for {@link since}. */
  get moment(): Coming {
    return {
      structs: this.admitted.structs - this.coming.structs,
      waiting: this.admitted.waiting - this.coming.waiting,
    }
  }

  /** What has come into the document since then, or is on its way. */
  since({ structs, waiting }: Coming): Coming {
    return { structs: this.admitted.structs - structs, waiting: this.admitted.waiting - waiting }
  }

  /** Runs `decide` while no edit is decided about alone: what it finds true in a turn of the event loop may be admitted in that turn. */
  beside<T>(decide: () => Promise<T>): Promise<T> {
    return this.turns.besideOthers(decide)
  }

  /**
   * Runs `decide` for this person (null: the server itself) when no edit is on its way, so that the document is all that the next edit comes
   * to, and holds others back until it has run. What it hands to the log may still be on its way when it resolves.
   */
  alone<T>(person: string | null, decide: () => Promise<T>): Promise<T> {
    return this.turns.alone(person ?? SERVER, async () => {
      if (this.edits.size > 0) await new Promise<void>((resolve) => this.whenNone.push(resolve))
      return decide()
    })
  }
}

function count({ structs, waits }: UpdateFacts, times: 1 | -1, coming: Coming): void {
  coming.structs += times * structs
  if (waits !== 'nothing') coming.waiting += times
}
