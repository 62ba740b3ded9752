import * as Y from 'yjs'
import { decodeOnce } from '../updates/decoded-update'
import { anchorIn, authorOf, type Sid, sidIn } from './part-keys'
import { suggestionsOf } from './suggestions'

/** A suggestion of which an update writes a part that the page never had, or a discussion of which it writes an anchor. */
export interface PartBegun {
  /** Null where that is a comment's anchor. */
  sid: Sid | null
  /** The client id under which it is written. */
  client: number
  /** The discussion, and of which client the characters are; null for a suggestion, and for what is no anchor. */
  anchor: { discussion: string; client: number } | null
}

/**
 * The suggestions, and anchors, of which an update writes parts under new keys: each once for a client id. Looks at the update
 * alone: what replaces a part names the part and not its key, and can give it no other.
 */
export function partsBegun(update: Uint8Array): PartBegun[] {
  const found = new Map<string, PartBegun>()
  for (const item of decodeOnce(update).structs) {
    if (!(item instanceof Y.Item) || item.parentSub === null) continue
    const parent: unknown = item.parent
    if (parent !== 'suggestions') continue
    const sid = sidIn(item.parentSub)
    // Nobody reads any other key.
    if (sid === null && !item.parentSub.startsWith('@ ')) continue
    const { client } = item.id
    const anchor = sid === null ? anchorIn(item.parentSub) : null
    found.set(`${client} ${sid} ${anchor?.discussion} ${anchor?.client}`, { sid, client, anchor })
  }
  return [...found.values()]
}

/** Has the page ever had a part of this suggestion, whatever has become of it? */
export const wasBegun = (doc: Y.Doc, sid: Sid): boolean =>
  // It begins with its head in every program of ours.
  suggestionsOf(doc)._map.has(sid) || everIn(doc).sids.has(sid)

/** Has the discussion ever stood anywhere on the page? */
export const wasAnchored = (doc: Y.Doc, discussion: string): boolean =>
  everIn(doc).discussions.has(discussion)

/** The suggestions and discussions of which a page has ever had a part, by the first of its keys. */
interface Ever {
  keys: number
  sids: Set<Sid>
  discussions: Set<string>
}

const known = new WeakMap<Y.Doc, Ever>()

/** Each key is looked at once: a page keeps all that it has ever had, in the order in which they came. */
function everIn(doc: Y.Doc): Ever {
  const { _map: keys } = suggestionsOf(doc)
  const ever = known.get(doc) ?? { keys: 0, sids: new Set(), discussions: new Set() }
  known.set(doc, ever)
  if (ever.keys === keys.size) return ever
  let at = 0
  for (const key of keys.keys()) {
    if (at++ < ever.keys) continue
    const sid = sidIn(key)
    if (sid !== null) ever.sids.add(sid)
    else {
      const [first, discussion, more] = key.split(' ', 3)
      if (first === '@' && discussion !== undefined && more !== undefined) ever.discussions.add(discussion)
    }
  }
  ever.keys = keys.size
  return ever
}

/**
 * Does an update that begins these begin a suggestion in somebody else's name than `author`'s, or write where a comment stands,
 * which is the server's? To a suggestion that is there, a person who may edit adds: deciding about a part of it, or taking that
 * back, writes new keys for what is left. And a discussion that has stood on the page follows the characters that they bring back
 * or put elsewhere, in the same edit. `isOwn`: is it written under a client id of theirs?
 */
export function beginsForOthers(
  doc: Y.Doc,
  begun: readonly PartBegun[],
  author: string,
  isOwn: (client: number) => boolean,
): boolean {
  return begun.some(({ sid, client, anchor }) => {
    if (!isOwn(client)) return false
    if (sid !== null) return authorOf(sid) !== author && !wasBegun(doc, sid)
    return anchor?.client !== client || !wasAnchored(doc, anchor.discussion)
  })
}
