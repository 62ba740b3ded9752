import { type OwnerContext, provePassword } from '@/features/accounts/server/second-factor.service'
import { tellOwner } from '@/features/accounts/server/security-letters'
import { type Arrival, beginAnew } from '@/features/accounts/server/sign-in.service'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/**
 * Puts a new password in the place of the caller's. Every session of theirs ends, and this browser's begins anew (R28); they are told by
 * letter. Throws `bad-input` for a wrong one, and `conflict` where there is none to change, or another one by now.
 */
export async function changePassword(
  ctx: OwnerContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Arrival> {
  const { user, ip } = ctx.caller
  const proved = await provePassword(ctx, password)
  if (proved === null)
    throw new AppError('conflict', t('Your account has no password yet. Set one with a code from your mail.'))
  const { password: hasher } = await ctx.auth.$context
  const changed = await ctx.db
    .updateTable('account')
    .set({ password: await hasher.hash(newPassword) })
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .where('password', '=', proved)
    .executeTakeFirst()
  if (Number(changed.numUpdatedRows) === 0)
    throw new AppError('conflict', t('Your password has been changed elsewhere meanwhile.'))
  const arrival = await beginAnew(ctx, user.id)
  await tellOwner(ctx, 'password', { email: user.email, userAgent: ctx.userAgent, ip })
  return arrival
}
