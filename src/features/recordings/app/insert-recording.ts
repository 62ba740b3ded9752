import { insertMedia, type NewMedia } from '@/editor/media/insert-media'
import { type OpenPage, openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { Recording } from '../model'

/** The page on the screen, when recordings can be put into it. */
export function editablePage(): OpenPage | null {
  const page = openPage()
  return page?.view.editable ? page : null
}

/** The block that shows a recording. Its name is that of the file, so that it can be downloaded and played. */
export function blockOf({ url, type, title, size, metadata: { resolution } }: Recording): NewMedia {
  const [initialWidth = null, initialHeight = null] = resolution?.split('x').map(Number) ?? []
  const kind = type === 'screenshot' ? 'image' : type === 'audio' ? 'audio' : 'video'
  const name = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
  const mimeType = type === 'screenshot' ? 'image/png' : `${kind}/${name.endsWith('.mp4') ? 'mp4' : 'webm'}`
  return {
    kind,
    attributes: {
      url,
      name,
      size,
      mimeType,
      isUpload: true,
      ...(kind === 'image' && { alt: title }),
      ...(kind !== 'audio' && { initialWidth, initialHeight }),
    },
  }
}

/** Puts a recording into the page on the screen: at a place between blocks, else at the caret. Says so; false when there is no such page. */
export function insertRecording(recording: Recording, place?: number): boolean {
  const page = editablePage()
  if (!page) {
    toast.error(t('Open a page that you may edit, and insert it there.'))
    return false
  }
  page.view.dispatch(insertMedia(page.view.state, [blockOf(recording)], place))
  page.view.focus()
  toast.success(t('Inserted into the page'))
  return true
}
