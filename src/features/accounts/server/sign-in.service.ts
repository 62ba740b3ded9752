import { APIError } from 'better-auth/api'
import {
  deleteLinkedAccounts,
  findPasswordHash,
  findUserByEmail,
} from '@/features/accounts/server/accounts.queries'
import { type Auth, CLIENT_HEADER } from '@/features/accounts/server/auth'
import {
  type Asker,
  countClient,
  countPassword,
  countTry,
  forgetPasswords,
  replaceCode,
} from '@/features/accounts/server/codes'
import type { KnownBrowsers } from '@/features/accounts/server/known-browser'
import { ensurePersonalPod, SIGN_UP_REFUSED } from '@/features/accounts/server/new-account'
import { forgetTrusted, trustedCookie } from '@/features/accounts/server/second-factor'
import { tellOwner } from '@/features/accounts/server/security-letters'
import type { Caller, Services } from '@/server/context'
import { endLapsedSessions } from '@/server/rooms/ticket-sessions'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** What the sign-in calls work with: who asks, and from which browser. */
export interface SignInContext extends Services {
  auth: Auth
  caller: Caller
  userAgent: string | null
  /** The `Cookie` header. */
  cookies: string | null
  browsers: KnownBrowsers
}

interface Person {
  id: string
  email: string
  name: string
}

/** A person who has just signed in, or who has to show a second factor first, and the cookies that say so. */
export type Arrival =
  | { user: Person; isAsked?: never; setCookies: string[] }
  | { user?: never; isAsked: true; setCookies: string[] }

/** How somebody came in. A code was sent by letter, so the person who typed it reads the letters that would tell of it. */
export type WayIn = 'code' | 'password' | 'provider' | 'passkey'

/** How long after proving the address a session may set a password without the old one. */
const GRANT_MS = 10 * 60_000

const askerOf = (ctx: SignInContext, email: string): Asker => ({
  ip: ctx.caller.ip,
  knownBrowser: ctx.browsers.known(ctx.cookies, email),
})

/** Signs in with a password. The answer and its time are the same for an unknown address and a wrong password (R23). */
export async function signIn(ctx: SignInContext, email: string, password: string): Promise<Arrival> {
  await countClient(ctx, 'sign-in', ctx.caller.ip)
  const asker = askerOf(ctx, email)
  await countPassword(ctx, email, asker)
  const arrival = await signInWithPassword(ctx, email, password, 'password')
  await forgetPasswords(ctx, email, asker)
  return arrival
}

async function signInWithPassword(
  ctx: SignInContext,
  email: string,
  password: string,
  way: WayIn,
): Promise<Arrival> {
  const wrong = () => new AppError('signed-out', t('The email address or the password is wrong.'))
  const before = await findPasswordHash(ctx.db, email)
  const answer = await refused(
    ctx.auth.api.signInEmail({
      body: { email, password },
      headers: arrivingHeaders(ctx),
      returnHeaders: true,
    }),
    wrong,
  )
  // To compare a password takes its time. One that was replaced meanwhile opens nothing: all other sessions have ended by then (R28).
  if ((await findPasswordHash(ctx.db, email)) !== before) {
    const { internalAdapter } = await ctx.auth.$context
    if ('token' in answer.response && answer.response.token !== null)
      await internalAdapter.deleteSession(answer.response.token)
    throw wrong()
  }
  return arrive(ctx, answer, way)
}

/** Sends a code to an address, known or not: the code signs in, and makes the account of a new address. */
export async function sendVerification(ctx: SignInContext, email: string): Promise<void> {
  await countClient(ctx, 'send', ctx.caller.ip)
  await replaceCode(ctx, ctx.auth, 'sign-in', email, askerOf(ctx, email))
  const wasFailing = ctx.mail.isFailing()
  await ctx.auth.api.sendVerificationOTP({ body: { email, type: 'sign-in' } })
  if (wasFailing) throw undeliverable(t('Failed to send verification email'))
}

