import type { Context } from 'hono'
import type { Services } from '@/server/context'
import { clientAddress, clientGroup } from '@/server/http/client-address'
import type { HttpEnv } from '@/server/http/http'
import type { Limits } from '@/server/limits'

/** How often one client may ask in a minute for what has to be made for it. */
const PER_MINUTE = {
  profile: 240,
  document: 240,
  feed: 60,
  sitemap: 12,
  html: 240,
  naming: 240,
  markdown: 240,
  image: 240,
} as const

/** Counts one use. Throws `rate-limited`. */
export const takeTurn = (limits: Limits, of: keyof typeof PER_MINUTE, ip: string): Promise<void> =>
  limits.take(`public-${of}:${clientGroup(ip)}`, PER_MINUTE[of], 60)

/** As whom somebody who is not signed in is taken in turn (`askPublic`): all behind one connection together. */
export const visitorAt = (ip: string): string => `visitor ${clientGroup(ip)}`

/** The address of the person who sent a request that nobody has looked at yet. */
export const addressOf = (c: Context<HttpEnv>, { config }: Pick<Services, 'config'>): string =>
  clientAddress(c.env.incoming.socket.remoteAddress, c.req.header('x-forwarded-for'), config.isTrustedProxy)
