import { Hono } from 'hono'
import { keptReply } from '@/features/ai/server/answers/answers.service'
import { replied } from '@/features/ai/server/replied'
import type { RequestContext, Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { mostBytes } from '@/server/http/read-json'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { GetAnswer } from '../inputs'
import type { AnswerNews } from '../model'
import { getAnswer } from './get-answer.service'
import { readAnswer } from './read-answer'

/** Proxies end connections on which nothing comes; a local model may be loaded for two minutes. */
const WAIT_MS = 15_000

/** A question in JSON. */
const MOST_BODY = 256 * 1024

/**
 * `GET /api/chat/answers/{id}?from=N`: an answer from that character on, as it is written, one JSON a line ({@link AnswerNews}); what
 * has ended comes at once. Any number of readers, at any time: a reader who loses the line asks again from where they are.
 * `POST /api/chat/answer`: a question that is answered from the caller's pages, as the words come, and kept nowhere.
 */
export function chatRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  app.get('/api/chat/answers/:id', async (c) => {
    const { user, ...caller } = c.get('caller')
    if (!user) throw new AppError('signed-out', t('Please sign in to do this.'))
    const from = Math.max(0, Number.parseInt(c.req.query('from') ?? '0', 10) || 0)
    const gone = new AbortController()
    const signal = AbortSignal.any([c.req.raw.signal, gone.signal])
    const ctx: RequestContext & { caller: { user: typeof user } } = {
      ...services,
      caller: { ...caller, user },
    }
    const news = await readAnswer(ctx, c.req.param('id'), { from, signal })
    return c.body(linesOf(news, gone), 200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'private, no-store',
      // A proxy that gathers an answer would hold its first words back.
      'x-accel-buffering': 'no',
    })
  })
  app.post('/api/chat/answer', mostBytes(MOST_BODY), (c) => {
    const { user, sessionId } = c.get('caller')
    if (!user || !sessionId) throw new AppError('signed-out', t('Please sign in to do this.'))
    return replied(c, services, GetAnswer, (ctx, input, signal) =>
      keptReply(ctx, { ...input, asked: input.prompt, about: '' }, signal, (within) =>
        getAnswer({ ...ctx, caller: { ...ctx.caller, user, sessionId } }, input, within),
      ),
    )
  })
  return app
}

function linesOf(news: AsyncGenerator<AnswerNews>, gone: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const line = (one: AnswerNews) => encoder.encode(`${JSON.stringify(one)}\n`)
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(line({ wait: true })), WAIT_MS)
    },
    async pull(controller) {
      let isOver = true
      try {
        const next = await news.next()
        isOver = next.done === true
        if (!next.done) return controller.enqueue(line(next.value))
      } finally {
        // Also when it fails: nothing can be said in a stream that has ended so.
        if (isOver) clearInterval(timer)
      }
      if (!gone.signal.aborted) controller.close()
    },
    cancel() {
      clearInterval(timer)
      gone.abort()
    },
  })
}
