import * as Y from 'yjs'
import { wordsIdOf } from '@/document'
import { type NotTaken, Refusals } from '@/editor/peers/not-taken'
import { readParcel } from '@/shared/peer-ticket'
import { doneSince } from './done-since'
import { keptClients, randomClient, renameKey } from './local/kept-clients'
import type { LocalPage } from './local/local-page'
import type { OwnEdits } from './own-edits'
import { deletionOf, isValueIn, renameClients, undelete, withoutDeletions } from './rename-clients'
import { openServedPage, type ServedPage } from './served-page'

/** What is known of an open page whose doc is written anew. */
export interface OpenPage {
  documentId: string
  userId: string
  doc: Y.Doc
  local: LocalPage
  mine: OwnEdits
  /** The client id that this doc writes under, and up to which clock of it the server has confirmed. */
  writingId: number
  confirmedClock: number
  /** How far the server had each client id when the page was opened there. */
  served: ReadonlyMap<number, number>
  /** Client ids in this doc that the server says are somebody else's. */
  foreign: readonly number[]
  /** Of the collaboration socket. */
  url: string
  WebSocket?: unknown
  /** Are these words signed by somebody else, and held here for them? */
  isOther(client: number): boolean
  /** Another one each time that the connection is lost, or begins. */
  exchange(): number
  /** Has the page been closed? `gone` resolves when it is. */
  isGone(): boolean
  gone: Promise<unknown>
}

/** The next tab is not kept waiting for longer than this. */
const LONGEST_WRITE_MS = 5000
/** The most client ids that can be withdrawn in one message. */
const MOST_WITHDRAWN = 1000

const openServed = (page: OpenPage, withdraw: Parameters<typeof openServedPage>[3]): ServedPage =>
  openServedPage(page.documentId, page.userId, page.url, withdraw, page.WebSocket)

/** Has the page come as the server has it? */
const hasCome = async (served: ServedPage, { gone }: OpenPage): Promise<boolean> =>
  Promise.race([served.come, gone.then(() => false)])

/** The page as the server has it now. */
interface AsServed {
  state: Uint8Array
  /** Up to which clock it has each of the client ids that were withdrawn. */
  withdrawn: ReadonlyMap<number, number>
}

/** `withdraw`: what is written anew, by somebody who may write. Null when the page does not come. */
async function asServed(
  page: OpenPage,
  withdraw: readonly (readonly [client: number, clock: number])[],
): Promise<AsServed | null> {
  const served = openServed(page, withdraw.length > 0 ? withdraw : null)
  try {
    if (await hasCome(served, page)) {
      const withdrawn = withdraw.map(([client]) => [client, Y.getState(served.doc.store, client)] as const)
      return { state: Y.encodeStateAsUpdate(served.doc), withdrawn: new Map(withdrawn) }
    }
  } finally {
    served.close()
  }
  // Somebody who may only read by now has nothing to write anew.
  return withdraw.length > 0 && !page.isGone() ? asServed(page, []) : null
}

/**
 * Writes what the server refused under client ids that are this browser's, into the browser's copy. What the server has of such
 * a client is left as it is; of this doc's own id that is nothing until something was confirmed. Of what others wrote and the server does
 * not take from them (`notTaken`) only the places stay, under other ids, and what they deleted is there again. What this browser has
 * written may stand on that: what the server lacks of it gets other ids as well, and is taken from nobody who holds it as it was. Gives
 * the page's state then; null when there is nothing to write anew, or the page was closed meanwhile.
 */
