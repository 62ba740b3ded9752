import { APIError } from 'better-auth/api'
import type { Proof } from '@/features/accounts/inputs'
import { plainDigits } from '@/features/accounts/model'
import { countClient } from '@/features/accounts/server/codes'
import { challengeCookie, endSecondFactorOf, forgetTrustedBy } from '@/features/accounts/server/second-factor'
import { tellOwner } from '@/features/accounts/server/security-letters'
import { cookieNamed } from '@/features/accounts/server/session'
import {
  type Arrival,
  clientHeaders,
  finish,
  type SignInContext,
} from '@/features/accounts/server/sign-in.service'
import type { SignedInCaller } from '@/server/context'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Somebody who is signed in changes how they sign in. */
export type OwnerContext = SignInContext & { caller: SignedInCaller }

/** Passwords and codes that somebody may try in a quarter of an hour while they are signed in. */
const TRIES = 20
const SECONDS = 900

/**
 * Throws unless this is the caller's password: a browser that was left signed in does not suffice to change how one signs in. An account
 * without a password has none to show. Answers what is stored of the one that was shown.
 */
export async function provePassword(ctx: OwnerContext, password: string | undefined): Promise<string | null> {
  const { internalAdapter, password: hasher } = await ctx.auth.$context
  const account = await internalAdapter.findCredentialAccount(ctx.caller.user.id)
  if (!account?.password) return null
  await ctx.limits.take(`prove-password:${ctx.caller.user.id}`, TRIES, SECONDS)
  const isRight = password !== undefined && (await hasher.verify({ hash: account.password, password }))
  if (!isRight) throw new AppError('bad-input', t('The password is wrong.'))
  return account.password
}

/**
 * Throws unless the caller shows all that signing in here takes: their password, and where they have a second factor a code of it. Asked for
 * before another way in is made, which would lead around it. Throws `bad-input` for what is wrong, `rate-limited` after too many tries.
 */
export async function proveOwner(ctx: OwnerContext, { password, code }: Proof): Promise<void> {
  await provePassword(ctx, password)
  const user = await ctx.db
    .selectFrom('user')
    .select('twoFactorEnabled')
    .where('id', '=', ctx.caller.user.id)
    .executeTakeFirst()
  if (user?.twoFactorEnabled !== 1) return
  await countTry(ctx)
  if (code === undefined) throw new AppError('bad-input', t('Please enter the code'))
  await checkCode(ctx, code)
}

/** Makes a secret for an authenticator app, and recovery codes. Nothing is asked for before a first code was right. */
export async function beginSecondFactor(
  ctx: OwnerContext,
  password: string | undefined,
): Promise<{ address: string; recoveryCodes: string[] }> {
  await provePassword(ctx, password)
  const answer = await translated(
    ctx.auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: await ownHeaders(ctx) }),
  )
  invariant(answer.method === 'totp', 'an app was asked for')
  return { address: answer.totpURI, recoveryCodes: answer.backupCodes }
}

/** Turns the second factor on with a first code. The session of the caller is replaced by a new one. */
export async function confirmSecondFactor(
  ctx: OwnerContext,
  code: string,
): Promise<{ setCookies: string[] }> {
  await countTry(ctx)
  const devices = await ctx.db
    .selectFrom('push_device')
    .selectAll()
    .where('session_id', '=', ctx.caller.sessionId)
    .execute()
  const { headers } = await translated(
    ctx.auth.api.verifyTOTP({ body: { code }, headers: await ownHeaders(ctx), returnHeaders: true }),
  )
  const token = await tokenGiven(ctx, headers)
  await ctx.db.transaction().execute(async (trx) => {
    // By its id sockets and devices know the session: what is open in this browser stays open.
    const { sessionId: id } = ctx.caller
    await trx.updateTable('session').set({ id }).where('token', '=', token).execute()
    if (devices.length > 0)
      await trx
        .insertInto('push_device')
        .values(devices)
        .onConflict((same) => same.doNothing())
        .execute()
  })
  ctx.live.recheckUser(ctx.caller.user.id)
  await tell(ctx, 'second-factor-on')
  return { setCookies: headers.getSetCookie() }
}

/** Of the session that these cookies of the library begin: what stands before the signature. */
async function tokenGiven({ auth }: OwnerContext, headers: Headers): Promise<string> {
  const { name } = (await auth.$context).authCookies.sessionToken
  const cookie = headers.getSetCookie().find((one) => one.startsWith(`${name}=`))
  const value = decodeURIComponent(cookie?.slice(name.length + 1).split(';')[0] ?? '')
  return value.slice(0, value.lastIndexOf('.'))
}

/** Turns it off again, with a code of the app or a recovery code. */
export async function endSecondFactor(ctx: OwnerContext, code: string): Promise<void> {
  const { id } = ctx.caller.user
  await countTry(ctx)
  await checkCode(ctx, code)
  await endSecondFactorOf(ctx.db, id)
  await tell(ctx, 'second-factor-off')
}

