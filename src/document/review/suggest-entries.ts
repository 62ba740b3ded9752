import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { entriesOf, sameJson } from '../format/layout'
import type { EntryChanges } from '../write/write-entries'
import type { IdRange } from './live-ids'
import { authorOf, type EntryPart, entryKey, type Sid } from './part-keys'
import type { PageWork } from './suggest-page'

/**
 * Suggests values of entries. Gives the beads of blocks that the author had suggested and takes back: with their beads gone,
 * what is behind them joins the text before, as if the blocks had never been suggested.
 */
export function suggestEntries(work: PageWork, changes: EntryChanges): IdRange[] {
  const gone: IdRange[] = []
  for (const [block, values] of changes) {
    const beads = isTakenBack(work, block, values) ? ownBeads(work, block) : null
    if (beads) {
      gone.push(...beads)
      for (const { key } of partsOf(work, block)) work.map.delete(key)
      continue
    }
    for (const [field, value] of Object.entries(values))
      suggestValue(work, block, field, value === undefined ? null : (value as Json))
  }
  return gone
}

/** Is the block one that only its author suggested, and does the edit delete it or join it to the text before? */
function isTakenBack(
  { index, author, suggestions }: PageWork,
  block: string,
  values: Readonly<Record<string, unknown>>,
) {
  if (entriesOf(index.doc).has(block) || !suggestions.entry(block)) return false
  const { texts, tree } = index
  if (partsOf({ suggestions }, block).some(({ sid }) => authorOf(sid) !== author)) return false
  // What stands in it, or was merged into it, would lose its place.
  if (index.children(block).length > 0 || tree.dependents(block).length > 0) return false
  if (values.deleted === true) return true
  const into: unknown = Array.isArray(values.into) ? values.into[0] : undefined
  const [only, ...others] = texts.of(block)
  if (typeof into !== 'string' || !only || others.length > 0) return false
  const start = texts.list.start(only)
  if (start === 0) return false
  const before = texts.list.at(start - 1).segment
  return tree.textSources(into).at(-1) === before.id
}

/** The beads of a block, or null when one of them is not the author's own suggestion. */
function ownBeads({ index, suggestions, author }: PageWork, block: string): IdRange[] | null {
  const beads: IdRange[] = []
  for (const { item } of index.texts.of(block)) {
    if (!item) return null
    const { client, clock } = item.id
    const covering = suggestions.inserted.overlapping(client, clock, clock + 1)
    if (!covering.some(({ sid }) => authorOf(sid) === author)) return null
    beads.push({ client, from: clock, to: clock + 1 })
  }
  return beads
}

const partsOf = ({ suggestions }: Pick<PageWork, 'suggestions'>, block: string): EntryPart[] =>
  [...(suggestions.entry(block)?.values() ?? [])].flat()

/** Suggests one value, so that it is the one that counts; one that would be there without the author's word needs none. */
function suggestValue(
  { map, index, suggestions, author, sid }: PageWork,
  block: string,
  field: string,
  to: Json,
): void {
  const stored: unknown = entriesOf(index.doc).get(block)
  const was = stored instanceof Y.Map ? ((stored.get(field) ?? null) as Json) : null
  const said = suggestions.entry(block)?.get(field) ?? []
  const own = said.filter((part) => authorOf(part.sid) === author)
  const others = said.filter((part) => authorOf(part.sid) !== author)
  const last = others.at(-1)
  if (sameJson(last ? last.to : was, to)) {
    // What makes the block stays: others may be rejected.
    const makes = (part: EntryPart) => !stored && (part.field === 'at' || part.field === 'kind')
    for (const part of own) {
      if (!makes(part)) map.delete(part.key)
      else if (!last || part.sid > last.sid) map.set(part.key, { to, was })
    }
    return
  }
  const ownLast = own.at(-1)
  const by: Sid = ownLast && ownLast.sid > sid ? ownLast.sid : sid
  map.set(entryKey(by, block, field), { to, was })
}
