import { failureWords } from '@/app/failures'
import { toast } from '@/ui/toast'

const RATE_LIMITED = failureWords(new Error('limit'), '')

/**
 * Says that something failed: the sentence of product.md 8.2, with the server's own words below it where it sent
 * any, or the sentence of 8.3 when it speaks of a limit. `id` replaces a toast that is there.
 */
export function reportFailure(error: unknown, sentence: string, id?: string | number): void {
  const words = failureWords(error, sentence)
  if (words === RATE_LIMITED) toast.error(words, { id })
  else toast.error(sentence, { id, description: words === sentence ? undefined : words })
}
