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
    let ghost: HTMLElement | null = null
    let span: BlockSpan | null = null
    let place: DropPlace | null = null
    let at = { x: down.clientX, y: down.clientY }

    const show = () => {
      if (!span || !ghost) return
      ghost.style.transform = `translate(${at.x + 12}px, ${at.y + 8}px)`
      const found = dropPlace(view, at.x, at.y)
      place = found && isElsewhere(found, span) ? found : null
      latest.current.onPlace(place)
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
      editor.off('transaction', changed)
      ghost?.remove()
      document.documentElement.classList.remove('is-dragging-blocks')
      cancel.current = null
      latest.current.onPlace(null)
    }
    cancel.current = dragHandle(target, down, {
      slop: SLOP,
      scrolls: { around: view.dom, axis: 'y' },
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