/** New recovery codes; those before work no more. */
export async function renewRecoveryCodes(
  ctx: OwnerContext,
  proof: Proof,
): Promise<{ recoveryCodes: string[] }> {
  await proveOwner(ctx, proof)
  const { backupCodes } = await translated(
    ctx.auth.api.generateBackupCodes({ body: { password: proof.password }, headers: await ownHeaders(ctx) }),
  )
  await tell(ctx, 'recovery-codes')
  return { recoveryCodes: backupCodes }
}

/**
 * Ends a sign-in that was asked for a second factor. `isTrusted`: this browser is not asked again for 30 days, or until the password or
 * the second factor changes.
 */
export async function showSecondFactor(
  ctx: SignInContext,
  { code, isTrusted }: { code: string; isTrusted: boolean },
): Promise<Arrival> {
  await countClient(ctx, 'try', ctx.caller.ip)
  // Of the cookies only the question: a session that the browser has is not what is asked about.
  const headers = clientHeaders(ctx)
  const cookie = challengeCookie(ctx.cookies)
  if (cookie !== null) headers.set('cookie', cookie)
  const body = { code: plainCode(code), trustDevice: isTrusted }
  const answer = await translated(
    isFromApp(body.code)
      ? ctx.auth.api.verifyTOTP({ body, headers, returnHeaders: true })
      : ctx.auth.api.verifyBackupCode({ body, headers, returnHeaders: true }),
  )
  const { user, token } = answer.response
  if (!(await isFirstUse(ctx, user.id, body.code))) {
    const { internalAdapter } = await ctx.auth.$context
    await internalAdapter.deleteSession(token as string)
    await forgetTrustedBy(ctx.db, answer.headers.getSetCookie())
    throw new AppError('signed-out', t('This code has been used. Please sign in again with the next one.'))
  }
  return finish(ctx, { id: user.id, email: user.email, name: user.name }, answer.headers, 'password')
}

const isFromApp = (code: string): boolean => /^\d{6}$/.test(code)
/** Recovery codes keep the hyphen in their middle. */
const plainCode = (code: string): string => plainDigits(code).replace(/\s/g, '')

async function checkCode(ctx: OwnerContext, typed: string): Promise<void> {
  const code = plainCode(typed)
  const headers = await ownHeaders(ctx)
  const { user } = await translated<{ user: { id: string } }>(
    isFromApp(code)
      ? ctx.auth.api.verifyTOTP({ body: { code }, headers })
      : ctx.auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers }),
  )
  if (user.id !== ctx.caller.user.id) throw new AppError('signed-out', t('Please sign in to do this.'))
  if (!(await isFirstUse(ctx, ctx.caller.user.id, code)))
    throw new AppError('bad-input', t('This code has been used. Please wait for the next one.'))
}

/** A code of the app is taken for a minute and a half; it is good once (RFC 6238, 5.2). */
const CODE_SECONDS = 120

/**
 * Counts a right code as used; false when it was used before, by somebody who saw it typed. Recovery codes are used up by the library,
 * and the code that turns the second factor on protects nothing yet.
 */
async function isFirstUse({ limits }: SignInContext, userId: string, code: string): Promise<boolean> {
  if (!isFromApp(code)) return true
  try {
    await limits.take(`second-factor-code:${userId}:${code}`, 1, CODE_SECONDS)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate-limited') return false
    throw error
  }
}

const countTry = (ctx: OwnerContext) => ctx.limits.take(`second-factor:${ctx.caller.user.id}`, TRIES, SECONDS)

/** The library is asked about the session that the request was read by, and no other that its cookies may name. */
async function ownHeaders(ctx: OwnerContext): Promise<Headers> {
  const { authCookies } = await ctx.auth.$context
  const headers = clientHeaders(ctx)
  const cookie = cookieNamed(ctx.cookies, authCookies.sessionToken.name)
  if (cookie !== null) headers.set('cookie', cookie)
  return headers
}

const tell = (ctx: OwnerContext, event: Parameters<typeof tellOwner>[1]) =>
  tellOwner(ctx, event, { email: ctx.caller.user.email, userAgent: ctx.userAgent, ip: ctx.caller.ip })

/** Every "no" of the library in our words. */
async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    throw asOurs(error)
  }
}

function asOurs(cause: APIError): AppError {
  switch (cause.body?.code) {
    case 'INVALID_TWO_FACTOR_COOKIE':
      return new AppError('signed-out', t('This sign-in has expired. Please start again.'), { cause })
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return new AppError('rate-limited', t('Too many wrong codes. Please sign in again.'), { cause })
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new AppError('rate-limited', t('Too many wrong codes. Please wait a quarter of an hour.'), {
        cause,
      })
    case 'TOTP_ALREADY_ENABLED':
      return new AppError('conflict', t('Two-factor authentication is on already.'), { cause })
    case 'TOTP_NOT_ENABLED':
    case 'TWO_FACTOR_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return new AppError('bad-input', t('Two-factor authentication is not set up.'), { cause })
    default:
      return new AppError(
        'bad-input',
        t('The code is wrong. Check the time of your device, or use the next code.'),
        {
          cause,
        },
      )
  }
}
