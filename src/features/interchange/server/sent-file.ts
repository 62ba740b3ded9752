import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { SignedInContext } from '@/server/context'
import type { HttpEnv } from '@/server/http/http'
import { onceGone } from '@/server/http/once-gone'
import { BUSY, OWN_BUSY } from '@/server/workers/job-queue'
import type { SentBody } from './sent-body'

/** A file to send: what is in it and the headers that go with it. */
export interface SentFile {
  body: SentBody
  headers: Record<string, string>
}

/** How many files are made and sent at once: of one person, and of all together. */
export const MOST_SENT = {
  /** One page: one that is written, and some that wait. */
  page: { each: 5, all: 40 },
  /** Many pages as a `.zip`, which holds some of them until they are taken. */
  zip: { each: 2, all: 20 },
} as const

/**
 * Makes a file to send; it counts among those under way until its body is closed, taken or not. Throws `rate-limited` before
 * anything is made, and what `make` throws.
 */
export function whileSent<File extends SentFile>(
  { underWay, caller }: Pick<SignedInContext, 'underWay' | 'caller'>,
  kind: keyof typeof MOST_SENT,
  make: () => Promise<File>,
): Promise<File> {
  const { each, all } = MOST_SENT[kind]
  return new Promise((resolve, reject) => {
    const untilClosed = async (): Promise<void> => {
      const file = await make()
      resolve(file)
      if (!file.body.closed) await new Promise<void>((closed) => file.body.once('close', () => closed()))
    }
    underWay
      .within(`sent-${kind}:${caller.user.id}`, each, OWN_BUSY(), () =>
        underWay.within(`sent-${kind}`, all, BUSY(), untilClosed),
      )
      .catch(reject)
  })
}

/** Answers with a file while it is made. Where nobody takes its body (they have gone, or asked for the headers alone), it ends. */
export function sendFile({ env }: Context<HttpEnv>, { body, headers }: SentFile): Response {
  onceGone(env.outgoing, () => body.destroy())
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers })
}
