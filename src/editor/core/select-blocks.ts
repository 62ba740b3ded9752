import { AllSelection, type Command, Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { matchesShortcut } from '@/ui/shortcut'
import { BlockSelection } from './block-selection'
import { blockAt } from './drag'
import { isBelow, writeAtEnd } from './press-below'

/** Pixels the pointer moves before a press beside the text draws a frame. */
const SLOP = 5
/** Distance from the window's edge at which it scrolls, and the pixels of a frame. */
const EDGE = 48
const STEP = 14

/** mod+a: first the text of the block, then all blocks of the page. */
export const selectMore: Command = (state, dispatch) => {
  const { selection, doc } = state
  const { $from, $to } = selection
  const isText = selection instanceof TextSelection && $from.sameParent($to)
  const isWhole = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size
  if (isText && !isWhole)
    dispatch?.(state.tr.setSelection(TextSelection.create(doc, $from.start(), $to.end())))
  else dispatch?.(state.tr.setSelection(new AllSelection(doc)))
  return true
}

/** Takes the selection of blocks on to the block at this place of the screen. */
function extendTo(view: EditorView, x: number, y: number): boolean {
  const { selection, doc, tr } = view.state
  const pos = selection instanceof BlockSelection ? blockAt(view, x, y) : null
  if (pos === null) return false
  view.dispatch(tr.setSelection(BlockSelection.create(doc, (selection as BlockSelection).anchorPos, pos)))
  return true
}

/** The block at this height; above and below the text the first and the last one. */
function blockAtHeight(view: EditorView, y: number): number | null {
  const first = view.dom.firstElementChild?.getBoundingClientRect()
  const last = view.dom.lastElementChild?.getBoundingClientRect()
  if (!first || !last) return null
  const box = view.dom.getBoundingClientRect()
  const inner = Math.min(Math.max(y, first.top + 1), last.bottom - 1)
  return blockAt(view, box.left + box.width / 2, inner)
}

function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY) && parent !== document.body)
      return parent
  }
  return document.scrollingElement ?? document.documentElement
}

/** Is this a press on the empty page around the text, and on nothing that does something itself? */
function isBeside(view: EditorView, event: MouseEvent): boolean {
  const { target } = event
  if (event.button !== 0 || !(target instanceof Element) || event.defaultPrevented) return false
  if (target !== view.dom && !target.contains(view.dom)) return false
  const scroller = scrollerOf(view.dom)
  // The scroll bar is the scroller's, and no part of the page.
  const box = scroller.getBoundingClientRect()
  return scroller === document.scrollingElement || event.clientX < box.left + scroller.clientWidth
}

/** A frame drawn with the mouse from beside the text selects the blocks it touches; a press without one is a `click`. */
function drawFrame(view: EditorView, down: MouseEvent, click?: () => void): () => void {
  const scroller = scrollerOf(view.dom)
  const isWindow = scroller === document.scrollingElement
  let frame: HTMLElement | null = null
  let at = { x: down.clientX, y: down.clientY }
  const start = { x: down.clientX, y: down.clientY + scroller.scrollTop }
  let tick = 0

  const show = () => {
    if (!frame) return
    const top = start.y - scroller.scrollTop
    const [left, right] = [Math.min(start.x, at.x), Math.max(start.x, at.x)]
    const [upper, lower] = [Math.min(top, at.y), Math.max(top, at.y)]
    frame.style.cssText = `left:${left}px;top:${upper}px;width:${right - left}px;height:${lower - upper}px`
    const box = view.dom.getBoundingClientRect()
    const last = view.dom.lastElementChild?.getBoundingClientRect()
    const touches = right > box.left && left < box.right && lower > box.top && upper < (last?.bottom ?? 0)
    const { state } = view
    const anchor = touches ? blockAtHeight(view, top) : null
    const head = touches ? blockAtHeight(view, at.y) : null
    if (anchor !== null && head !== null) {
      const next = BlockSelection.create(state.doc, anchor, head)
      if (!next.eq(state.selection)) view.dispatch(state.tr.setSelection(next))
    } else if (state.selection instanceof BlockSelection) {
      view.dispatch(state.tr.setSelection(Selection.near(state.selection.$from)))
    }
  }
  const scroll = () => {
    const area = isWindow ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
    const by = at.y < area.top + EDGE ? -STEP : at.y > area.bottom - EDGE ? STEP : 0
    if (by !== 0) {
      scroller.scrollBy(0, by)
      show()
    }
    tick = requestAnimationFrame(scroll)
  }
  const move = (event: MouseEvent) => {
    at = { x: event.clientX, y: event.clientY }
    if (event.buttons === 0) return stop()
    if (!frame && Math.hypot(at.x - down.clientX, at.y - down.clientY) > SLOP) {
      frame = document.createElement('div')
      frame.className = 'select-frame'
      document.body.append(frame)
      document.documentElement.classList.add('is-selecting-blocks')
      getSelection()?.removeAllRanges()
      view.focus()
      tick = requestAnimationFrame(scroll)
    }
    show()
  }
  const lift = () => {
    const isClick = !frame
    stop()
    if (isClick && !view.isDestroyed) click?.()
  }
  const stop = () => {
    cancelAnimationFrame(tick)
    window.removeEventListener('mousemove', move)
    window.removeEventListener('mouseup', lift)
    document.documentElement.classList.remove('is-selecting-blocks')
    if (!frame) return
    frame.remove()
    frame = null
    // The press ends in a click on the page, which is none.
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
    if (!view.isDestroyed) view.focus()
  }
  window.addEventListener('mousemove', move)
  window.addEventListener('mouseup', lift)
  return stop
}

const swallow = (event: Event) => {
  event.stopPropagation()
  event.preventDefault()
}

/** How whole blocks are selected with the mouse and by mod+a; their arrows are keys of the editor (`keymap.ts`). */
export const selectBlocks = () =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) =>
        matchesShortcut(event, 'mod+a') && selectMore(view.state, view.dispatch, view),
      handleDOMEvents: {
        mousedown: (view, event) => {
          // The press is handled where it reaches the window; ProseMirror would put the caret into the last block.
          if (isBelow(view, event)) return true
          if (!event.shiftKey || event.button !== 0 || !extendTo(view, event.clientX, event.clientY))
            return false
          event.preventDefault()
          return true
        },
      },
    },
    view: (view) => {
      let end: (() => void) | null = null
      const press = (event: MouseEvent) => {
        if (!view.editable || !isBeside(view, event)) return
        end?.()
        const isClickBelow = isBelow(view, event)
        // Otherwise the focus would go to what scrolls. What an input method is composing ends with the press.
        if (isClickBelow && !view.composing) event.preventDefault()
        end = drawFrame(view, event, isClickBelow ? () => writeAtEnd(view) : undefined)
      }
      window.addEventListener('mousedown', press)
      return {
        destroy: () => {
          window.removeEventListener('mousedown', press)
          end?.()
        },
      }
    },
  })
