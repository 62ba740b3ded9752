import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Context, Hono } from 'hono'
import type { Services } from '@/server/context'
import { countedAs } from '@/server/http/client-address'
import { contentDisposition } from '@/server/http/content-disposition'
import type { HttpEnv, Routes } from '@/server/http/http'
import { onceGone } from '@/server/http/once-gone'
import { BrokenOff, bodyOf, discardBody } from '@/server/http/request-body'
import { sentBytes, untakenOf } from '@/server/http/sent-bytes'
import { refuseIfFull } from '@/server/http/unsent-answers'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { FILE_NOT_THERE, FILE_TOO_LARGE, NO_PAGE_NAMED, NOT_SHOWN_HERE, type StoredFile } from '../model'
import { rangeOf } from './byte-range'
import { handlingOf, isNeverCached, mayBeGivenTo } from './content-type'
import { type FileOpening, fileForReader, fileState } from './files.service'
import { mediaFactsOf } from './media-facts'
import { keepPeaks } from './peaks.service'
import { findPreview, type Preview } from './previews.queries'
import { keepPreview, MOST_PREVIEW, PREVIEW_TOO_LARGE } from './previews.service'
import { uploadFile, uploadToLibrary } from './receive-file'
import { signedIn } from './signed-in'

/**
 * `POST /api/files?page=<id>&name=<name>` keeps its body as a file of that page and answers it (201); `library=true` in place of
 * `page` keeps it for the caller alone.
 * `GET /api/files/<id>` tells its state, `GET /api/files/<id>/<name>` gives its bytes, whole or a part, and with `w=<width>` the picture in that
 * width, or the still of a film, which `PUT /api/files/<id>/previews/<width>` keeps. `GET /api/files/<id>/media/facts` tells how long a film or
 * sound is, how it is encoded and how loud it is, which `PUT /api/files/<id>/media/peaks` says of a sound that only browsers decode.
 */
export function filesRoutes(services: Services, openings: readonly FileOpening[]): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/files', (c) => receive(c, services))
  app.get('/api/files/:id', async (c) =>
    c.json(await fileState(signedIn(services, c.get('caller')), c.req.param('id'))),
  )
  app.get('/api/files/:id/:name', async (c) => {
    const { file, isPublic, isListed } = await fileForReader(
      { ...services, caller: c.get('caller') },
      { id: c.req.param('id'), cookies: c.req.header('cookie'), openings },
    )
    const asked = isListed ? ASKED_AGAIN : { ...ASKED_AGAIN, 'x-robots-tag': 'noindex' }
    const width = c.req.query('w')
    const preview = width === undefined ? null : await findPreview(services.db, file.id, Number(width))
    if (preview) return givePreview(c, file, preview, isPublic ? asked : KEPT)
    if (width !== undefined && !file.type.startsWith('image/'))
      throw new AppError('not-found', FILE_NOT_THERE())
    // A picture without smaller ones is given as it is; it may have them in a moment.
    return give(c, services, file, isPublic || width !== undefined ? asked : KEPT)
  })
  app.get('/api/files/:id/media/facts', async (c) => {
    const caller = c.get('caller')
    const { file, isPublic } = await fileForReader(
      { ...services, caller },
      { id: c.req.param('id'), cookies: c.req.header('cookie'), openings },
    )
    const facts = await mediaFactsOf(services, file, countedAs(caller))
    // How loud a sound is may be told later.
    const isWhole = facts !== null && (facts.audio === null || facts.peaks !== null)
    return c.json({ facts }, 200, isPublic || !isWhole ? ASKED_AGAIN : KEPT)
  })
  app.put('/api/files/:id/media/peaks', async (c) => {
    const ctx = signedIn(services, c.get('caller'))
    await keepPeaks(ctx, c.req.param('id'), await smallBody(c.req.raw))
    return c.body(null, 204)
  })
  app.put('/api/files/:id/previews/:width', async (c) => {
    const ctx = signedIn(services, c.get('caller'))
    await keepPreview(ctx, c.req.param('id'), Number(c.req.param('width')), await smallBody(c.req.raw))
    return c.body(null, 204)
  })
  return app
}

