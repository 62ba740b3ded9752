import type { CarriedChange } from '@/document'
import { importedVia } from '@/features/review/imported-author'
import { SUGGESTED } from '../../../model'
import { decoded } from '../xml-text'
import { attributeOf, type XmlElement } from './xml-tree'

/**
 * The tracked changes of a file as suggestions. Word writes an element for every run: what one person changed in the same minute, with
 * nothing left as it was in between, is one suggestion, as are both ends of a move.
 */
export class FileChanges {
  readonly all: CarriedChange[] = []
  /** Suggestions that the next change may belong to, by who made it when. */
  private readonly open = new Map<string, number>()
  private readonly moves = new Map<string, number>()
  private readonly ofAuthor = new Map<string, number>()

  /** `now` stands for the times of changes that say none, in milliseconds since 1970. */
  constructor(private readonly now: number) {}

  /** The number of the suggestion to which a change belongs. */
  numberOf(element: XmlElement, move: string | null): number {
    const author = decoded(attributeOf(element, 'w:author') ?? '').trim()
    const date = attributeOf(element, 'w:date') ?? ''
    const key = `${date} ${author}`
    const known = move === null ? this.open.get(key) : this.moves.get(move)
    const number = known ?? this.add(author, date)
    this.open.set(key, number)
    if (move !== null) this.moves.set(move, number)
    return number
  }

  /** Something stands here that no change is about. */
  pass(): void {
    this.open.clear()
  }

  private add(author: string, date: string): number {
    // Beyond what a page takes in, the changes of an author are one.
    if (this.all.length >= SUGGESTED.changes) return this.ofAuthor.get(author) ?? this.all.length - 1
    const at = Date.parse(date)
    const isTime = Number.isSafeInteger(at) && at >= 0 && at <= this.now
    const change = { author, at: isTime ? at : this.now, via: importedVia(author) }
    const number = this.all.push(change) - 1
    this.ofAuthor.set(author, number)
    return number
  }
}
