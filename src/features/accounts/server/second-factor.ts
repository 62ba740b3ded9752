import { twoFactor } from 'better-auth/plugins/two-factor'
import { START_SESSION } from '@/features/accounts/server/start-session'
import type { Db } from '@/server/db/db'

/** The ways in that a second factor is asked for after. A passkey is two in one: a device, and what unlocks it. */
const WAYS_IN = new Set(['/sign-in/email', '/sign-in/email-otp', START_SESSION])

/**
 * Codes of an authenticator app, with recovery codes. The library asks for one after a password alone; here its question follows every
 * way in. A sign-in that is asked answers `twoFactorRedirect` in place of a person, and has no session.
 */
export function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Sheaf',
    // An account without a password has none to ask for.
    allowPasswordless: true,
    schema: { twoFactor: { modelName: 'two_factor' } },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path }: { path?: string | undefined }) => path !== undefined && WAYS_IN.has(path),
  }))
  return { ...plugin, hooks: { after } }
}

/** The library's cookie that says who is being asked for a second factor, out of a `Cookie` header; null without one. */
export const challengeCookie = (cookies: string | null): string | null =>
  /(?:^|;\s*)((?:__Secure-)?sheaf\.two_factor=[^;]{1,400})/.exec(cookies ?? '')?.[1] ?? null

/** The library's cookie that says that this browser need not show a second factor; null without one. */
export const trustedCookie = (cookies: string | null): string | null =>
  /(?:^|;\s*)((?:__Secure-)?sheaf\.trust_device=[^;]{1,400})/.exec(cookies ?? '')?.[1] ?? null

/** What the rows that a trusted browser's cookie names are called; their value is the person. */
const TRUSTED = 'trust-device-%'

/** In how many browsers nobody is asked for a second factor of this person. */
export async function countTrusted(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('verification')
    .select('expiresAt')
    .where('value', '=', userId)
    .where('identifier', 'like', TRUSTED)
    .execute()
  return rows.filter(({ expiresAt }) => new Date(expiresAt) > new Date()).length
}

/** What the rows are called of somebody who has shown one factor and is being asked for the second; their value is the person. */
const ASKED = '2fa-%'

/**
 * From now on every browser of this person is asked again, and who is half way in, such as by a password that has just been changed, begins
 * anew. Answers how many browsers were trusted.
 */
export async function forgetTrusted(db: Db, userId: string): Promise<number> {
  await db.deleteFrom('verification').where('value', '=', userId).where('identifier', 'like', ASKED).execute()
  const gone = await db
    .deleteFrom('verification')
    .where('value', '=', userId)
    .where('identifier', 'like', TRUSTED)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** What these cookies of an answer, which was not given, would have trusted is trusted no more. */
export async function forgetTrustedBy(db: Db, setCookies: readonly string[]): Promise<void> {
  const [, identifier] = /!(trust-device-[\w-]+)/.exec(decodeURIComponent(setCookies.join('; '))) ?? []
  if (identifier) await db.deleteFrom('verification').where('identifier', '=', identifier).execute()
}

/** This person signs in by one factor from now on. */
export async function endSecondFactorOf(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('user').set({ twoFactorEnabled: 0 }).where('id', '=', userId).execute()
    await trx.deleteFrom('two_factor').where('userId', '=', userId).execute()
    await forgetTrusted(trx, userId)
  })
}
