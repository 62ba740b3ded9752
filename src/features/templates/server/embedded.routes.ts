import { Hono } from 'hono'
import { z } from 'zod'
import type { Services } from '@/server/context'
import { clientGroup, countedAs } from '@/server/http/client-address'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes, readJson } from '@/server/http/read-json'
import { untakenOf } from '@/server/http/sent-bytes'
import { refuseIfFull } from '@/server/http/unsent-answers'
import { EMBEDDING } from '@/shared/embedding'
import { language, t } from '@/shared/i18n'
import type { Language } from '@/shared/i18n/languages'
import type { EmbeddedLine, EmbeddedStart } from '../embedded'
import { builtVectors, describeTemplates, packVector, vectorsOf } from './template-vectors'

/** A search is one text; a person looks for a few a minute. */
const PER_MINUTE = 60
/** … and all who are not signed in together: the model may be one that is paid for, and people come first. */
const VISITORS_PER_MINUTE = 300
const MOST_BODY = 16 * 1024

const EmbedText = z.object({
  text: z
    .string({ error: () => t('Please send {text} as JSON.', { text: '{"text": "…"}' }) })
    .transform((text) => text.trim().slice(0, EMBEDDING.mostText))
    .refine((text) => text !== '', { error: () => t('There is no text.') }),
})

/**
 * `GET /api/templates/embedded` gives every template, in the language of the caller, with its vector, one JSON value a line after one with their count;
 * `POST /api/embed {text}` the vector of a text, of the same model. For everybody: the search by meaning of the templates runs over them
 * in the browser (product.md 2.46, 7.43).
 */
export function embeddedRoutes({ embedder, limits }: Services): Routes {
  const app = new Hono<HttpEnv>()
  let made: Promise<Map<string, Float32Array>> | null = null
  const described = new Map<Language, ReturnType<typeof describeTemplates>>()

  const vectors = () => {
    made ??= builtVectors()
      .then((kept) => vectorsOf(embedder, kept))
      .catch((error) => {
        made = null
        throw error
      })
    return made
  }
  const describedNow = () => {
    const known = described.get(language())
    if (known) return known
    const spoken = language()
    const told = describeTemplates()
    described.set(spoken, told)
    told.catch(() => described.delete(spoken))
    return told
  }

  app.get('/api/templates/embedded', async (c) => {
    await limits.take(`embedded:${clientGroup(c.get('caller').ip)}`, PER_MINUTE, 60)
    const untaken = untakenOf(c)
    refuseIfFull(untaken)
    const [list, vectorOf] = await Promise.all([describedNow(), vectors()])
    const start: EmbeddedStart = { count: list.length, model: embedder.model }
    const lines = list.map(
      (template): EmbeddedLine => ({ ...template, embedding: packVector(vectorOf.get(template.id)!) }),
    )
    const text = [start, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
    untaken.hold(Buffer.byteLength(text))
    return c.body(text, 200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-cache' })
  })

  app.post('/api/embed', mostBytes(MOST_BODY), async (c) => {
    const caller = c.get('caller')
    const person = countedAs(caller)
    await limits.take(`embed:${person}`, PER_MINUTE, 60)
    if (caller.user === null) await limits.take('embed:visitors', VISITORS_PER_MINUTE, 60)
    const { text } = await readJson(c, EmbedText)
    const [embedding] = await embedder.embed([text], { person, signal: c.req.raw.signal })
    return c.json({ model: embedder.model, embedding: [...embedding!] })
  })
  return app
}