/** Sends a code for a new password if there is such an account; the answer does not tell (R23). */
export async function sendPasswordReset(ctx: SignInContext, email: string): Promise<void> {
  await countClient(ctx, 'send', ctx.caller.ip)
  await replaceCode(ctx, ctx.auth, 'forget-password', email, askerOf(ctx, email))
  const wasFailing = ctx.mail.isFailing()
  await ctx.auth.api.requestPasswordResetEmailOTP({ body: { email } })
  if (wasFailing) throw undeliverable(t('Failed to send password reset email'))
}

/** Told to everybody alike while letters do not get through, so it says nothing about one address (R23). */
const undeliverable = (failure: string) =>
  new AppError(
    'unavailable',
    t('{failure}: the mail server cannot be reached. Please try again in a minute.', { failure }),
  )

/**
 * Proves the address with the code that was sent to it: signs in, makes the account of a new address, and lets this
 * session set a password for ten minutes. What an unproven account held (a password, links, sessions that somebody
 * else made) is void (R24).
 */
export async function verifyEmail(ctx: SignInContext, email: string, code: string): Promise<Arrival> {
  await countClient(ctx, 'try', ctx.caller.ip)
  await countTry(ctx, 'sign-in', email, askerOf(ctx, email))
  const answer = await refused(
    ctx.auth.api.signInEmailOTP({
      body: { email, otp: code },
      headers: arrivingHeaders(ctx),
      returnHeaders: true,
    }),
    wrongCode,
  )
  const arrival = await arrive(ctx, answer, 'code')
  // Somebody with a second factor has an account: the one for a new password is asked for by "Forgot password?".
  if (!arrival.user) return arrival
  await ctx.db
    .updateTable('session')
    .set({ passwordGrantUntil: new Date(Date.now() + GRANT_MS).toISOString() })
    .where('token', '=', answer.response.token)
    .execute()
  // An unproven account has just lost its sessions: sockets of theirs are asked again.
  ctx.live.recheckUser(arrival.user.id)
  return arrival
}

/**
 * Sets the password of the person whose address this session has just proved; every session ends and a new one begins
 * (R28). Throws `forbidden` without such a session, or for another address.
 */
export async function setPassword(ctx: SignInContext, email: string, password: string): Promise<Arrival> {
  const { user, sessionId } = ctx.caller
  if (!user || !sessionId) throw new AppError('signed-out', t('Please enter the code from your mail first.'))
  const session = await ctx.db
    .selectFrom('session')
    .select('passwordGrantUntil')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const until = session?.passwordGrantUntil
  if (user.email !== email || !until || until <= new Date().toISOString()) {
    throw new AppError('forbidden', t('Please prove your address again with a new code to set a password.'))
  }
  const { internalAdapter, password: hasher } = await ctx.auth.$context
  const hash = await hasher.hash(password)
  if (await internalAdapter.findCredentialAccount(user.id)) {
    await internalAdapter.updatePassword(user.id, hash)
  } else {
    await internalAdapter.createAccount({
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password: hash,
    })
  }
  await internalAdapter.deleteUserSessions(user.id)
  await endLapsedSessions(ctx.db, user.id)
  await forgetTrusted(ctx.db, user.id)
  ctx.live.recheckUser(user.id)
  // The session that ends here has shown all that is asked for.
  const answer = await ctx.auth.api.startProvenSession({
    body: { userId: user.id },
    headers: clientHeaders(ctx),
    returnHeaders: true,
  })
  return finish(ctx, answer.response.user, answer.headers, 'code')
}

/** What is stored of a password. */
export const hashOf = async ({ auth }: Pick<SignInContext, 'auth'>, password: string): Promise<string> =>
  (await auth.$context).password.hash(password)

