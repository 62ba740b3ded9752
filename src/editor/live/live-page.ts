import { HocuspocusProvider } from '@hocuspocus/provider'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { createLiveDoc, layoutIsKnown, type PageUser } from '@/document'
import { type PageFacts, sameFacts } from '@/shared/permissions'
import { acquireSocket, TOO_LARGE } from './live-socket'
import { openLocalPage } from './local/local-page'
import type { LeftBehind } from './local/records'
import { createRescue, type RescueKeeper } from './rescue'
import { type NotSavedReason, type SaveState, sameSaveState, saveStateOf } from './save-state'
import { createStore, type Store } from './store'
import { writeUnderSecretId } from './writing-id'

/** How the server lets this person have the page, as it last said. */
export type PageAccess = 'unknown' | 'write' | 'read' | 'none' | 'signed-out'

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
  /** How often the server has said that something beside the content is different: place, icon, style, lock … */
  changes: Store<number>
  /** What became of the words on the screen when its editor and the page came apart. */
  rescue: RescueKeeper
  /** Edits that the server does not have, as far as is known in this tab. */
  unsent(): number
  /** Are there words that would be gone with this tab? */
  isAtRisk(): boolean
  /** Removes the browser's copy with all that was never sent: the person has decided so. */
  discard(): void
  /**
   * The page that has taken the place of this one, which is closed then: same words, another doc. It comes when the server
   * refuses what this doc has written under client ids that belong to somebody else. What is told of this page follows it.
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
  /** The page whose place this one takes, with what it held, written anew. */
  inherits?: { state: Uint8Array; generation: number; isUnseen: boolean }
}

/** What the server tells beside the document (`server/collab/words.ts`). */
interface Told {
  checkpoint?: number
  accepted?: boolean
  changed?: boolean
  foreign?: number[]
  access?: PageFacts
}

/** What is read of a message before the library reads it. */
interface IncomingMessage {
  readVarString(): string
  readVarUint(): number
  readVarUint8Array(): Uint8Array
}

/** The reasons with which the server ends one page of a socket (`server/collab/words.ts`). */
const REFUSALS: Record<string, { reason: NotSavedReason | null; retryMs: number }> = {
  'access-changed': { reason: null, retryMs: 0 },
  'disk-full': { reason: 'disk-full', retryMs: 2000 },
  unavailable: { reason: 'unavailable', retryMs: 1000 },
  'too-large': { reason: 'too-large', retryMs: 10_000 },
  'not-author': { reason: 'unavailable', retryMs: 1000 },
  'newer-layout': { reason: 'newer', retryMs: 10_000 },
}
const UNEXPECTED = { reason: null, retryMs: 500 }
const LONGEST_RETRY_MS = 10_000

/** An answer that does not come in this time means a connection that only looks alive. */
const ANSWER_MS = 15_000

/**
 * An edit after a pause is sent at once, in a turn of its own; whoever types on sends what they have typed meanwhile, and
 * asks whether it is saved, once in so many milliseconds.
 */
const SEND_MS = 100
/** When nothing is held back any longer: a page that is left or out of sight may get no other turn. */
const LEAVING = ['pagehide', 'visibilitychange'] as const

/** An edit that was not confirmed in this time counts as one that may never be. */
const LATE_MS = 2_000

/** When the code that writes a page anew is asked for again after it could not be loaded. */
const RENEW_AGAIN_MS = 2_000

const SIGNED_OUT = 4401
const SYNC = 0
const SYNC_STEP_1 = 0

/**
 * Opens a page live: the doc is filled from the browser's copy and from the server, everything typed goes to both, and
 * `saveState` tells how safe it is. The library's own count of unsynced changes is not used, because after a
 * reconnection it reaches zero while edits are still under way; instead the server is asked for a *checkpoint*, which
 * it answers after everything sent before it is on its disk.
 */
