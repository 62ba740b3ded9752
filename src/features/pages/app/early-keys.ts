import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type KeptCaret, selectAgain, selectedInDom } from './caret-kept'

/** Keys that were pressed at a place; null: at the caret, wherever `useCaretKept` puts it. */
interface Typed {
  at: KeptCaret | null
  keys: string[]
}

/**
 * Keeps what somebody types at the caret while the page cannot take it yet, and types it as soon as it does: the code that makes
 * suggestions of it is on its way, or another doc takes the place of the one that was written in. Where somebody presses meanwhile is
 * where the caret is then. Runs behind `useCaretKept`, which puts the caret back.
 */
export function useEarlyKeys(
  caret: RefObject<KeptCaret | null>,
  editor: Editor | null,
  { isComing, isWritable }: { isComing: boolean; isWritable: boolean },
): void {
  const early = useRef<Typed[]>([])
  const isPressed = useRef(false)
  const waits = isComing || editor === null
  useLayoutEffect(() => {
    if (!waits) return
    const keep = (event: KeyboardEvent) => {
      if (!isMeant(event, editor, caret.current)) return
      const { key } = event
      if (key !== 'Enter' && key !== 'Backspace' && key.length !== 1) return
      event.preventDefault()
      const last = early.current.at(-1)
      if (key === 'Backspace') last?.keys.pop()
      else if (last && !isPressed.current) last.keys.push(key)
      else early.current.push({ at: isPressed.current && editor ? selectedInDom(editor) : null, keys: [key] })
      isPressed.current = false
    }
    const press = ({ target }: PointerEvent) => {
      isPressed.current = target instanceof Node && editor?.view.dom.contains(target) === true
      if (isPressed.current) caret.current = null
    }
    window.addEventListener('keydown', keep)
    window.addEventListener('pointerdown', press)
    return () => {
      window.removeEventListener('keydown', keep)
      window.removeEventListener('pointerdown', press)
    }
  }, [caret, editor, waits])
  useEffect(() => {
    if (waits || !editor) return
    const typed = early.current
    const pressed = isPressed.current && isAtPage(editor) ? selectedInDom(editor) : null
    early.current = []
    isPressed.current = false
    if (!isWritable || (typed.length === 0 && !pressed)) return
    editor.view.focus()
    for (const { at, keys } of typed) {
      if (at) selectAgain(editor, at)
      for (const key of keys) type(editor, key)
    }
    if (pressed) selectAgain(editor, pressed)
  }, [editor, waits, isWritable])
}

/** Has nothing the focus but what scrolls the page? A page that cannot be written in takes none. */
function isAtPage({ view: { dom } }: Editor): boolean {
  return document.activeElement?.contains(dom) !== false
}

/** Is a key meant for the page: nothing but what scrolls it has the focus, and the caret was or is in the text? */
function isMeant(event: KeyboardEvent, editor: Editor | null, caret: KeptCaret | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const dom = editor?.view.dom
  if (event.target !== document.body && !(dom && event.target instanceof Node && event.target.contains(dom)))
    return false
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
