import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { HttpEnv } from './http'
import { checkJsonText } from './json-guard'

/** Refuses bodies of more than `most` bytes, before they are read to their end. */
export const mostBytes = (most: number) =>
  bodyLimit({
    maxSize: most,
    onError: () => {
      throw new AppError('too-large', t('This request is too large.'))
    },
  })

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
