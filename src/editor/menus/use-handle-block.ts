import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { useEffect, useRef, useState } from 'react'
import { tableAround } from '@/blocks/table/table-grid'
import { isFromElsewhere } from '@/document'
import { isRightToLeft } from '@/ui/key-in-row'
import { BlockSelection } from '../core/block-selection'
import { blockPosAround, outermostStart } from '../core/block-tree'
import { blockAt } from '../core/drag'
import { isCoarsePointer } from './use-coarse-pointer'

/** How far left of the text the pointer still means a block, in pixels. */
const REACH = 96

function blockWithCaret(editor: Editor): number | null {
  if (!editor.isFocused) return null
  const { doc, selection } = editor.state
  const pos = selection instanceof BlockSelection ? selection.from : blockPosAround(selection.$from)
  return pos === null ? null : outOfTable(doc, outermostStart(doc, pos))
}

/** A cell has no handles in it: the table around it has one. */
function outOfTable(doc: PMNode, pos: number): number {
  let at = pos
  for (let table = tableAround(doc.resolve(at)); table; table = tableAround(doc.resolve(at))) at = table.pos
  return at
}

/**
 * The position of the block that the handle stands at: under the mouse, or with the caret on touch. It goes away
 * while one types and comes back with the next movement; while others type it stays with its block.
 */
export function useHandleBlock(editor: Editor, isHeld: () => boolean): number | null {
  // A new object for every change of the page, after which the same position may be elsewhere on the screen.
  const [place, setPlace] = useState<{ pos: number } | null>(null)
  const shown = useRef(place)

  useEffect(() => {
    const { view } = editor
    const set = (next: { pos: number } | null) => {
      shown.current = next
      setPlace(next)
    }
    // At most keys there is nothing to hide, and React is not asked.
    const show = (pos: number | null) => {
      if (pos !== (shown.current?.pos ?? null)) set(pos === null ? null : { pos })
    }
    let frame = 0
    let point: { x: number; y: number } | null = null
    const look = () => {
      frame = 0
      if (isHeld() || !point || !editor.isEditable) return
      const box = view.dom.getBoundingClientRect()
      const [before, after] = isRightToLeft(view.dom) ? [8, REACH] : [REACH, 8]
      const near = point.x > box.left - before && point.x < box.right + after
      const at = near ? blockAt(view, point.x, point.y) : null
      show(at === null ? null : outOfTable(view.state.doc, at))
    }
    const move = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      point = event.buttons === 0 ? { x: event.clientX, y: event.clientY } : point
      if (frame === 0 && event.buttons === 0) frame = requestAnimationFrame(look)
    }
    const away = (event: PointerEvent) => {
      // A finger that is lifted leaves too, and its handle stays with the caret.
      if (event.pointerType !== 'mouse') return
      point = null
      if (!isHeld()) show(null)
    }
    const changed = ({ transaction }: { transaction: Transaction }) => {
      const isOthers = transaction.docChanged && isFromElsewhere(transaction)
      if (isOthers && shown.current) {
        const { pos, deleted } = transaction.mapping.mapResult(shown.current.pos)
        set(deleted ? null : { pos })
      }
      if (isHeld()) return
      if (isCoarsePointer()) show(editor.isEditable ? blockWithCaret(editor) : null)
      else if (transaction.docChanged && !isOthers) show(null)
    }
    const focusChanged = () => {
      if (isCoarsePointer() && !isHeld()) show(editor.isEditable ? blockWithCaret(editor) : null)
    }
    window.addEventListener('pointermove', move, { passive: true })
    document.documentElement.addEventListener('pointerleave', away)
    editor.on('transaction', changed)
    editor.on('focus', focusChanged)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', move)
      document.documentElement.removeEventListener('pointerleave', away)
      editor.off('transaction', changed)
      editor.off('focus', focusChanged)
    }
  }, [editor, isHeld])
  return place?.pos ?? null
}
