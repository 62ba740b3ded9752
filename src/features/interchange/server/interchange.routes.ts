import { Hono } from 'hono'
import type { Caller, Services, SignedInContext } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { AppError } from '@/shared/errors'
import { EXPORT_FORMATS } from '../model'
import { exportPage, importFile } from './interchange.service'
import { BrokenOff, uploadedFile } from './uploaded-file'

/**
 * Files in and out. `POST /api/import` takes one file and answers `{document, receipt}`;
 * `GET /api/export/markdown?documentId=` and `GET /api/export/html?documentId=` answer the file. Errors are the JSON
 * of every route (rulings 7).
 */
export function interchangeRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/import', (c) =>
    unlessGone(c.req.raw, async () => {
      const ctx = signedIn(services, c.get('caller'))
      return c.json(await importFile(ctx, await uploadedFile(c.req.raw), c.req.raw.signal), 201)
    }),
  )
  for (const { id } of EXPORT_FORMATS) {
    app.get(`/api/export/${id}`, (c) =>
      unlessGone(c.req.raw, async () => {
        const ctx = signedIn(services, c.get('caller'))
        const documentId = c.req.query('documentId')
        if (!documentId) throw new AppError('bad-input', 'Say which page to export with documentId.')
        const file = await exportPage(ctx, { documentId, format: id }, c.req.raw.signal)
        return c.body(file.text, 200, file.headers)
      }),
    )
  }
  return app
}

function signedIn(services: Services, caller: Caller): SignedInContext {
  const { user, sessionId } = caller
  if (!user || sessionId === null) throw new AppError('signed-out', 'Sign in to import and export pages.')
  return { ...services, caller: { ...caller, user, sessionId } }
}

/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

/** Whoever cancels or closes the window ends the upload or the work after it, which is no fault to be logged. */
async function unlessGone({ signal }: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    const isGone = error instanceof BrokenOff || (signal.aborted && error === signal.reason)
    if (isGone) return new Response(null, { status: GONE })
    throw error
  }
}
