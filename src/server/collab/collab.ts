import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'
import type { Caller } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { UpgradeRefusal } from '@/server/http/upgrade'
import type { Log } from '@/server/log'
import type { Tickets } from '@/server/rooms/tickets'
import { RELAY_BEGINS } from '@/shared/peer-ticket'
import type { PageFacts } from '@/shared/permissions'
import { AccessCheck } from './access'
import { moreAwaitPages, sharedBy } from './ask-page'
import { ClientEdits, refuseForeign } from './client-edits'
import { AccessDenied, type Context, closePage, EditAuthorizer } from './edit-authorizer'
import { goneIn, makeAnswerAnEdit, statelessText, statesIn } from './frame'
import { LivePage } from './live-page'
import type { LivePages } from './live-pages'
import { loadPage } from './load-page'
import { migratePage } from './migrate-page'
import { OwnIds } from './own-ids'
import { loadAuthors, PageAuthors } from './page-authors'
import { PageEdits } from './page-edits'
import { memoryForPages, NoRoom, PageMemory } from './page-memory'
import { PageReader } from './page-reader'
import { PageReads, readsFile } from './page-reads'
import type { Size } from './page-rows'
import { pagesBehind } from './page-store'
import { PagesLeftBehind } from './pages-left-behind'
import { PersonChannel } from './person-channel'
import { bindClients, CLIENTS_PER_CONNECTION, cleanPresence, isTaken, removeGone } from './presence'
import { Checkpoint, type CheckpointAnswer, CLOSE, PAGE_CHANGED, REVIEW_CHANGED } from './protocol'
import { RelayedEdits } from './relayed-edits'
import { isSignedIn, SocketServer } from './socket-server'
import { timeWork } from './thread-time'
import { UpdateLog } from './update-log'
import { Visitors } from './visitors'
import { yieldToEventLoop } from './yield-to-event-loop'

export interface CollabOptions {
  db: Db
  log: Log
  /** What this person is to this page; null when the page does not exist for them. */
  authorize(userId: string, documentId: string): Promise<PageFacts | null>
  /**
   * Somebody who may is about to write an edit into the page that names these ids, of whatever: called, and awaited, before
   * the edit is stored, so that what follows from it is decided by what they may do now. A throw keeps the edit out.
   */
  named(by: { userId: string; documentId: string }, ids: ReadonlySet<string>): Promise<void>
  /** Those who read a settled page: the links that cookies hold, and whether somebody may read the page now. */
  visitors: Pick<ConstructorParameters<typeof Visitors>[0], 'linksHeld' | 'mayRead'>
  /** How long a page stays in memory after the last person left. */
  keepMs?: number
  /** Bytes of memory that all pages together may take (`PageMemory`). */
  memoryForPages?: number
  /** Where is noted which pages are being read. */
  dataDir: string
  /** What browsers of one page know each other by. */
  tickets: Tickets
  /** What somebody may do, or what may be done with pages, may be another now: for what knows of it from elsewhere than sockets of pages. */
  rechecked?(what: { userId: string } | { pages: readonly string[] }): void
}

/** Figures for `/healthz`, logs and tests. */
export interface CollabStats {
  sockets: number
  pages: number
  /** Edits that wait for the disk. */
  queued: number
  /** Edits stored since the start. */
  appended: number
  /** Times that storing, projecting or folding failed and was tried again. */
  failures: number
}

export interface Collab {
  live: LivePages
  /**
   * Takes over an upgrade request for `/collab`. Who is asking and where from (Origin) has been checked before; a
   * caller who is not signed in is told so by a close code at once. When the server can take nobody, the socket is left
   * alone and the reason returned.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): UpgradeRefusal | null
  stats(): CollabStats
  /** Somebody (the id of a person, or a visitor's address) has work for the server beside the pages that are open: others rest for it. */
  heard(who: string): void
  /** Did anybody have work for the server in the last second? What is nobody's turn then stands back. */
  isWanted(): boolean
  /**
   * How long nothing of this person's is begun, in ms, because what they did has taken more than their share of the time while
   * others have work for the server, too.
   */
  restOf(userId: string): number
}

const SYNC_STEP_1 = 0

