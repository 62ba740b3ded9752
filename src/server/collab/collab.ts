import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'
import { WebSocketServer } from 'ws'
import * as Y from 'yjs'
import type { Caller, SignedInCaller } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { UpgradeRefusal } from '@/server/http/upgrade'
import type { Log } from '@/server/log'
import { AppError } from '@/shared/errors'
import { LIMITS } from '@/shared/limits'
import { mayDo, type PageFacts } from '@/shared/permissions'
import { type Access, AccessCheck } from './access'
import { addsSomething, onlyDeletes } from './adds'
import { LivePage } from './live-page'
import type { LivePages } from './live-pages'
import { loadPage, pagesWithLog } from './page-store'
import { cleanPresence } from './presence'
import { Socket } from './socket'
import { AppendError, UpdateLog } from './update-log'
import { Checkpoint, type CheckpointAnswer, CLOSE, type Refusal } from './words'

export interface CollabOptions {
  db: Db
  log: Log
  /** What this person is to this page; null when the page does not exist for them. */
  authorize(userId: string, documentId: string): Promise<PageFacts | null>
  /** How long a page stays in memory after the last person left. */
  keepMs?: number
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
   * caller who is not signed in is refused: then the socket is left alone and the reason returned.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): UpgradeRefusal | null
  stats(): CollabStats
}

interface Context {
  socket: Socket
}

/** Ends the opening of a page; the empty message keeps Hocuspocus from logging what is an ordinary answer. */
class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super('')
  }
}

const SYNC_STEP_1 = 0
const SOCKETS_PER_PERSON = 50
/** How often a page that keeps leaving memory is loaded again for one call. */
const LOAD_ROUNDS = 5

