import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { createLiveDoc, type PageUser } from '@/document'
import type { openMesh } from '@/editor/peers/mesh'
import type { PeersState } from '@/editor/peers/peers-host'
import { type PageFacts, sameFacts } from '@/shared/permissions'
import { createStore, type OwnStore, type Store } from '@/shared/store'
import { acquireSocket } from './live-socket'
import { type LocalPage, openLocalPage } from './local/local-page'
import type { Known } from './local/reading'
import { createPageOthers } from './others'
import { createOwnEdits } from './own-edits'
import { createPageConnection } from './page-connection'
import { createTimers } from './page-timers'
import { createRenewals, type Renewed } from './renewals'
import { createRescue, type RescueKeeper } from './rescue'
import { type PageRefusal, type SaveState, sameSaveState } from './save-state'
import {
  type Effect,
  isAtRiskIn,
  next,
  opening,
  type PageAccess,
  type PageEvent,
  saveStateIn,
  unsentOf,
} from './situation'
import { editFrame } from './split-update'
import type { OpenPage } from './write-anew'
import { writeUnderSecretId } from './writing-id'

export interface LivePage {
  documentId: string
  doc: Y.Doc
  awareness: Awareness
  saveState: Store<SaveState>
  access: Store<PageAccess>
  /** What this person may do with the page, as the socket last said; null until it has. */
  facts: Store<PageFacts | null>
  /** Is there something to show: the browser's copy, the server's answer, or the knowledge that neither comes? */
  ready: Store<boolean>
  /** Why the server did not open the page, or take what was written, when it was asked last. */
  refusal: Store<PageRefusal>
  /** How often the server has said that something beside the content is different: place, icon, style, lock … */
  changes: Store<number>
  /** How often the server has said that there are other discussions or suggestions than before. */
  reviews: Store<number>
  /** What became of the words on the screen when its editor and the page came apart. */
  rescue: RescueKeeper
  /** How many decisions about suggestions of others the server did not take, because this person may only suggest by now. */
  undecided: OwnStore<number>
  /** Edits that the server does not have, by what this tab knows. */
  unsent(): number
  /** Are there words that would be gone with this tab? */
  isAtRisk(): boolean
  /** Removes the browser's copy with all that was never sent: the person has decided so. */
  discard(): void
  /** The browsers of others that this one is connected to, for when the server is gone (`docs/decisions/rooms.md`). */
  peers: Store<PeersState>
  /** The room of the page in which others are met; null: none. */
  room: Store<string | null>
  meetIn(room: string | null): void
  /**
   * The page that has taken the place of this one, which is closed then: same words, another doc. It comes when the server
   * refuses what this doc has written: under client ids that belong to somebody else, or as text where this person may only
   * suggest. What is told of this page follows it.
   */
  successor: Store<LivePage | null>
  /** How many pages it has taken the place of. */
  generation: number
  destroy(): void
}

export interface LivePageOptions {
  documentId: string
  /** Of the collaboration socket, such as `wss://sheaf.example.org/collab`. */
  url: string
  user: PageUser
  /** For tests outside a browser. */
  WebSocket?: unknown
  openMesh?: typeof openMesh
  /** The page whose place this one takes, with what it held, written anew. */
  inherits?: {
    state: Uint8Array
    generation: number
    isUnseen: boolean
    /** How often in a row its words were made into suggestions. */
    replays: number
    /** Blocks with words that the state could not be given. */
    left: readonly Block[]
    /** Decisions about suggestions that the server did not take. */
    undecided: number
    /** What is held of others, and which of it is not written down. */
    parcels: ReadonlyMap<string, Uint8Array>
    unwritten: ReadonlySet<string>
    /** What the state is made of in the browser's copy. */
    known: Known
    room: string | null
    /** What the person may do with the page, as the server last said. */
    facts: PageFacts | null
  }
}

/** When nothing is held back any longer: a page that is left or out of sight may get no other turn. */
const LEAVING = ['pagehide', 'visibilitychange'] as const

/**
 * Opens a page live: the doc is filled from the browser's copy and from the server, everything typed goes to both, and
 * `saveState` tells how safe it is. The library's own count of unsynced changes is not used, because after a
 * reconnection it reaches zero while edits are still under way; instead the server is asked for a *checkpoint*, which
 * it answers after everything sent before it is on its disk.
 *
 * `situation.ts` decides what any event means. This function hears the events, keeps the situation, and does what it says.
 */
