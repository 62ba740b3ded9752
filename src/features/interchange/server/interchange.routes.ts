import { Hono } from 'hono'
import { z } from 'zod'
import type { Caller, Services, SignedInContext } from '@/server/context'
import { asAppError, INTERNAL_MESSAGE } from '@/server/errors'
import type { HttpEnv, Routes } from '@/server/http/http'
import { BrokenOff } from '@/server/http/request-body'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { EXPORT_FORMATS, IMPORT_LINES, type ImportAnswer, type ImportLine } from '../model'
import { exportPage } from './export.service'
import { importFile, type OnProgress, receiveFile } from './interchange.service'
import { sendFile } from './sent-file'

/**
 * Files in and out. `POST /api/import` takes one file and answers `{document, receipt}` (201); a client that accepts
 * `application/x-ndjson` hears line by line how far it is. `GET /api/export/<format>?documentId=` answers the file, with
 * `&subPages=true` a `.zip` of the page and all below it; `&exact=true` is Markdown that keeps all of the page. Errors are the JSON of every route (rulings 7).
 */
export function interchangeRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.post('/api/import', (c) =>
    unlessGone(c.req.raw, async () => {
      const ctx = signedIn(services, c.get('caller'))
      const { raw } = c.req
      const file = await receiveFile(ctx, raw)
      const work = (onProgress?: OnProgress) =>
        importFile(ctx, file, raw.signal, onProgress).finally(() => file.remove())
      if (!raw.headers.get('accept')?.includes(IMPORT_LINES)) return c.json(await work(), 201)
      return new Response(linesOf(work, ctx), {
        headers: { 'content-type': IMPORT_LINES, 'cache-control': 'no-store' },
      })
    }),
  )
  for (const { id } of EXPORT_FORMATS) {
    app.get(`/api/export/${id}`, (c) =>
      unlessGone(c.req.raw, async () => {
        const ctx = signedIn(services, c.get('caller'))
        const { documentId, subPages, delimiter, exact, discussions, suggestions } = exportQuery(
          c.req.query(),
        )
        const options = {
          delimiter: DELIMITERS[delimiter],
          exact: exact === 'true',
          discussions: discussions === 'true',
          suggestions: suggestions === 'true',
        }
        const input = { documentId, format: id, subPages, options }
        return sendFile(c, await exportPage(ctx, input, c.req.raw.signal))
      }),
    )
  }
  return app
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const

const ExportQuery = z.object({
  documentId: z.string().min(1),
  subPages: z.enum(['true', 'false']).default('false'),
  discussions: z.enum(['true', 'false']).default('false'),
  suggestions: z.enum(['true', 'false']).default('false'),
  exact: z.enum(['true', 'false']).default('false'),
  delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
})

function exportQuery(query: Record<string, string>) {
  const { success, data } = ExportQuery.safeParse(query)
  if (!success) throw new AppError('bad-input', t('Say which page to export with documentId.'))
  return { ...data, subPages: data.subPages === 'true' }
}

/** Milliseconds after which an import that has nothing new to say says the same again. */
const SILENCE = 15_000

/** An answer that goes on while the work does: progress at most ten times a second, the end as its last line. */
function linesOf(
  work: (onProgress: OnProgress) => Promise<ImportAnswer>,
  { log }: Pick<Services, 'log'>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOpen = true
  return new ReadableStream({
    cancel() {
      isOpen = false
    },
    async start(stream) {
      let said = 0
      let progress: Parameters<OnProgress>[0] = { done: 0, pages: 0 }
      const say = (line: ImportLine) => {
        said = Date.now()
        if (isOpen) stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      // What stands in between would end an answer that says nothing for a minute.
      const again = setInterval(() => {
        if (Date.now() - said >= SILENCE) say({ say: 'progress', ...progress })
      }, SILENCE / 2)
      try {
        const answer = await work((next) => {
          progress = next
          if (Date.now() - said >= 100) say({ say: 'progress', ...progress })
        })
        say({ say: 'done', ...answer })
      } catch (error) {
        const known = asAppError(error)
        if (!known && !isAbort(error)) log.error({ err: error }, 'an import failed')
        say({ say: 'failed', error: known?.message ?? INTERNAL_MESSAGE() })
      } finally {
        clearInterval(again)
      }
      if (isOpen) stream.close()
    },
  })
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

function signedIn(services: Services, caller: Caller): SignedInContext {
  const { user, sessionId } = caller
  if (!user || sessionId === null) throw new AppError('signed-out', t('Sign in to import and export pages.'))
  return { ...services, caller: { ...caller, user, sessionId } }
}

/** "Client closed request": nobody reads it, but the log of requests tells it from others. */
const GONE = 499

/** Canceling or closing the window ends the upload or the work after it, which is no fault to be logged. */
async function unlessGone({ signal }: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    const isGone = error instanceof BrokenOff || (signal.aborted && error === signal.reason)
    if (isGone) return new Response(null, { status: GONE })
    throw error
  }
}
