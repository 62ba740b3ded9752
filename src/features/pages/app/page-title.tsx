import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import * as Y from 'yjs'
import { setTitle, titleOf, titleText } from '@/document'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { matchesShortcut } from '@/ui/shortcut'
import { UNTITLED } from '../model'
import { caretAfter } from './caret-after'
import { type HeldTitle, holdTitle, writeSinceHeld } from './held-title'

export interface PageTitleProps {
  doc: Y.Doc
  readOnly: boolean
  /** Takes the focus when it appears. */
  autoFocus: boolean
  /** The caret leaves downwards: Enter or arrow down (product.md 2.28). */
  onLeave(): void
}

/** Grows with its text; browsers that size it by themselves need no help. */
function grow(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}

/**
 * The page's title, typed straight into its document: every change is the smallest one, so that two people can type
 * in it at once. One line, however long (product.md 5.2); undo takes back only one's own words.
 */
export function PageTitle({ doc, readOnly, autoFocus, onLeave }: PageTitleProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const undo = useRef<Y.UndoManager | null>(null)
  /** The title from which an input method composes; while it does, the field is its and shows nobody else's words. */
  const held = useRef<HeldTitle | null>(null)
  const showTitle = useRef<() => void>(undefined)

  useEffect(() => {
    const text = titleText(doc)
    const manager = new Y.UndoManager(text)
    undo.current = manager
    const show = () => {
      const element = field.current
      const title = titleOf(doc)
      if (!element || element.value === title || held.current) return
      const { selectionStart, selectionEnd } = element
      const before = element.value
      element.value = title
      if (document.activeElement === element) {
        element.setSelectionRange(
          caretAfter(before, title, selectionStart),
          caretAfter(before, title, selectionEnd),
        )
      }
      grow(element)
    }
    show()
    showTitle.current = show
    text.observe(show)
    return () => {
      text.unobserve(show)
      held.current = null
      manager.destroy()
    }
  }, [doc])

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  /** Leaves one line in the field, not too long, and gives it. */
  const tidy = (element: HTMLTextAreaElement): string => {
    const oneLine = element.value.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').slice(0, LIMITS.title)
    if (oneLine !== element.value) {
      const caret = Math.min(element.selectionStart, oneLine.length)
      element.value = oneLine
      element.setSelectionRange(caret, caret)
    }
    return oneLine
  }

  const write = (element: HTMLTextAreaElement) => {
    setTitle(doc, tidy(element))
    grow(element)
  }

  /** What was composed is written into the title as others have made it meanwhile. */
  const endComposition = (element: HTMLTextAreaElement) => {
    const from = held.current
    if (!from) return
    const typed = tidy(element)
    held.current = null
    writeSinceHeld(doc, from, typed)
    showTitle.current?.()
    grow(element)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const element = event.currentTarget
    const atEnd = element.selectionStart === element.value.length
    if (event.key === 'Enter' || (event.key === 'ArrowDown' && (atEnd || isOneLine(element)))) {
      event.preventDefault()
      onLeave()
    } else if (matchesShortcut(event, 'mod+z')) {
      event.preventDefault()
      undo.current?.undo()
    } else if (matchesShortcut(event, 'mod+shift+z') || matchesShortcut(event, 'mod+y')) {
      event.preventDefault()
      undo.current?.redo()
    }
  }

  return (
    <textarea
      ref={field}
      aria-label={t('Page title')}
      rows={1}
      data-large
      readOnly={readOnly}
      placeholder={UNTITLED()}
      maxLength={LIMITS.title}
      spellCheck
      enterKeyHint="next"
      onInput={(event) => {
        if (!held.current) write(event.currentTarget)
      }}
      onCompositionStart={() => {
        held.current = holdTitle(doc)
      }}
      onCompositionEnd={(event) => endComposition(event.currentTarget)}
      onBlur={(event) => {
        endComposition(event.currentTarget)
        undo.current?.stopCapturing()
      }}
      onKeyDown={onKeyDown}
      className="field-sizing-content block w-full resize-none overflow-hidden bg-transparent text-[1.875rem]/[1.2] sm:text-[2.25rem]/[1.2] font-bold tracking-tight text-balance outline-none placeholder:text-text-faint/70"
    />
  )
}

function isOneLine(field: HTMLTextAreaElement): boolean {
  return field.clientHeight < 1.9 * Number.parseFloat(getComputedStyle(field).lineHeight)
}
