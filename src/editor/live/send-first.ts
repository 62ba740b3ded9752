import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { isSentFromHere } from './use-live-page'

/** Who asks the server to do something with a page waits this long for what was just written. */
const MOST_MS = 15_000

export const NOT_SENT_YET = () =>
  t('The server does not have your last words yet, so nothing was done. Try again once “Saved” is shown.')

/**
 * Resolves once the server has what was written in this tab: before it copies, exports or keeps a page. Rejects with
 * `unavailable` after 15 seconds, or at once offline, and with the signal's reason. What the server does not take at all is not waited for.
 */
export async function sendFirst(signal?: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(MOST_MS)
  const isSent = await isSentFromHere(signal ? AbortSignal.any([signal, late]) : late)
  signal?.throwIfAborted()
  if (!isSent) throw new AppError('unavailable', NOT_SENT_YET())
}
