import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { t } from '@/shared/i18n'
import 'react-day-picker/style.css'
import { addDays, isIsoDate, isoDateOf, longDate, readDate } from '@/blocks/date/date-words'
import type { BlockPanelProps } from '@/blocks/kit/living-kind'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { AtomPanel, leavePanel, setAttributes } from './atom-panel'

const asDay = (iso: string): Date | undefined => {
  const [year, month, day] = iso.split('-').map(Number)
  return isIsoDate(iso) ? new Date(year!, month! - 1, day!) : undefined
}

/** The day of a date: from the calendar, or in words. */
export default function DatePanel({ editor, pos }: BlockPanelProps) {
  const today = isoDateOf(new Date())
  const iso = String(editor.state.doc.nodeAt(pos)?.attrs.date ?? '')
  const [typed, setTyped] = useState(() => (isIsoDate(iso) ? longDate(iso) : ''))
  const [error, setError] = useState<string>()
  const [month, setMonth] = useState(() => asDay(iso) ?? new Date())
  const pick = (date: string) => {
    setAttributes(editor, pos, ['date'], { date })
    leavePanel(editor, pos)
  }
  const read = readDate(typed, today)
  const submit = () => {
    if (read) pick(read)
    else setError(t('Write a day such as tomorrow, Friday, 5 January or 2026-01-05.'))
  }
  const leave = () => leavePanel(editor, pos)
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={t('Date')}
      className="date-panel"
      onCancel={leave}
      onLeave={leave}
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
        month={month}
        onMonthChange={setMonth}
        selected={asDay(read ?? iso)}
        onSelect={(day) => day && pick(isoDateOf(day))}
      />
    </AtomPanel>
  )
}
