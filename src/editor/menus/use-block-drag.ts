import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { useCallback, useEffect, useRef } from 'react'
import { dragHandle } from '@/ui/drag-handle'
import type { BlockSpan } from '../core/block-tree'
import { blockElement, type DropPlace, dropPlace } from '../core/drag'
import { draggedSpan, dropBlocks } from '../core/drop-blocks'

/** Pixels the pointer moves before a press on the handle is a drag. */
const SLOP = 4
/** Distance from the window's edge at which it scrolls, and the fastest step per frame. */
const EDGE = 64
const FASTEST = 18

interface DragOptions {
  /** The line to draw, or `null` for none. */
  onPlace(place: DropPlace | null): void
  /** The handle was pressed and let go without moving. */
  onClick(pos: number): void
}

/** A half-transparent copy of the dragged blocks that follows the pointer. */
function makeGhost(view: EditorView, span: BlockSpan): HTMLElement {
  const ghost = document.createElement('div')
  ghost.className = 'drag-ghost page-body'
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  const first = blockElement(view, span.from)
  ghost.style.width = `${first?.offsetWidth ?? 200}px`
  view.state.doc.nodesBetween(span.from, span.to, (_node, pos) => {
    const element = ghost.childElementCount < 4 && pos >= span.from ? blockElement(view, pos) : null
    if (element) {
      const copy = element.cloneNode(true) as HTMLElement
      for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id')
      ghost.append(copy)
    }
    return false
  })
  return ghost
}

function scrollable(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    if ((overflowY === 'auto' || overflowY === 'scroll') && parent.scrollHeight > parent.clientHeight)
      return parent
  }
  return document.scrollingElement ?? document.documentElement
}

/** How far to scroll this frame when the pointer is at `y` between `top` and `bottom`. */
export function scrollStep(y: number, top: number, bottom: number): number {
  const into = (distance: number) => Math.ceil((Math.min(EDGE, EDGE - distance) / EDGE) * FASTEST)
  if (y - top < EDGE) return -into(y - top)
  if (bottom - y < EDGE) return into(bottom - y)
  return 0
}

/** Would the blocks be somewhere else there? Beside themselves they cannot be. */
const isElsewhere = ({ pos, beside }: DropPlace, span: BlockSpan): boolean =>
  beside ? pos < span.from || pos >= span.to : pos < span.from || pos > span.to

/** Where the blocks stand after a change that others made meanwhile; `null` when they are gone. */
function spanAfter({ from, to }: BlockSpan, { mapping }: Transaction): BlockSpan | null {
  const span = { from: mapping.map(from, 1), to: mapping.map(to, -1) }
  return span.from < span.to ? span : null
}

/** Dragging by the handle with mouse, pen or finger. Escape gives up. */
export function useBlockDrag(editor: Editor, options: DragOptions) {
  const { view } = editor
  const cancel = useRef<(() => void) | null>(null)
  const latest = useRef(options)
  latest.current = options
  useEffect(() => () => cancel.current?.(), [])

  const start = (down: PointerEvent, pressed: number) => {
    if (down.button !== 0 || cancel.current) return
    let pos = pressed
    const target = down.target as Element
    const scroller = scrollable(view.dom)
    let ghost: HTMLElement | null = null
    let span: BlockSpan | null = null
    let place: DropPlace | null = null
    let at = { x: down.clientX, y: down.clientY }
    let frame = 0

    const show = () => {
      if (!span || !ghost) return
      ghost.style.transform = `translate(${at.x + 12}px, ${at.y + 8}px)`
      const found = dropPlace(view, at.x, at.y)
      place = found && isElsewhere(found, span) ? found : null
      latest.current.onPlace(place)
    }
    const scroll = () => {
      const box = scroller === document.scrollingElement ? null : scroller.getBoundingClientRect()
      const step = scrollStep(
        at.y,
        Math.max(0, box?.top ?? 0),
        Math.min(innerHeight, box?.bottom ?? innerHeight),
      )
      if (step !== 0) {
        scroller.scrollBy(0, step)
        show()
      }
      frame = requestAnimationFrame(scroll)
    }
    let isDragged = false
    const move = (event: PointerEvent) => {
      at = { x: event.clientX, y: event.clientY }
      if (!isDragged) {
        isDragged = true
        span = draggedSpan(view, pos)
        ghost = makeGhost(view, span)
        document.body.append(ghost)
        document.documentElement.classList.add('is-dragging-blocks')
        frame = requestAnimationFrame(scroll)
      }
      show()
    }
    /** What is dragged stays the same blocks, whatever others write, and nothing is once those are deleted. */
    const changed = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.docChanged) return
      const now = transaction.mapping.mapResult(pos, 1)
      pos = now.pos
      span = span && spanAfter(span, transaction)
      if (span) show()
      else if (isDragged || now.deleted) cancel.current?.()
    }
    const ended = () => {
      cancelAnimationFrame(frame)
      editor.off('transaction', changed)
      ghost?.remove()
      document.documentElement.classList.remove('is-dragging-blocks')
      cancel.current = null
      latest.current.onPlace(null)
    }
    cancel.current = dragHandle(target, down, {
      slop: SLOP,
      onMove: move,
      onEnd: ended,
      onDrop() {
        if (span && place) dropBlocks(view, span, place)
      },
      onClick: () => latest.current.onClick(pos),
    })
    editor.on('transaction', changed)
  }
  const isPressed = useCallback(() => cancel.current !== null, [])
  return { start, isPressed }
}
