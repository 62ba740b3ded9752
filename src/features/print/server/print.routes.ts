import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Caller, Services, SignedInContext } from '@/server/context'
import { contentDisposition } from '@/server/http/content-disposition'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { sentBytes, untakenOf } from '@/server/http/sent-bytes'
import { refuseIfFull } from '@/server/http/unsent-answers'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { pageIdOf } from '@/shared/page-address'
import { ExportPdf, ExportPng } from '../inputs'
import { type DrawnFile, EMOJI_PATH, exportPdf, exportPng, printPage, printTemplate } from './print.service'
import { emojiFace } from './render-sheet'

/** A list of block ids is the most that is sent. */
const MOST_BODY = 256 * 1024

/** The print page runs nothing and asks for nothing but its own pictures. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * `GET /<page>?print=true[&disableMedia=true]` is the page as it is printed (product.md 2.13): a built-in template for
 * everybody, a page for everybody who is signed in and may see it. `GET /fonts/emoji.woff2` is the face of its emoji. `POST /api/export/pdf` and
 * `POST /api/export/png` answer the page as a file (7.35).
 */
export function printRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const limited = mostBytes(MOST_BODY)
  app.post('/api/export/pdf', limited, (c) => drawn(c, services, ExportPdf, exportPdf))
  app.post('/api/export/png', limited, (c) => drawn(c, services, ExportPng, exportPng))
  app.get(EMOJI_PATH, async (c) => {
    c.get('unsent').endWhenStalled(c.env.outgoing)
    return c.body(sentBytes(await emojiFace()), 200, {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=2592000',
    })
  })
  app.get('/:documentId', async (c, next) => {
    if (c.req.query('print') !== 'true') return next()
    const caller = c.get('caller')
    const asked = {
      documentId: pageIdOf(c.req.param('documentId')),
      disableMedia: c.req.query('disableMedia') === 'true',
    }
    const { signal } = c.req.raw
    const untaken = untakenOf(c)
    refuseIfFull(untaken)
    const html =
      (await printTemplate({ ...services, caller }, asked, signal)) ??
      (caller.user ? await printPage(signedIn(services, caller), asked, signal).catch(unlessNotFound) : null)
    // The application says in its own screen that there is no such page, or that one has to sign in.
    if (html === null) return next()
    untaken.hold(Buffer.byteLength(html))
    return c.html(html, 200, { 'content-security-policy': POLICY, 'cache-control': 'private, no-store' })
  })
  return app
}

function unlessNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null
  throw error
}

async function drawn<Input>(
  c: Context<HttpEnv>,
  services: Services,
  shape: z.ZodType<Input>,
  draw: (ctx: SignedInContext, input: Input, signal: AbortSignal) => Promise<DrawnFile>,
): Promise<Response> {
  const ctx = signedIn(services, c.get('caller'))
  const { signal } = c.req.raw
  const untaken = untakenOf(c)
  refuseIfFull(untaken)
  try {
    const { name, type, bytes } = await draw(ctx, await readJson(c, shape), signal)
    untaken.hold(bytes.byteLength)
    return c.body(sentBytes(bytes), 200, {
      'content-type': type,
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-store',
    })
  } catch (error) {
    if (signal.aborted && error === signal.reason) return new Response(null, { status: GONE })
    throw error
  }
}

/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

function signedIn(services: Services, caller: Caller): SignedInContext {
  const { user, sessionId } = caller
  if (!user || sessionId === null) throw new AppError('signed-out', t('Sign in to export pages.'))
  return { ...services, caller: { ...caller, user, sessionId } }
}