export function openLivePage(options: LivePageOptions): LivePage {
  const { documentId, user } = options
  const doc = createLiveDoc(documentId)
  const awareness = new Awareness(doc)
  if (options.inherits?.isUnseen) awareness.setLocalState(null)
  else awareness.setLocalStateField('user', user)
  const { writingId } = writeUnderSecretId(doc)
  const holdsOfOthers = (): boolean => local.parcels().size > 0
  const isRewritten = (): boolean => local.renamed() !== null || local.isToUndelete() || local.hasOlder()
  /** Would what is sent of this page bring what others wrote, or deleted in vain? */
  const isHeldBack = (): boolean => holdsOfOthers() || local.isToUndelete()
  const copyChanged = () => {
    take({
      kind: 'copy-changed',
      now: now(),
      left: local.left(),
      isRenamed: isRewritten(),
      holdsOfOthers: holdsOfOthers(),
    })
    others.peers()?.cameFromCopy()
  }
  const local: LocalPage = openLocalPage(user.id, documentId, doc, copyChanged, options.inherits?.known)
  if (options.inherits) local.inherit(options.inherits.parcels, options.inherits.unwritten)
  const rescue = createRescue()
  const { socket, release } = acquireSocket(options.url, options.WebSocket)
  socket.held.set(documentId, isHeldBack)
  const mine = createOwnEdits()
  /** Something is unsent that was not written in this doc, and that others are not told of. */
  let hasOther = false
  const generation = options.inherits?.generation ?? 0

  let situation = opening(generation, options.inherits?.replays)
  // The browser knows that it is offline long before a socket that is being opened would tell.
  if (globalThis.navigator?.onLine === false) situation.connection = 'lost'
  const saveState = createStore<SaveState>(saveStateIn(situation), sameSaveState)
  const access = createStore<PageAccess>(situation.access)
  const ready = createStore(situation.isReady)
  const refusal = createStore<PageRefusal>(situation.refusal)
  const facts = createStore<PageFacts | null>(options.inherits?.facts ?? null, sameFacts)
  const changes = createStore(0)
  const reviews = createStore(0)
  const undecided = createStore(options.inherits?.undecided ?? 0)
  const successor = createStore<LivePage | null>(null)

  let isDestroyed = false
  let end: () => void = () => undefined
  const gone = new Promise<false>((resolve) => {
    end = () => resolve(false)
  })
  const waiting: PageEvent[] = []
  let isWorking = false

  const now = () => performance.now()
  const work = (event: PageEvent) => {
    const { page, effects } = next(situation, event)
    situation = page
    for (const effect of effects) act(effect)
    access.set(page.access)
    ready.set(page.isReady)
    refusal.set(page.refusal)
    saveState.set(saveStateIn(page))
    others.look()
    others.peers()?.connectionChanged()
  }
  /** Works an event in, after the one in whose middle it came. */
  const take = (event: PageEvent) => {
    waiting.push(event)
    if (isWorking) return
    isWorking = true
    try {
      for (let first = waiting.shift(); first && !isDestroyed; first = waiting.shift()) work(first)
    } finally {
      isWorking = false
    }
  }
  const send = () => take({ kind: 'send', now: now(), clock: Y.getState(doc.store, writingId) })

  const act = (effect: Effect) => {
    switch (effect.do) {
      case 'start':
        return timers.start(effect.timer, effect.ms, effect.again === true)
      case 'stop':
        return timers.stop(effect.timer)
      case 'flush':
        return connection.flush()
      case 'ask':
        return connection.say({ checkpoint: effect.checkpoint, client: writingId })
      case 'remember':
        return local.remember(effect.unsent, effect.isServed)
      case 'confirm':
        mine.confirmed(now())
        hasOther = false
        local.confirmed(effect.left)
        return rescue.stored()
      case 'exchange':
        return connection.exchange()
      case 'take-in':
        void others.handIn().then((isDone) => {
          if (!isDone || isDestroyed || effect.exchange !== situation.exchange) return
          socket.handedIn(documentId)
          const clock = Y.getState(doc.store, writingId)
          take({ kind: 'exchanged', exchange: effect.exchange, now: now(), clock })
        }, handInFailed)
        return
      case 'renew':
        return renewAsCopied()
      case 'forget-copy':
        return local.forget()
      case 'discard-copy':
        rescue.dismiss()
        return local.discard()
      case 'detach':
        return connection.detach()
      case 'close-socket':
        return socket.webSocket?.close()
      case 'disconnect':
        return socket.disconnect()
    }
  }
  const handInFailed = (error: unknown) => {
    reportError(error)
    take({ kind: 'nothing-to-renew' })
  }
  // What another tab has made suggestions of, this doc may hold as text.
  const renewAsCopied = () => void (local.replayed() ? renewals.replay() : renew())
  const renew = () => (local.hasOlder() ? renewals.suggestOlder() : renewals.renew())
  const timers = createTimers((timer) => {
    if (timer === 'send') send()
    else if (timer === 'silence') take({ kind: 'no-answer', now: now() })
    else if (timer === 'renew') void renew()
    else if (timer === 'replay') void renewals.replay()
    else connection.openAgain()
  })

  const connection = createPageConnection({
    ...{ documentId, doc, awareness, socket, facts, changes, reviews, now, take },
    userId: user.id,
    relay: (told) => others.peers()?.heard(told),
    copyRead: local.loaded,
  })
  const others: ReturnType<typeof createPageOthers> = createPageOthers(
    {
      documentId,
      userId: user.id,
      doc,
      awareness,
      writingId,
      mine,
      local,
      exchange: () => situation.exchange,
      isExchanged: () => situation.isExchanged,
      isGone: () => isDestroyed,
      wasHeldBack: () => socket.heldBack.has(documentId),
      isRewritten,
      renew: (notTaken) => (notTaken ? void renewals.renew(notTaken) : renewAsCopied()),
      isServed: () => situation.isExchanged && socket.status === 'connected',
      isConnected: () => socket.status === 'connected',
      say: connection.say,
      holders: (count) => take({ kind: 'peers', count: hasOther || situation.left.size > 0 ? 0 : count }),
      flush: connection.flush,
      served: connection.served,
      lacked: connection.lacked,
      isSuggesting: () => facts.get()?.level === 'suggest',
      send: (update) => socket.sendAnyway(editFrame(documentId, update)),
    },
    options.inherits ? options.inherits.room : '',
    options.openMesh,
  )

  /** What is asked of this page when its doc is written anew. */
  const openPage = (): OpenPage => ({
    documentId,
    userId: user.id,
    doc,
    local,
    mine,
    writingId,
    confirmedClock: situation.confirmedClock,
    served: connection.served(),
    foreign: situation.foreign,
    url: options.url,
    WebSocket: options.WebSocket,
    isOther: (client) => others.peers()?.isOther(client) === true,
    isGone: () => isDestroyed,
    exchange: () => situation.exchange,
    gone,
  })
  /** Goes on with another doc. */
  const succeed = ({ state, left, undecided: more, isReplayed }: Renewed) => {
    const inherits = {
      state,
      left,
      generation: generation + 1,
      replays: situation.replays + (isReplayed ? 1 : 0),
      undecided: undecided.get() + more,
      isUnseen: awareness.getLocalState() === null,
      parcels: new Map(local.parcels()),
      unwritten: new Set(local.unwritten()),
      known: local.known(),
      room: others.room.get(),
      facts: facts.get(),
    }
    const page = openLivePage({ ...options, inherits })
    destroy()
    for (const [own, theirs] of [
      [saveState, page.saveState],
      [access, page.access],
      [facts, page.facts],
      [others.state, page.peers],
    ] as [{ set(value: unknown): void }, Store<unknown>][]) {
      own.set(theirs.get())
      theirs.subscribe(() => own.set(theirs.get()))
    }
    successor.set(page)
  }
  const suggested = ({ left, undecided: more }: Pick<Renewed, 'left' | 'undecided'>) => {
    rescue.found(left)
    undecided.set(undecided.get() + more)
  }
  const renewals = createRenewals(openPage, succeed, suggested, (event) => {
    if (!isDestroyed) take(event)
  })

  const edited = (update: Uint8Array, origin: unknown, _doc: Y.Doc, { local: isHere }: Y.Transaction) => {
    if (local.isOrigin(origin)) return others.peers()?.cameFromCopy()
    if (connection.isOrigin(origin) || others.peers()?.isOrigin(origin)) return
    if (isHere) mine.add(update, Y.getState(doc.store, writingId))
    else hasOther = true
    take({ kind: 'edited', now: now() })
    others.peers()?.edited()
  }
  // What is typed before the browser's copy has been read counts as well.
  doc.on('update', edited)
  rescue.state.subscribe(() => {
    local.keep(rescue.state.get()?.left ?? [])
    take({ kind: 'apart', isApart: rescue.isApart() })
  })
  if (options.inherits) Y.applyUpdate(doc, options.inherits.state, 'inherited')

  void local.loaded.then(() => {
    if (isDestroyed) return
    rescue.found([...local.kept(), ...(options.inherits?.left ?? [])])
    take({ kind: 'copy-read', isEnough: doc.store.clients.size > 0 })
    connection.open(() => {
      // After the provider's own: that this person has gone is told as well.
      for (const event of LEAVING) globalThis.addEventListener?.(event, send)
      // A checkpoint is sent after the edit that it asks about.
      doc.off('update', edited)
      doc.on('update', edited)
    })
  })

  function destroy() {
    if (isDestroyed) return
    isDestroyed = true
    end()
    others.close()
    if (socket.held.get(documentId) === isHeldBack) socket.held.delete(documentId)
    for (const event of LEAVING) globalThis.removeEventListener?.(event, send)
    timers.stopAll()
    doc.off('update', edited)
    connection.close()
    local.destroy()
    doc.destroy()
    release()
  }

  return {
    documentId,
    doc,
    awareness,
    saveState,
    refusal,
    access,
    facts,
    ready,
    changes,
    reviews,
    rescue,
    undecided,
    unsent: () => unsentOf(situation),
    isAtRisk: () => !local.isSafe() && isAtRiskIn(situation, now()),
    discard: () => take({ kind: 'discarded' }),
    peers: others.state,
    room: others.room,
    meetIn(wanted) {
      const page = successor.get()
      if (page) return page.meetIn(wanted)
      others.meetIn(wanted)
    },
    successor,
    generation,
    destroy,
  }
}
