import type { Editor } from '@tiptap/core'
import { EMOJI_LIST_ID, emojiOf, highlightEmoji, pickEmoji } from '../core/emoji'
import { TypedMenu } from './typed-menu'
import { useEditorValue } from './use-editor-value'

/** What `:name` offers. */
export function EmojiMenu({ editor }: { editor: Editor }) {
  const typed = useEditorValue(editor, ({ state }) => emojiOf(state))
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
