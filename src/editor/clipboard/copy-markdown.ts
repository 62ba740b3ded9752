import { Fragment } from '@tiptap/pm/model'
import type { Command } from '@tiptap/pm/state'
import { blocksFromDoc } from '@/blocks'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { selectedSpan } from '../core/block-tree'
import { loadReaders, markdown } from './readers'

/** Puts the Markdown of the selected blocks on the clipboard. */
export const copyAsMarkdown: Command = (state, dispatch) => {
  const span = selectedSpan(state)
  if (!span) return false
  if (dispatch) {
    const { content } = state.doc.slice(span.from, span.to)
    const doc = state.schema.nodes.doc!.create(null, Fragment.from(content))
    void copy(() => markdown()?.markdownFromBlocks(blocksFromDoc(doc)))
  }
  return true
}

async function copy(write: () => string | undefined): Promise<void> {
  try {
    if (!markdown()) await loadReaders()
    const text = write()
    if (text === undefined) {
      toast.error(t('A part of the editor could not be loaded. Check the connection and try again.'))
      return
    }
    await navigator.clipboard.writeText(text)
    toast.success(t('Markdown copied'))
  } catch {
    toast.error(
      t('The browser did not allow copying. Select the blocks and copy them with the keyboard instead.'),
    )
  }
}
