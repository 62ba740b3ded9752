import { FileImage, Printer } from 'lucide-react'
import { type Action, registerActions } from '@/app/actions'
import { type OfferedAction, offerBlockActions } from '@/editor/offered-actions'
import { type OpenPage, openPage } from '@/editor/open-pages'
import { toast } from '@/ui/toast'

/** What drawing says takes the place of what it said before. */
const TOAST = 'block-picture'
const NOTHING_SELECTED = 'Select the blocks that the picture is to show.'

/** Opens a page as it is printed (product.md 2.13), in a tab of its own. */
export const printAction = (page: { id: string }): Action => ({
  id: 'print',
  label: 'Print',
  icon: Printer,
  section: 'Page',
  keywords: ['paper', 'pdf', 'printer'],
  run: () => void window.open(`/${page.id}?print=true`, '_blank', 'noopener'),
})

/** The page that is kept on the server; `null` for templates, which never leave the browser. */
const keptPageOf = ({ host }: OpenPage): string | null =>
  /^\/([a-z0-9]{20})$/.exec(host().pagePath ?? '')?.[1] ?? null

/** Saves the selected blocks as one picture. The server draws them as they were last saved. */
async function saveAsPicture(page: OpenPage, documentId: string): Promise<void> {
  const abort = new AbortController()
  const cancel = { label: 'Cancel', onClick: () => abort.abort() }
  try {
    const [{ selectedBlocks }, { drawBlocks }, { download }] = await Promise.all([
      import('@/editor/clipboard/taken-blocks'),
      import('./print-exports'),
      import('@/features/interchange/app/download'),
    ])
    const taken = selectedBlocks(page.view.state)
    if (!taken) return void toast.error(NOTHING_SELECTED, { id: TOAST })
    toast.loading('Drawing the picture…', { id: TOAST, action: cancel })
    const { file, name = 'export.png' } = await drawBlocks(documentId, taken.ids, abort.signal)
    download(file, name)
    toast.success('Saved as a picture', { id: TOAST })
  } catch (error) {
    // Its button has taken the message before away.
    if (abort.signal.aborted) toast('No picture was made')
    else toast.error(`Failed to export the picture. ${(error as Error).message}`, { id: TOAST })
  }
}

/** Offers pictures of blocks in the block menu and in the palette, until the returned function is called. */
export function offerPictures(): () => void {
  const run = (page: OpenPage | null) => {
    const documentId = page && keptPageOf(page)
    if (documentId) void saveAsPicture(page, documentId)
    else toast.error('Only blocks of a page of your own can be saved as a picture.', { id: TOAST })
  }
  const words = {
    label: 'Save as picture',
    icon: FileImage,
    keywords: ['png', 'image', 'export', 'download'],
  }
  const offered: OfferedAction = { ...words, id: 'print.picture', run }
  const action: Action = {
    ...words,
    id: 'print.picture',
    label: 'Save blocks as picture',
    section: 'Editor',
    enabled: () => {
      const page = openPage()
      return page !== null && keptPageOf(page) !== null
    },
    run: () => run(openPage()),
  }
  const withdrawn = [offerBlockActions([offered]), registerActions([action])]
  return () => {
    for (const withdraw of withdrawn) withdraw()
  }
}
