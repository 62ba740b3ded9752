import { kindOfFile } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'

/** What one tells a person whose browser cannot play what was brought (product.md 5.6). */
export function whyNotPlayed(files: readonly File[]): string | null {
  for (const { type, name } of files) {
    const kind = kindOfFile(type, name)
    if ((kind !== 'video' && kind !== 'audio') || type === '') continue
    if (document.createElement(kind).canPlayType(type) === '')
      return t('This browser may not be able to play “{name}”. It is kept and can be downloaded.', { name })
  }
  return null
}
