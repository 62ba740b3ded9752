import type { Editor } from '@tiptap/core'
import { later } from '@/ui/later'
import { EMOJI_LIST_ID, emojiOf, highlightEmoji, pickEmoji } from '../core/emoji'
import { surfaceOf, withPopup } from '../core/surface-state'
import { Floating } from './floating'
import { OptionList } from './option-list'
import { ToolPanel } from './tool-panel'
import { useEditorValue } from './use-editor-value'

const EmojiPanel = later<{ onChoose(emoji: string): void }>(() => import('@/ui/emoji/emoji-panel'))

const caretRect = ({ view }: Editor, pos: number): DOMRect => {
  const { left, top, bottom } = view.coordsAtPos(Math.min(pos, view.state.doc.content.size))
  return new DOMRect(left, top, 0, bottom - top)
}

/** What `:name` offers, and the picker that `/emoji` opens at the caret. */
export function EmojiMenu({ editor }: { editor: Editor }) {
  const typed = useEditorValue(editor, ({ state }) => emojiOf(state))
  const isOpen = useEditorValue(editor, ({ state }) => surfaceOf(state).popup?.kind === 'emoji')
  if (isOpen) return <EmojiPicker editor={editor} />
  if (!typed) return null
  const { view } = editor
  const { found } = typed
  const says = found ? `${found.length} emoji` : 'Loading emoji...'
  return (
    <Floating rect={() => caretRect(editor, typed.from)} context={view.dom} anchorKey={typed.from}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press here must not take the caret out of the text */}
      <div className="panel slash-panel" onMouseDown={(event) => event.preventDefault()}>
        {found ? (
          <OptionList
            id={EMOJI_LIST_ID}
            label="Emoji"
            options={found.map(({ emoji, names }) => ({
              id: names[0]!,
              label: `:${names[0]}:`,
              icon: <span aria-hidden>{emoji}</span>,
            }))}
            active={Math.min(typed.active, found.length - 1)}
            onActive={(index) => highlightEmoji(view, index)}
            onPick={(index) => pickEmoji(view, found[index]!)}
          />
        ) : (
          <p className="panel-empty" id={EMOJI_LIST_ID}>
            {says}
          </p>
        )}
        <span className="sr-only" role="status">
          {says}
        </span>
      </div>
    </Floating>
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
      rect={() => caretRect(editor, view.state.selection.from)}
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
