import type { Editor } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { caretAfter } from './caret-after'

interface Place {
  block: string
  offset: number
  /** The block as it was, to find the place where others have written in it meanwhile. */
  node: Node
}

/** What somebody had selected when the page on the screen was replaced by another doc with the same words. */
export interface KeptCaret {
  anchor: Place
  head: Place
}

const textOf = (node: Node) => node.textBetween(0, node.content.size, undefined, '\ufffc')

function placeOf({ parent, parentOffset }: ResolvedPos): Place | null {
  const block: unknown = parent.attrs.id
  return parent.isTextblock && typeof block === 'string'
    ? { block, offset: parentOffset, node: parent }
    : null
}

function positionOf(doc: Node, { block, offset, node: before }: Place): number | null {
  let found: number | null = null
  doc.descendants((node, pos) => {
    if (found === null && node.isTextblock && node.attrs.id === block)
      found = pos + 1 + Math.min(caretAfter(textOf(before), textOf(node), offset), node.content.size)
    return found === null
  })
  return found
}

function caretOf($anchor: ResolvedPos, $head: ResolvedPos): KeptCaret | null {
  const [anchor, head] = [placeOf($anchor), placeOf($head)]
  return anchor && head && { anchor, head }
}

/** What the browser has selected in the text of a page, which an editor that is read-only does not look at; null: nothing that is found again. */
export function selectedInDom({ view }: Editor): KeptCaret | null {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {}
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode))
    return null
  const at = (node: globalThis.Node, offset = 0) => view.state.doc.resolve(view.posAtDOM(node, offset))
  return caretOf(at(anchorNode, anchorOffset), at(focusNode, focusOffset))
}

/** Selects it again, where it stands by now. False: a block of it is gone. */
export function selectAgain({ view }: Editor, caret: KeptCaret): boolean {
  const { doc, tr } = view.state
  const [anchor, head] = [positionOf(doc, caret.anchor), positionOf(doc, caret.head)]
  if (anchor === null || head === null) return false
  view.dispatch(tr.setSelection(TextSelection.create(doc, anchor, head)).scrollIntoView())
  return true
}

/**
 * Keeps in `kept` what is selected while the page cannot be written in, because of another mode or another doc, and selects it again as
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
      const { $anchor, $head } = editor.state.selection
      if (editor.isFocused) caret = caretOf($anchor, $head)
    }
    // An editor that is made read-only loses the focus to nothing.
    const leave = ({ event }: { event: FocusEvent }) => {
      if (event.relatedTarget) caret = null
    }
    note()
    editor.on('transaction', note).on('focus', note).on('blur', leave)
    return () => {
      editor.off('transaction', note).off('focus', note).off('blur', leave)
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
    // At once: keys that come meanwhile are meant for the page.
    if (selectAgain(editor, caret)) editor.view.focus()
  }, [kept, editor, isWritable])
}
