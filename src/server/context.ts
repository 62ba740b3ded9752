import type { Printer } from '@/server/chromium/printer'
import type { LivePages } from '@/server/collab/live-pages'
import type { Config } from '@/server/config'
import type { Db } from '@/server/db/db'
import type { Embedder } from '@/server/embedder/embedder'
import type { GuardedFetch } from '@/server/fetch/guarded-fetch'
import type { FileStore } from '@/server/files/store'
import type { Giphy } from '@/server/giphy'
import type { Limits } from '@/server/limits'
import type { Log } from '@/server/log'
import type { Mail } from '@/server/mail'
import type { Meaning } from '@/server/meaning/meaning'
import type { Places } from '@/server/places'
import type { RequestCount } from '@/server/request-count'
import type { ServerLease } from '@/server/server-lease'
import type { Streams } from '@/server/streams'
import type { UnderWay } from '@/server/under-way'

/** What the running server is made of; handed to whatever needs it. `publicUrl` is settled once it listens. */
export interface Services {
  config: Config & { publicUrl: string }
  db: Db
  log: Log
  mail: Mail
  limits: Limits
  underWay: UnderWay
  requestCount: RequestCount
  /** This run of the server, for what it is about to finish. */
  lease: ServerLease
  live: LivePages
  /** The bytes of files. */
  files: FileStore
  /** Fetches an address that a person gave; there is no other way to (R36). */
  fetch: GuardedFetch
  giphy: Giphy
  /** Turns texts into vectors, for what is found by meaning. */
  embedder: Embedder
  /** Finds pages by what they mean. */
  meaning: Meaning
  /** Answers that are being written, and their readers. */
  streams: Streams
  /** In which country an address is. */
  places: Places
  /** Draws pages as PDF and PNG. */
  printer: Printer
}

/** Who is asking. */
export interface Caller {
  user: { id: string; email: string; name: string; avatarUrl?: string | null } | null
  sessionId: string | null
  /** The address of the connection, never one that the caller states (R22). */
  ip: string
  /** The pod their browser works in, as its cookie says (product.md 7.43): a wish that gives no right. */
  activePodId?: string | undefined
}

/** `cookies`: what the browser sent, for the keys of published pages. */
export type RequestContext = Services & {
  caller: Caller
  cookies?: string | undefined
}

/** The context of somebody who is signed in. */
export type SignedInContext = Services & { caller: SignedInCaller }
export type SignedInCaller = Caller & { user: NonNullable<Caller['user']>; sessionId: string }
