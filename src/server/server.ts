import { getRequestListener } from '@hono/node-server'
import { createAuth } from '@/features/accounts/server/auth'
import { createSessionReader } from '@/features/accounts/server/session'
import { noteInterrupted } from '@/features/chat/server/answers.queries'
import { anchorLeftWaiting } from '@/features/comments/server/waiting-anchors'
import { nameFiles } from '@/features/files/server/file-pages'
import { clearUnfinishedFiles } from '@/features/files/server/files.service'
import { clearSpool } from '@/features/interchange/server/uploaded-file'
import { clearPreparedPages } from '@/features/pages/server/prepared-pages'
import { linksHeld } from '@/features/share/server/visit-cookie'
import { accessToDocument, readsWithoutReview } from '@/server/access/hidden-review'
import { visitedPages } from '@/server/access/visitor-access'
import { authSecret } from '@/server/auth-secret'
import { createPrinter } from '@/server/chromium/printer'
import { accessIn } from '@/server/collab/access'
import { createCollab } from '@/server/collab/collab'
import type { Config } from '@/server/config'
import type { Services } from '@/server/context'
import { type DataLock, lockDataFolder } from '@/server/data-lock'
import { openDb } from '@/server/db/db'
import { holdDatabase } from '@/server/db/one-server'
import { createEmbedder, earlierEmbedder } from '@/server/embedder/embedder'
import { createGuardedFetch, type GuardedFetch } from '@/server/fetch/guarded-fetch'
import { openFileStore } from '@/server/files/disk-store'
import { createGiphy } from '@/server/giphy'
import { countedAs } from '@/server/http/client-address'
import { createHttp } from '@/server/http/http'
import { listen } from '@/server/http/listen'
import { loadStaticFiles } from '@/server/http/static-files'
import { handleUpgrades } from '@/server/http/upgrade'
import { jobKinds } from '@/server/job-kinds'
import { startWorker } from '@/server/jobs/worker'
import { speakLanguages } from '@/server/language'
import { createLimits } from '@/server/limits'
import { keepLinksFilled } from '@/server/links/fill-links'
import { createLog, type Log } from '@/server/log'
import { createMail } from '@/server/mail'
import { createMeaning } from '@/server/meaning/meaning'
import { createPlaces } from '@/server/places'
import { createRequestCount } from '@/server/request-count'
import { Rooms } from '@/server/rooms/rooms'
import { ticketStands } from '@/server/rooms/ticket-sessions'
import { Tickets } from '@/server/rooms/tickets'
import { appRouter } from '@/server/router'
import { routes } from '@/server/routes'
import { startSchedules } from '@/server/schedules'
import { keepIndexFilled } from '@/server/search/fill-index'
import { holdLease } from '@/server/server-lease'
import { createStreams } from '@/server/streams'
import { createUnderWay } from '@/server/under-way'

export interface RunningServer {
  /** Its public origin, such as `https://sheaf.example.org`. */
  url: string
  /** Where this machine reaches it, such as `http://localhost:3000`. */
  localUrl: string
  services: Services
  /** Finishes what is under way, stores what is pending, and lets go of everything. */
  close(): Promise<void>
}

interface StartOptions {
  log?: Log
  /** The data folder's, where it has been taken already; it is let go of with the server. */
  lock?: DataLock
  /** The folder of the built interface; without it only the calls are served. */
  appFolder?: string
  /** Called when another server has taken the database while the connection to it was broken: this one must end. */
  onLost?: () => void
  /** For tests, whose sites stand on loopback; no setting leads here (R36). */
  fetch?: GuardedFetch
  /** How long a page may take to be drawn; for tests on slow machines. */
  mostDrawingMs?: number
}

