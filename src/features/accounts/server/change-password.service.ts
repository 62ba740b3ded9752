import { forgetTrusted } from '@/features/accounts/server/second-factor'
import { type OwnerContext, provePassword } from '@/features/accounts/server/second-factor.service'
import { tellOwner } from '@/features/accounts/server/security-letters'
import { clientHeaders, hashOf } from '@/features/accounts/server/sign-in.service'
import { endLapsedSessions } from '@/server/rooms/ticket-sessions'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/**
 * Puts a new password in the place of the caller's. All other sessions of theirs end, and the cookie of this one is worth nothing any
 * more: another takes its place (R28), and their browser opens with it again what it has open. They are told by letter. Throws `bad-input` for a
 * wrong one, `conflict` where there is none to change, or another one by now, and `signed-out` when the session ended meanwhile.
 */
export async function changePassword(
  ctx: OwnerContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<{ setCookies: string[] }> {
  const { user, ip } = ctx.caller
  const proved = await provePassword(ctx, password)
  if (proved === null)
    throw new AppError('conflict', t('Your account has no password yet. Set one with a code from your mail.'))
  const changed = await ctx.db
    .updateTable('account')
    .set({ password: await hashOf(ctx, newPassword) })
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .where('password', '=', proved)
    .executeTakeFirst()
  if (Number(changed.numUpdatedRows) === 0)
    throw new AppError('conflict', t('Your password has been changed elsewhere meanwhile.'))
  const { headers, response } = await ctx.auth.api.startProvenSession({
    body: { userId: user.id },
    headers: clientHeaders(ctx),
    returnHeaders: true,
  })
  await renewSession(ctx, response.token)
  await endLapsedSessions(ctx.db, user.id)
  await forgetTrusted(ctx.db, user.id)
  ctx.live.recheckUser(user.id)
  await tellOwner(ctx, 'password', { email: user.email, userAgent: ctx.userAgent, ip })
  return { setCookies: [...headers.getSetCookie(), ctx.browsers.remember(ctx.cookies, user.email)] }
}

/**
 * The session of the caller goes on with this token, which was given to one that has just begun; every other session of theirs ends, that
 * one as well. By its id devices know it; from now on it is as old as that one, so that no ticket from before stands.
 */
async function renewSession({ db, caller }: OwnerContext, token: string): Promise<void> {
  const isOver = await db.transaction().execute(async (trx) => {
    const begun = await trx
      .deleteFrom('session')
      .where('token', '=', token)
      .returning(['createdAt', 'expiresAt', 'updatedAt'])
      .executeTakeFirst()
    const kept = await trx
      .updateTable('session')
      .set({ token, ...begun })
      .where('id', '=', caller.sessionId)
      .executeTakeFirst()
    // Somebody has ended it: they decide what is open now.
    if (!begun || Number(kept.numUpdatedRows) === 0) return true
    await trx
      .deleteFrom('session')
      .where('userId', '=', caller.user.id)
      .where('id', '<>', caller.sessionId)
      .execute()
    return false
  })
  if (isOver) throw new AppError('signed-out', t('Please sign in to do this.'))
}
