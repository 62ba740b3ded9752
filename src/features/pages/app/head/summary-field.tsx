import { useLayoutEffect, useRef, useState } from 'react'
import type { Doc } from 'yjs'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import type { PageDetail } from '../../model'
import type { HeadHelp } from './head-help'
import { StaleNote } from './stale-note'
import { useStaleSummary } from './use-stale-summary'

export interface SummaryFieldProps {
  page: Pick<PageDetail, 'aiSummary' | 'aiSummaryStamp' | 'isSummaryStale'>
  doc: Doc | null
  autoFocus: boolean
  /** Writes it for the person. */
  Help: HeadHelp['Summary'] | undefined
  /** `stamp`: of which text a model made it; null: the person wrote it. */
  onChange(summary: string | null, stamp: string | null): void
  onLeave(): void
}

/**
 * The line that says what a page is about (product.md 2.28): Enter or leaving keeps it, Escape gives it up. Below one that a model wrote
 * stands when the page says something else since, and a button to have it written anew.
 */
export default function SummaryField({ page, doc, autoFocus, Help, onChange, onLeave }: SummaryFieldProps) {
  const { aiSummary: summary } = page
  const isStale = useStaleSummary(page, doc)
  const field = useRef<HTMLTextAreaElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const isGivenUp = useRef(false)
  /** What stood there when somebody began to write: what others make of it meanwhile is not theirs to put back. */
  const begunWith = useRef(summary ?? '')
  const isWriting = useRef(false)
  const [isThinking, setThinking] = useState(false)

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  // Somebody else's words, unless one is writing.
  useLayoutEffect(() => {
    const element = field.current!
    if (document.activeElement !== element) element.value = summary ?? ''
    grow(element)
  }, [summary])

  const leave = (to: EventTarget | null) => {
    if (!isWriting.current && !whole.current?.contains(to as Node | null)) onLeave()
  }
  const write = Help && (
    <Help
      hasSummary={summary !== null}
      isStale={isStale}
      doc={doc}
      onWriting={(is) => {
        isWriting.current = is
        setThinking(is)
      }}
      onWritten={(written) => {
        if (written !== null) {
          if (field.current) field.current.value = begunWith.current = written.summary
          onChange(written.summary, written.stamp)
        }
        leave(document.activeElement)
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus leaves what it holds
    <div
      ref={whole}
      className="group/summary mt-1 flex flex-wrap items-start gap-1"
      onBlur={({ relatedTarget }) => leave(relatedTarget)}
    >
      <textarea
        ref={field}
        aria-label={t('Summary')}
        rows={1}
        data-large
        defaultValue={summary ?? ''}
        aria-busy={isThinking}
        placeholder={isThinking ? t('Thinking…') : t('What is this page about?')}
        maxLength={LIMITS.summary}
        onFocus={(event) => {
          begunWith.current = event.currentTarget.value
        }}
        onInput={(event) => grow(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') isGivenUp.current = true
          else if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.blur()
        }}
        onBlur={(event) => {
          const element = event.currentTarget
          if (isGivenUp.current || element.value === begunWith.current) element.value = summary ?? ''
          isGivenUp.current = false
          const text = element.value.replace(/\s+/g, ' ').trim()
          element.value = text
          grow(element)
          if (text !== (summary ?? '')) onChange(text || null, null)
        }}
        className="field-sizing-content block min-w-48 flex-1 resize-none overflow-hidden rounded-control bg-transparent text-text-muted italic outline-none placeholder:text-text-faint"
      />
      {isStale ? (
        <span className="ms-auto flex items-center gap-2">
          <StaleNote />
          {write}
        </span>
      ) : (
        <span className="flex shrink-0 opacity-0 focus-within:opacity-100 group-focus-within/summary:opacity-100 group-hover/summary:opacity-100 has-[[data-busy]]:opacity-100 coarse:opacity-100">
          {write}
        </span>
      )}
    </div>
  )
}

/** Grows with its text; browsers that size it by themselves need no help. */
function grow(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
