import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { pageLink } from './page-actions'

/** Puts a page's address on the clipboard and says so, or says that the browser refused. */
export async function copyLink(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(pageLink(id))
    toast.success(t('Link copied.'))
  } catch {
    toast.error(t('The link could not be copied.'), { description: pageLink(id) })
  }
}