function givePreview(
  c: Context<HttpEnv>,
  file: StoredFile,
  { type, width, bytes }: Preview,
  kept: Record<string, string>,
): Response {
  const etag = `"${file.id}-${width}"`
  const headers = { ...kept, etag, 'content-type': type, 'content-security-policy': handlingOf(type).policy }
  if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  if (!mayBeGivenTo(type, { dest: c.req.header('sec-fetch-dest'), accept: c.req.header('accept') }))
    throw new AppError('bad-input', NOT_SHOWN_HERE())
  // Read for this receiver alone. Nothing is awaited between this and counting.
  const untaken = untakenOf(c)
  refuseIfFull(untaken)
  untaken.hold(bytes.byteLength)
  return new Response(sentBytes(bytes), { headers })
}

async function smallBody(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await buffer(bodyOf(request, MOST_PREVIEW, PREVIEW_TOO_LARGE())))
}

/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

async function receive(c: Context<HttpEnv>, services: Services): Promise<Response> {
  try {
    const ctx = signedIn(services, c.get('caller'))
    const documentId = c.req.query('page')
    const isForLibrary = c.req.query('library') === 'true'
    if (!documentId && !isForLibrary) throw new AppError('bad-input', NO_PAGE_NAMED())
    const stated = c.req.header('content-length')
    const incoming = {
      name: c.req.query('name') ?? '',
      statedSize: stated === undefined ? null : Number(stated),
      body: bodyOf(c.req.raw, LIMITS.uploadFile, FILE_TOO_LARGE()),
    }
    const file = await (documentId
      ? uploadFile(ctx, { documentId, ...incoming })
      : uploadToLibrary(ctx, incoming))
    return c.json(file, 201)
  } catch (error) {
    if (error instanceof BrokenOff) return new Response(null, { status: GONE })
    await discardBody(c)
    throw error
  }
}

/**
 * Bytes never change under an id, so the browser that was given them may keep them; `vary` makes it ask again once
 * somebody else, or nobody, is signed in.
 */
const KEPT = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'cookie' }

/** What somebody has only because a page is published now: the next time it may not be. */
const ASKED_AGAIN = { 'cache-control': 'private, no-cache', vary: 'cookie' }

/** Files that one person takes at once, or all who are not signed in behind one connection. A browser takes a hundred at most. */
const MOST_GIVEN = 500
const TOO_MANY_GIVEN = () => t('Rate limit exceeded. Please try again in a minute.')

async function give(
  c: Context<HttpEnv>,
  { files, underWay }: Services,
  file: StoredFile,
  kept: Record<string, string>,
): Promise<Response> {
  if (!mayBeGivenTo(file.type, { dest: c.req.header('sec-fetch-dest'), accept: c.req.header('accept') }))
    throw new AppError('bad-input', NOT_SHOWN_HERE())
  const { type, isShown, policy } = handlingOf(file.type)
  const etag = `"${file.id}"`
  const headers: Record<string, string> = {
    ...kept,
    etag,
    'accept-ranges': 'bytes',
    'content-type': type,
    'content-security-policy': policy,
    ...(isNeverCached(file.type) && { 'cache-control': 'no-store' }),
    'content-disposition': isShown
      ? contentDisposition(file.name).replace('attachment', 'inline')
      : contentDisposition(file.name),
  }
  if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const size = await files.sizeOf(file.id)
  if (size === null) throw new AppError('not-found', FILE_NOT_THERE())
  const condition = c.req.header('if-range')
  const asked = condition === undefined || condition === etag ? c.req.header('range') : undefined
  const range = rangeOf(asked, size)
  if (range === 'beyond') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  }
  headers['content-length'] = String(range ? range.last - range.first + 1 : size)
  if (range) headers['content-range'] = `bytes ${range.first}-${range.last}/${size}`
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return new Response(null, { status, headers })
  // A film that is paused is not taken for hours, so it is not given up; but nobody keeps open as many as they like.
  const asker = countedAs(c.get('caller'))
  onceGone(c.env.outgoing, await underWay.enter(`given-files:${asker}`, MOST_GIVEN, TOO_MANY_GIVEN()))
  const bytes = await files.read(file.id, range ?? undefined)
  if (!bytes) throw new AppError('not-found', FILE_NOT_THERE())
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { status, headers })
}
