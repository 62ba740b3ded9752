import type { RunBlock } from '@/blocks/kit/block-program'
import { blockRoot } from '@/blocks/kit/block-root'
import { MediaBlock } from './media-block'
import './media-view.css'

/** What the keyboard and the pointer do in these is the block's own business, not the editor's. */
const OWN = 'button, input, textarea, a, iframe, [role="slider"], [data-own]'

/** A block of media while it is edited or read in the editor: the file, how far it is, and what can be done with it. */
const runMedia: RunBlock = (frame) => {
  const holder = document.createElement('div')
  holder.className = 'media-body'
  const root = blockRoot(holder)
  frame.dom.replaceChildren(holder)
  let isSelected = false
  const show = () =>
    root.render(
      <MediaBlock
        frame={frame}
        node={frame.node()}
        isEditable={frame.view.editable}
        isSelected={isSelected}
      />,
    )
  show()
  return {
    update: show,
    select(selected) {
      isSelected = selected
      show()
    },
    stopEvent: ({ target, type }) =>
      target instanceof Element &&
      target !== frame.dom &&
      !type.startsWith('drag') &&
      type !== 'drop' &&
      target.closest(OWN) !== null,
    destroy: root.destroy,
  }
}

export default runMedia
