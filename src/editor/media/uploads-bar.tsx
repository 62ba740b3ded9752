import type { Editor } from '@tiptap/core'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { textOf } from '@/blocks/media/attributes'
import { mediaUrl } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { keepFile } from './insert-media'
import { cancelUpload, isUploading, uploadNamed, watchUploads } from './uploads'

/** The blocks of a page whose files this tab is sending. */
function waitingBlocks({ state }: Editor): { id: string; pos: number; size: number; hasFile: boolean }[] {
  const found: ReturnType<typeof waitingBlocks> = []
  state.doc.descendants((node, pos) => {
    const id = uploadNamed(textOf(node.attrs, 'placeholderId'))
    if (id !== '' && isUploading(id))
      found.push({ id, pos, size: node.nodeSize, hasFile: mediaUrl(node.attrs.url) !== null })
  })
  return found
}

/**
 * Stops them all and takes their blocks away, but for those that keep the file which they have; undo brings them back, and each can be tried
 * again.
 */
function cancelAll(editor: Editor): void {
  const { view } = editor
  const tr = ownUndoStep(view.state.tr)
  for (const { id, pos, size, hasFile } of waitingBlocks(editor).reverse()) {
    cancelUpload(id)
    if (hasFile) keepFile(tr, pos)
    else tr.delete(pos, pos + size)
  }
  view.dispatch(tr)
  view.focus()
}

/** How many files of the page are still on their way, and a way to stop them all. */
export default function UploadsBar({ editor }: { editor: Editor }) {
  const waiting = useEditorValue(editor, () =>
    waitingBlocks(editor)
      .map(({ id }) => id)
      .join(' '),
  )
  const count = useSyncExternalStore(watchUploads, () => waiting.split(' ').filter(isUploading).length)
  if (count < 2) return null
  return (
    <section
      aria-label={t('Uploads')}
      className="fixed bottom-4 left-1/2 z-40 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-3 rounded-popover border border-border bg-surface-raised px-3 py-2 shadow-float"
    >
      <span className="text-sm tabular-nums">
        {t('{count, plural, one {# file left to upload} other {# files left to upload}}', { count })}
      </span>
      <Button size="sm" onClick={() => cancelAll(editor)}>
        <X aria-hidden /> {t('Cancel all')}
      </Button>
    </section>
  )
}
