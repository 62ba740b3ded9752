import { t } from '@/shared/i18n'
import { toast } from './toast'

/** Puts text on the clipboard and says `done`; where the browser does not allow that, what to do `instead`. */
export async function copyText(text: string, done: string, instead: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error(t('The browser did not allow copying. {instead}', { instead }))
  }
}
