import * as Y from 'yjs'
import { decodeOnce } from './decoded-update'

/** A run of the characters of an id, long enough to be one: whatever has none names nothing. */
const MAYBE = /[0-9a-z]{20}/
const ID = /(?<![0-9a-z])[0-9a-z]{20}(?![0-9a-z])/g

/**
 * Whatever has the form of a row's id (`shared/ids`) in what an update of a page brings: in attributes of blocks, marks and
 * atoms, of any kind, also an unknown one. Plain words name nothing. The cost is that of the update, not of the page.
 */
export function idsNamedIn(update: Uint8Array): Set<string> {
  const found = new Set<string>()
  if (!MAYBE.test(new TextDecoder('latin1').decode(update))) return found
  for (const struct of decodeOnce(update).structs) {
    if (!(struct instanceof Y.Item)) continue
    const { content } = struct
    if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) collect(content.arr, found)
    else if (content instanceof Y.ContentEmbed) collect(content.embed, found)
    else if (content instanceof Y.ContentFormat) collect(content.value, found)
  }
  return found
}

/** Any depth of nesting (R34). */
function collect(value: unknown, found: Set<string>): void {
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string') for (const [id] of next.matchAll(ID)) found.add(id)
    else if (Array.isArray(next)) for (const item of next) rest.push(item)
    else if (typeof next === 'object' && next !== null)
      for (const [key, item] of Object.entries(next)) rest.push(key, item)
  }
}
