import type { Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import { isTakingBack } from '@/document'

/** A work on all matches of a page, from its end to its beginning, while others may go on writing. */
export class ReplacingAll {
  isStopped = false
  isTakenBack = false
  replaced = 0
  /** The transaction that it began with, and the last one. */
  first: Transaction | null = null
  own: Transaction | null = null
  /** What others have done since. One's own parts stand behind every match that is left, and move none of them. */
  private readonly others = new Mapping()

  constructor(private readonly doc: PMNode) {}

  pageChanged(transaction: Transaction): void {
    if (isTakingBack(transaction)) this.isTakenBack = this.isStopped = true
    if (transaction !== this.own) this.others.appendMapping(transaction.mapping)
  }

  /** Where a match of the page as it was stands now; null when it does not read as it did. */
  placeOf(match: { from: number; to: number }, now: PMNode): { from: number; to: number } | null {
    if (this.others.maps.length === 0) return { from: match.from, to: match.to }
    const from = this.others.map(match.from, 1)
    const to = this.others.map(match.to, -1)
    const text = from <= to ? textIn(now, from, to) : null
    return text !== null && text === textIn(this.doc, match.from, match.to) ? { from, to } : null
  }
}

/** What stands between two places of one text block; null when they are not in one. */
function textIn(doc: PMNode, from: number, to: number): string | null {
  const { parent, parentOffset } = doc.resolve(from)
  const end = parentOffset + to - from
  if (!parent.isTextblock || end > parent.content.size) return null
  return parent.textBetween(parentOffset, end, '\n', '\n')
}
