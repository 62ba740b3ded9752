import type { HttpBindings } from '@hono/node-server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie } from 'hono/cookie'
import { sql } from 'kysely'
import type { Caller, Services } from '@/server/context'
import { asAppError, INTERNAL_MESSAGE } from '@/server/errors'
import { answerCalls, asksForStream, CALL_HEADERS, plainCalls } from '@/server/http/answer-calls'
import { clientAddress, countedAs } from '@/server/http/client-address'
import { checkJsonText } from '@/server/http/json-guard'
import { isForgery, isSafeMethod } from '@/server/http/origin'
import { securityHeaders } from '@/server/http/security-headers'
import type { StaticFiles } from '@/server/http/static-files'
import { refuseIfFull, UnsentAnswers } from '@/server/http/unsent-answers'
import { inLanguage } from '@/server/language'
import { forOperator, isOperator } from '@/server/operator'
import type { AppRouter } from '@/server/router'
import { ACTING_AS_HEADER, isSameAccount } from '@/shared/acting-as'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { languageOfRequest } from '@/shared/i18n/languages'
import { LIMITS } from '@/shared/limits'
import { pageIdOf } from '@/shared/page-address'

/** What every route can read with `c.get('caller')`. */
export interface HttpEnv {
  Bindings: HttpBindings
  Variables: {
    caller: Caller
    setCookies: string[]
    /** Where routes count what they make for one receiver alone. */
    unsent: UnsentAnswers
  }
}
/** A group of routes that a feature adds; its paths are whole (`/api/…`). */
export type Routes = Hono<HttpEnv>

export interface HttpParts {
  services: Services
  router: AppRouter
  /** The features' own routes, in order (`src/server/routes.ts`). */
  routes: readonly Routes[]
  /** The built interface; `null` when it has not been built. */
  files: StaticFiles | null
  /** Who sends these headers; `setCookies` are to be sent back (a session that was prolonged). */
  readCaller(headers: Headers, ip: string): Promise<{ caller: Caller; setCookies: string[] }>
  isDraining(): boolean
}

const HEALTH_MS = 2000

/** Answers that are sent as they are made: calls of one request, and what one counts as (bytes), as it is not known before. */
const STREAMED = { calls: 4, countsAs: 32 * 1024 * 1024 }

/** The paths whose bodies are small JSON: everything else (uploads) limits and checks its own. */
const JSON_PATHS = ['/api/trpc/*', '/api/auth/*'] as const

/** The whole of HTTP: health, RPC, the features' routes, and the interface for every other address. */
export function createHttp(parts: HttpParts): Hono<HttpEnv> {
  const { services, isDraining } = parts
  const app = new Hono<HttpEnv>()
  const unsent = new UnsentAnswers()
  app.use((c, next) => {
    c.set('unsent', unsent)
    return next()
  })
  app.use(secured(services.config))
  app.use(logged(services))
  app.get('/healthz', async (c) => {
    if (isDraining()) return c.json({ status: 'draining' }, 503)
    if (await databaseAnswers(services)) return c.json({ status: 'ready' })
    return c.json({ status: 'unavailable', error: t('The database does not answer.') }, 503)
  })
  app.use(sameOrigin(services.config.publicUrl))
  for (const path of JSON_PATHS) app.use(path, smallJson())
  app.use('/api/*', (c, next) =>
    inLanguage(languageOfRequest(c.req.header('cookie'), c.req.header('accept-language')), next),
  )
  app.use('/api/*', identified(parts), toldAsOperator(services), counted(services), ofOwnTab)
  app.use('/:page', (c, next) => (c.req.query('print') === 'true' ? identified(parts)(c, next) : next()))
  app.all('/api/trpc/*', (c) => callProcedures(c, parts))
  for (const routes of parts.routes) app.route('/', routes)
  app.all('/api/*', () => {
    throw new AppError('not-found', t('There is nothing at this address.'))
  })
  app.on(['GET', 'HEAD'], '*', (c) => serveInterface(c, parts.files))
  app.notFound((c) => c.json({ error: t('There is nothing at this address.') }, 404))
  app.onError((error, c) => {
    const app = asAppError(error)
    if (!app) services.log.error({ err: error, path: pathForLog(c.req.path) }, 'request failed')
    return c.json({ error: app?.message ?? INTERNAL_MESSAGE() }, (app?.status ?? 500) as 500)
  })
  return app
}