/** The collaboration server: pages over one socket a tab, every edit on the disk before it is acknowledged. */
export function createCollab(options: CollabOptions): Collab {
  const { db, log } = options
  const updates = new UpdateLog(db, log, {
    onLate: (documentIds) => {
      for (const id of documentIds) pages.get(id)?.hasMissed()
    },
  })
  const authorizer = new EditAuthorizer(new AccessCheck(db, options.authorize), log)
  const reads = new PageReads(readsFile(options.dataDir), log)
  const pages = new Map<string, LivePage>()
  const memory = new PageMemory(options.memoryForPages ?? memoryForPages(), () => pages.values())
  /** What Hocuspocus has taken for a message of theirs since it began. */
  const answering = new WeakMap<Connection, ReturnType<typeof timeWork>>()
  /** Who waits for a page to be loaded. */
  const awaiting = new Map<string, Set<string>>()
  /** Whose message answers what the page lacks, and who is told that the page has it though they may not write. */
  const bringing = new WeakSet<Connection>()
  const assured = new WeakSet<Connection>()
  const visitors = new Visitors({ log, ...options.visitors })
  const people = new PersonChannel(db, log)
  const listeners = new Map<string, Set<() => void>>()
  let failures = 0
  let isClosing = false

  const deps = {
    db,
    log,
    keepMs: options.keepMs ?? 10_000,
    edited: ({ name }: Document) => {
      for (const listener of listeners.get(name) ?? []) listener()
    },
    unload: (document: Document) => void hocuspocus.unloadDocument(document),
    failed: () => {
      failures++
    },
    projected: (documentId: string) => visitors.tell([documentId]),
    lost: (document: Document, why: 'unavailable' | 'no-room') => {
      for (const connection of document.getConnections()) closePage(connection, why)
    },
    memory,
    charge: <T>(people: readonly (string | null)[], act: () => T) => sockets.charge(people, act),
  }

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    // Storing is ours (see `beforeSync`); Hocuspocus' own debounced store has nothing to do.
    debounce: 0,
    async onAuthenticate({ documentName, context, connectionConfig, token }) {
      authorizer.requireSameAccount(context.socket, token)
      const found = await authorizer.accessOf(context.socket, documentName)
      if (found === 'none') {
        context.socket.dropped(documentName)
        throw new AccessDenied('not-found')
      }
      const inMemory = pages.get(documentName)
      if (inMemory?.givesWay && !inMemory.isLost) {
        context.socket.dropped(documentName)
        throw new AccessDenied('no-room')
      }
      context.socket.opened(documentName, found)
      if (!hocuspocus.documents.has(documentName)) awaits(documentName, context.socket.caller.user.id)
      connectionConfig.readOnly = found === 'read'
    },
    async onLoadDocument({ document, documentName, context }) {
      try {
        if (reads.isDeadly(documentName)) {
          log.error(
            { documentId: documentName },
            'a page was not opened: servers have ended while they read it',
          )
          throw new AccessDenied('unavailable')
        }
        const waiting = awaits(documentName, context.socket?.caller.user.id ?? null)
        if (memory.isFullFor(documentName, waiting)) throw new NoRoom()
        const [first = null] = waiting
        const work = sharedBy(documentName, first, waiting)
        const takeRoom = (size: Size) => memory.take(documentName, size, waiting)
        const load = () => loadPage(db, documentName, document, log, work, takeRoom)
        const stored = await reads.during(documentName, load)
        // After the content: the last edit of a server that was killed may be stored between the two, and an id that the
        // page holds without its author would be nobody's.
        const authors = new PageAuthors(document, await loadAuthors(db, documentName))
        if (stored) await migratePage(document, stored, updates)
        if (!stored) throw new AccessDenied('not-found')
        bindClients(document, ({ context }) => (context as Context).socket.caller.user.id)
        pages.set(documentName, new LivePage(document, stored, authors, deps))
      } catch (error) {
        // Hocuspocus keeps no document that was not loaded, and what belongs to it has a timer that does.
        document.destroy()
        if (error instanceof AccessDenied) throw error
        if (error instanceof NoRoom) {
          log.warn(
            { documentId: documentName },
            'a page was not loaded: pages take up all memory that they may',
          )
          throw new AccessDenied('no-room')
        }
        log.error({ err: error, documentId: documentName }, 'a page could not be loaded')
        throw new AccessDenied('unavailable')
      } finally {
        awaiting.delete(documentName)
        memory.arrived(documentName)
      }
    },
    async connected({ connection, context }) {
      const page = pageOf(connection.document)
      // The document left memory between being found and being joined: the client opens it again, freshly loaded.
      if (!page || page.givesWay) {
        closePage(connection, page ? 'no-room' : 'access-changed')
        return
      }
      page.entered(context.socket, context.socket.caller.user.id)
      moreAwaitPages()
      // While the page was being loaded it was not among those that are asked about when something changes.
      await authorizer.confirm(connection)
    },
    async onDisconnect({ document, documentName, context }) {
      context.socket.dropped(documentName)
      pageOf(document)?.left(context.socket)
    },
    async beforeUnloadDocument({ document }) {
      if (pageOf(document)?.mayUnload === false) throw new Error('')
    },
    async afterUnloadDocument({ documentName }) {
      const page = pages.get(documentName)
      if (!page?.document.isDestroyed) return
      page.dispose()
      pages.delete(documentName)
      memory.left(documentName, page.memory)
      if (page.isLeftBehind) leftBehind.add(documentName)
      else if (page.isLost) void readAnew(documentName)
    },
    async beforeHandleMessage({ context, connection, update }) {
      await context.socket.rested
      await yieldToEventLoop()
      const said = statelessText(update)
      if (said !== null) {
        if (said.startsWith(RELAY_BEGINS)) await relayed.take(connection as Connection<Context>, said)
        else await ownIds.take(connection as Connection<Context>, said)
      }
      if (makeAnswerAnEdit(update)) bringing.add(connection)
      // What somebody says of themselves alone is next to nothing.
      else if (statesIn(update) > CLIENTS_PER_CONNECTION) answering.set(connection, timeWork())
    },
    async beforeSync({ connection, document, type, payload }) {
      if (type === SYNC_STEP_1) answering.set(connection, timeWork())
      else {
        const isAnswer = bringing.delete(connection)
        const isThere = await clientEdits.take(connection as Connection<Context>, document, payload)
        if (!(isAnswer && isThere && connection.readOnly)) return
        // It says nothing any more: for as long as it is read they may bring it, and are told that the page has it.
        connection.readOnly = false
        assured.add(connection)
      }
    },
    async afterHandleMessage({ connection, document, documentName, context, update }) {
      context.socket.handled(documentName, update.byteLength)
      removeGone(document, connection, goneIn(update))
      if (assured.delete(connection)) connection.readOnly = true
      const worked = answering.get(connection)
      if (worked === undefined) return
      answering.delete(connection)
      // Between the two only Hocuspocus was at work, which writes all that the page holds, or reads who says to be there.
      context.socket.worked(worked())
    },
    async beforeHandleAwareness({ states, connection, document, context }) {
      if (!connection || !context) return
      // What somebody wrote last is still stored after they have left; what they said of themselves is gone with them.
      if (!document.hasConnection(connection)) return states.clear()
      cleanPresence(states, {
        user: context.socket.presence,
        own: document.getClients(connection),
        isTaken: (client) => isTaken(document, client, context.socket.caller.user.id),
        told: (client) => document.awareness.getStates().get(client),
      })
    },
    async onStateless({ connection, payload }) {
      if (payload.startsWith(RELAY_BEGINS)) return
      const asked = Checkpoint.safeParse(parseJson(payload))
      if (!asked.success) return
      const { socket } = connection.context as Context
      const { client } = asked.data
      const authors = pageOf(connection.document)?.authors
      if (client !== undefined && authors?.isForeign(client, socket.caller.user.id)) {
        return refuseForeign(connection as Connection<Context>, [client])
      }
      const answer: CheckpointAnswer = {
        checkpoint: asked.data.checkpoint,
        accepted: !socket.refused.has(connection),
      }
      connection.sendStateless(JSON.stringify(answer))
    },
  })

  function awaits(documentId: string, userId: string | null): ReadonlySet<string> {
    const people = awaiting.get(documentId) ?? new Set()
    awaiting.set(documentId, people)
    if (userId === null || people.has(userId)) return people
    people.add(userId)
    moreAwaitPages()
    return people
  }

  /** The bookkeeping of this document; none when it has left memory. */
  function pageOf(document: Document): LivePage | undefined {
    const page = pages.get(document.name)
    return page?.document === document && !document.isDestroyed && !page.isLost ? page : undefined
  }

  async function noteNamed(userId: string, documentId: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await options.named({ userId, documentId }, new Set(ids))
  }

  const allConnections = () =>
    [...hocuspocus.documents.values()].flatMap(
      (document) => document.getConnections() as Connection<Context>[],
    )

  const sockets = new SocketServer(hocuspocus, log)
  const reader = new PageReader({ db, hocuspocus, pageOf, awaits, sockets })
  const edits = new PageEdits({ db, updates, log, noteNamed, sockets }, reader)
  const clientEdits = new ClientEdits({ db, authorizer, updates, log, pageOf, noteNamed })
  const { tickets, authorize } = options
  const relayed = new RelayedEdits({ db, log, tickets, updates, authorize, pageOf, noteNamed })
  const ownIds = new OwnIds({ log, tickets, updates, authorizer, pageOf })

  const live: LivePages = {
    edit: (...edit) => edits.edit(...edit),
    change: (...change) => edits.change(...change),
    plan: (documentId, userId, wanted) => reader.plan(documentId, userId, wanted),
    read: (documentId, read) => reader.read(documentId, read),
    content: (documentId, userId) => reader.content(documentId, userId),
    told: (documentId, userId, wish) => reader.told(documentId, userId, wish),
    review: (documentId, userId) => reader.review(documentId, userId),
    takeBackDecision: (...decision) => edits.takeBackDecision(...decision),
    suggest: (...suggestion) => edits.suggest(...suggestion),
    annotate: (documentId, userId, plan, within) => edits.annotate(documentId, userId, plan, within),
    onEdit(documentId, listener) {
      const all = listeners.get(documentId) ?? new Set()
      listeners.set(documentId, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(documentId)
      }
    },
    recheckPages(documentIds) {
      const wanted = new Set(documentIds)
      void authorizer.recheck(allConnections().filter(({ document }) => wanted.has(document.name)))
      visitors.recheck(documentIds)
      options.rechecked?.({ pages: documentIds })
    },
    tellChanged(documentIds) {
      for (const id of documentIds) hocuspocus.documents.get(id)?.broadcastStateless(PAGE_CHANGED)
      visitors.tell(documentIds)
    },
    tellReview(documentId) {
      hocuspocus.documents.get(documentId)?.broadcastStateless(REVIEW_CHANGED)
    },
    tellPerson(userId) {
      people.tell(userId)
    },
    recheckUser(userId) {
      people.recheck(userId)
      visitors.recheckPerson(userId)
      void authorizer.recheck(
        allConnections().filter(({ context }) => context.socket.caller.user.id === userId),
      )
      void authorizer.closeEnded(sockets.of(userId))
      options.rechecked?.({ userId })
    },
    comeAnew(userId) {
      for (const socket of sockets.of(userId))
        socket.close(CLOSE.cookieReplaced.code, CLOSE.cookieReplaced.reason)
      people.comeAnew(userId)
      visitors.comeAnew(userId)
      options.rechecked?.({ userId })
    },
    async close() {
      isClosing = true
      leftBehind.close()
      sockets.close()
      visitors.close()
      people.close()
      await updates.settled()
      // What was stored is applied in the same turn; then the pages hold all of it.
      await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([...pages.values()].map(storeAtTheEnd))
    },
  }

  /** Brings lists up to date with edits of a page that are stored and that its document could not take in. */
  async function readAnew(documentId: string): Promise<void> {
    try {
      await reader.withPage(documentId, null, (_document, page) => page.store())
    } catch (error) {
      log.error({ err: error, documentId }, 'a page could not be read anew; opening it will')
    }
  }

  const leftBehind = new PagesLeftBehind({
    log,
    mayBegin: () => memory.isRoomy,
    store: (documentId) => reader.withPage(documentId, null, (_document, page) => page.store()),
  })

  async function storeAtTheEnd(page: LivePage): Promise<void> {
    try {
      await page.store()
    } catch (error) {
      // Every edit is in the log; the next start projects and folds it.
      log.error({ err: error, documentId: page.document.name }, 'a page was not folded at the end')
    }
    page.dispose()
  }

  /**
   * After a start: projects and folds what a killed server had only logged. It rests as long as it works, so that
   * people who come back to the server meanwhile are served.
   */
  async function catchUp(): Promise<void> {
    for (const documentId of await pagesBehind(db)) {
      if (isClosing) return
      if (reads.isDeadly(documentId)) {
        log.error(
          { documentId },
          'a page was left as it is: servers have ended while they read it; run the doctor',
        )
        continue
      }
      const started = performance.now()
      try {
        await reads.during(documentId, () =>
          reader.withPage(documentId, null, (_document, page) => page.store()),
        )
      } catch (error) {
        log.error({ err: error, documentId }, 'a page could not be brought up to date; opening it will')
      }
      await sleep(performance.now() - started, undefined, { ref: false })
    }
  }

  catchUp().catch((error: unknown) => {
    log.error({ err: error }, 'pages could not be brought up to date after the start; opening them will')
  })

  return {
    live,
    handleUpgrade(request, socket, head, caller) {
      if (isSignedIn(caller) && !isClosing && PersonChannel.isAsked(request)) {
        people.handleUpgrade(request, socket, head, caller)
        return null
      }
      if (isClosing || Visitors.pageOf(request) === null)
        return sockets.handleUpgrade(request, socket, head, caller)
      visitors.handleUpgrade(request, socket, head, caller)
      return null
    },
    heard: (who) => sockets.heard(who),
    isWanted: () => sockets.isWanted(),
    restOf: (userId) => sockets.restOf(userId),
    stats: () => ({
      sockets: sockets.sockets.size + visitors.size + people.size,
      pages: hocuspocus.documents.size,
      queued: updates.queued,
      appended: updates.appended,
      failures: failures + updates.failures,
    }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours: it is ignored like any other message that asks for nothing.
    return null
  }
}
