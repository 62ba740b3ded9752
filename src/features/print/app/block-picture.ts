import type { ActionPage, OpenEditor } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'

/** What drawing says takes the place of what it said before. */
const TOAST = 'block-picture'
const NOTHING_SELECTED = () => t('Select the blocks that the picture is to show.')

/** Saves the selected blocks as one picture. The server draws them, so `page` has to be its. */
export async function saveAsPicture(editor: OpenEditor, page: ActionPage | null): Promise<void> {
  if (!page)
    return void toast.error(t('Only blocks of a page of your own can be saved as a picture.'), { id: TOAST })
  const abort = new AbortController()
  const cancel = { label: t('Cancel'), onClick: () => abort.abort() }
  try {
    const [{ selectedBlocks }, { drawBlocks }, { storeFile }, { sendFirst }] = await Promise.all([
      import('@/editor/clipboard/extract-blocks'),
      import('./print-exports'),
      import('@/ui/store-file'),
      import('@/editor/live/send-first'),
    ])
    const taken = selectedBlocks(editor.view.state)
    if (!taken) return void toast.error(NOTHING_SELECTED(), { id: TOAST })
    toast.loading(t('Drawing the picture…'), { id: TOAST, action: cancel })
    await sendFirst(abort.signal)
    const { file, name = 'export.png' } = await drawBlocks(page.id, taken.ids, abort.signal)
    storeFile(file, name)
    toast.success(t('Saved as a picture'), { id: TOAST })
  } catch (error) {
    // Its button has taken the message before away.
    if (abort.signal.aborted) toast(t('No picture was made'))
    else
      toast.error(t('Failed to export the picture. {message}', { message: (error as Error).message }), {
        id: TOAST,
      })
  }
}
