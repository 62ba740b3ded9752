import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { writeDay } from '@/shared/formats-apart'
import { language, t } from '@/shared/i18n'
import { directionOf } from '@/shared/i18n/languages'
import 'react-day-picker/style.css'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { useFormats } from '@/ui/formats'
import { AtomPanel } from '../kit/atom-panel'
import type { BlockPanelProps } from '../kit/living-kind'
import { addDays, isIsoDate, isoDateOf, longDate } from './date-words'
import { readDate } from './read-date'
import './date.panel.css'

const asDay = (iso: string): Date | undefined => {
  const [year, month, day] = iso.split('-').map(Number)
  return isIsoDate(iso) ? new Date(year!, month! - 1, day!) : undefined
}

/** The calendar in the person's language: its library has words of its own in English alone. */
const IN_WORDS = {
  formatCaption: (month: Date) => writeDay(month, { month: 'long', year: 'numeric' }),
  formatWeekdayName: (day: Date) => writeDay(day, { weekday: 'short' }),
  formatDay: (day: Date) => writeDay(day, { day: 'numeric' }).replace(/\D/g, ''),
}
const LABELS = {
  labelPrevious: () => t('Previous month'),
  labelNext: () => t('Next month'),
  labelNav: () => t('Months'),
  labelGrid: (month: Date) => writeDay(month, { month: 'long', year: 'numeric' }),
  labelGridcell: (day: Date) => writeDay(day, { dateStyle: 'full' }),
  labelDayButton: (day: Date, { today, selected }: { today?: boolean; selected?: boolean }) =>
    [today && t('Today'), writeDay(day, { dateStyle: 'full' }), selected && t('selected')]
      .filter(Boolean)
      .join(', '),
  labelWeekday: (day: Date) => writeDay(day, { weekday: 'long' }),
}

/** The day of a date: from the calendar, or in words. */
export default function DatePanel({ editor, pos, setAttributes, onDone }: BlockPanelProps) {
  const formats = useFormats()
  const today = formats.isoDay(Date.now())
  const iso = String(editor.state.doc.nodeAt(pos)?.attrs.date ?? '')
  const [begun] = useState(() => (isIsoDate(iso) ? longDate(iso) : ''))
  const [typed, setTyped] = useState(begun)
  const [error, setError] = useState<string>()
  const [month, setMonth] = useState(() => asDay(iso) ?? new Date())
  const pick = (date: string) => {
    setAttributes(['date'], { date })
    onDone()
  }
  const read = readDate(typed, today)
  const submit = () => {
    if (read) pick(read)
    else setError(t('Write a day such as tomorrow, Friday, 5 January or 2026-01-05.'))
  }
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={t('Date')}
      className="date-panel"
      onCancel={onDone}
      onLeave={() => (read && typed !== begun ? pick(read) : onDone())}
    >
      <Field label={t('Day')} error={error}>
        <Input
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
            const found = readDate(event.target.value, today)
            if (found) setMonth(asDay(found)!)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
        />
      </Field>
      <div className="date-shortcuts">
        {([t('Yesterday'), t('Today'), t('Tomorrow')] as const).map((label, index) => (
          <Button key={label} size="sm" onClick={() => pick(addDays(today, index - 1))}>
            {label}
          </Button>
        ))}
      </div>
      <DayPicker
        mode="single"
        showOutsideDays
        dir={directionOf(language())}
        weekStartsOn={formats.weekStart() as 0 | 1 | 6}
        formatters={IN_WORDS}
        labels={LABELS}
        month={month}
        onMonthChange={setMonth}
        selected={asDay(read ?? iso)}
        onSelect={(day) => day && pick(isoDateOf(day))}
      />
    </AtomPanel>
  )
}
