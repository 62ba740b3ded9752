import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Auth, SESSION_REFRESH_MS } from '@/features/accounts/server/auth'
import type { Caller } from '@/server/context'
import type { Db } from '@/server/db/db'
import { prepared } from '@/server/db/prepared'

/** Reads who a request comes from. */
export interface SessionReader {
  /**
   * The person behind the session cookie. `setCookies` are for the answer: a session in use is prolonged once a day.
   */
  readCaller(headers: Headers, ip: string): Promise<{ caller: Caller; setCookies: string[] }>
}

/** Leaner than the library's own lookup, because every request pays for it: one HMAC and one query. */
export async function createSessionReader(auth: Auth, db: Db): Promise<SessionReader> {
  const context = await auth.$context
  const cookieName = context.authCookies.sessionToken.name
  const tokenOf = rememberedTokens((cookie) => signedCookie(cookie, cookieName, context.secret))
  const nobody = (ip: string) => ({ caller: { user: null, sessionId: null, ip }, setCookies: [] })
  return {
    async readCaller(headers, ip) {
      const token = tokenOf(headers.get('cookie'))
      if (token === null) return nobody(ip)
      const [row] = await findSession(db, token, new Date().toISOString())
      if (!row) return nobody(ip)
      const isOld = Date.parse(row.updatedAt) < Date.now() - SESSION_REFRESH_MS
      return {
        caller: {
          user: { id: row.userId, email: row.email, name: row.name, avatarUrl: row.image },
          sessionId: row.sessionId,
          ip,
        },
        setCookies: isOld ? await prolong(auth, cookieNamed(headers.get('cookie'), cookieName)) : [],
      }
    },
  }
}

/** How many cookies with a good signature are known without looking at it again. */
const KNOWN_COOKIES = 2000

/** A signature that was good stays so; whether its session still lives is asked every time. */
function rememberedTokens(read: (cookie: string | null) => string | null) {
  const known = new Map<string, string>()
  return (cookie: string | null): string | null => {
    if (cookie === null) return null
    const token = known.get(cookie) ?? read(cookie)
    if (token !== null && !known.has(cookie)) {
      if (known.size >= KNOWN_COOKIES) known.delete(known.keys().next().value as string)
      known.set(cookie, token)
    }
    return token
  }
}

const findSession = prepared((db, token: string, now: string) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'session.userId', 'session.updatedAt'])
    .select(['user.email', 'user.name', 'user.image'])
    .where('session.token', '=', token)
    .where('session.expiresAt', '>', now),
)

async function prolong(auth: Auth, cookie: string | null): Promise<string[]> {
  const answer = await auth.api.getSession({
    headers: new Headers({ cookie: cookie ?? '' }),
    returnHeaders: true,
  })
  return answer.headers.getSetCookie()
}

/**
 * The part of a `Cookie` header that names this cookie, `name=value`: the first one. Every other reader of who asks is given this part
 * alone: a header can name a cookie more than once, in ways that each reader understands differently.
 */
export function cookieNamed(header: string | null, name: string): string | null {
  const parts = header?.split(';').map((part) => part.trim())
  return parts?.find((part) => part.startsWith(`${name}=`)) ?? null
}

/** The value of a cookie signed as `value.signature` (HMAC-SHA-256, base64), or `null` when it is not ours. */
export function signedCookie(header: string | null, name: string, secret: string): string | null {
  const raw = cookieNamed(header, name)?.slice(name.length + 1)
  if (!raw || raw.length > 400) return null
  const value = decoded(raw)
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return ''
  }
}
