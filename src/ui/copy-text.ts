import { t } from '@/shared/i18n'
import { toast } from './toast'

/** Puts text on the clipboard and says `done`; where the browser does not allow that, what to do `instead`. Answers whether it is there. */
export async function copyText(text: string, done: string, instead: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
    return true
  } catch {
    toast.error(t('The browser did not allow copying. {instead}', { instead }))
    return false
  }
}
