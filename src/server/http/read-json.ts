import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { HttpEnv } from './http'
import { checkJsonText } from './json-guard'

/**
 * Refuses bodies of more than `most` bytes, by what they say of themselves or as they are read. Nothing is read here: a route finds out who
 * asks before it receives anything.
 */
export const mostBytes =
  (
    most: number,
    tooLarge = () => new AppError('too-large', t('This request is too large.')),
  ): MiddlewareHandler<HttpEnv> =>
  (c, next) => {
    if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge()
    if (c.req.header('transfer-encoding') !== undefined && c.req.raw.body) {
      const body = c.req.raw.body.pipeThrough(upTo(most, tooLarge))
      // A body that is a stream has to say that it is sent before the answer comes.
      c.req.raw = new Request(c.req.raw, { body, duplex: 'half' } as RequestInit)
    }
    return next()
  }

function upTo(most: number, tooLarge: () => AppError): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > most) throw tooLarge()
      controller.enqueue(chunk)
    },
  })
}

/**
 * The JSON body of a request, in this shape. Throws `bad-input` with what is wrong, in the words of the shape; nothing that was sent is
 * repeated in them, for there may be a key or a password in it.
 */
export async function readJson<Input>(c: Context<HttpEnv>, shape: z.ZodType<Input>): Promise<Input> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('bad-input', t('Please send JSON (content-type: application/json).'))
  const text = await c.req.text()
  checkJsonText(text)
  const parsed = shape.safeParse(parsedJson(text))
  if (parsed.success) return parsed.data
  throw new AppError('bad-input', parsed.error.issues[0]?.message ?? t('This request is not understood.'))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad-input', t('This is no JSON.'))
  }
}
