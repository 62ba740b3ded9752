import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { titleText } from '../format/page-doc'
import { type IdRange, LiveIds, without } from './live-ids'
import type { RangePart } from './part-keys'
import { Ranges } from './ranges'
import { itemsIn, type Suggestions } from './suggestions'
import type { Taken } from './taken'

/**
 * Two people decide about one suggestion before they hear of each other, one accepts, the other rejects: deleting wins in Yjs, so
 * the old words and the new ones would both be gone. The first decision counts. Of what an edit takes away by a decision, this
 * gives the update that writes anew what still stands and was decided otherwise: no suggestion asks about it any more, or nothing is
 * left of what was to stand in its place. The update is to come in together with the edit, and is right for the page as
 * `suggestions.doc` holds it now. A copy stands right before its original, as an undo puts it (`write/restored.ts`): so the undo
 * of the later decision finds it and writes the words no second time.
 *
 * It removes what the edit says of itself, which nobody asks again.
 */
export function givingBack(suggestions: Suggestions, taken: readonly Taken[], client: number): Uint8Array {
  const copies = keptOf(suggestions, taken).flatMap((range) => [...copiesOf(suggestions.doc, range)])
  const encoder = new Y.UpdateEncoderV1()
  encoding.writeVarUint(encoder.restEncoder, copies.length > 0 ? 1 : 0)
  if (copies.length > 0) {
    encoding.writeVarUint(encoder.restEncoder, copies.length)
    encoder.writeClient(client)
    encoding.writeVarUint(encoder.restEncoder, 0)
    let clock = 0
    for (const { origin, before, content } of copies) {
      const item = new Y.Item(Y.createID(client, clock), null, origin, null, before, null, null, content)
      item.write(encoder, 0)
      clock += item.length
    }
  }
  const notes = Map.groupBy(taken, ({ note }) => note.client)
  encoding.writeVarUint(encoder.restEncoder, notes.size)
  for (const [of, said] of [...notes].sort(([a], [b]) => b - a)) {
    encoding.writeVarUint(encoder.restEncoder, of)
    encoding.writeVarUint(encoder.restEncoder, said.length)
    for (const { note } of said.sort((a, b) => a.note.clock - b.note.clock)) {
      encoding.writeVarUint(encoder.restEncoder, note.clock)
      encoding.writeVarUint(encoder.restEncoder, 1)
    }
  }
  return encoder.toUint8Array()
}

/** Parts of suggestions that are looked at for one edit: as many as pages hold, several times over. */
const MOST_LOOKS = 200_000

/** What of it others have decided about otherwise, each id once. Of an edit that says too much only the beginning is looked at. */
function keptOf(suggestions: Suggestions, taken: readonly Taken[]): IdRange[] {
  const live = new LiveIds(suggestions.doc)
  const kept: IdRange[] = []
  let looks = 0
  for (const { of, stay } of taken) {
    const parts = Object.keys(of).flatMap((sid) => suggestions.of(sid))
    looks += parts.length
    if (looks > MOST_LOOKS) break
    const asked = new Ranges<RangePart>()
    for (const part of parts) if (part.op === '+' || part.op === '-') asked.add(part)
    for (const [sid, said] of Object.entries(of)) {
      if (said.length === 0) continue
      const standing = Object.hasOwn(stay, sid) ? (stay[sid] ?? []) : null
      const isReplaced = standing === null || standing.some((range) => live.isAny(rangeOf(range)))
      for (const range of said.map(rangeOf))
        kept.push(...without(range, isReplaced ? asked.covered(range.client, range.from, range.to) : []))
    }
  }
  return kept.sort((a, b) => a.client - b.client || a.from - b.from)
}

const rangeOf = ([client, from, length]: readonly [number, number, number]): IdRange => ({
  client,
  from,
  to: from + length,
})

/** Copies of the characters and beads of a range that stand in the page, each with what it is to come behind and before. */
function* copiesOf(doc: Y.Doc, { client, from, to }: IdRange) {
  const texts: unknown[] = [textOf(doc), titleText(doc)]
  for (const item of itemsIn(doc, client, from, to)) {
    const { content } = item
    if (!texts.includes(item.parent) || item.parentSub !== null || !item.countable) continue
    const first = Math.max(0, from - item.id.clock)
    const last = Math.min(item.length, to - item.id.clock)
    const origin = first > 0 ? Y.createID(client, item.id.clock + first - 1) : (item.left?.lastId ?? null)
    const before = Y.createID(client, item.id.clock + first)
    if (content instanceof Y.ContentString)
      yield { origin, before, content: new Y.ContentString(content.str.slice(first, last)) }
    else if (content instanceof Y.ContentEmbed) yield { origin, before, content: content.copy() }
  }
}