/** The database is asked the least there is, and not waited for longer than a monitor of the server would. */
async function databaseAnswers({ db, log }: Services): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${HEALTH_MS} ms`)), HEALTH_MS)
  })
  try {
    await Promise.race([sql`select 1`.execute(db), late])
    return true
  } catch (error) {
    log.error({ err: error }, 'the database does not answer')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A header that an answer has unless it says something else under this name. It is put on Node's answer, which costs a
 * fraction of changing the headers of a `Response`.
 */
const headerUnlessGiven = (c: HonoContext<HttpEnv>, name: string, value: string): void => {
  c.env.outgoing.setHeader(name, value)
}

function secured({ publicUrl, embedOrigins }: Services['config']): MiddlewareHandler<HttpEnv> {
  const headers = Object.entries(securityHeaders(publicUrl, embedOrigins))
  return async (c, next) => {
    for (const [name, value] of headers) headerUnlessGiven(c, name, value)
    await next()
  }
}

function logged({ log }: Services): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const fields = {
      method: c.req.method,
      // The path alone: queries and bodies can hold anything.
      path: pathForLog(c.req.path),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      user: c.get('caller')?.user?.id,
    }
    if (c.req.path.startsWith('/api/')) log.info(fields, 'request')
    else log.debug(fields, 'request')
  }
}

/** Addresses of secret links, and of letters' invitations, end in a token. */
const WITH_TOKEN = /^\/(share|invite)\/./
/**
 * Nor is what addresses of files end in, their names, and what those of pages say, the words of their titles, for who reads the log.
 */
const NOT_TOLD = /^(\/(?:share|invite)\/|\/api\/files\/[^/]+\/(?=[^/]+$)).+/s

function pathForLog(path: string): string {
  if (NOT_TOLD.test(path)) return path.replace(NOT_TOLD, '$1[removed]').slice(0, 300)
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  const start = path.lastIndexOf('/', end - 1) + 1
  return `${path.slice(0, start)}${pageIdOf(path.slice(start, end))}${path.slice(end)}`.slice(0, 300)
}

function sameOrigin(publicUrl: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const sender = {
      method: c.req.method,
      origin: c.req.header('origin'),
      host: c.req.header('host'),
      secFetchSite: c.req.header('sec-fetch-site'),
    }
    if (isForgery(sender, publicUrl)) {
      throw new AppError(
        'forbidden',
        t(
          'This request did not come from a page of {publicUrl}, so it was not done. If people reach this server under another address, set PUBLIC_URL to it.',
          { publicUrl },
        ),
      )
    }
    return next()
  }
}

/** JSON only, so that no HTML form can reach it (R27); not large, deep or poisoned (R41). */
function smallJson(): MiddlewareHandler<HttpEnv> {
  const limited = bodyLimit({
    maxSize: LIMITS.rpcBody,
    onError: () => {
      throw new AppError(
        'too-large',
        t('A request may have at most {rpcBody} MB.', { rpcBody: LIMITS.rpcBody / 1024 / 1024 }),
      )
    },
  })
  return async (c, next) => {
    if (isSafeMethod(c.req.method)) {
      checkJsonText(c.req.query('input') ?? '')
      return next()
    }
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '') && hasBody(c)) {
      return c.json({ error: t('Please send JSON (content-type: application/json).') }, 415)
    }
    return limited(c, async () => {
      checkJsonText(await c.req.text())
      await next()
    })
  }
}

const hasBody = (c: HonoContext<HttpEnv>): boolean =>
  c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0

function identified({ services, readCaller }: HttpParts): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const peer = c.env.incoming.socket.remoteAddress
    const ip = clientAddress(peer, c.req.header('x-forwarded-for'), services.config.isTrustedProxy)
    const { caller, setCookies } = await readCaller(c.req.raw.headers, ip)
    c.set('caller', { ...caller, activePodId: activePodOf(c) })
    // What one person may see is nobody else's to keep.
    headerUnlessGiven(c, 'cache-control', 'no-store')
    await next()
    for (const cookie of setCookies) c.res.headers.append('set-cookie', cookie)
  }
}

/** The person who runs the server is told which settings are missing or wrong. */
function toldAsOperator({ db }: Services): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { user } = c.get('caller')
    if (user && (await isOperator(db, user.id))) return forOperator(next)
    return next()
  }
}

/** Every request of somebody who is signed in counts, whatever is answered (`docs/decisions/counting-requests.md`). */
function counted({ requestCount }: Services): MiddlewareHandler<HttpEnv> {
  return (c, next) => {
    const { user } = c.get('caller')
    if (user) requestCount.note(user.id)
    return next()
  }
}

/**
 * Who answers the tab of another account themselves: each procedure says whether it does, and signing in and out is for every tab. How
 * somebody signs in is changed by their own alone.
 */
const FOR_EVERY_TAB = /^\/api\/(?:trpc\/|auth\/(?!second-factor\/|passkeys\/(?:begin|add)$|[^/]+\/link$))/

/** Refuses what is sent by the tab of another account than that of the session, as to somebody who is signed out. */
const ofOwnTab: MiddlewareHandler<HttpEnv> = (c, next) => {
  const { user } = c.get('caller')
  const said = c.req.header(ACTING_AS_HEADER) ?? ''
  if (user && !isSameAccount(said, user.id) && !FOR_EVERY_TAB.test(c.req.path))
    throw new AppError('signed-out', t('Please sign in to do this.'))
  return next()
}

/** The caller as the tab sees them that says whose it is: for the tab of another account than that of the session, nobody is signed in. */
const ofTab = (caller: Caller, said: string): Caller =>
  caller.user === null || isSameAccount(said, caller.user.id)
    ? caller
    : { ...caller, user: null, sessionId: null }

/** The cookies that name the active pod (product.md 7.43), the plain one first. */
function activePodOf(c: HonoContext<HttpEnv>): string | undefined {
  const named = getCookie(c, 'active-pod-id') || getCookie(c, 'script-pod-id')
  return named !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(named) ? named : undefined
}

async function callProcedures(c: HonoContext<HttpEnv>, parts: HttpParts): Promise<Response> {
  const names = decodedPath(c.req.path.slice('/api/trpc/'.length))
  const isStream = asksForStream(c.req)
  const rpcBatch = isStream ? STREAMED.calls : LIMITS.rpcBatch
  if (names.split(',').length > rpcBatch)
    throw new AppError('too-large', t('A batch may have at most {rpcBatch} calls.', { rpcBatch }))
  const { router } = parts
  const context = {
    ...parts.services,
    caller: ofTab(c.get('caller'), c.req.header(ACTING_AS_HEADER) ?? ''),
    cookies: c.req.header('cookie'),
  }
  const untaken = c.get('unsent').of(countedAs(context.caller), c.env.outgoing)
  const asked = await plainCalls(c.req, router, names)
  if (asked) {
    const { status, body } = await answerCalls(router, asked, context, { signal: c.req.raw.signal, untaken })
    return c.body(body, status as 200, CALL_HEADERS)
  }
  if (isStream) {
    refuseIfFull(untaken)
    untaken.hold(STREAMED.countsAs)
  }
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: isSafeMethod(c.req.method) ? c.req.raw : await repeated(c),
    router,
    createContext: () => context,
  })
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    throw new AppError('bad-input', t('The address of this call cannot be read.'), { cause: error })
  }
}

function readablePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The request with the body that has been read for checking; it still ends with the one who asks. */
async function repeated(c: HonoContext<HttpEnv>): Promise<Request> {
  const { url, method, headers, signal } = c.req.raw
  return new Request(url, { method, headers, signal, body: await c.req.text() })
}

async function serveInterface(c: HonoContext<HttpEnv>, files: StaticFiles | null): Promise<Response> {
  if (!files) {
    throw new AppError('unavailable', t('The interface has not been built. Run: npm run build'))
  }
  // Who opens an address gets a screen, also where it cannot be read or ends like a file; a file that is not there must not answer with one.
  const isOpened = c.req.header('accept')?.includes('text/html') === true
  const path = isOpened ? readablePath(c.req.path) : decodedPath(c.req.path)
  const file = await files.serve(path, c.req.raw)
  if (file) return file
  const endsLikeFile = path.lastIndexOf('.') > path.lastIndexOf('/')
  const isFile = (endsLikeFile && !isOpened) || path.startsWith('/assets/')
  if (WITH_TOKEN.test(path)) {
    // No page that is opened from here is told the token, and no search engine lists it.
    headerUnlessGiven(c, 'referrer-policy', 'strict-origin')
    headerUnlessGiven(c, 'x-robots-tag', 'noindex')
  }
  const page = isFile ? null : await files.servePage(c.req.raw)
  return page ?? c.json({ error: t('There is nothing at this address.') }, 404)
}
