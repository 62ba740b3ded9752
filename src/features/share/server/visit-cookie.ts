import { createHmac } from 'node:crypto'
import { signedCookie } from '@/features/accounts/server/session'
import { authSecret } from '@/server/auth-secret'
import type { Config } from '@/server/config'
import { hashOfToken } from '@/server/token-hash'

/*
 * The cookie in which a visitor's browser holds the secret links that it has opened. The token leaves the address with it, and pictures,
 * calls and sockets follow from it alone. It is signed, so that links cannot be tried by cookies: trying is counted elsewhere.
 */

const NAME = 'sheaf-links'
/** How many links one browser holds; the oldest goes. */
const MOST_LINKS = 6
const KEPT_SECONDS = 30 * 24 * 3_600

type Keys = Pick<Config, 'authSecret' | 'dataDir'>

const keyOf = (config: Keys): string => `visits\n${authSecret(config)}`

/** The tokens in these cookies, the newest first; none when the signature is not ours. */
function tokensIn(config: Keys, cookies: string | undefined): string[] {
  if (!cookies?.includes(`${NAME}=`)) return []
  return signedCookie(cookies, NAME, keyOf(config))?.split('~') ?? []
}

/** The links that a browser holds, as hashes of their tokens. Whether they still open anything is for `visitedPages`. */
export const linksHeld = (config: Keys, cookies: string | undefined): string[] =>
  tokensIn(config, cookies).map(hashOfToken)

/** A `set-cookie` that adds a link to those that the browser holds. */
export function heldWith(
  config: Keys & { publicUrl: string },
  cookies: string | undefined,
  token: string,
): string {
  const others = tokensIn(config, cookies).filter((other) => other !== token)
  const held = [token, ...others].slice(0, MOST_LINKS).join('~')
  const signature = createHmac('sha256', keyOf(config)).update(held).digest('base64')
  const isSecure = config.publicUrl.startsWith('https:')
  return `${NAME}=${encodeURIComponent(`${held}.${signature}`)}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
