import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** Where somebody was writing when the page on the screen was replaced by another doc with the same words. */
export interface KeptCaret {
  block: string
  offset: number
}

/** Keeps in `kept` where the caret is when this editor goes, and puts it back there once the next one can be written in. */
export function useCaretKept(
  kept: RefObject<KeptCaret | null>,
  editor: Editor | null,
  isWritable: boolean,
): void {
  useLayoutEffect(
    () => () => {
      if (!editor || editor.isDestroyed || !editor.view.hasFocus()) return
      const { $head } = editor.state.selection
      const block: unknown = $head.parent.attrs.id
      if (typeof block === 'string') kept.current = { block, offset: $head.parentOffset }
    },
    [kept, editor],
  )
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
