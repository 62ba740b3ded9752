import { z } from 'zod'
import { toOperator } from '@/server/operator'
import { EMBEDDING } from '@/shared/embedding'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

const DEFAULT_BASE = 'https://api.openai.com/v1'
const TIMEOUT_MS = 30_000
/** The vectors of the most texts that are sent at once take about 1 MB as JSON. */
const MOST_TEXTS = 64

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
})

export interface ModelServer {
  apiKey: string | null
  /** Up to `/embeddings`; the operator's, so it is asked as it stands. */
  baseUrl: string | null
  model: string
}

/**
 * The vectors of texts from a server that speaks OpenAI's protocol. Throws `unavailable`, in words, when it cannot be asked, refuses,
 * or has no vectors of 512 numbers.
 */
export async function askModelServer(
  { apiKey, baseUrl, model }: ModelServer,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length; at += MOST_TEXTS) {
    const input = texts.slice(at, at + MOST_TEXTS).map((text) => text.trim() || '.')
    const late = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${(baseUrl ?? DEFAULT_BASE).replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input, dimensions: EMBEDDING.size }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    }).catch((cause) => {
      throw new AppError(
        'unavailable',
        notAsked(() => t('The server of EMBEDDING_MODEL does not answer.')),
        { cause },
      )
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw refusedWith(answer.status, model)
    }
    vectors.push(...vectorsOf(await answer.json().catch(() => null), input.length))
  }
  return vectors
}

/** The model cannot be asked; why, only the person who runs the server is told. */
const notAsked = (why: () => string): string =>
  toOperator(why, () => t('The search by meaning does not work right now. Please try again later.'))

function refusedWith(status: number, model: string): AppError {
  if (status === 401 || status === 403)
    return new AppError(
      'unavailable',
      notAsked(() =>
        t('The server of EMBEDDING_MODEL does not accept the key. Check {variable}.', {
          variable: 'OPENAI_API_KEY',
        }),
      ),
    )
  if (status === 404)
    return new AppError(
      'unavailable',
      notAsked(() => t('The server of EMBEDDING_MODEL has no model called {model}.', { model })),
    )
  if (status === 429)
    return new AppError(
      'rate-limited',
      toOperator(
        () =>
          t('The server of EMBEDDING_MODEL is busy or its limit is reached. Wait a moment and try again.'),
        () => t('The search by meaning is busy. Wait a moment and try again.'),
      ),
    )
  return new AppError(
    'unavailable',
    notAsked(() => t('The server of EMBEDDING_MODEL refuses with {status}.', { status })),
  )
}

function vectorsOf(answer: unknown, count: number): Float32Array[] {
  const parsed = Answer.safeParse(answer)
  const vectors = Array<Float32Array | undefined>(count).fill(undefined)
  for (const { index, embedding } of parsed.data?.data ?? [])
    if (embedding.length === EMBEDDING.size) vectors[index] = unit(Float32Array.from(embedding))
  if (vectors.length === count && vectors.every((vector) => vector !== undefined)) return vectors
  throw new AppError(
    'unavailable',
    notAsked(() =>
      t('EMBEDDING_MODEL gives no vectors of {size} numbers. Choose a model that can.', {
        size: EMBEDDING.size,
      }),
    ),
  )
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
