import * as Y from 'yjs'
import { cellParts } from '../format/grid'
import { entriesOf, ROOT } from '../format/layout'
import { isLiveBead, widthOf } from '../page-index/item-text'
import type { PageIndex } from '../page-index/page-index'
import type { TextSegment } from '../page-index/text-segments'
import { RANK } from '../write/string-change'
import type { PagePlan } from '../write/write-page'
import { type Chosen, decide } from './decide'
import { type EntryPart, type Sid, suggestedRangeKey } from './part-keys'
import { type Suggestions, suggestionsOf } from './suggestions'

/**
 * What an edit that is written directly does to suggestions that it goes among. Writing in a suggested block accepts that the block is
 * there, for real words have to stand somewhere; what is suggested in it stays pending. Text that is typed strictly
 * inside a pending insertion becomes part of it; at its edges it is real. To be called in the transaction, before the plan
 * is written; gives what to do afterwards.
 */
export function writeAmong(index: PageIndex, suggestions: Suggestions, plan: PagePlan): () => void {
  const joining = joinsOf(index, suggestions, plan)
  const chosen = blocksWrittenIn(index, suggestions, plan)
  if (chosen.length > 0) decide(index, suggestions, chosen, true)
  return joining.length > 0 ? () => join(index.doc, suggestions, joining) : nothing
}

const nothing = () => {}

interface Id {
  client: number
  clock: number
}

/** The beads and entries of suggested blocks that a plan counts on. */
function blocksWrittenIn(
  index: PageIndex,
  suggestions: Suggestions,
  { change, entries }: PagePlan,
): Chosen[] {
  const chosen = new Map<string, Chosen>()
  const seen = new Set<string>()
  const stored = entriesOf(index.doc)
  const choose = (one: Chosen) => chosen.set(`${one.part.key} ${one.from}`, one)
  const acceptBead = ({ item }: TextSegment) => {
    if (!item) return
    const { client, clock } = item.id
    for (const part of suggestions.inserted.overlapping(client, clock, clock + 1))
      choose({ part, from: clock, to: clock + 1 })
  }
  const acceptBlock = (id: string) => {
    if (id === ROOT || seen.has(id)) return
    seen.add(id)
    const parts = [...(suggestions.entry(id)?.values() ?? [])].flat()
    if (index.tree.gridOfCell(id) !== null) {
      const { row, column } = cellParts(id) as { row: string; column: string }
      if (!stored.has(id)) for (const part of parts) if (part.field === 'kind') choose({ part })
      for (const line of [row, column]) acceptBlock(line)
      return
    }
    if (stored.has(id)) return
    for (const segment of index.texts.of(id)) acceptBead(segment)
    for (const part of byMakers(parts)) choose({ part })
    if (parts.length > 0) acceptBlock(index.tree.entry(id)?.at.parent ?? ROOT)
  }
  for (const [id, values] of entries) {
    acceptBlock(id)
    for (const place of [values.at, values.into]) if (Array.isArray(place)) acceptBlock(String(place[0]))
  }
  for (const { at, rank } of change.puts) {
    if (at === 0 || rank === RANK.follows) continue
    const { segment } = index.texts.list.at(at - 1)
    // What is written behind a suggested Enter belongs to the block before until that is accepted.
    if (!segment.item || segment.split) continue
    acceptBead(segment)
    acceptBlock(segment.id)
  }
  return [...chosen.values()]
}

/** What the suggestions say that would make the block: others may have suggested more of it. */
function byMakers(parts: readonly EntryPart[]): EntryPart[] {
  const makers = new Set<Sid>()
  for (const { sid, field } of parts) if (field === 'kind' || field === 'at') makers.add(sid)
  return parts.filter(({ sid }) => makers.has(sid))
}

/** Text that comes in right behind a unit that is suggested in, as is the one behind that. */
interface Joining {
  sid: Sid
  behind: Id
}

function joinsOf(index: PageIndex, suggestions: Suggestions, { change }: PagePlan): Joining[] {
  const { texts } = index
  const joining: Joining[] = []
  for (const { at, rank, insert } of change.puts) {
    if (at === 0 || rank !== RANK.ends || (typeof insert === 'object' && 'block' in insert)) continue
    const { segment, offset } = texts.list.at(at - 1)
    const characters = segment.item ? offset : offset + 1
    if (characters === 0 || characters >= segment.length) continue
    const before = idOf(texts.itemBefore(segment, characters))
    const after = idOf(texts.itemBefore(segment, characters + 1))
    const sid = before && after && commonSid(suggestions, before, after)
    if (sid && before) joining.push({ sid, behind: before })
  }
  return joining
}

const idOf = (found: { item: Y.Item; at: number } | null): Id | null =>
  found && { client: found.item.id.client, clock: found.item.id.clock + found.at }

function commonSid({ inserted }: Suggestions, one: Id, other: Id): Sid | null {
  const sids = new Set(inserted.overlapping(one.client, one.clock, one.clock + 1).map(({ sid }) => sid))
  const parts = inserted.overlapping(other.client, other.clock, other.clock + 1)
  return parts.find(({ sid }) => sids.has(sid))?.sid ?? null
}

/** Says of the units that were written behind others that they are suggested in as well. */
function join(doc: Y.Doc, suggestions: Suggestions, joining: readonly Joining[]): void {
  doc.transact(({ beforeState }) => {
    const map = suggestionsOf(doc)
    const since = beforeState.get(doc.clientID) ?? 0
    for (const { sid, behind } of joining) {
      const first = Y.getItem(doc.store, Y.createID(behind.client, behind.clock)) as Y.Item
      for (let item = first.right; item; item = item.right) {
        const isNew = item.id.client === doc.clientID && item.id.clock >= since
        if (widthOf(item) === 0) continue
        if (!isNew || isLiveBead(item)) break
        const { client, clock } = item.id
        const open = suggestions.inserted
          .overlapping(client, clock - 1, clock)
          .find(
            (part) =>
              part.sid === sid && part.clock + part.length === clock && map.get(part.key) === part.length,
          )
        const start = open?.clock ?? clock
        map.set(suggestedRangeKey(sid, '+', client, start), clock + item.length - start)
      }
    }
  })
}
