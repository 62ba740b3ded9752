import type { Editor } from '@tiptap/core'
import { later } from '@/ui/later'
import { EMOJI_LIST_ID, emojiOf, highlightEmoji, pickEmoji } from '../core/emoji'
import { surfaceOf, withPopup } from '../core/surface-state'
import { ToolPanel } from './tool-panel'
import { caretRect, TypedMenu } from './typed-menu'
import { useEditorValue } from './use-editor-value'

const EmojiPanel = later<{ onChoose(emoji: string): void }>(() => import('@/ui/emoji/emoji-panel'))

/** What `:name` offers, and the picker that `/emoji` opens at the caret. */
export function EmojiMenu({ editor }: { editor: Editor }) {
  const typed = useEditorValue(editor, ({ state }) => emojiOf(state))
  const isOpen = useEditorValue(editor, ({ state }) => surfaceOf(state).popup?.kind === 'emoji')
  if (isOpen) return <EmojiPicker editor={editor} />
  if (!typed) return null
  const { view } = editor
  const { found } = typed
  return (
    <TypedMenu
      view={view}
      from={typed.from}
      id={EMOJI_LIST_ID}
      label="Emoji"
      options={(found ?? []).map(({ emoji, names }) => ({
        id: names[0]!,
        label: `:${names[0]}:`,
        icon: <span aria-hidden>{emoji}</span>,
      }))}
      active={typed.active}
      says={found ? `${found.length} emoji` : 'Loading emoji...'}
      onActive={(index) => highlightEmoji(view, index)}
      onPick={(index) => pickEmoji(view, found![index]!)}
    />
  )
}

function EmojiPicker({ editor }: { editor: Editor }) {
  const { view } = editor
  const close = () => {
    view.dispatch(withPopup(view.state.tr, null))
    view.focus()
  }
  return (
    <ToolPanel
      label="Emoji"
      className="emoji-tool"
      rect={() => caretRect(view, view.state.selection.from)}
      context={view.dom}
      onClose={close}
    >
      <EmojiPanel
        onChoose={(emoji) => {
          close()
          view.dispatch(view.state.tr.insertText(emoji).scrollIntoView())
        }}
      />
    </ToolPanel>
  )
}