/**
 * Starts the whole server: takes the data folder, listens (answering 503 until it is ready), migrates, serves.
 * Throws when something is in the way; the message says what, for the person who started it.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  speakLanguages()
  const log = options.log ?? createLog(config.logLevel)
  const undo: (() => unknown)[] = []
  const { onLost = () => undefined, fetch = createGuardedFetch() } = options
  const closeAll = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const lock = options.lock ?? lockDataFolder(config.dataDir)
    undo.push(() => lock.release())
    const door = await listen(config)
    undo.push(() => door.close())
    const url = config.publicUrl ?? door.url
    lock.announce(url)
    if (config.databaseUrl !== null) undo.push(await holdDatabase(config.databaseUrl, log, onLost))
    const { db } = await openDb(config, { log })
    undo.push(() => db.destroy())
    const lease = await holdLease(db, log, config.dataDir)
    undo.push(() => lease.end())
    const mail = createMail(config, log)
    undo.push(() => mail.close())
    const requestCount = createRequestCount(db, log)
    undo.push(() => requestCount.close())
    const base = {
      config: { ...config, publicUrl: url },
      db,
      log,
      mail,
      limits: createLimits(db),
      underWay: createUnderWay(),
      requestCount,
      lease,
    }
    const auth = createAuth(base, authSecret(config))
    const sessions = await createSessionReader(auth, db)
    const tickets = new Tickets(authSecret(config))
    const authorize = (userId: string, documentId: string) => accessToDocument(db, userId, documentId)
    const rooms = new Rooms(config.turn, tickets, async (ticket) => {
      if (!(await ticketStands(db, ticket))) return false
      const facts = await authorize(ticket.user.id, ticket.page)
      return facts !== null && accessIn(facts) !== 'none'
    })
    undo.push(() => rooms.close())
    const collab = createCollab({
      db,
      tickets,
      log,
      dataDir: config.dataDir,
      authorize,
      rechecked: (what) => void rooms.recheck(what),
      named: (by, ids) => nameFiles(db, by, ids),
      visitors: {
        linksHeld: (cookies) => linksHeld(config, cookies),
        mayRead: async (reader, id) =>
          'links' in reader
            ? (await visitedPages(db, reader.links, [id])).has(id)
            : readsWithoutReview(db, reader, id),
      },
    })
    const printer = createPrinter({
      ...config,
      log,
      mostMs: options.mostDrawingMs,
      startMs: options.mostDrawingMs,
    })
    undo.push(() => printer.close())
    const streams = createStreams((error) => log.error({ err: error }, 'an answer ended with an error'))
    const embedder = createEmbedder(config.ai)
    const meaning = createMeaning(
      { db, log, embedder, earlierEmbedder: (model) => earlierEmbedder(config.ai, model) },
      config.ai.meaningSearch,
    )
    undo.push(() => meaning.close())
    const services: Services = {
      ...base,
      streams,
      live: collab.live,
      files: openFileStore(config),
      fetch,
      giphy: createGiphy(config.giphy),
      embedder,
      meaning,
      places: createPlaces(config, log),
      printer,
    }
    await services.files.clearUnfinished()
    await clearUnfinishedFiles(services)
    await clearPreparedPages(services.db)
    await clearSpool(config)
    await anchorLeftWaiting(services)
    await noteInterrupted(services.db)
    undo.push(startSchedules(services))
    undo.push(startWorker(services, jobKinds, collab.isWanted))
    undo.push(keepIndexFilled(db, log, collab.isWanted))
    undo.push(keepLinksFilled({ db, log, tellChanged: (ids) => collab.live.tellChanged(ids) }))
    undo.push(() => collab.live.close())
    const files = options.appFolder ? await loadStaticFiles(options.appFolder) : null
    undo.push(() => files?.close())
    const http = createHttp({
      services,
      router: appRouter,
      routes: routes(services, auth, files?.fontFaces),
      files,
      async readCaller(headers, ip) {
        const found = await sessions.readCaller(headers, ip)
        collab.heard(countedAs({ user: found.caller.user, ip }))
        return found
      },
      isDraining: door.isDraining,
    })
    const { isTrustedProxy } = config
    handleUpgrades(door.server, {
      publicUrl: url,
      isTrustedProxy,
      log,
      readCaller: sessions.readCaller,
      collab,
      rooms,
    })
    door.open(getRequestListener(http.fetch))
    undo.push(() => door.drain())
    // Before it: a reader of an answer would hold the door open.
    undo.push(() => streams.close())
    log.info({ url, database: config.databaseUrl ? 'postgres' : 'sqlite', dataDir: config.dataDir }, 'ready')
    const unused = [config.redisUrl && 'REDIS_URL', config.s3 && 'S3_*'].filter(Boolean)
    if (unused.length > 0)
      log.warn(
        { settings: unused },
        'set, but not used by this version: one server keeps all in DATA_DIR and the database',
      )
    return { url, localUrl: door.url, services, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}
