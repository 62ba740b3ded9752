import { usageOf } from '@/features/files/server/files.service'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { type AccountType, type AiUseByKey, addUpAi, FREE_PLAN } from '../model'
import { findAccountType, listAiUse } from './membership.queries'

/** The plan of a person, and what they really use. */
export interface Membership {
  accountType: AccountType
  /** Requests to the API in this month (UTC), this one among them. */
  requests: { used: number; most: number }
  /** Bytes of the files that the person has uploaded, as their quota counts them. */
  storage: { used: number; most: number }
  /** `mostTokens`: what the operator allows a day with the server's keys; null is no limit. */
  ai: { today: AiUseByKey; month: AiUseByKey; mostTokens: number | null }
}

/** What the section Membership shows (product.md 1.4, 1.5). Nothing that a person may do depends on it. */
export async function membershipOf(ctx: SignedInContext, now: Date = new Date()): Promise<Membership> {
  const { db, config, requestCount } = ctx
  const { id } = ctx.caller.user
  const accountType = await findAccountType(db, id)
  if (accountType === null) throw new AppError('signed-out', t('Please sign in to do this.'))
  const today = now.toISOString().slice(0, 10)
  const days = await listAiUse(db, id, `${today.slice(0, 7)}-01`)
  return {
    accountType,
    requests: { used: await requestCount.thisMonth(id), most: FREE_PLAN.requests },
    storage: { used: (await usageOf(ctx)).bytes, most: FREE_PLAN.bytes },
    ai: {
      today: addUpAi(days.filter(({ day }) => day === today)),
      month: addUpAi(days),
      mostTokens: config.ai.dailyTokens,
    },
  }
}
