import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { pageLink } from './page-actions'

/** Puts a page's address on the clipboard and says so, or says that the browser refused. */
export async function copyLink({ id, title }: { id: string; title: string }): Promise<void> {
  const link = pageLink(id, title)
  try {
    await navigator.clipboard.writeText(link)
    toast.success(t('Link copied.'))
  } catch {
    toast.error(t('The link could not be copied.'), { description: link })
  }
}
