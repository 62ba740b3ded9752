import { Hono } from 'hono'
import type { Caller, Services, SignedInContext } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { AppError } from '@/shared/errors'
import { EXPORT_FORMATS } from '../model'
import { exportPage, importFile } from './interchange.service'
import { uploadedFile } from './uploaded-file'

/**
 * Files in and out. `POST /api/import` takes one file and answers `{document, receipt}`;
 * `GET /api/export/markdown?documentId=` and `GET /api/export/html?documentId=` answer the file. Errors are the JSON
 * of every route (rulings 7).
 */
export function interchangeRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/import', async (c) => {
    const ctx = signedIn(services, c.get('caller'))
    return c.json(await importFile(ctx, await uploadedFile(c.req.raw), c.req.raw.signal), 201)
  })
  for (const { id } of EXPORT_FORMATS) {
    app.get(`/api/export/${id}`, async (c) => {
      const ctx = signedIn(services, c.get('caller'))
      const documentId = c.req.query('documentId')
      if (!documentId) throw new AppError('bad-input', 'Say which page to export with documentId.')
      const file = await exportPage(ctx, { documentId, format: id })
      return c.body(file.text, 200, file.headers)
    })
  }
  return app
}

function signedIn(services: Services, caller: Caller): SignedInContext {
  const { user, sessionId } = caller
  if (!user || sessionId === null) throw new AppError('signed-out', 'Sign in to import and export pages.')
  return { ...services, caller: { ...caller, user, sessionId } }
}
