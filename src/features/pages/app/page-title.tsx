import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type * as Y from 'yjs'
import { PageUndo, writeTitle } from '@/document'
import type { RescueKeeper } from '@/editor/live'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import type { EditingMode } from '@/shared/permissions'
import { lazy } from '@/ui/lazy'
import { matchesShortcut } from '@/ui/shortcut'
import { UNTITLED } from '../model'
import { caretAfter } from './caret-after'
import { guardTitle } from './guard-title'
import { type HeldTitle, holdTitle, writeSinceHeld } from './held-title'
import { type TitlePiece, titlePieces } from './title-pieces'
import { TitleReadings } from './title-readings'
import { useTitleSuggester } from './title-suggester'

const SuggestedTitle = lazy<{ pieces: readonly TitlePiece[] }>(() => import('./suggested-title'))

/** The origin of what is typed in a title. */
const TYPED = Symbol('typed in the title')

export interface PageTitleProps {
  doc: Y.Doc
  /** The field that it is written in, for who leads the focus there. */
  fieldRef: Ref<HTMLTextAreaElement>
  /** How the person works on the page; what is typed while suggesting becomes a suggestion. */
  mode: EditingMode
  /** The best that the person may do. */
  most: EditingMode
  userId: string
  /** Told when the page did not take what was typed. */
  keeper: Pick<RescueKeeper, 'refused'>
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
 * in it at once. One line, however long (product.md 5.2); undo takes back only one's own words. What is suggested of the title is
 * marked below it: a suggester types on in the title to come, an editor in the title as it is.
 */
export function PageTitle({ doc, fieldRef, mode, most, userId, keeper, autoFocus, onLeave }: PageTitleProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(fieldRef, () => field.current as HTMLTextAreaElement, [])
  const undo = useRef<PageUndo | null>(null)
  const readings = useRef<TitleReadings | null>(null)
  const [pieces, setPieces] = useState<readonly TitlePiece[] | null>(null)
  const isSuggesting = mode === 'suggesting'
  const writer = useTitleSuggester(isSuggesting, userId)
  const readOnly = mode === 'viewing' || (isSuggesting && !writer)
  const reading = isSuggesting ? 'proposed' : 'settled'
  const latest = useRef({ reading, writer, most } as const)
  latest.current = { reading, writer, most }
  /** The title from which an input method composes; while it does, the field is its and shows nobody else's words. */
  const held = useRef<HeldTitle | null>(null)
  const showTitle = useRef<() => void>(undefined)

  useEffect(() => {
    const manager = new PageUndo(doc, TYPED)
    undo.current = manager
    const own = new TitleReadings(doc)
    readings.current = own
    const show = () => {
      const element = field.current
      const title = own.read(latest.current.reading)
      setPieces(own.isSuggested ? titlePieces(own.suggestions) : null)
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
    const stop = own.onChange(show)
    return () => {
      stop()
      held.current = null
      manager.destroy()
      own.close()
    }
  }, [doc])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading is another title
  useEffect(() => {
    showTitle.current?.()
    const manager = undo.current
    if (manager) manager.suggester = most === 'suggesting' && writer ? () => writer.begin() : null
  }, [doc, reading, writer, most])

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

  const writeIn = (title: string) => {
    const own = readings.current
    if (!own) return
    if (!isSuggesting) writeTitle(own.suggestions, 'settled', title, TYPED)
    else writer?.suggest(own.suggestions, title, TYPED)
  }

  const write = (element: HTMLTextAreaElement) => {
    const typed = tidy(element)
    guardTitle(keeper, typed, () => {
      writeIn(typed)
      return readings.current?.read(reading) ?? null
    })
    grow(element)
  }

  /** What was composed is written into the title as others have made it meanwhile. */
  const endComposition = (element: HTMLTextAreaElement) => {
    const from = held.current
    if (!from) return
    const typed = tidy(element)
    held.current = null
    guardTitle(keeper, typed, () => {
      if (isSuggesting || readings.current?.isSuggested) writeIn(typed)
      else writeSinceHeld(doc, from, typed, TYPED)
      showTitle.current?.()
      return null
    })
    grow(element)
  }

  const step = (element: HTMLTextAreaElement, way: 'undo' | 'redo') =>
    guardTitle(keeper, element.value, () => {
      undo.current?.[way]()
      return null
    })

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const element = event.currentTarget
    const atEnd = element.selectionStart === element.value.length
    if (event.key === 'Enter' || (event.key === 'ArrowDown' && (atEnd || isOneLine(element)))) {
      event.preventDefault()
      onLeave()
    } else if (matchesShortcut(event, 'mod+z')) {
      event.preventDefault()
      step(element, 'undo')
    } else if (matchesShortcut(event, 'mod+shift+z') || matchesShortcut(event, 'mod+y')) {
      event.preventDefault()
      step(element, 'redo')
    }
  }

  return (
    <>
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
        // The padding is room for what rises above the line in other scripts.
        className="-my-[0.2em] field-sizing-content block w-full py-[0.2em] resize-none overflow-hidden bg-transparent text-[1.875rem]/[1.2] sm:text-[2.25rem]/[1.2] font-bold tracking-tight text-balance outline-none placeholder:text-text-faint/70"
      />
      {pieces && <SuggestedTitle pieces={pieces} />}
    </>
  )
}

function isOneLine(field: HTMLTextAreaElement): boolean {
  return field.clientHeight < 1.9 * Number.parseFloat(getComputedStyle(field).lineHeight)
}
