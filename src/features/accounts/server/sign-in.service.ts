import { APIError } from 'better-auth/api'
import { deleteLinkedAccounts, findUserByEmail } from '@/features/accounts/server/accounts.queries'
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
import type { Caller, Services } from '@/server/context'
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

/** A person who has just signed in, and the cookies that say so. */
export interface SignedIn {
  user: { id: string; email: string; name: string }
  setCookies: string[]
}

/** How long after proving the address a session may set a password without the old one. */
const GRANT_MS = 10 * 60_000

const askerOf = (ctx: SignInContext, email: string): Asker => ({
  ip: ctx.caller.ip,
  knownBrowser: ctx.browsers.known(ctx.cookies, email),
})

/** Signs in with a password. The answer and its time are the same for an unknown address and a wrong password (R23). */
export async function signIn(ctx: SignInContext, email: string, password: string): Promise<SignedIn> {
  await countClient(ctx, 'sign-in', ctx.caller.ip)
  const asker = askerOf(ctx, email)
  await countPassword(ctx, email, asker)
  const signedIn = await signInWithPassword(ctx, email, password)
  await forgetPasswords(ctx, email, asker)
  return signedIn
}

async function signInWithPassword(ctx: SignInContext, email: string, password: string): Promise<SignedIn> {
  const answer = await refused(
    ctx.auth.api.signInEmail({ body: { email, password }, headers: clientHeaders(ctx), returnHeaders: true }),
    () => new AppError('signed-out', t('The email address or the password is wrong.')),
  )
  return finish(ctx, answer.response.user, answer.headers)
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
export async function verifyEmail(ctx: SignInContext, email: string, code: string): Promise<SignedIn> {
  await countClient(ctx, 'try', ctx.caller.ip)
  await countTry(ctx, 'sign-in', email, askerOf(ctx, email))
  const answer = await refused(
    ctx.auth.api.signInEmailOTP({
      body: { email, otp: code },
      headers: clientHeaders(ctx),
      returnHeaders: true,
    }),
    wrongCode,
  )
  await ctx.db
    .updateTable('session')
    .set({ passwordGrantUntil: new Date(Date.now() + GRANT_MS).toISOString() })
    .where('token', '=', answer.response.token)
    .execute()
  const signedIn = await finish(ctx, answer.response.user, answer.headers)
  // An unproven account has just lost its sessions: sockets of theirs are asked again.
  ctx.live.recheckUser(signedIn.user.id)
  return signedIn
}

/**
 * Sets the password of the person whose address this session has just proved; every session ends and a new one begins
 * (R28). Throws `forbidden` without such a session, or for another address.
 */
export async function setPassword(ctx: SignInContext, email: string, password: string): Promise<SignedIn> {
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
  ctx.live.recheckUser(user.id)
  return signInWithPassword(ctx, email, password)
}

/** Sets a new password with the code of the reset letter, ends every session and begins a new one (R28). */
export async function resetPassword(
  ctx: SignInContext,
  input: { email: string; code: string; password: string },
): Promise<SignedIn> {
  const { email, code, password } = input
  await countClient(ctx, 'try', ctx.caller.ip)
  await countTry(ctx, 'forget-password', email, askerOf(ctx, email))
  const before = await findUserByEmail(ctx.db, email)
  await refused(ctx.auth.api.resetPasswordEmailOTP({ body: { email, otp: code, password } }), wrongCode)
  // The password that an unproven account had is replaced; what else somebody linked to it is void too (R24).
  if (before && before.emailVerified === 0) await deleteLinkedAccounts(ctx.db, before.id)
  await forgetPasswords(ctx, email, askerOf(ctx, email))
  const signedIn = await signInWithPassword(ctx, email, password)
  ctx.live.recheckUser(signedIn.user.id)
  return signedIn
}

/** Ends the session of the caller; returns the cookies that forget it. */
export async function signOut(ctx: SignInContext, headers: Headers): Promise<string[]> {
  const answer = await ctx.auth.api.signOut({ headers, returnHeaders: true })
  if (ctx.caller.user) ctx.live.recheckUser(ctx.caller.user.id)
  return answer.headers.getSetCookie()
}

/** What every successful sign-in ends with. The session that the browser had before is over (R28). */
export async function finish(
  ctx: SignInContext,
  user: { id: string; email: string; name: string },
  headers: Headers,
): Promise<SignedIn> {
  if (ctx.caller.sessionId) {
    await ctx.db.deleteFrom('session').where('id', '=', ctx.caller.sessionId).execute()
    if (ctx.caller.user) ctx.live.recheckUser(ctx.caller.user.id)
  }
  await ensurePersonalPod(ctx.db, user)
  const setCookies = [...headers.getSetCookie(), ctx.browsers.remember(ctx.cookies, user.email)]
  return { user: { id: user.id, email: user.email, name: user.name }, setCookies }
}

/** The library gets what it stores about a session, and nothing else the client sent. */
export function clientHeaders(ctx: SignInContext): Headers {
  const headers = new Headers({ [CLIENT_HEADER]: ctx.caller.ip })
  if (ctx.userAgent) headers.set('user-agent', ctx.userAgent.slice(0, 400))
  return headers
}

const signUpWords = () =>
  t('This server takes no new accounts for this address. Ask somebody who uses it to invite you.')

const wrongCode = () =>
  new AppError(
    'bad-input',
    t('The code is wrong or has expired. Check the newest letter, or request a new code.'),
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
