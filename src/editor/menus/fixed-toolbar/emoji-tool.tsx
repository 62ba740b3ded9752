import type { Editor } from '@tiptap/core'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import EmojiPanel from '@/ui/emoji/emoji-panel'
import { ToolPanel } from '../tool-panel'

interface EmojiToolProps {
  editor: Editor
  button: HTMLElement
  onClose(): void
}

/** Writes an emoji where the caret is (product.md 2.41). */
export default function EmojiTool({ editor, button, onClose }: EmojiToolProps) {
  return (
    <ToolPanel label={t('Emoji')} className="emoji-tool" context={button} onClose={onClose}>
      <EmojiPanel
        onChoose={(emoji) => {
          onClose()
          editor.view.dispatch(ownUndoStep(editor.state.tr.insertText(emoji).scrollIntoView()))
        }}
      />
    </ToolPanel>
  )
}
