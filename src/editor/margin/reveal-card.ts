import type { Editor } from '@tiptap/core'
import { revealPosition } from '../core/open-toggles'
import { areaOf, domRange, scrollerOf } from '../find/show-match'
import { marginCards } from './margin-cards'
import { blockPositions } from './measure-cards'

/** Heights of what was never painted are guesses: the place is corrected for some frames. */
const FRAMES = 6

/** Brings the text of a card into sight, `share` of the height of the window below its upper edge, with the toggles around it opened. */
export function revealCard(editor: Editor, id: string, share: number): void {
  const card = marginCards(editor)
    .cards.get()
    .find((one) => one.id === id)
  if (!card) return
  const { view } = editor
  const scroller = scrollerOf(view.dom)
  if (card.block === null) {
    scroller.scrollTop = 0
    return
  }
  const placeOf = () => card.range?.()?.from ?? blockPositions(view.state.doc).get(card.block!) ?? null
  const first = placeOf()
  if (first === null) return
  revealPosition(view.state.doc, first)
  const { doc } = view.state
  const bring = (frames: number) => {
    // A change of the page moves the place; a later reveal finds it again.
    if (view.isDestroyed || view.state.doc !== doc || frames === 0) return
    const box = boxOf(editor, first, card.range?.()?.to ?? first)
    const area = areaOf(scroller)
    const height = area.bottom - area.top
    if (box && (box.top < area.top + height * 0.1 || box.bottom > area.top + height * (0.2 + share)))
      scroller.scrollBy(0, box.top - (area.top + height * share))
    requestAnimationFrame(() => bring(frames - 1))
  }
  bring(FRAMES)
}

function boxOf({ view }: Editor, from: number, to: number): DOMRect | null {
  if (to > view.state.doc.content.size) return null
  if (from < to) {
    const box = domRange(view, from, to).getBoundingClientRect()
    if (box.height > 0) return box
  }
  const node = view.nodeDOM(from) ?? view.domAtPos(from).node
  const element = node instanceof Element ? node : node.parentElement
  return element?.getBoundingClientRect() ?? null
}