export async function renewed(
  page: OpenPage,
  { from: without, deleted, names }: NotTaken,
): Promise<Uint8Array | null> {
  const { doc, local, served } = page
  const exchange = page.exchange()
  const isDeleting = deleted.size > 0 || local.isToUndelete()
  const withdraw = without.size > 0 ? unservedIn(page).filter(([client]) => !without.has(client)) : []
  const isAsked = isDeleting || withdraw.length > 0
  const now = isAsked ? await asServed(page, withdraw) : null
  // What others hold may be another by then.
  if (page.isGone() || page.exchange() !== exchange || (isAsked && !now)) return null
  const whole = isDeleting ? now?.state : null
  const known = local.renamed()
  const foreign = [...new Set(page.foreign)].filter(
    (client) => doc.store.clients.has(client) && !known?.has(client),
  )
  // The server has their words, or will have them from others who hold them.
  const ofOthers = foreign.filter(othersIn(page))
  const held = foreign.filter((client) => !ofOthers.includes(client))
  // What the page before this one had sent was still under way.
  if (foreign.length === 0 && without.size === 0 && !known && !whole) return null
  const anew = withdraw.flatMap(([client]) => {
    const clock = now?.withdrawn.get(client)
    const isLeft = held.includes(client) || known?.has(client) === true
    return clock === undefined || isLeft || Y.getState(doc.store, client) <= clock
      ? []
      : [{ client, from: clock }]
  })
  const renamed = [
    ...held.map((client) => ({
      client,
      from: client === page.writingId && page.confirmedClock === 0 ? 0 : (served.get(client) ?? 0),
    })),
    ...anew,
  ]
  const emptied = [
    ...new Map([
      // Of what was refused the server may have had some.
      ...[...without].map(([client, clock]) => [client, Math.max(clock, served.get(client) ?? 0)] as const),
      ...ofOthers.map((client) => [client, served.get(client) ?? 0] as const),
    ]),
  ]
  const to = await newClients(page, [
    ...renamed.map(({ client, from }) => renameKey(client, from)),
    ...emptied.map(([client, clock]) => renameKey(client, clock, true)),
  ])
  const asked = new Set([...withdraw.map(([client]) => client), ...without.keys(), ...foreign])
  const { made } = await local.replace(() => {
    if (page.isGone()) return null
    // What another tab has just written down: the server is to be asked about that first.
    if (local.isToUndelete() && !isDeleting) return null
    // Text of which suggestions were made, and what stands on it, is to become suggestions first.
    if (local.replayed() || local.hasOlder()) return null
    const latest = local.renamed()
    // Words of a tab that the server was not asked about: they may stand on what is renamed.
    const isNew = ([client]: readonly [number, number]) => !asked.has(client) && !latest?.has(client)
    if (without.size > 0 && unservedIn(page).some(isNew)) return null
    const renames = new Map(latest)
    emptied.forEach(([client, clock], i) => {
      renames.set(client, { from: clock, to: to[renamed.length + i] as number, isEmptied: true })
    })
    renamed.forEach(({ client, from }, i) => {
      if (!latest?.has(client)) renames.set(client, { from, to: to[i] as number })
    })
    const held = Y.encodeStateAsUpdate(doc)
    const rename = (update: Uint8Array) => renameClients(update, renames, (id) => isValueIn(doc, id))
    const mine = page.mine.all().map(({ update }) => rename(update))
    const inVain = rename(Y.mergeUpdates([deletionOf(deleted), ...local.undeleted()]))
    const state = whole ? undelete(rename(held), inVain, { served: whole, mine }) : rename(held)
    return { state, ...(deleted.size > 0 && { undeleted: inVain }) }
  })
  if (made && names.size > 0) local.drop([...names])
  return made?.state ?? null
}

/**
 * New client ids for what these keys stand for: random, but the same for every tab of this browser, so that what two tabs rename stays
 * one. Where nothing can be kept they are others each time.
 */
async function newClients({ local, documentId }: OpenPage, keys: readonly string[]): Promise<number[]> {
  const db = await local.database()
  return keptClients(db, documentId, keys).catch(() => keptClients(null, documentId, keys))
}

/** The client ids of which this doc holds more than the server did when the page was opened there, with the clock up to which. */
function unservedIn(page: OpenPage): (readonly [client: number, clock: number])[] {
  const { doc, served } = page
  const isOther = othersIn(page)
  return [...doc.store.clients.keys()]
    .map((client) => [client, Y.getState(doc.store, client)] as const)
    .filter(([client, clock]) => clock > (served.get(client) ?? 0) && !isOther(client))
    .slice(0, MOST_WITHDRAWN)
}

/**
 * The page's state without what others wrote and deleted that the server has not had from them (`served` is what it has): they bring it
 * themselves, or another peer that holds it does. Where another tab has written the copy anew, it is as that one has named it.
 */
function stateWithoutOthers(page: OpenPage, served: Y.Doc): Uint8Array {
  const { doc, local, mine } = page
  const isOther = othersIn(page)
  const known = local.renamed()
  const renames = new Map(known)
  for (const client of doc.store.clients.keys()) {
    const from = Y.getState(served.store, client)
    const isLeft = !isOther(client) || known?.get(client)?.isEmptied
    if (isLeft || Y.getState(doc.store, client) <= from) continue
    renames.set(client, { from, to: randomClient(), isEmptied: true })
  }
  const { deleted } = heldOf(local)
  const undeleted = local.isToUndelete() ? local.undeleted() : []
  const state = Y.encodeStateAsUpdate(doc)
  if (renames.size === 0 && deleted.size === 0 && undeleted.length === 0) return state
  const rename = (update: Uint8Array) => renameClients(update, renames, (id) => isValueIn(doc, id))
  return undelete(rename(state), rename(Y.mergeUpdates([deletionOf(deleted), ...undeleted])), {
    served: Y.encodeStateAsUpdate(served),
    mine: mine.all().map(({ update }) => rename(update)),
  })
}

