import { failureWords } from '@/app/failures'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'

const RATE_LIMITED = failureWords(new Error('limit'), '')

/**
 * Says that something failed: the sentence of product.md 8.2, with the server's own words below it where it sent
 * any, or the sentence of 8.3 when it speaks of a limit. `id` replaces a toast that is there; `again`, for what somebody has typed, stays
 * until it is dealt with, and tries again.
 */
export function reportFailure(
  error: unknown,
  sentence: string,
  { id, again }: { id?: string | number | undefined; again?: (() => void) | undefined } = {},
): void {
  const words = failureWords(error, sentence)
  const kept = again && {
    duration: Number.POSITIVE_INFINITY,
    action: { label: t('Try again'), onClick: again },
  }
  if (words === RATE_LIMITED) toast.error(words, { id, ...kept })
  else toast.error(sentence, { id, description: words === sentence ? undefined : words, ...kept })
}
