import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { emailOTP } from 'better-auth/plugins/email-otp'
import {
  CODE_LENGTH,
  CODE_MINUTES,
  CODE_TRIES,
  nameFromEmail,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '@/features/accounts/model'
import { type CodePurpose, codeLetter } from '@/features/accounts/server/letters'
import { firstAvatar, freeUsername, SIGN_UP_REFUSED } from '@/features/accounts/server/new-account'
import { secondFactor } from '@/features/accounts/server/second-factor'
import { maySignUp } from '@/features/accounts/server/sign-up-rules'
import { startSession } from '@/features/accounts/server/start-session'
import type { Services } from '@/server/context'
import { newId } from '@/shared/ids'
import { usernameKey } from '@/shared/username-key'

/** How long a session lives without being used, and how often its end is moved. */
const SESSION_DAYS = 30
export const SESSION_REFRESH_MS = 24 * 3_600_000
const DAY_SECONDS = 24 * 3_600

/** The header in which our routes tell the library who the client is; it reads no other. */
export const CLIENT_HEADER = 'x-sheaf-client'

/**
 * The sign-in library, set up for our tables. Its own router is never exposed: the routes of product.md 7.42 call its
 * functions, and counting, limits and origin checks are ours.
 */
export function createAuth(
  { db, config, log, mail }: Pick<Services, 'db' | 'config' | 'log' | 'mail'>,
  secret: string,
) {
  const options = {
    appName: 'Sheaf',
    baseURL: config.publicUrl,
    secret,
    telemetry: { enabled: false },
    // The dialect decides how dates and booleans are written; ours are text and 0 or 1 on both databases.
    database: kyselyAdapter(db, { type: 'sqlite', transaction: false }),
    logger: {
      level: 'warn' as const,
      log: (level: string, message: string) =>
        (level === 'error' ? log.error : log.debug).call(log, { from: 'auth' }, message),
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'sheaf',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
      // Our migrations make the tables, and its check does not know text dates on PostgreSQL.
      database: { generateId: () => newId(), validateSchema: false },
    },
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: SESSION_REFRESH_MS / 1000 },
    user: {
      additionalFields: {
        username: { type: 'string' as const, required: false, input: false },
        usernameKey: { type: 'string' as const, required: false, input: false },
        avatarSeed: { type: 'string' as const, required: false, input: false },
        avatarType: { type: 'string' as const, required: false, input: false },
        defaultAvatarColors: { type: 'string' as const, required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      // Accounts begin with a proven address (product.md 4.14): there is no sign-up by password.
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      revokeSessionsOnPasswordReset: true,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user: { email: string; name: string }) => {
            if (!(await maySignUp(db, config, user.email)))
              throw new APIError('FORBIDDEN', { code: SIGN_UP_REFUSED })
            const username = await freeUsername(db, user.email)
            const name = user.name || nameFromEmail(user.email)
            return {
              data: { ...user, name, username, usernameKey: usernameKey(username), ...firstAvatar() },
            }
          },
        },
      },
    },
    plugins: [
      startSession(),
      secondFactor(),
      emailOTP({
        otpLength: CODE_LENGTH,
        expiresIn: CODE_MINUTES * 60,
        // Twice what one asker has: strangers use up their five only (`countTry`).
        allowedAttempts: 2 * CODE_TRIES,
        storeOTP: 'hashed',
        async sendVerificationOTP({ email, otp, type }) {
          mail.post(codeLetter(email, otp, type as CodePurpose, config.publicUrl))
        },
      }),
    ],
  } satisfies BetterAuthOptions
  return betterAuth(options)
}

export type Auth = ReturnType<typeof createAuth>
