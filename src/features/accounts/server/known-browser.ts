import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The cookie that says in which accounts a browser has been signed in before. It opens nothing by itself. */
const NAME = 'sheaf-known-browser'
const MAX_AGE_SECONDS = 400 * 24 * 3600
/** Accounts that one browser is known for; the one that signed in longest ago makes way. */
const MOST_ACCOUNTS = 5
const ENTRY = /^[\w-]{16}~[\w-]{43}$/

/** Tells whether a browser was signed in to an account before, and makes the cookie that says so. */
export interface KnownBrowsers {
  /**
   * A name for this browser if it was signed in to the account of this address; null otherwise. Only cookie and
   * secret are looked at, so neither the answer nor its time tells whether there is such an account (R23).
   */
  known(cookies: string | null, email: string): string | null
  /** A `Set-Cookie` that adds the account of this address to what the browser is known for. */
  remember(cookies: string | null, email: string): string
}

export function knownBrowsers(secret: string, isSecure: boolean): KnownBrowsers {
  const signed = (id: string, email: string) =>
    createHmac('sha256', secret).update(`known-browser\0${id}\0${email.toLowerCase()}`).digest('base64url')
  const isFor = (entry: string, email: string) => {
    const [id = '', signature = ''] = entry.split('~')
    return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(id, email)))
  }
  const entries = (cookies: string | null) =>
    cookieNamed(cookies, NAME)
      .split('.')
      .slice(0, MOST_ACCOUNTS)
      .filter((entry) => ENTRY.test(entry))
  return {
    known(cookies, email) {
      const found = entries(cookies).filter((entry) => isFor(entry, email))
      return found[0]?.split('~')[0] ?? null
    },
    remember(cookies, email) {
      const before = entries(cookies)
      const own = before.find((entry) => isFor(entry, email))
      const id = randomBytes(12).toString('base64url')
      const kept = [own ?? `${id}~${signed(id, email)}`, ...before.filter((entry) => entry !== own)]
      const value = kept.slice(0, MOST_ACCOUNTS).join('.')
      const secure = isSecure ? '; Secure' : ''
      return `${NAME}=${value}; Path=/api/auth; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}

/** The value of a cookie in a `Cookie` header; empty when it is not there. */
export function cookieNamed(cookies: string | null, name: string): string {
  const start = `${name}=`
  const found = cookies
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  return found?.slice(start.length, start.length + 1000) ?? ''
}
