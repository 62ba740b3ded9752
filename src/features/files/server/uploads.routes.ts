import { Server } from '@tus/server'
import { type Context, Hono } from 'hono'
import type { Services, SignedInContext } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { discardBody } from '@/server/http/request-body'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { FILE_TOO_LARGE, NO_PAGE_NAMED, UPLOAD_NOT_THERE } from '../model'
import { PartStore } from './part-store'
import { atOnce } from './receive-file'
import { signedIn } from './signed-in'
import { uploadLocks } from './upload-lock'
import { finishUpload, requireSending, WrongChecksum } from './uploads.service'

const PATH = '/api/uploads'

/**
 * Files that come in parts, by the tus protocol 1.0 (https://tus.io): `POST /api/uploads?page=<id>&name=<name>` begins one
 * (`library=true` in place of `page`: for the caller alone), `PATCH /api/uploads/<id>` brings the next part, `HEAD` says how much has come,
 * `DELETE` gives it up. Its id is that of the file, of which `GET /api/files/<id>` tells.
 */
export function uploadsRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const locker = uploadLocks(services.underWay)

  /** Has the protocol's own code answer the request. Throws what our side of it refuses. */
  async function follow(c: Context<HttpEnv>, ctx: SignedInContext, request: Request): Promise<Response> {
    const refusals: AppError[] = []
    const server = new Server({
      path: PATH,
      locker,
      datastore: new PartStore(ctx, {
        documentId: c.req.query('page') ?? null,
        name: c.req.query('name') ?? '',
        statedSize: numberOf(c.req.header('content-length')),
        sha256: sha256Of(c.req.header('upload-checksum')),
      }),
      maxSize: LIMITS.uploadFile,
      relativeLocation: true,
      // No other site's pages may send here (`sameOrigin`).
      allowedOrigins: () => false,
      namingFunction: () => newId(),
      getFileIdFromRequest: () => c.req.param('id'),
      async onUploadFinish(_request, { id }) {
        await finishUpload(ctx, id)
        return {}
      },
      onResponseError(_request, error) {
        if (error instanceof AppError) refusals.push(error)
        return error instanceof WrongChecksum ? { status_code: WRONG_CHECKSUM, body: '' } : undefined
      },
    })
    const response = await server.handleWeb(request as Parameters<Server['handleWeb']>[0])
    for (const refusal of refusals) throw refusal
    return inOurWords(c, response)
  }

  app.post(PATH, (c) =>
    takingRest(c, async () => {
      const ctx = signedIn(services, c.get('caller'))
      if (!c.req.query('page') && c.req.query('library') !== 'true')
        throw new AppError('bad-input', NO_PAGE_NAMED())
      // It can bring the whole file already.
      return atOnce(ctx, () => follow(c, ctx, c.req.raw))
    }),
  )
  app.get(`${PATH}/:id`, async (c) => {
    const ctx = signedIn(services, c.get('caller'))
    const id = c.req.param('id')
    await requireSending(ctx, id)
    // All of it is there, and the server ended before it made a file of it.
    await atOnce(ctx, () => finishUpload(ctx, id))
    const headers = { 'tus-resumable': '1.0.0' }
    return follow(c, ctx, new Request(c.req.raw.url, { method: 'HEAD', headers }))
  })
  app.patch(`${PATH}/:id`, (c) =>
    takingRest(c, async () => {
      const ctx = signedIn(services, c.get('caller'))
      await requireSending(ctx, c.req.param('id'))
      return atOnce(ctx, () => follow(c, ctx, c.req.raw))
    }),
  )
  app.delete(`${PATH}/:id`, (c) => follow(c, signedIn(services, c.get('caller')), c.req.raw))
  return app
}

/** Answers a request; where that is refused, its body is taken in: a browser hears the answer only then. */
async function takingRest(c: Context<HttpEnv>, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    await discardBody(c)
    throw error
  }
}

/** The protocol's own status for it. */
const WRONG_CHECKSUM = 460

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

function sha256Of(checksum: string | undefined): string | null {
  if (checksum === undefined) return null
  const [algorithm, sum] = checksum.trim().split(/\s+/)
  if (algorithm !== 'sha256' || !sum)
    throw new AppError('bad-input', t('Checksums are SHA-256 in base64 here.'))
  return sum
}

const WORDS: Readonly<Record<number, () => string>> = {
  404: UPLOAD_NOT_THERE,
  409: () => t('The upload has come to another place of the file by now.'),
  410: UPLOAD_NOT_THERE,
  413: FILE_TOO_LARGE,
  [WRONG_CHECKSUM]: () => t('A part of the file was changed on its way.'),
  500: () => t('Something went wrong on the server. Please try again.'),
}

/** The protocol's answer, with what is wrong said as everywhere else. */
function inOurWords(c: Context<HttpEnv>, response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
  const { status } = response
  if (status < 400) return new Response(response.body, { status, headers })
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  const words = WORDS[status] ?? (() => t('This part of an upload cannot be understood.'))
  return c.body(JSON.stringify({ error: words() }), status as 400, Object.fromEntries(headers))
}
