import * as Y from 'yjs'
import { entriesOf } from '../format/layout'
import { isLiveBead, widthOf } from '../page-index/item-text'
import type { PageIndex } from '../page-index/page-index'
import { RANK } from '../write/string-change'
import type { PagePlan } from '../write/write-page'
import { type Chosen, decide } from './decide'
import { type Sid, suggestedRangeKey } from './part-keys'
import { Standing } from './standing'
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
  const standing = new Standing(index, suggestions)
  const stored = entriesOf(index.doc)
  const cells: Chosen[] = []
  for (const [id, values] of entries) {
    standing.block(id)
    if (index.tree.gridOfCell(id) !== null && !stored.has(id))
      for (const part of suggestions.entry(id)?.get('kind') ?? []) cells.push({ part })
    for (const place of [values.at, values.into]) if (Array.isArray(place)) standing.block(String(place[0]))
  }
  for (const { at, rank } of change.puts) {
    if (at === 0 || rank === RANK.follows) continue
    const { segment } = index.texts.list.at(at - 1)
    // What is written behind a suggested Enter belongs to the block before until that is accepted.
    if (!segment.item || segment.split) continue
    standing.bead(segment)
    standing.block(segment.id)
  }
  return [...standing.chosen, ...cells]
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
