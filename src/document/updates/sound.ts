import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { decodeOnce } from './decoded-update'

/** A client writes a character at a clock; nobody lives to write as many, and up to here sums of clocks and lengths are exact. */
const MOST_CLOCK = 2 ** 40

/**
 * Does an update bring only what Yjs can hold, however well it is made? It may be taken in without complaint and break the page when it is
 * read the next time, or when something of it is deleted: clocks beyond what numbers can tell apart, values nested so deep that writing
 * them runs out of stack, types within types, which are deleted one inside the other. No program of ours writes any of these.
 */
export function isSound(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = decodeOnce(update)
  const types: Y.Item[] = []
  for (const struct of structs) {
    if (struct.id.clock + struct.length > MOST_CLOCK) return false
    if (!(struct instanceof Y.Item)) continue
    const { content } = struct
    if (content instanceof Y.ContentDoc || valuesOf(content).some((value) => isDeep(value))) return false
    if (content instanceof Y.ContentType) types.push(struct)
  }
  for (const ranges of ds.clients.values())
    if (ranges.some(({ clock, len }) => clock + len > MOST_CLOCK)) return false
  return types.length === 0 || standInRoots(doc, structs, types)
}

function valuesOf(content: Y.Item['content']): unknown[] {
  if (content instanceof Y.ContentEmbed) return [content.embed]
  if (content instanceof Y.ContentFormat) return [content.value]
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr
  return []
}

function isDeep(value: unknown, levels: number = BOUNDS.valueDepth): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return levels === 0 || Object.values(value).some((inside) => isDeep(inside, levels - 1))
}

/** Does each of these types stand in the page itself, and not within another one? One that builds on what nobody has is not known to. */
function standInRoots(doc: Y.Doc, structs: readonly (Y.Item | Y.GC | Y.Skip)[], types: readonly Y.Item[]) {
  const byClient = Map.groupBy(structs, ({ id }) => id.client)
  const known = new Map<unknown, boolean>()
  /** The struct of the update that holds an id. */
  const brought = ({ client, clock }: Y.ID) => {
    const list = byClient.get(client) ?? []
    let [from, to] = [0, list.length - 1]
    while (from <= to) {
      const middle = (from + to) >> 1
      const struct = list[middle] as Y.Item
      if (clock < struct.id.clock) to = middle - 1
      else if (clock >= struct.id.clock + struct.length) from = middle + 1
      else return struct
    }
    return undefined
  }
  /** What stands beside another item names that one instead of what it stands in. */
  const standsInRoot = (first: Y.Item): boolean => {
    const passed: Y.Item[] = []
    const end = (answer: boolean) => {
      for (const item of passed) known.set(item, answer)
      return answer
    }
    for (let item = first; ; ) {
      const answer = known.get(item)
      if (answer !== undefined) return end(answer)
      // Until it is known: what leads back to itself stands nowhere.
      known.set(item, false)
      passed.push(item)
      const parent: unknown = item.parent
      if (typeof parent === 'string') return end(true)
      const beside = item.origin ?? item.rightOrigin
      if (parent instanceof Y.ID || !beside) return end(false)
      if (beside.clock < Y.getState(doc.store, beside.client)) {
        const there: unknown = Y.getItem(doc.store, beside)
        const type: unknown = there instanceof Y.Item ? there.parent : null
        return end(type instanceof Y.AbstractType && type._item === null)
      }
      const next = brought(beside)
      if (!(next instanceof Y.Item)) return end(false)
      item = next
    }
  }
  return types.every(standsInRoot)
}