/** The collaboration server: pages over one socket a tab, every edit on the disk before it is acknowledged. */
export function createCollab(options: CollabOptions): Collab {
  const { db, log } = options
  const updates = new UpdateLog(db, log)
  const access = new AccessCheck(db, options.authorize, (facts) => mayDo(facts, 'edit'))
  const pages = new Map<string, LivePage>()
  const sockets = new Set<Socket>()
  const storing = new WeakMap<Connection, string>()
  let failures = 0
  let isClosing = false

  const around = {
    db,
    log,
    keepMs: options.keepMs ?? 10_000,
    unload: (document: Document) => void hocuspocus.unloadDocument(document),
    failed: () => {
      failures++
    },
  }

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    // Storing is ours (see `beforeSync`); Hocuspocus' own debounced store has nothing to do.
    debounce: 0,
    async onAuthenticate({ documentName, context, connectionConfig }) {
      const found = await accessOf(context.socket, documentName)
      if (found === 'none') {
        context.socket.dropped(documentName)
        throw new Refused('not-found')
      }
      connectionConfig.readOnly = found === 'read'
    },
    async onLoadDocument({ document, documentName }) {
      let stored: Awaited<ReturnType<typeof loadPage>>
      try {
        stored = await loadPage(db, documentName, document, log)
      } catch (error) {
        log.error({ err: error, documentId: documentName }, 'a page could not be loaded')
        throw new Refused('unavailable')
      }
      if (!stored) throw new Refused('not-found')
      pages.set(documentName, new LivePage(document, stored, around))
    },
    async connected({ connection, context }) {
      const page = pageOf(connection.document)
      // The document left memory between being found and being joined: the client opens it again, freshly loaded.
      if (!page) {
        closePage(connection, 'access-changed')
        return
      }
      page.entered(context.socket)
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
    },
    async beforeSync({ connection, document, type, payload, context }) {
      if (type === SYNC_STEP_1) return
      await storeEdit(connection as Connection<Context>, document, payload, context.socket)
    },
    async afterHandleMessage({ connection, document, documentName, context, update }) {
      context.socket.handled(documentName, update.byteLength)
      const userId = storing.get(connection)
      if (userId === undefined) return
      storing.delete(connection)
      pageOf(document)?.applied(userId)
    },
    async beforeHandleAwareness({ states, connection, document, context }) {
      if (!connection || !context) return
      cleanPresence(states, {
        user: context.socket.presence,
        own: document.getClients(connection),
        isTaken: (client) =>
          document
            .getConnections()
            .some((other) => other !== connection && document.getClients(other).has(client)),
      })
    },
    async onStateless({ connection, documentName, payload }) {
      const asked = Checkpoint.safeParse(parseJson(payload))
      if (!asked.success) return
      const { socket } = connection.context as Context
      const answer: CheckpointAnswer = {
        checkpoint: asked.data.checkpoint,
        accepted: !socket.refused.has(documentName),
      }
      connection.sendStateless(JSON.stringify(answer))
    },
  })

  /** The bookkeeping of this document; none when it has left memory. */
  function pageOf(document: Document): LivePage | undefined {
    const page = pages.get(document.name)
    return page?.document === document && !document.isDestroyed ? page : undefined
  }

  async function accessOf(socket: Socket, documentId: string): Promise<Exclude<Access, 'signed-out'>> {
    const { user, sessionId } = socket.caller
    let found: Access
    try {
      found = await access.of(user.id, sessionId, documentId)
    } catch (error) {
      log.error({ err: error, documentId }, 'access to a page could not be checked')
      throw new Refused('unavailable')
    }
    if (found !== 'signed-out') return found
    socket.close(CLOSE.signedOut.code, CLOSE.signedOut.reason)
    throw new Refused('access-changed')
  }

  /** Ends one page of a socket. Whatever it still has in its queue is refused, not applied. */
  function closePage(connection: Connection, reason: Refusal): void {
    connection.readOnly = true
    connection.close({ code: 4000, reason })
  }

  /** Authorises the edit now and puts it on the disk. Returns with the connection read-only when it is refused. */
  async function storeEdit(
    connection: Connection<Context>,
    document: Document,
    update: Uint8Array,
    socket: Socket,
  ): Promise<void> {
    if (!addsSomething(document, update)) return
    const page = pageOf(document)
    const refusal = page ? await refusalOf(connection, document, page, update, socket) : 'access-changed'
    if (refusal || !page) {
      socket.refused.add(document.name)
      if (refusal && refusal !== 'read-only') closePage(connection, refusal)
      return
    }
    page.appending()
    try {
      const { id: userId } = socket.caller.user
      page.appended(await updates.append(document.name, userId, update), update.byteLength)
      storing.set(connection, userId)
    } catch (error) {
      page.notAppended()
      if (!(error instanceof AppendError)) throw error
      closePage(connection, error.refusal)
    }
  }

  async function refusalOf(
    connection: Connection<Context>,
    document: Document,
    page: LivePage,
    update: Uint8Array,
    socket: Socket,
  ): Promise<Refusal | 'read-only' | null> {
    let found: Access
    try {
      found = await accessOf(socket, document.name)
    } catch (error) {
      return error instanceof Refused ? error.reason : 'unavailable'
    }
    if (found === 'none') return 'not-found'
    if (connection.readOnly) return found === 'read' ? 'read-only' : 'access-changed'
    if (found === 'read') return 'access-changed'
    return onlyDeletes(document, update) || page.hasRoomFor(update) ? null : 'too-large'
  }

  async function recheck(connections: Connection<Context>[]): Promise<void> {
    access.forget()
    await Promise.all(
      connections.map(async (connection) => {
        const { socket } = connection.context
        try {
          const found = await accessOf(socket, connection.document.name)
          if (found === 'none') closePage(connection, 'not-found')
          else if (connection.readOnly !== (found === 'read')) closePage(connection, 'access-changed')
        } catch (error) {
          // Not knowing is not a permission: the page is closed, and opening it asks again.
          closePage(connection, error instanceof Refused ? error.reason : 'unavailable')
        }
      }),
    )
  }

  const allConnections = () =>
    [...hocuspocus.documents.values()].flatMap(
      (document) => document.getConnections() as Connection<Context>[],
    )

  /** Runs `act` on the page in memory, loading it first, and keeps it there meanwhile. */
  async function withPage<T>(
    documentId: string,
    act: (document: Document, page: LivePage) => Promise<T> | T,
  ): Promise<T> {
    for (let round = 0; round < LOAD_ROUNDS; round++) {
      const document = await loadedDocument(documentId)
      const page = pageOf(document)
      // It left memory between being found and being used: the next round loads it freshly.
      if (!page) continue
      const visit = {}
      document.addDirectConnection()
      page.entered(visit)
      try {
        return await act(document, page)
      } finally {
        document.removeDirectConnection()
        page.left(visit)
      }
    }
    throw new AppError('unavailable', 'The page could not be read. Please try again.')
  }

  async function loadedDocument(documentId: string): Promise<Document> {
    try {
      const config = { isAuthenticated: true, readOnly: false }
      return await hocuspocus.createDocument(documentId, new Request('http://localhost'), 'server', config)
    } catch (error) {
      if (error instanceof Refused && error.reason === 'not-found') {
        throw new AppError('not-found', 'This page does not exist.', { cause: error })
      }
      throw new AppError('unavailable', 'The page could not be read. Please try again.', { cause: error })
    }
  }

  const editing = new Map<Document, Promise<void>>()

  /** Forward edits of one page run one after the other, so that each starts from what the one before has made. */
  function inTurn(document: Document, act: () => Promise<void>): Promise<void> {
    const before = editing.get(document) ?? Promise.resolve()
    const turn = before.then(act)
    const settled = turn.catch(() => undefined)
    editing.set(document, settled)
    void settled.then(() => editing.get(document) === settled && editing.delete(document))
    return turn
  }

  async function edit(
    document: Document,
    page: LivePage,
    userId: string | null,
    change: (doc: Y.Doc) => void,
  ): Promise<void> {
    const update = updateOf(document, change)
    if (update) {
      if (!onlyDeletes(document, update) && !page.hasRoomFor(update)) {
        throw new AppError('too-large', 'The page would become too large.')
      }
      page.appending()
      try {
        page.appended(await updates.append(document.name, userId, update), update.byteLength)
      } catch (error) {
        page.notAppended()
        throw asPersonsError(error)
      }
      Y.applyUpdate(document, update, { source: 'local' })
      page.applied(userId)
    }
    try {
      await page.project()
    } catch (error) {
      // The edit is on the disk and in the page; what lists show of it follows with the next try, made by `applied`.
      if (!update) throw error
      log.error({ err: error, documentId: document.name }, 'a page was not projected after an edit')
    }
  }

  const live: LivePages = {
    edit: (documentId, userId, change) =>
      withPage(documentId, (document, page) => inTurn(document, () => edit(document, page, userId, change))),
    read: (documentId, read) => withPage(documentId, (document) => read(document)),
    recheckPages(documentIds) {
      const wanted = new Set(documentIds)
      void recheck(allConnections().filter(({ document }) => wanted.has(document.name)))
    },
    recheckUser(userId) {
      void recheck(allConnections().filter(({ context }) => context.socket.caller.user.id === userId))
      void closeEndedSessions(userId)
    },
    async close() {
      isClosing = true
      for (const socket of sockets) socket.close(CLOSE.restart.code, CLOSE.restart.reason)
      await updates.settled()
      // What was stored is applied in the same turn; then the pages hold all of it.
      await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([...pages.values()].map(storeAtTheEnd))
      server.close()
    },
  }

  async function storeAtTheEnd(page: LivePage): Promise<void> {
    try {
      await page.store()
    } catch (error) {
      // Every edit is in the log; the next start projects and folds it.
      log.error({ err: error, documentId: page.document.name }, 'a page was not folded at the end')
    }
    page.dispose()
  }

  /** Closes sockets of a person that have no page open, where no page's check would notice the end of the session. */
  async function closeEndedSessions(userId: string): Promise<void> {
    for (const socket of sockets) {
      if (socket.caller.user.id !== userId) continue
      try {
        await accessOf(socket, '')
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
    }
  }

  /** After a start: projects and folds what a killed server had only logged. Pages in use are left to themselves. */
  async function catchUp(): Promise<void> {
    for (const documentId of await pagesWithLog(db)) {
      if (isClosing) return
      try {
        await withPage(documentId, (_document, page) => page.store())
      } catch (error) {
        log.error({ err: error, documentId }, 'a page could not be brought up to date; opening it will')
      }
    }
  }

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.frame,
    perMessageDeflate: false,
  })

  catchUp().catch((error: unknown) => {
    log.error({ err: error }, 'pages could not be brought up to date after the start; opening them will')
  })

  return {
    live,
    handleUpgrade(request, raw, head, caller) {
      if (!isSignedIn(caller) || isClosing) {
        return isClosing
          ? { status: 503, message: 'The server is restarting. Please try again.' }
          : { status: 401, message: 'Please sign in.' }
      }
      server.handleUpgrade(request, raw, head, (ws) => {
        const socket = new Socket(ws, caller)
        const theirs = [...sockets].filter((other) => other.caller.user.id === caller.user.id)
        if (theirs.length >= SOCKETS_PER_PERSON) {
          socket.close(CLOSE.tooManySockets.code, CLOSE.tooManySockets.reason)
          return
        }
        sockets.add(socket)
        const connection = hocuspocus.handleConnection(socket, new Request('http://localhost/collab'), {
          socket,
        })
        ws.on('message', (data: Buffer, isBinary: boolean) => {
          const frame = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
          if (socket.readyState !== ws.OPEN) return
          if (isBinary) {
            if (socket.accepts(frame)) connection.handleMessage(frame)
          } else socket.close(CLOSE.malformed.code, CLOSE.malformed.reason)
        })
        // The library answers a frame that is too large or broken with the fitting close code by itself.
        ws.on('error', (error) => log.warn({ err: error, ip: caller.ip }, 'a socket was closed'))
        ws.on('close', (code, reason) => {
          sockets.delete(socket)
          connection.handleClose({ code, reason: reason.toString() })
        })
      })
      return null
    },
    stats: () => ({
      sockets: sockets.size,
      pages: hocuspocus.documents.size,
      queued: updates.queued,
      appended: updates.appended,
      failures: failures + updates.failures,
    }),
  }
}

/** What `change` changes, as one update, or null when it changes nothing. The document itself is left alone. */
function updateOf(document: Y.Doc, change: (doc: Y.Doc) => void): Uint8Array | null {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document))
  const made: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => made.push(update))
  copy.transact(() => change(copy))
  copy.destroy()
  return made.length > 0 ? Y.mergeUpdates(made) : null
}

function asPersonsError(error: unknown): unknown {
  if (!(error instanceof AppendError)) return error
  switch (error.refusal) {
    case 'not-found':
      return new AppError('not-found', 'This page does not exist.', { cause: error })
    case 'disk-full':
      return new AppError('unavailable', 'The server has no space left on its disk, so this was not saved.', {
        cause: error,
      })
    case 'unavailable':
      return new AppError('unavailable', 'This could not be saved. Please try again.', { cause: error })
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

const isSignedIn = (caller: Caller): caller is SignedInCaller =>
  caller.user !== null && caller.sessionId !== null
