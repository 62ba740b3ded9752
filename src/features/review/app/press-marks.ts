import type { Editor } from '@tiptap/core'
import { marginCards } from '@/editor/margin/margin-cards'
import { cardOf } from './card-names'

/**
 * A press on what is suggested makes its card the active one (product.md 2.34), unless a discussion of the same words has just become
 * that. A finger that sets the caret in a block that is to change goes on writing there.
 */
export function followPresses(editor: Editor): () => void {
  const { dom } = editor.view
  let setsCaret = false
  const down = ({ pointerType }: PointerEvent) => {
    setsCaret = pointerType === 'touch' && editor.view.hasFocus()
  }
  const click = ({ target, button }: MouseEvent) => {
    if (button !== 0 || !(target instanceof Element) || getSelection()?.isCollapsed === false) return
    const words = target.closest<HTMLElement>('[data-suggestion]')
    const block = setsCaret ? null : target.closest<HTMLElement>('[data-suggested-block]')
    const sid = words?.dataset.suggestion ?? block?.dataset.suggestedBlock
    const margin = marginCards(editor)
    if (sid && margin.active.get() === null) margin.activate(cardOf(sid), { stay: true })
  }
  dom.addEventListener('pointerdown', down)
  dom.addEventListener('click', click)
  return () => {
    dom.removeEventListener('pointerdown', down)
    dom.removeEventListener('click', click)
  }
}
