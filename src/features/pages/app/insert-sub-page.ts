import type { OpenEditor } from '@/blocks/kit/action'
import { ownUndoStep } from '@/document'

/** Makes a page inside the one in the editor, mentions it at the caret, and opens it. */
export async function insertSubPage({ view, host }: OpenEditor): Promise<void> {
  const { makeSubPage, openPath } = host()
  const page = await makeSubPage?.('')
  if (!page) return
  if (!view.isDestroyed && view.editable) {
    const { tr, schema } = view.state
    const mention = schema.nodes.mention!.create({ key: page.path, value: page.title, icon: page.icon })
    view.dispatch(ownUndoStep(tr.replaceSelectionWith(mention)))
  }
  openPath?.(page.path)
}
