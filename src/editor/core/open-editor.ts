import type { Editor } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import type { ActionTarget, OpenEditor } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { copyText } from '@/ui/copy-text'
import { runLater } from '@/ui/run-later'
import type { EditorHost } from '../source'
import { selectedSpan } from './block-tree'
import { withPopup } from './surface-state'

/** The editor as its actions know it. */
export function openEditor(editor: Editor, view: EditorView, host: () => EditorHost): OpenEditor {
  const block: OpenEditor['block'] = () => {
    const { state } = view
    const span = selectedSpan(state)
    const node = span && state.doc.nodeAt(span.from)
    return span && node && span.from + node.nodeSize === span.to ? { node, pos: span.from } : null
  }
  return {
    editor,
    view,
    host,
    block,
    copy: (text) => void copyText(text, t('Copied'), t('Select the text and copy from there.')),
    download: (url, name) =>
      runLater(
        () => import('../media/download'),
        (code) => code.download(url, name),
      ),
    openPanel(name, pos = block()?.pos) {
      if (pos !== undefined) view.dispatch(withPopup(view.state.tr, { kind: 'block-panel', name, pos }))
    },
  }
}

/** What the menus of an editor act on. */
export const targetIn = (editor: Editor, host: EditorHost): ActionTarget => ({
  page: host.page ?? null,
  editor: openEditor(editor, editor.view, () => host),
})