export function openLivePage(options: LivePageOptions): LivePage {
  const { documentId, user } = options
  const doc = createLiveDoc(documentId)
  const awareness = new Awareness(doc)
  if (options.inherits?.isUnseen) awareness.setLocalState(null)
  else awareness.setLocalStateField('user', user)
  const { writingId } = writeUnderSecretId(doc)
  const local = openLocalPage(user.id, documentId, doc, () => changedHere())
  const saveState = createStore<SaveState>({ kind: 'saving' }, sameSaveState)
  const access = createStore<PageAccess>('unknown')
  const facts = createStore<PageFacts | null>(null, sameFacts)
  const ready = createStore(false)
  const changes = createStore(0)
  const rescue = createRescue()
  const successor = createStore<LivePage | null>(null)
  const generation = options.inherits?.generation ?? 0

  let connection: 'opening' | 'open' | 'lost' = 'opening'
  let refusal: NotSavedReason | 'signed-out' | null = null
  /** Edits made here, and how many of them the server has confirmed. */
  let edits = 0
  let confirmedEdits = 0
  /** The server has asked on this connection for what it lacks, and was answered. */
  let exchanged = false
  /** Counts connections and such questions, so that what is late is not taken for what it would have meant then. */
  let exchanges = 0
  let asked: number | null = null
  /** What earlier tabs left behind, as it was when the question was asked. */
  let askedLeft: LeftBehind = new Map()
  let askedAt = 0
  let isConfirmed = false
  let tries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let sending: ReturnType<typeof setTimeout> | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let provider: HocuspocusProvider | null = null
  /** What this doc has written is confirmed up to here, and will be when the question that was asked is answered. */
  let confirmedClock = 0
  let askedClock = 0
  /** What the server had when the page was opened there, and the client ids that it says are somebody else's. */
  let served = new Map<number, number>()
  let foreign: readonly number[] = []
  /** An edit is too large to be sent. The page stays off the server until it is opened anew; the others stay on. */
  let isStuck = false
  let destroyed = false

  const { socket, release } = acquireSocket(options.url, options.WebSocket)

  const unsent = () => edits - confirmedEdits + local.inherited()

  const tell = () => {
    if (destroyed) return
    // What can not be sent is something, even where the browser could not tell how much earlier tabs left.
    const count = isStuck ? Math.max(1, unsent()) : unsent()
    const isApart = rescue.isApart()
    saveState.set(saveStateOf({ unsent: count, confirmed: isConfirmed, connection, refusal, isApart }))
  }

  /** Sends what the provider holds back. What is asked afterwards is asked about this too. */
  const send = () => {
    clearTimeout(sending)
    sending = undefined
    sentAt = performance.now()
    provider?.flushPendingUpdates()
  }
  const sendAndAsk = () => {
    send()
    ask()
  }
  const soon = () => {
    sending ??= setTimeout(sendAndAsk, Math.max(0, sentAt + SEND_MS - performance.now()))
  }

  const ask = () => {
    if (!provider || !exchanged || asked !== null) return
    send()
    asked = edits
    askedLeft = local.left()
    askedClock = Y.getState(doc.store, writingId)
    isConfirmed = false
    provider.sendStateless(JSON.stringify({ checkpoint: edits, client: writingId }))
    askedAt = performance.now()
    silence ??= setTimeout(listen, ANSWER_MS)
    tell()
  }
  /** One timer for all questions: they are asked and answered several times a second. */
  const listen = () => {
    silence = undefined
    if (asked === null) return
    const left = askedAt + ANSWER_MS - performance.now()
    if (left > 0) silence = setTimeout(listen, left)
    else socket.webSocket?.close()
  }

  const answered = (checkpoint: number, accepted: boolean) => {
    if (checkpoint !== asked) return
    asked = null
    if (!accepted) {
      refusal = 'read-only'
      tell()
      return
    }
    tries = 0
    refusal = null
    confirmedEdits = Math.max(confirmedEdits, checkpoint)
    confirmedClock = askedClock
    isConfirmed = confirmedEdits === edits
    local.remember(edits - confirmedEdits, exchanged)
    if (isConfirmed) {
      local.confirmed(askedLeft)
      rescue.stored()
    }
    if (unsent() > 0) soon()
    tell()
  }

  /** The browser's copy has come to hold something else, or could not be written. */
  const changedHere = () => {
    if (destroyed) return
    if (local.renamed()) void renew()
    if (local.inherited() > 0) {
      isConfirmed = false
      soon()
    }
    tell()
  }

  const lostConnection = () => {
    exchanges++
    clearTimeout(silence)
    silence = undefined
    exchanged = false
    asked = null
    isConfirmed = false
    local.remember(edits - confirmedEdits, false)
  }

  /** Opens the page again on the tab's socket, which stayed open. */
  const reopen = (ms: number) => {
    clearTimeout(retry)
    const wait = tries === 0 ? ms : Math.min(LONGEST_RETRY_MS, Math.max(ms, 250) * 2 ** Math.min(tries, 5))
    tries++
    retry = setTimeout(() => {
      if (socket.status === 'connected') void provider?.onOpen(new Event('open'))
    }, wait)
  }

  /**
   * Writes what the server refused under client ids that are this browser's, in a new doc, and goes on with that one. What
   * the server has of such a client is left as it is; of this doc's own id that is nothing until something was confirmed.
   */
  const renew = async () => {
    const code = await import('./rename-clients').catch(() => null)
    if (destroyed) return
    if (!code) {
      clearTimeout(retry)
      retry = setTimeout(() => void renew(), RENEW_AGAIN_MS)
      return
    }
    const known = local.renamed()
    const held = [...new Set(foreign)].filter(
      (client) => doc.store.clients.has(client) && !known?.has(client),
    )
    // What the page before this one had sent was still under way.
    if (held.length === 0 && !known) return reopen(250)
    const from = held.map((client) =>
      client === writingId && confirmedClock === 0 ? 0 : (served.get(client) ?? 0),
    )
    const to = await local.newClients(held.map((client, i) => `${client}:${from[i]}`))
    if (destroyed) return
    const renames = new Map(known)
    held.forEach((client, i) => {
      renames.set(client, { from: from[i] as number, to: to[i] as number })
    })
    const state = code.renameClients(Y.encodeStateAsUpdate(doc), renames)
    local.replace(state)
    const isUnseen = awareness.getLocalState() === null
    const next = openLivePage({ ...options, inherits: { state, generation: generation + 1, isUnseen } })
    destroy()
    for (const [own, others] of [
      [saveState, next.saveState],
      [access, next.access],
      [facts, next.facts],
    ] as [{ set(value: unknown): void }, Store<unknown>][]) {
      own.set(others.get())
      others.subscribe(() => own.set(others.get()))
    }
    successor.set(next)
  }

  const refused = (reason: string) => {
    if (reason === 'not-author' && foreign.length > 0) {
      // Once is enough for an honest page; whatever keeps refusing is not asked all the time.
      const wait = generation === 0 ? 0 : Math.min(LONGEST_RETRY_MS, 250 * 2 ** generation)
      clearTimeout(retry)
      retry = setTimeout(() => void renew(), wait)
      tell()
      return
    }
    if (reason === 'not-found') {
      access.set('none')
      refusal = 'no-access'
      // What somebody may not see any more does not stay on their computer, unless it is what they wrote themselves.
      if (unsent() === 0) local.forget()
      ready.set(true)
      tell()
      return
    }
    const known = REFUSALS[reason] ?? UNEXPECTED
    refusal = known.reason ?? refusal
    reopen(known.retryMs)
    tell()
  }

  const edited = (_update: Uint8Array, origin: unknown) => {
    if ((provider !== null && origin === provider) || local.isOrigin(origin)) return
    edits++
    isConfirmed = false
    local.remember(edits - confirmedEdits, exchanged)
    soon()
    tell()
  }

  const closed = ({ event }: { event: { code?: number; reason?: string } }) => {
    lostConnection()
    // A closed page on an open socket carries only the server's reason; a closed socket has a code of its own.
    if (socket.status === 'connected' && event.code === 1000) {
      refused(event.reason ?? '')
      return
    }
    clearTimeout(retry)
    connection = 'lost'
    if (event.code === SIGNED_OUT) {
      access.set('signed-out')
      refusal = 'signed-out'
      socket.disconnect()
    }
    local.loaded.then(() => ready.set(true))
    tell()
  }

  const connect = () => {
    if (destroyed) return
    const page = new HocuspocusProvider({
      name: documentId,
      document: doc,
      awareness,
      websocketProvider: socket,
      token: '',
      flushDelay: SEND_MS,
    })
    provider = page
    page.on('authenticated', ({ scope }: { scope: string }) => {
      connection = 'open'
      access.set(scope === 'readonly' || !layoutIsKnown(doc) ? 'read' : 'write')
      tell()
    })
    page.on('authenticationFailed', ({ reason }: { reason: string }) => {
      lostConnection()
      refused(reason)
    })
    page.on('message', ({ message }: { message: IncomingMessage }) => {
      message.readVarString()
      if (message.readVarUint() !== SYNC || message.readVarUint() !== SYNC_STEP_1) return
      served = Y.decodeStateVector(message.readVarUint8Array())
      // The library answers the server's question in this turn; what is asked after it comes after that answer.
      const turn = ++exchanges
      // Another tab may have been closed with words that only the browser has: they are sent before it is said that all is.
      void local.takeIn().then(() => {
        if (destroyed || turn !== exchanges) return
        exchanged = true
        asked = null
        ask()
      })
    })
    page.on('synced', () => {
      if (!layoutIsKnown(doc)) access.set('read')
      ready.set(true)
    })
    page.on('stateless', ({ payload }: { payload: string }) => {
      const answer = JSON.parse(payload) as Told
      if (answer.foreign) foreign = answer.foreign
      if (answer.access) facts.set(answer.access)
      if (answer.changed === true) changes.set(changes.get() + 1)
      if (typeof answer.checkpoint === 'number') answered(answer.checkpoint, answer.accepted === true)
    })
    page.on('close', closed)
    // After the provider's own: that this person has gone is told as well.
    for (const event of LEAVING) globalThis.addEventListener?.(event, sendAndAsk)
    // The page's listener comes after the library's, so that a checkpoint is sent after the edit it asks about.
    doc.off('update', edited)
    doc.on('update', edited)
    page.attach()
  }

  const socketLost = () => {
    connection = 'lost'
    tell()
  }
  const tooLarge = (id: string) => {
    if (id !== documentId) return
    isStuck = true
    refusal = 'too-large'
    lostConnection()
    clearTimeout(retry)
    provider?.detach()
    ready.set(true)
    tell()
  }
  socket.on('disconnect', socketLost)
  socket.on(TOO_LARGE, tooLarge)
  // What is typed before the browser's copy has been read counts as well.
  doc.on('update', edited)
  rescue.state.subscribe(() => {
    local.keep(rescue.state.get()?.left ?? [])
    tell()
  })
  if (options.inherits) Y.applyUpdate(doc, options.inherits.state, 'inherited')

  void local.loaded.then(() => {
    if (destroyed) return
    rescue.found(local.kept())
    if (doc.store.clients.size > 0) ready.set(true)
    tell()
    connect()
  })

  function destroy() {
    if (destroyed) return
    destroyed = true
    for (const event of LEAVING) globalThis.removeEventListener?.(event, sendAndAsk)
    clearTimeout(sending)
    clearTimeout(retry)
    clearTimeout(silence)
    socket.off('disconnect', socketLost)
    socket.off(TOO_LARGE, tooLarge)
    doc.off('update', edited)
    if (provider) provider.destroy()
    else awareness.destroy()
    local.destroy()
    doc.destroy()
    release()
  }

  return {
    documentId,
    doc,
    awareness,
    saveState,
    access,
    facts,
    ready,
    changes,
    rescue,
    unsent,
    isAtRisk() {
      if (local.isSafe()) return false
      const isOnItsWay = connection === 'open' && exchanged && refusal === null
      const isLate = performance.now() - askedAt > LATE_MS
      return rescue.isApart() || (unsent() > 0 && (!isOnItsWay || isLate))
    },
    discard() {
      confirmedEdits = edits
      isStuck = false
      refusal = null
      rescue.dismiss()
      local.discard()
      tell()
    },
    successor,
    generation,
    destroy,
  }
}
