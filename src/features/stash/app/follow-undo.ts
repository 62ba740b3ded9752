import type { Transaction } from '@tiptap/pm/state'
import { isTakingBack } from '@/document'
import { hasBlockId } from '@/editor/core/block-ids'
import type { OpenPage } from '@/editor/open-pages'

/**
 * Tells when an undo takes blocks off the page again that were put there, and when they are put there anew. `ids`: theirs, as they stand
 * there now. It ends with the page.
 */
export function followUndo(
  { editor }: Pick<OpenPage, 'editor'>,
  ids: readonly string[],
  { gone, back }: { gone(): void; back(): void },
): void {
  const stands = () => ids.some((id) => hasBlockId(editor.state, id))
  let stood = stands()
  let isGone = false
  editor.on('transaction', ({ transaction }: { transaction: Transaction }) => {
    if (!transaction.docChanged) return
    const now = stands()
    // What takes them away in another way takes them as any other blocks.
    if (now !== stood && isTakingBack(transaction) && isGone === now) {
      isGone = !now
      if (now) back()
      else gone()
    }
    stood = now
  })
}
