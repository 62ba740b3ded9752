import type { Editor } from '@tiptap/core'
import { findLanguages } from '@/blocks/code-block/languages'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { surfaceOf, withPopup } from '../core/surface-state'
import { SearchPanel } from './search-panel'

/** Option ids must not be empty; plain text has the empty language. */
const PLAIN = 'plain-text'

/** Which language a code block is written in. */
export function LanguagePicker({ editor }: { editor: Editor }) {
  const pos = useEditorValue(editor, ({ state }) => {
    const { popup } = surfaceOf(state)
    return popup?.kind === 'language' ? popup.pos : null
  })
  if (pos === null) return null
  const { view } = editor
  const block = view.nodeDOM(pos)
  const button = block instanceof Element ? block.querySelector('.code-block-language') : null
  const close = () => {
    view.dispatch(withPopup(view.state.tr, null))
    view.focus()
  }
  return (
    <SearchPanel
      label={t('Language')}
      placeholder={t('Search languages...')}
      start={String(view.state.doc.nodeAt(pos)?.attrs.lang || PLAIN)}
      rect={() => (button ?? view.dom).getBoundingClientRect()}
      context={view.dom}
      find={(query) => findLanguages(query).map(({ id, name }) => ({ id: id || PLAIN, label: name }))}
      onClose={close}
      onPick={(id) => {
        const now = surfaceOf(view.state).popup
        if (now?.kind === 'language' && view.state.doc.nodeAt(now.pos)?.type.name === 'codeBlock') {
          view.dispatch(view.state.tr.setNodeAttribute(now.pos, 'lang', id === PLAIN ? '' : id))
        }
        close()
      }}
    />
  )
}
