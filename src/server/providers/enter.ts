import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Requests of one person at the same time: a command and the copilot, in several tabs. */
const MOST_AT_ONCE = 4

const running = new Map<string, number>()

/** Counts one more request of somebody; the returned function ends it. Throws `rate-limited` over {@link MOST_AT_ONCE}. */
export function enter(who: string): () => void {
  const others = running.get(who) ?? 0
  if (others >= MOST_AT_ONCE)
    throw new AppError(
      'rate-limited',
      t('Several AI requests of yours are still running. Stop one, or wait for it.'),
    )
  running.set(who, others + 1)
  return () => {
    const left = (running.get(who) ?? 1) - 1
    if (left > 0) running.set(who, left)
    else running.delete(who)
  }
}
