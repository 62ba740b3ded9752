import type { UnderWay } from '@/server/under-way'
import { t } from '@/shared/i18n'

/** Requests of one person at the same time: a command and the copilot, in several tabs. */
const MOST_AT_ONCE = 4

/** Counts one more request of somebody; the returned function ends it. Throws `rate-limited` over {@link MOST_AT_ONCE}. */
export const enter = (underWay: UnderWay, who: string): Promise<() => void> =>
  underWay.enter(
    `requests:${who}`,
    MOST_AT_ONCE,
    t('Several AI requests of yours are still running. Stop one, or wait for it.'),
  )
