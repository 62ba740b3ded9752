import type { Context } from 'hono'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { HttpEnv } from './http'

/** The caller broke off while sending. */
export class BrokenOff extends Error {}

/** How much of a body that is refused is still received, so that the sender hears why. */
const MOST_DISCARDED = 128 * 1024 * 1024

/**
 * The body up to `most` bytes, and then refused in these words (`too-large`). What is more than that, or is not wanted any more by who reads
 * this, is received and thrown away, as long as that is bearable. Throws `BrokenOff` when the caller went away.
 */
export async function* bodyOf(request: Request, most: number, tooLarge: string): AsyncGenerator<Uint8Array> {
  const said = Number(request.headers.get('content-length') ?? 0)
  if (said > most + MOST_DISCARDED) throw new AppError('too-large', tooLarge)
  const reader = request.body?.getReader()
  const read = () =>
    reader?.read().catch((cause) => {
      throw new BrokenOff(t('The upload broke off.'), { cause })
    })
  let size = 0
  try {
    for (let next = await read(); next && !next.done; next = await read()) {
      size += next.value.byteLength
      if (size > most) break
      yield next.value
    }
  } finally {
    if (reader) await discard(reader)
  }
  if (size > most) throw new AppError('too-large', tooLarge)
}

/** How long somebody is listened to who is refused, in milliseconds, and how much of a visitor's is received. */
const LISTENED = { person: 120_000, visitor: 20_000, mostOfVisitor: 10 * 1024 * 1024 } as const

/**
 * Receives what a request that is refused still sends, as long as that is bearable: a sender that is cut off hears of a broken line, not why.
 * Does nothing where somebody reads the body already.
 */
export async function discardBody(c: Context<HttpEnv>): Promise<void> {
  const { incoming } = c.env
  if (incoming.complete || incoming.destroyed) return
  const isVisitor = c.get('caller').user === null
  const most = isVisitor ? LISTENED.mostOfVisitor : MOST_DISCARDED
  const { body, headers } = c.req.raw
  if (!body || body.locked || Number(headers.get('content-length') ?? 0) > most) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, isVisitor ? LISTENED.visitor : LISTENED.person)
  await Promise.race([discard(body.getReader(), most), late])
  clearTimeout(timer)
}

async function discard(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most = MOST_DISCARDED,
): Promise<void> {
  let left = most
  // A body that broke off has no rest.
  const read = () => reader.read().catch(() => null)
  for (let next = await read(); next && !next.done && left > 0; next = await read())
    left -= next.value.byteLength
}
