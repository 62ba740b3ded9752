import type { BlockFrame } from '@/blocks/kit/block-program'
import { textOf } from '@/blocks/media/attributes'
import { nameOf } from '@/blocks/media/figure'
import { mediaUrl } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { uploadOf } from './uploads'

/** The page's pictures over the whole window, the one of this block first; the code comes with the first that is opened. */
export async function openPicture(frame: BlockFrame): Promise<void> {
  const pictures: { id: unknown; url: string; alt: string; name: string; caption: string }[] = []
  frame.view.state.doc.descendants(({ type, attrs }) => {
    if (type.name !== 'image') return
    const url = mediaUrl(attrs.url) ?? uploadOf(textOf(attrs, 'placeholderId'))?.preview
    if (!url) return
    const words = { alt: textOf(attrs, 'alt'), name: nameOf(attrs), caption: textOf(attrs, 'caption') }
    pictures.push({ id: attrs.id, url, ...words })
  })
  const at = pictures.findIndex(({ id }) => id === frame.node().attrs.id)
  try {
    const { openLightbox } = await import('./lightbox')
    openLightbox(pictures, Math.max(0, at))
  } catch {
    toast.error(t('This could not be loaded. Check the connection.'))
  }
}
