import * as Y from 'yjs'
import { sameJson } from '../format/layout'
import { isAnyLive, without } from './live-ids'
import { authorOf, type FormatPart, type RangedPart, type RangePart, readPart } from './part-keys'
import { Ranges } from './ranges'
import { Suggestions, setRange, suggestionsOf } from './suggestions'

type DeleteSet = Parameters<typeof Y.iterateDeletedStructs>[1]

/** Characters that were brought back, and the copies that now stand for them. */
interface Restored {
  client: number
  clock: number
  length: number
  copy: { client: number; clock: number }
}

/**
 * Yjs brings deleted characters back as copies with ids of their own, and only the document that does so knows of what they are
 * copies. So every range that covers characters of `deletions` that this transaction has brought back is said of the copies
 * as well, in the same transaction: nobody ever reads a suggested word as a real one, or a comment as one about nothing. With
 * `author`, who may only suggest, nothing is written in the name of others.
 */
export function followRestored(
  transaction: Y.Transaction,
  deletions: readonly DeleteSet[],
  author: string | null = null,
): void {
  const { doc } = transaction
  const restored = deletions.flatMap((set) => restoredIn(transaction, set))
  dropEmptied(transaction, author)
  dropOfCopies(transaction)
  sayOfCopies(transaction, author)
  if (restored.length === 0) return
  const map = suggestionsOf(doc)
  // The index that readers share does not know yet what this transaction has brought back.
  const suggestions = new Suggestions(doc)
  try {
    const said = new Map<string, { part: RangedPart; client: number; from: number; to: number }>()
    for (const one of restored) {
      for (const kind of [
        suggestions.inserted,
        suggestions.deleted,
        suggestions.formatted,
        suggestions.anchors,
      ]) {
        for (const part of kind.overlapping(one.client, one.clock, one.clock + one.length)) {
          if (author !== null && part.op !== '@' && authorOf(part.sid) !== author) continue
          const from = Math.max(one.clock, part.clock)
          const to = Math.min(one.clock + one.length, part.clock + part.length)
          const copy = one.copy.clock + from - one.clock
          const open = said.get(part.key)
          if (open && open.client === one.copy.client && open.to === copy) open.to += to - from
          else {
            if (open) write(map, open)
            said.set(part.key, { part, client: one.copy.client, from: copy, to: copy + to - from })
          }
        }
      }
    }
    for (const range of said.values()) write(map, range)
  } finally {
    suggestions.close()
  }
}

/**
 * Drops the ranges of characters that this transaction deleted the last of, of those that this client wrote: what an undo before
 * said of copies is no part of the step that put the characters in.
 */
function dropEmptied(transaction: Y.Transaction, author: string | null): void {
  const { doc } = transaction
  const map = suggestionsOf(doc)
  const gone: { client: number; from: number; to: number }[] = []
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    if (!(item instanceof Y.Item) || !item.countable || item.parentSub !== null) return
    gone.push({ client: item.id.client, from: item.id.clock, to: item.id.clock + item.length })
  })
  if (gone.length === 0) return
  const suggestions = new Suggestions(doc)
  suggestions.close()
  for (const { client, from, to } of gone) {
    for (const part of [
      ...suggestions.inserted.overlapping(client, from, to),
      ...suggestions.formatted.overlapping(client, from, to),
    ]) {
      if (author !== null && authorOf(part.sid) !== author) continue
      const range = { client, from: part.clock, to: part.clock + part.length }
      if (map._map.get(part.key)?.id.client === doc.clientID && !isAnyLive(doc, range)) map.delete(part.key)
    }
  }
}

/**
 * Drops what an undo before has said of copies when the part that it followed is taken back now: a suggestion that is gone says
 * nothing of the characters any more, whatever became of them since.
 */
