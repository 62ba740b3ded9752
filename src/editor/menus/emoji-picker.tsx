import { t } from '@/shared/i18n'
import EmojiPanel from '@/ui/emoji/emoji-panel'
import type { PopupProps } from '../contribution'
import { ToolPanel } from './tool-panel'
import { caretRect } from './typed-menus'

/** All emoji at the caret, as `/emoji` opens them (product.md 2.41). */
export default function EmojiPicker({ editor: { view }, onClose }: PopupProps) {
  return (
    <ToolPanel
      label={t('Emoji')}
      className="emoji-tool"
      rect={() => caretRect(view, view.state.selection.from)}
      context={view.dom}
      onClose={onClose}
    >
      <EmojiPanel
        onChoose={(emoji) => {
          onClose()
          view.dispatch(view.state.tr.insertText(emoji).scrollIntoView())
        }}
      />
    </ToolPanel>
  )
}
