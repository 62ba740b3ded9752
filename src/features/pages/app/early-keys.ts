import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { KeptCaret } from './caret-kept'

/**
 * Keeps what somebody types at the caret while the code that makes suggestions of it is on its way, and types it as soon as the
 * page takes it. Runs behind `useCaretKept`, which puts the caret back.
 */
export function useEarlyKeys(
  caret: RefObject<KeptCaret | null>,
  editor: Editor | null,
  { isComing, isWritable }: { isComing: boolean; isWritable: boolean },
): void {
  const early = useRef<string[]>([])
  useEffect(() => {
    if (!editor || !isComing) return
    const keep = (event: KeyboardEvent) => {
      if (!isMeant(event, editor, caret.current)) return
      if (event.key === 'Backspace') early.current.pop()
      else if (event.key === 'Enter' || event.key.length === 1) early.current.push(event.key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', keep)
    return () => window.removeEventListener('keydown', keep)
  }, [caret, editor, isComing])
  useEffect(() => {
    if (isComing) return
    const keys = early.current
    early.current = []
    if (!editor || !isWritable || keys.length === 0) return
    editor.commands.focus()
    for (const key of keys) type(editor, key)
  }, [editor, isComing, isWritable])
}

/** Is a key meant for the page: nothing has the focus, and the caret was or is in the text? */
function isMeant(event: KeyboardEvent, { view }: Editor, caret: KeptCaret | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target !== document.body && event.target !== view.dom) return false
  return caret !== null || view.dom.contains(document.getSelection()?.anchorNode ?? null)
}

/** Presses a key as the browser would have. */
function type({ view }: Editor, key: string): void {
  if (key === 'Enter') {
    const press = new KeyboardEvent('keydown', { key, code: key, keyCode: 13 })
    view.someProp('handleKeyDown', (handle) => handle(view, press))
    return
  }
  const { from, to } = view.state.selection
  const insert = () => view.state.tr.insertText(key, from, to).scrollIntoView()
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, key, insert)))
    view.dispatch(insert())
}
