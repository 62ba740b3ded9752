import { useLayoutEffect, useRef } from 'react'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

export interface SummaryFieldProps {
  summary: string | null
  autoFocus: boolean
  onChange(summary: string | null): void
  onLeave(): void
}

/** The line that says what a page is about (product.md 2.28): Enter or leaving keeps it, Escape gives it up. */
export default function SummaryField({ summary, autoFocus, onChange, onLeave }: SummaryFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isGivenUp = useRef(false)

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  // Somebody else's words, unless one is writing.
  useLayoutEffect(() => {
    const element = field.current!
    if (document.activeElement !== element) element.value = summary ?? ''
    grow(element)
  }, [summary])

  return (
    <textarea
      ref={field}
      aria-label={t('Summary')}
      rows={1}
      data-large
      defaultValue={summary ?? ''}
      placeholder={t('What is this page about?')}
      maxLength={LIMITS.summary}
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
        if (isGivenUp.current) element.value = summary ?? ''
        isGivenUp.current = false
        const text = element.value.replace(/\s+/g, ' ').trim()
        element.value = text
        grow(element)
        if (text !== (summary ?? '')) onChange(text || null)
        onLeave()
      }}
      className="field-sizing-content mt-1 block w-full resize-none overflow-hidden rounded-control bg-transparent text-text-muted italic outline-none placeholder:text-text-faint"
    />
  )
}

/** Grows with its text; browsers that size it by themselves need no help. */
function grow(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
