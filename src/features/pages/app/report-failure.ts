import { failureWords } from '@/app/failures'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'

/** How long (ms) something that somebody has typed can be tried again. */
const KEPT_MS = 60_000

const RATE_LIMITED = failureWords(new Error('limit'), '')

/**
 * Says that something failed: the sentence of product.md 8.2, with the server's own words below it where it sent
 * any, or the sentence of 8.3 when it speaks of a limit. `id` replaces a toast that is there; `again`, for what somebody has typed, stays
 * for a minute, and tries again.
 */
export function reportFailure(
  error: unknown,
  sentence: string,
  { id, again }: { id?: string | number | undefined; again?: (() => unknown) | undefined } = {},
): void {
  const words = failureWords(error, sentence)
  const kept = again && {
    duration: KEPT_MS,
    action: { label: t('Try again'), onClick: () => void again() },
  }
  if (words === RATE_LIMITED) toast.error(words, { id, ...kept })
  else toast.error(sentence, { id, description: words === sentence ? undefined : words, ...kept })
}
