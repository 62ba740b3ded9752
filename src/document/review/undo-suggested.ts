import * as Y from 'yjs'
import { textOf, titleText } from '../format/layout'
import { type IdRange, itemsOf, without } from './live-ids'
import { authorOf, type RangePart, readPart, suggestedRangeKey } from './part-keys'
import type { TextSegment } from './ranges'
import type { Suggesting } from './suggest-page'
import { Suggestions, setRange, suggestionsOf } from './suggestions'

/**
 * Taking back of somebody who may only suggest. Whatever others decided meanwhile stays decided: words that an editor has accepted
 * are not taken away any more, and words that come back come back as suggestions, also where nothing says so of them by now. So
 * the server takes every undo and redo of theirs.
 */
export class SuggestedUndo {
  private readonly author: string

  /** `before` is what was suggested when the undo began. */
  constructor(
    private readonly before: Suggestions,
    private readonly by: Suggesting,
  ) {
    this.author = authorOf(by.sid)
  }

  /** Cuts items where the author's insertions begin and end, so that {@link keeps} speaks of whole ones. */
  cut(transaction: Y.Transaction): void {
    for (const part of this.before.parts.values()) {
      if (part.op !== '+' || authorOf(part.sid) !== this.author) continue
      const range = { client: part.client, from: part.clock, to: part.clock + part.length }
      for (const _ of itemsOf(transaction, range));
    }
  }

  /** Does an item stay that the step would take away? */
  keeps(item: Y.Item): boolean {
    const { doc } = this.before
    const parent: unknown = item.parent
    if (parent === suggestionsOf(doc)) return item.parentSub?.startsWith('@ ') ?? false
    if (!isWord(item, doc)) return false
    const { client, clock } = item.id
    const range = { client, from: clock, to: clock + item.length }
    return without(range, ownOver(this.before, this.author, range)).length > 0
  }

  /** Makes the author's insertions cover what the step has brought back, and nothing that was decided about meanwhile. */
  finish(transaction: Y.Transaction): void {
    for (const part of this.insertionsWritten(transaction)) this.clip(transaction, part)
    this.cover(transaction)
  }

  private insertionsWritten({ changed }: Y.Transaction): RangePart[] {
    const map = suggestionsOf(this.before.doc)
    return [...(changed.get(map as never) ?? [])].flatMap((key): RangePart[] => {
      const part = key !== null && map.has(key) ? readPart(key, map.get(key)) : null
      return part?.op === '+' && authorOf(part.sid) === this.author ? [part] : []
    })
  }

  /** Takes out of an insertion that came back what nobody's insertion covered any more. */
  private clip({ beforeState }: Y.Transaction, part: RangePart): void {
    const { key, client, clock, length } = part
    const known = { client, from: clock, to: Math.min(clock + length, beforeState.get(client) ?? 0) }
    const decided = known.from < known.to ? without(known, ownOver(this.before, this.author, known)) : []
    if (decided.length === 0) return
    const map = suggestionsOf(this.before.doc)
    map.delete(key)
    for (const rest of without({ client, from: clock, to: clock + length }, decided))
      setRange(map, part, rest)
  }

  /** Suggests what came back and is covered by no insertion of the author's. */
  private cover({ beforeState }: Y.Transaction): void {
    const { doc } = this.before
    const { sid, at } = this.by
    const client = doc.clientID
    const now = new Suggestions(doc)
    now.close()
    const structs = doc.store.clients.get(client) ?? []
    const map = suggestionsOf(doc)
    const start = beforeState.get(client) ?? 0
    if (start >= Y.getState(doc.store, client)) return
    const first = Y.findIndexSS(structs as Y.Item[], start)
    for (const item of structs.slice(first) as (Y.Item | Y.GC)[]) {
      if (!(item instanceof Y.Item) || item.deleted || !isWord(item, doc)) continue
      const range = { client, from: Math.max(start, item.id.clock), to: item.id.clock + item.length }
      for (const { from, to } of without(range, ownOver(now, this.author, range))) {
        map.set(suggestedRangeKey(sid, '+', client, from), to - from)
        if (!map.has(sid)) map.set(sid, { at })
      }
    }
  }
}

/** Is it a part of the text or the title that is shown? */
function isWord({ parent, parentSub, countable }: Y.Item, doc: Y.Doc): boolean {
  const text: unknown = parent
  return countable && parentSub === null && (text === textOf(doc) || text === titleText(doc))
}

/** The ids of a range that the author's insertions cover, in order and apart from each other. */
function ownOver(suggestions: Suggestions, author: string, { client, from, to }: IdRange): TextSegment[] {
  const found: TextSegment[] = []
  const parts = suggestions.inserted
    .overlapping(client, from, to)
    .filter((part: RangePart) => authorOf(part.sid) === author)
    .sort((a, b) => a.clock - b.clock)
  for (const { clock, length } of parts) {
    const segment = { from: Math.max(from, clock), to: Math.min(to, clock + length) }
    const last = found.at(-1)
    if (last && segment.from <= last.to) last.to = Math.max(last.to, segment.to)
    else found.push(segment)
  }
  return found
}
