import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'

const isOurs = (url: string): boolean => new URL(url, location.href).origin === location.origin

/**
 * Downloads a file of ours under its name; one of another site is opened in a new tab, because browsers do not let a page
 * download it. Says so when there is none (product.md 8.6).
 */
export async function download(url: string, name: string): Promise<void> {
  try {
    if (isOurs(url) && !url.startsWith('blob:')) {
      const { ok, status } = await fetch(url, { method: 'HEAD' })
      if (!ok && status !== 405) throw new Error(`Answered ${status}`)
    }
    const link = document.createElement('a')
    link.href = url
    link.rel = 'noopener noreferrer'
    if (isOurs(url)) link.download = name
    else link.target = '_blank'
    link.click()
  } catch {
    toast.error(t('Download failed. Please try again.'))
  }
}