/** Sets a new password with the code of the reset letter, ends every session and begins a new one (R28). */
export async function resetPassword(
  ctx: SignInContext,
  input: { email: string; code: string; password: string },
): Promise<Arrival> {
  const { email, code, password } = input
  await countClient(ctx, 'try', ctx.caller.ip)
  await countTry(ctx, 'forget-password', email, askerOf(ctx, email))
  const before = await findUserByEmail(ctx.db, email)
  await refused(ctx.auth.api.resetPasswordEmailOTP({ body: { email, otp: code, password } }), wrongCode)
  // The password that an unproven account had is replaced; what else somebody linked to it is void too (R24).
  if (before) await endLapsedSessions(ctx.db, before.id)
  if (before) await forgetTrusted(ctx.db, before.id)
  if (before && before.emailVerified === 0) await deleteLinkedAccounts(ctx.db, before.id)
  await forgetPasswords(ctx, email, askerOf(ctx, email))
  const arrival = await signInWithPassword(ctx, email, password, 'code')
  if (before) ctx.live.recheckUser(before.id)
  return arrival
}

/** Ends the session of the caller; returns the cookies that forget it. */
export async function signOut(ctx: SignInContext, headers: Headers): Promise<string[]> {
  const answer = await ctx.auth.api.signOut({ headers, returnHeaders: true })
  if (ctx.caller.user) ctx.live.recheckUser(ctx.caller.user.id)
  return answer.headers.getSetCookie()
}

/** What the library answers to a sign-in: a person, or that a second factor is asked for (`second-factor`). */
interface Answer {
  response: { user: Person } | { twoFactorRedirect: true }
  headers: Headers
}

/** Ends a sign-in, or hands on the question for the second factor. */
export async function arrive(
  ctx: SignInContext,
  answer: { response: object; headers: Headers },
  way: WayIn,
): Promise<Arrival> {
  // The library does not tell in its types that a plugin may answer in its place.
  const { response, headers } = answer as Answer
  if ('user' in response) return finish(ctx, response.user, headers, way)
  return { isAsked: true as const, setCookies: headers.getSetCookie() }
}

/**
 * What every successful sign-in ends with. The session that the browser had before is over (R28). The owner is told when the browser is
 * not one that was signed in to the account before.
 */
export async function finish(
  ctx: SignInContext,
  user: Person,
  headers: Headers,
  way: WayIn,
): Promise<{ user: Person; setCookies: string[] }> {
  if (ctx.caller.sessionId) {
    await ctx.db.deleteFrom('session').where('id', '=', ctx.caller.sessionId).execute()
    if (ctx.caller.user) ctx.live.recheckUser(ctx.caller.user.id)
  }
  const isFirst = await ensurePersonalPod(ctx.db, user)
  if (!isFirst && way !== 'code' && ctx.browsers.known(ctx.cookies, user.email) === null)
    await tellOwner(ctx, 'sign-in', { email: user.email, userAgent: ctx.userAgent, ip: ctx.caller.ip })
  const setCookies = [...headers.getSetCookie(), ctx.browsers.remember(ctx.cookies, user.email)]
  return { user: { id: user.id, email: user.email, name: user.name }, setCookies }
}

/** The library gets what it stores about a session, and nothing else the client sent. */
export function clientHeaders(ctx: SignInContext): Headers {
  const headers = new Headers({ [CLIENT_HEADER]: ctx.caller.ip })
  if (ctx.userAgent) headers.set('user-agent', ctx.userAgent.slice(0, 400))
  return headers
}

/** As well as what says that this browser need not show a second factor, which the library asks for then. */
function arrivingHeaders(ctx: SignInContext): Headers {
  const headers = clientHeaders(ctx)
  const trusted = trustedCookie(ctx.cookies)
  if (trusted !== null) headers.set('cookie', trusted)
  return headers
}

const signUpWords = () =>
  t('This server takes no new accounts for this address. Ask somebody who uses it to invite you.')

const wrongCode = () =>
  new AppError(
    'bad-input',
    t('The code is wrong or has expired. Check the latest email, or request a new code.'),
  )

/** Every "no" of the library becomes one answer, so that it does not tell which part was wrong (R23). */
async function refused<T>(answer: Promise<T>, asError: () => AppError): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // Only somebody who has just proved the address hears this.
    if (error instanceof APIError && error.body?.code === SIGN_UP_REFUSED)
      throw new AppError('forbidden', signUpWords(), { cause: error })
    if (error instanceof APIError && error.statusCode < 500) throw asError()
    throw error
  }
}
