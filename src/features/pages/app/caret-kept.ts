import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** Where somebody was writing when the page on the screen was replaced by another doc with the same words. */
export interface KeptCaret {
  block: string
  offset: number
}

/**
 * Keeps in `kept` where the caret is while the page cannot be written in, because of another mode or another doc, and puts it back as
 * soon as it can: a person who types on finds the words where they should be.
 */
export function useCaretKept(
  kept: RefObject<KeptCaret | null>,
  editor: Editor | null,
  isWritable: boolean,
): void {
  useLayoutEffect(() => {
    if (!editor || !isWritable) return
    let caret: KeptCaret | null = null
    const note = () => {
      if (!editor.isFocused) return
      const { $head } = editor.state.selection
      const block: unknown = $head.parent.attrs.id
      caret = typeof block === 'string' ? { block, offset: $head.parentOffset } : null
    }
    // An editor that is made read-only loses the focus to nothing.
    const leave = ({ event }: { event: FocusEvent }) => {
      if (event.relatedTarget) caret = null
    }
    note()
    editor.on('selectionUpdate', note).on('focus', note).on('blur', leave)
    return () => {
      editor.off('selectionUpdate', note).off('focus', note).off('blur', leave)
      // An editor that broke is replaced, and the next one has the caret behind what was typed last.
      if (editor.isDestroyed) return
      const { activeElement, body } = document
      if (activeElement === body || activeElement?.classList.contains('page-body')) kept.current = caret
    }
  }, [kept, editor, isWritable])
  useEffect(() => {
    const caret = kept.current
    if (!caret || !editor || !isWritable) return
    kept.current = null
    let place = -1
    editor.state.doc.descendants((node, pos) => {
      if (place < 0 && node.isTextblock && node.attrs.id === caret.block)
        place = pos + 1 + Math.min(caret.offset, node.content.size)
      return place < 0
    })
    if (place >= 0) editor.chain().setTextSelection(place).focus().run()
  }, [kept, editor, isWritable])
}
