import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { useFormats } from '@/ui/formats'
import type { CellValue, Column } from './table-model'
import { cellText, isEmpty, numberOf, timeOf, truthOf, writtenValue } from './table-view'

/** What a cell shows: dates in the person's own words, truths as a tick. */
export function CellContent({ value, column }: { value: CellValue; column: Column }) {
  const formats = useFormats()
  if (column.type === 'boolean' && (isEmpty(value) || truthOf(value) !== null)) {
    const truth = truthOf(value) === true
    return (
      <span className="data-tick" data-checked={truth}>
        <span className="sr-only">{isEmpty(value) ? '' : truth ? t('Yes') : t('No')}</span>
        {truth && <Check aria-hidden strokeWidth={3} />}
      </span>
    )
  }
  if (isEmpty(value)) return null
  const time = column.type === 'date' ? timeOf(value) : null
  if (time !== null) {
    const day = String(value)
    return day.length === 10 ? formats.calendarDate(day) : formats.dateTime(time)
  }
  return cellText(value, column.type)
}

export interface CellEditorProps {
  value: CellValue
  column: Column
  /** What was typed to begin; the value itself when left out. */
  typed: string | null
  label: string
  /** Ends the editing; `step` says where the person goes on. */
  onEnd(value: CellValue | undefined, step: 'stay' | 'down' | 'right' | 'left' | 'away'): void
}

/** The field in which a cell is written, of the kind that its column needs. Enter and Tab keep, Escape gives up. */
export function CellEditor({ value, column, typed, label, onEnd }: CellEditorProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  /** What stood there when the writing began: what another person has written since is left alone by somebody who has written nothing. */
  const [before] = useState(isEmpty(value) ? '' : String(value))
  const isNumber = column.type === 'number' && (before === '' || Number.isFinite(Number(before)))
  const isDay = column.type === 'date' && (before === '' || /^\d{4}-\d{2}-\d{2}$/.test(before))
  const [text, setText] = useState(isDay ? before : (typed ?? before))
  const isOver = useRef(false)
  const isSound = !isNumber || text.trim() === '' || numberOf(writtenValue(text, column.type)) !== null

  const isWhole = useRef(typed === null)
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.focus()
    if (isWhole.current) element.select()
    // A field of a date has no caret to be put anywhere.
    else if (element.type !== 'date') element.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const end = (keeps: boolean, step: Parameters<CellEditorProps['onEnd']>[1]) => {
    if (isOver.current) return
    if (keeps && !isSound) {
      field.current?.setCustomValidity(t('Write a number such as 1.5.'))
      field.current?.reportValidity()
      return
    }
    isOver.current = true
    onEnd(keeps && text !== before ? writtenValue(text, column.type) : undefined, step)
  }
  // React tells of no blur when a field is taken away: on another page of the table, or with its row or column.
  const leave = useRef(() => {})
  leave.current = () => {
    if (isOver.current) return
    isOver.current = true
    onEnd(text !== before && isSound ? writtenValue(text, column.type) : undefined, 'away')
  }
  useLayoutEffect(() => () => leave.current(), [])
  const breakLine = () => {
    const element = field.current
    if (!element) return
    element.setRangeText('\n', element.selectionStart, element.selectionEnd, 'end')
    setText(element.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const isLine = event.key === 'Enter' && (event.shiftKey || event.altKey) && !isNumber && !isDay
    if (isLine) {
      // Beside Alt the browser itself does nothing.
      if (event.altKey) breakLine()
      return
    }
    if (event.key === 'Enter') end(true, 'down')
    else if (event.key === 'Tab') end(true, event.shiftKey ? 'left' : 'right')
    else if (event.key === 'Escape') end(false, 'stay')
    else return
    event.preventDefault()
  }
  const shared = {
    ref: field,
    className: 'data-field',
    'aria-label': label,
    value: text,
    onKeyDown,
    onBlur: () => end(true, 'away'),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      currentTarget.setCustomValidity('')
      setText(currentTarget.value)
    },
  }
  // A field of numbers would drop the sign with which one begins.
  if (isNumber) return <input type="text" inputMode="decimal" {...shared} />
  if (isDay) return <input type="date" max="9999-12-31" {...shared} />
  return <textarea rows={Math.min(8, text.split('\n').length)} spellCheck={false} {...shared} />
}
