import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { KeptCaret } from './caret-kept'

/**
 * Keeps what somebody types at the caret while the page cannot take it yet, and types it as soon as it does: the code that makes
 * suggestions of it is on its way, or another doc takes the place of the one that was written in. Runs behind `useCaretKept`, which puts
 * the caret back.
 */
export function useEarlyKeys(
  caret: RefObject<KeptCaret | null>,
  editor: Editor | null,
  { isComing, isWritable }: { isComing: boolean; isWritable: boolean },
): void {
  const early = useRef<string[]>([])
  const waits = isComing || editor === null
  useLayoutEffect(() => {
    if (!waits) return
    const keep = (event: KeyboardEvent) => {
      if (!isMeant(event, editor, caret.current)) return
      if (event.key === 'Backspace') early.current.pop()
      else if (event.key === 'Enter' || event.key.length === 1) early.current.push(event.key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', keep)
    return () => window.removeEventListener('keydown', keep)
  }, [caret, editor, waits])
  useEffect(() => {
    if (waits || !editor) return
    const keys = early.current
    early.current = []
    if (!isWritable || keys.length === 0) return
    editor.view.focus()
    for (const key of keys) type(editor, key)
  }, [editor, waits, isWritable])
}

/** Is a key meant for the page: nothing has the focus, and the caret was or is in the text? */
function isMeant(event: KeyboardEvent, editor: Editor | null, caret: KeptCaret | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const dom = editor?.view.dom
  if (event.target !== document.body && event.target !== dom) return false
  return caret !== null || dom?.contains(document.getSelection()?.anchorNode ?? null) === true
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
