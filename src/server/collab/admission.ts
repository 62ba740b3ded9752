import * as Y from 'yjs'
import {
  givingBack,
  hasRoomFor,
  judgeSuggestion,
  MOST_STEPS,
  Suggestions,
  type UpdateFacts,
} from '@/document'
import { LIMITS } from '@/shared/limits'
import type { Coming, EditsOnTheWay } from './edits-on-the-way'
import type { PageAuthors } from './page-authors'
import type { MemoryRoom } from './page-memory'
import type { PageRows, Size } from './page-rows'

/**
 * What is asked of a live page about an edit in the turn in which the edit is handed to the log, so nothing in here waits
 * (`docs/decisions/judged-in-turn.md`).
 */
export class Admission {
  private suggestions: Suggestions | null = null

  constructor(
    private readonly document: Y.Doc,
    private readonly authors: PageAuthors,
    private readonly rows: PageRows,
    private readonly onTheWay: EditsOnTheWay,
    /** Has the server room in its memory for what an edit adds? */
    private readonly memoryFor: (more: Size) => MemoryRoom,
  ) {}

  /**
   * May an edit of which this is known be added to the page, to which so much has come since that was found out, or is on its
   * way? One that may is on its way from here on, until `LivePage.arrived`. `again`: too much has come to tell, or the page is to be
   * measured first (`LivePage.measured`). `no-room`: the server has too much in memory.
   */
  admit(facts: UpdateFacts, bytes: number, since: Coming): 'admitted' | 'too-large' | 'no-room' | 'again' {
    // What waits for others comes into the page with them.
    if (since.waiting > 0 || (since.structs > 0 && facts.isDelicate)) return 'again'
    if (since.structs > 0 && this.isOvertaken(facts.writes)) return 'again'
    const room = this.roomFor(facts, bytes)
    if (room !== true) return room
    if (!facts.onlyDeletes) {
      if (facts.waits === 'too much' || facts.steps > MOST_STEPS) return 'too-large'
      if (facts.steps + facts.exposed * since.structs > MOST_STEPS) return 'again'
    }
    const memory = this.memoryFor({ bytes: facts.onlyDeletes ? 0 : bytes, weight: facts.weight })
    if (memory === 'no-room' || (memory === 'too-large' && !facts.onlyDeletes)) return memory
    this.onTheWay.add(facts, bytes)
    return 'admitted'
  }

  /** Has something come under the same ids meanwhile, or is on its way? Then the page has of the edit what it had not when it was looked at. */
  private isOvertaken(writes: UpdateFacts['writes']): boolean {
    const { store } = this.document
    const isThere = ({ client, clock }: UpdateFacts['writes'][number]) => Y.getState(store, client) > clock
    return writes.some(isThere) || this.onTheWay.writeAmong(writes)
  }

  /** Why an edit is not only suggestions of this person, by the page as it stands; null when it is. */
  whyNoSuggestion(update: Uint8Array, userId: string): string | null {
    this.suggestions ??= new Suggestions(this.document)
    return judgeSuggestion(this.suggestions, update, userId, this.authors)
  }

  /** An edit that was admitted, together with what it must not take away because others have decided about it before. */
  withGivenBack(update: Uint8Array, { taken }: UpdateFacts): Uint8Array {
    if (taken.length === 0) return update
    this.suggestions ??= new Suggestions(this.document)
    const { clientID } = new Y.Doc()
    return Y.mergeUpdates([givingBack(this.suggestions, taken, clientID), update])
  }

  /**
   * Has the page room for an edit, alone and with all that is on its way? What only deletes makes a page smaller, but may leave more
   * pieces of it.
   */
  private roomFor(facts: UpdateFacts, bytes: number): true | 'too-large' | 'again' {
    const { additions, weight, onlyDeletes, deletes } = facts
    if (onlyDeletes && weight === 0) return true
    const { onTheWay } = this
    const most = deletes ? LIMITS.pageWeightDeleting : LIMITS.pageWeight
    const own = { bytes: onlyDeletes ? 0 : bytes, weight }
    const all = { bytes: own.bytes && bytes + onTheWay.bytes, weight: weight + onTheWay.weight }
    const alone = hasRoomFor(this.document, additions) && this.rows.hasRoomFor(own, most)
    if (alone !== true) return alone ? 'again' : 'too-large'
    if (onTheWay.isEmpty) return true
    const hasRoom = hasRoomFor(this.document, onTheWay.additionsWith(additions))
    return hasRoom && this.rows.hasRoomFor(all, most) === true ? true : 'again'
  }

  /** The document has left memory. */
  close(): void {
    this.suggestions?.close()
  }
}