function dropOfCopies(transaction: Y.Transaction): void {
  const { doc } = transaction
  const map = suggestionsOf(doc)
  const gone: RangedPart[] = []
  for (const key of transaction.changed.get(map as never) ?? []) {
    const item = key === null || map.has(key) ? undefined : map._map.get(key)
    const part = item ? readPart(key as string, item.content.getContent()[item.length - 1]) : null
    if (part && (part.op === '-' || part.op === '*')) gone.push(part)
  }
  if (gone.length === 0) return
  const suggestions = new Suggestions(doc)
  suggestions.close()
  for (const part of gone) {
    const { client, clock, length } = part
    for (const copy of copiesOf(doc, client, clock, clock + length)) {
      const kind = part.op === '*' ? suggestions.formatted : suggestions.deleted
      for (const said of kind.overlapping(copy.client, copy.from, copy.to)) {
        if ('sid' in part && said.sid !== part.sid) continue
        if (said.clock >= copy.from && said.clock + said.length <= copy.to) map.delete(said.key)
      }
    }
  }
}

/**
 * Says of copies what this transaction says of their originals again: a decision that is taken back may be older than the undo that
 * brought the characters back.
 */
function sayOfCopies(transaction: Y.Transaction, author: string | null): void {
  const { doc, beforeState } = transaction
  const map = suggestionsOf(doc)
  const begun = beforeState.get(doc.clientID) ?? 0
  const back: (RangePart | FormatPart)[] = []
  for (const key of transaction.changed.get(map as never) ?? []) {
    const id = key !== null && map.has(key) ? map._map.get(key)?.id : undefined
    if (id?.client !== doc.clientID || id.clock < begun) continue
    const part = readPart(key as string, map.get(key as string))
    if (part?.op !== '+' && part?.op !== '-' && part?.op !== '*') continue
    if (author === null || authorOf(part.sid) === author) back.push(part)
  }
  if (back.length === 0) return
  const suggestions = new Suggestions(doc)
  suggestions.close()
  for (const part of back) {
    const { client, clock, length } = part
    for (const copy of copiesOf(doc, client, clock, clock + length)) {
      if (!isAnyLive(doc, copy)) continue
      const kind =
        part.op === '*' ? suggestions.formatted : part.op === '+' ? suggestions.inserted : suggestions.deleted
      const same = new Ranges<RangedPart>()
      for (const said of kind.overlapping(copy.client, copy.from, copy.to))
        if (said.sid === part.sid && (said.op !== '*' || (part.op === '*' && sameJson(said.set, part.set))))
          same.add(said)
      for (const { from, to } of without(copy, same.covered(copy.client, copy.from, copy.to)))
        write(map, { part, client: copy.client, from, to })
    }
  }
}

/** The ids of what undos have put in the place of characters, those that follow one another together. */
function copiesOf(doc: Y.Doc, client: number, from: number, to: number) {
  const found: { client: number; from: number; to: number }[] = []
  const structs = doc.store.clients.get(client)
  const end = Math.min(to, Y.getState(doc.store, client))
  if (!structs || from >= end) return found
  for (let i = Y.findIndexSS(structs as Y.Item[], from); i < structs.length; i++) {
    const item = structs[i] as Y.Item | Y.GC
    if (item.id.clock >= end) break
    if (!(item instanceof Y.Item) || !item.redone) continue
    const first = Math.max(from, item.id.clock)
    const last = Math.min(end, item.id.clock + item.length)
    const copy = item.redone.clock + first - item.id.clock
    const range = { client: item.redone.client, from: copy, to: copy + last - first }
    const open = found.at(-1)
    if (open && open.client === range.client && open.to === range.from) open.to = range.to
    else found.push(range)
    found.push(...copiesOf(doc, range.client, range.from, range.to))
  }
  return found
}

function write(
  map: Y.Map<unknown>,
  { part, client, from, to }: { part: RangedPart; client: number; from: number; to: number },
): void {
  setRange(map, part, { client, from, to })
}

/** In the order of the copies, so that those that follow one another make one range. */
function restoredIn(transaction: Y.Transaction, deletions: DeleteSet): Restored[] {
  const { doc } = transaction
  const found: Restored[] = []
  Y.iterateDeletedStructs(transaction, deletions, (item) => {
    if (!(item instanceof Y.Item) || !item.redone || !item.countable || item.parentSub !== null) return
    const { client, clock } = item.redone
    if (client !== doc.clientID || clock < (transaction.beforeState.get(client) ?? 0)) return
    found.push({ client: item.id.client, clock: item.id.clock, length: item.length, copy: { client, clock } })
  })
  return found.sort((a, b) => a.copy.clock - b.copy.clock)
}
