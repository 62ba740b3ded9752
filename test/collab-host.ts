import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { emptyPage } from '@/features/pages/server/empty-page'
import { type Collab, createCollab } from '@/server/collab/collab'
import type { Caller } from '@/server/context'
import { type Db, openDb } from '@/server/db/db'
import { refuse } from '@/server/http/upgrade'
import { createLog, type Log } from '@/server/log'
import { Tickets } from '@/server/rooms/tickets'
import { newId } from '@/shared/ids'
import type { Level } from '@/shared/permissions'
import { addPod, addSession, addUser } from './rows'

/** A collaboration server with a database of its own and roles that a test sets as it likes. */
export interface CollabHost {
  /** Of the socket, such as `ws://127.0.0.1:4600/collab`. */
  url: string
  db: Db
  collab: Collab
  tickets: Tickets
  /** What people are to pages: `roles.set('person page', 'viewer')`. Nobody mentioned is the owner. */
  roles: Map<string, Role | null>
  /** Makes an account with a session. */
  addPerson(name?: string): Promise<HostPerson>
  /** Gives somebody another session. */
  signIn(person: HostPerson): Promise<HostPerson>
  /** Makes an empty page. */
  addPage(): Promise<string>
  close(): Promise<void>
}

export interface HostPerson {
  id: string
  name: string
  sessionId: string
  /** What the person's browser would send. */
  cookie: string
}

/** What somebody is called who has this level. */
const LEVEL_OF = {
  viewer: 'view',
  commenter: 'comment',
  suggester: 'suggest',
  editor: 'edit',
  owner: 'manage',
} as const satisfies Record<string, Level>
type Role = keyof typeof LEVEL_OF

interface HostOptions {
  dataDir: string
  databaseUrl: string | null
  port?: number
  keepMs?: number
  /** Bytes that all pages in memory may take together. */
  memoryForPages?: number
  log?: Log
  /** Called, and awaited, before an edit that names these ids is decided about (`CollabOptions.named`). */
  named?: (ids: ReadonlySet<string>) => Promise<void>
}

/** Listens with the collaboration server alone; the rest of the product is not there. */
export async function startCollabHost(options: HostOptions): Promise<CollabHost> {
  const log = options.log ?? createLog('silent')
  const { db } = await openDb({ dataDir: options.dataDir, databaseUrl: options.databaseUrl }, { log })
  const roles = new Map<string, Role | null>()
  const tickets = new Tickets('the secret of a collaboration server that stands alone')
  const collab = createCollab({
    db,
    tickets,
    log,
    keepMs: options.keepMs ?? 200,
    ...(options.memoryForPages !== undefined && { memoryForPages: options.memoryForPages }),
    named: (_by, ids) => options.named?.(ids) ?? Promise.resolve(),
    dataDir: options.dataDir,
    visitors: { linksHeld: () => [], mayRead: async () => false },
    async authorize(userId, documentId) {
      const query = db.selectFrom('document').selectAll().where('id', '=', documentId)
      const page = await query.executeTakeFirst()
      if (!page) return null
      const role = roles.get(`${userId} ${documentId}`)
      const level = role === undefined ? 'manage' : role && LEVEL_OF[role]
      return { level, archived: page.archived_at !== null, locked: page.lock_page === 1 }
    },
  })
  const server = createServer((_request, response) => response.end('ready'))
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    void callerOf(db, request).then((caller) => {
      const refusal = collab.handleUpgrade(request, socket, head, caller)
      if (refusal) refuse(socket, refusal, 'http://localhost')
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/collab`,
    db,
    collab,
    tickets,
    roles,
    addPerson: (name = 'Ada') => addPerson(db, name),
    signIn: (person) => signIn(db, person),
    addPage: () => addPage(db),
    async close() {
      await collab.live.close()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await db.destroy()
    },
  }
}

async function callerOf(db: Db, request: IncomingMessage): Promise<Caller> {
  const sessionId = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'user.id', 'user.email', 'user.name'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  if (!row) return { user: null, sessionId: null, ip: '127.0.0.1' }
  return { user: { id: row.id, email: row.email, name: row.name }, sessionId: row.sessionId, ip: '127.0.0.1' }
}

export async function addPerson(db: Db, name: string): Promise<HostPerson> {
  return signIn(db, { id: await addUser(db, name), name })
}

async function signIn(db: Db, { id, name }: { id: string; name: string }): Promise<HostPerson> {
  const { id: sessionId } = await addSession(db, id)
  return { id, name, sessionId, cookie: `session=${sessionId}` }
}

export async function addPage(db: Db): Promise<string> {
  const id = newId()
  const place = { pod_id: await addPod(db, 'somebody'), parent_id: null, position: 'a0' }
  const page = { ...emptyPage(new Date().toISOString()), ...place, id, created_by: 'somebody' }
  await db.insertInto('document').values(page).execute()
  return id
}