/** What the parcels write and delete that are held of others. */
function heldOf(local: LocalPage): Pick<NotTaken, 'from' | 'deleted'> {
  const held = new Refusals()
  for (const [name, parcel] of local.parcels()) {
    try {
      held.add(name, readParcel(parcel).update)
    } catch {
      // What is no parcel has brought nothing into the page.
    }
  }
  return held
}

/** Tells of which client ids the words are somebody else's, also where they have just come through the copy. */
function othersIn(page: OpenPage): (client: number) => boolean {
  const { from } = heldOf(page.local)
  const own = [page.writingId, wordsIdOf(page.doc)]
  return (client) => page.isOther(client) || (from.has(client) && !own.includes(client))
}

/** A page's state, and what could not be put into it (`replayAsSuggestions`). */
type Replayed = ReturnType<typeof import('@/document/review').replayAsSuggestions>

/**
 * Makes suggestions of what the server refused as text, in a new doc on top of the page as the server has it; `succeed` goes on with that
 * one. What others hold of it is taken from none of them any more, or is among what the server has. One tab after the other, because
 * several of this browser may hold the same words. False: it could not be done now.
 */
export async function replay(page: OpenPage, succeed: (replayed: Replayed) => void): Promise<boolean> {
  const { doc, local } = page
  await local.takeIn()
  if (page.isGone()) return true
  const served = openServed(page, unservedIn(page))
  try {
    const [{ replayAsSuggestions }, isThere] = await Promise.all([
      import('@/document/review'),
      hasCome(served, page),
    ])
    if (!isThere) return false
    await inTurn(`sheaf:replay:${page.userId}:${page.documentId}`, async () => {
      await local.takeIn()
      if (page.isGone()) return
      const { made, written } = await local.replace(() => {
        if (page.isGone()) return null
        const states = {
          served: Y.encodeStateAsUpdate(served.doc),
          held: stateWithoutOthers(page, served.doc),
        }
        const renames = local.renamed() ?? new Map()
        const rename = (update: Uint8Array) => renameClients(update, renames, (id) => isValueIn(doc, id))
        const known = local.replayed()
        const before = known && rename(known)
        const suggested = replayAsSuggestions({
          ...states,
          ...(before && doneSince(before, states)),
          author: page.userId,
        })
        return { ...suggested, replayed: rename(Y.encodeStateAsUpdate(doc)) }
      })
      served.close()
      if (made) succeed(made)
      // Another tab finds it written, unless the database does not answer.
      await Promise.race([written, new Promise((resolve) => setTimeout(resolve, LONGEST_WRITE_MS))])
    })
    return true
  } finally {
    served.close()
  }
}

/**
 * Suggests what other tabs of this browser wrote on text without knowing that suggestions had been made of it: only that, beside what this
 * page has. What others wrote of it they bring themselves. Gives what could not be suggested; null where there is nothing to do.
 */
export async function suggestOlder(page: OpenPage): Promise<Pick<Replayed, 'left' | 'undecided'> | null> {
  const { doc, local } = page
  const { replayAsSuggestions } = await import('@/document/review')
  return local.suggestOlder((older, replayed) => {
    const clocks = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(replayed))
    const renames = new Map<number, { from: number; to: number; isEmptied: true }>()
    const isOther = othersIn(page)
    for (const { id } of Y.decodeUpdate(older).structs)
      if (isOther(id.client))
        renames.set(id.client, { from: clocks.get(id.client) ?? 0, to: randomClient(), isEmptied: true })
    const kept = withoutDeletions(older, [deletionOf(heldOf(local).deleted)])
    const held = renameClients(kept, renames, (id) => isValueIn(doc, id))
    const served = Y.encodeStateAsUpdate(doc)
    const { state, left, undecided } = replayAsSuggestions({
      served,
      ...doneSince(replayed, { held, served }),
      author: page.userId,
    })
    return { state: Y.diffUpdate(state, Y.encodeStateVector(doc)), left, undecided }
  })
}

/** Tabs of one browser do this one after the other. */
const inTurn = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(name, act) as Promise<T>) : act()
