import { type Editor, posToDOMRect } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { Floating } from '@/ui/floating'
import { surfaceOf } from '../core/surface-state'
import { shownMenu } from '../core/typed-menu'
import type { EditorHost } from '../source'
import { FormattingButtons } from './formatting-buttons'
import { OverTextTools } from './over-text-tools'
import { type Formatting, formattingOf } from './toolbar-items'

/** Is the mouse held down in the text? The toolbar waits for the end of the drag. */
export function useSelecting(editor: Editor): boolean {
  const [selecting, setSelecting] = useState(false)
  useEffect(() => {
    const { dom } = editor.view
    const down = (event: PointerEvent) => setSelecting(event.button === 0)
    const up = () => setSelecting(false)
    dom.addEventListener('pointerdown', down)
    for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, up)
    return () => {
      dom.removeEventListener('pointerdown', down)
      for (const end of ['pointerup', 'pointercancel'] as const) window.removeEventListener(end, up)
    }
  }, [editor])
  return selecting
}

function wanted(editor: Editor): Formatting | null {
  if (surfaceOf(editor.state).popup || shownMenu(editor.state)) return null
  return formattingOf(editor)
}

/** While nothing is selected nothing of it is shown, and no key needs to render it. */
const wantedOverText = (editor: Editor): Formatting | null =>
  editor.state.selection.empty ? null : wanted(editor)

interface FloatingToolbarProps {
  editor: Editor
  host: EditorHost
  isAsked: boolean
  /** There is a toolbar at the top of the page, where the keyboard goes from a bare caret. */
  hasFixed: boolean
}

/**
 * The toolbar over selected text (product.md 6.4: none when read-only). alt+F10 goes there, also from a bare caret;
 * Escape comes back.
 */
export function FloatingToolbar({ editor, host, isAsked, hasFixed }: FloatingToolbarProps) {
  const { view } = editor
  /** The focus, or one of the toolbar's own menus, is in the toolbar. */
  const [entered, setEntered] = useState(isAsked)
  const formatting = useEditorValue(editor, entered ? wanted : wantedOverText, sameMembers)
  const isFocused = useEditorValue(editor, () => editor.isFocused)
  const selecting = useSelecting(editor)
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey || !formattingOf(editor)) return
      if (hasFixed && editor.state.selection.empty) return
      event.preventDefault()
      setEntered(true)
    }
    view.dom.addEventListener('keydown', enter)
    return () => view.dom.removeEventListener('keydown', enter)
  }, [editor, view, hasFixed])
  useEffect(() => {
    if (entered && !bar.current?.contains(document.activeElement)) {
      bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    }
  }, [entered])

  if (!formatting || selecting) return null
  if (!entered && !isFocused) return null
  const leave = () => {
    setEntered(false)
    view.focus()
  }
  return (
    <Floating
      rect={() => posToDOMRect(view, formatting.from, formatting.to)}
      context={view.dom}
      placement="top"
      gap={8}
      anchorKey={`${formatting.from}-${formatting.to}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches where the focus of its buttons goes */}
      <div
        ref={bar}
        className="panel floating-toolbar"
        onFocus={() => setEntered(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setEntered(false)
        }}
      >
        <FormattingButtons editor={editor} formatting={formatting} onLeave={leave}>
          <OverTextTools editor={editor} host={host} />
        </FormattingButtons>
      </div>
    </Floating>
  )
}
