import EmojiPanel, { type EmojiPanelProps } from '@/ui/emoji/emoji-panel'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'

/** Where the icon of a page is chosen. */
export default function IconPopover({ popup, ...panel }: EmojiPanelProps & { popup: Popup }) {
  return (
    <ButtonPopover popup={popup} label="Icon" className="w-80 p-0">
      <EmojiPanel {...panel} />
    </ButtonPopover>
  )
}
