import * as Y from 'yjs'
import { sameJson } from '../format/layout'

/** How many items before a deleted one are looked through for what an undo put in its place. */
const NEAR = 64

/** What is left of a copy behind the item it was found for; it may go on in the next one. */
interface Rest {
  client: number
  clock: number
  text: string
  copy: { client: number; clock: number }
}

/**
 * Two people delete the same words, and the first has taken that back: the second one's undo must not write them once
 * more. An undo puts a copy right before the deleted item, and says so (its right origin is that item), but only its own
 * document remembers what it is a copy of. Here others' copies are found by that, and noted as what Yjs itself notes for
 * one's own. What two people take back before they hear of each other is there twice. `since` is what had arrived when the words
 * were deleted: what stood there by then is no copy of them, even if it says the same.
 */
export function noteRestored(
  transaction: Y.Transaction,
  text: Y.Text,
  deletions: Parameters<typeof Y.iterateDeletedStructs>[1],
  since: ReadonlyMap<number, number>,
): void {
  const isCopy = ({ id: { client, clock } }: Y.Item) =>
    client !== transaction.doc.clientID && clock >= (since.get(client) ?? 0)
  const items: Y.Item[] = []
  Y.iterateDeletedStructs(transaction, deletions, (item) => {
    if (item instanceof Y.Item && (item.parent as unknown) === text && item.deleted && !item.redone)
      items.push(item)
  })
  items.reverse()
  let rest: Rest | null = null
  for (let item = items.pop(); item; item = items.pop()) {
    rest = goesOn(rest, item) ?? findCopy(item, isCopy)
    if (!rest) continue
    const length: number =
      item.content instanceof Y.ContentString ? Math.min(rest.text.length, item.length) : 1
    if (length < item.length) items.push(cut(transaction, item, length))
    item.redone = Y.createID(rest.copy.client, rest.copy.clock)
    rest = {
      client: item.id.client,
      clock: item.id.clock + length,
      text: rest.text.slice(length),
      copy: { client: rest.copy.client, clock: rest.copy.clock + length },
    }
  }
}

/** Cuts a deleted item in two and gives the second. Yjs does so at both ends of what it is asked to go through. */
function cut(transaction: Y.Transaction, { id }: Y.Item, length: number): Y.Item {
  const first = { clients: new Map([[id.client, [{ clock: id.clock, len: length }]]]) }
  // It reads nothing else of a delete set, and there is no public way to make one.
  Y.iterateDeletedStructs(transaction, first as never, () => {})
  return Y.getItem(transaction.doc.store, Y.createID(id.client, id.clock + length)) as Y.Item
}

/** The copy of the item before, when it goes on with this item's words. */
function goesOn(rest: Rest | null, { id, content }: Y.Item): Rest | null {
  if (!rest || rest.client !== id.client || rest.clock !== id.clock) return null
  return content instanceof Y.ContentString && fits(rest.text, content.str) ? rest : null
}

/**
 * What somebody else's undo put before the item, or before the words in front of it that were deleted with it: pieces of one
 * writing that say what it said, some of it still there.
 */
function findCopy(item: Y.Item, isCopy: (piece: Y.Item) => boolean): Rest | null {
  const { client, clock } = item.id
  const pieces: Y.Item[] = []
  let left = item.left
  for (let steps = 0; left && steps < NEAR; steps++, left = left.left) {
    const before = left.rightOrigin
    if (before?.client === client && before.clock <= clock && isCopy(left)) pieces.unshift(left)
  }
  for (const first of pieces) {
    const ahead = clock - (first.rightOrigin as Y.ID).clock
    if (first.id.client === client && first.id.clock < clock) continue
    if (first.content instanceof Y.ContentEmbed) {
      const isSame =
        item.content instanceof Y.ContentEmbed && sameJson(first.content.embed, item.content.embed)
      if (ahead === 0 && isSame && !first.deleted) return restOf(item, first, 0, '')
      continue
    }
    if (!(item.content instanceof Y.ContentString)) continue
    const said = textFrom(first, pieces)
    const text = said.text.slice(ahead)
    if (said.isThere && fits(text, item.content.str)) return restOf(item, first, ahead, text)
  }
  return null
}

const restOf = ({ id }: Y.Item, copy: Y.Item, ahead: number, text: string): Rest => ({
  client: id.client,
  clock: id.clock,
  text,
  copy: { client: copy.id.client, clock: copy.id.clock + ahead },
})

/** The words from this piece on, as long as they were written in one go; what was deleted since is unknown. */
function textFrom(first: Y.Item, pieces: readonly Y.Item[]): { text: string; isThere: boolean } {
  let text = ''
  let isThere = false
  let { clock } = first.id
  for (const piece of pieces) {
    if (piece.id.client !== first.id.client || piece.id.clock !== clock) continue
    if (piece.rightOrigin?.clock !== first.rightOrigin?.clock) break
    if (piece.content instanceof Y.ContentString) text += piece.content.str
    else if (piece.deleted) text += UNKNOWN.repeat(piece.length)
    else break
    isThere ||= !piece.deleted
    clock += piece.length
  }
  return { text, isThere }
}

const UNKNOWN = '\0'

/** Do both agree over the length of the shorter one, wherever the first is known? Something of it must be. */
function fits(said: string, words: string): boolean {
  const length = Math.min(said.length, words.length)
  let isAnyKnown = false
  for (let i = 0; i < length; i++) {
    if (said[i] === UNKNOWN) continue
    if (said[i] !== words[i]) return false
    isAnyKnown = true
  }
  return isAnyKnown
}
