import { useState } from 'react'
import { failureWords, rpc } from '@/app/rpc'
import { refreshSession } from '@/app/session'
import {
  createFormats,
  DATE_FORMATS,
  type FormatChoice,
  HOUR_FORMATS,
  WEEK_STARTS,
  type WeekStart,
} from '@/shared/formats'
import { offsetOf } from '@/shared/formats-apart'
import { t } from '@/shared/i18n'
import { chooseFormats, useFormatChoice, useFormats } from '@/ui/formats'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast'

/** The zones that are offered (product.md 9.7), from west to east; another that was chosen elsewhere is offered too. */
const ZONES = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
]
const DEVICE = 'device'

/** "New York (GMT-5)" for `America/New_York`. */
function nameOf(zone: string, now: Date): string {
  const place = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const offset = offsetOf(zone, now)
  return zone === 'UTC' || !offset ? place : `${place} (${offset})`
}

/** Time zone, dates and hours; each choice is kept with the account at once, and every screen follows it. */
export function FormatsForm() {
  const choice = useFormatChoice()
  const formats = useFormats()
  const [now] = useState(() => new Date())
  const save = async (change: Partial<FormatChoice>) => {
    chooseFormats({ ...choice, ...change })
    try {
      await rpc.user.updateSettings.mutate(change)
      toast.success(t('Setting updated'))
    } catch (error) {
      chooseFormats(choice)
      toast.error(failureWords(error, t('Failed to update setting')))
    } finally {
      await refreshSession()
    }
  }
  const like = { value: DEVICE, label: t('Like this device') }
  const chosen = (value: string) => (value === DEVICE ? null : value)
  const zones = choice.timeZone && !ZONES.includes(choice.timeZone) ? [choice.timeZone, ...ZONES] : ZONES
  return (
    <section aria-label={t('Dates and times')} className="flex flex-col gap-3">
      <Row
        label={t('Time zone')}
        value={choice.timeZone}
        options={[like, ...zones.map((zone) => ({ value: zone, label: nameOf(zone, now) }))]}
        onChoose={(value) => save({ timeZone: chosen(value) })}
      />
      <Row
        label={t('Date format')}
        value={choice.dateFormat}
        options={[
          like,
          ...DATE_FORMATS.map((dateFormat) => ({
            value: dateFormat,
            label: createFormats({ ...choice, dateFormat }).date(now),
          })),
        ]}
        onChoose={(value) => save({ dateFormat: DATE_FORMATS.find((one) => one === value) ?? null })}
      />
      <Row
        label={t('Hour format')}
        value={choice.hourFormat}
        options={[
          like,
          ...HOUR_FORMATS.map((hourFormat) => ({
            value: hourFormat,
            label: hourFormat === '12' ? t('12 hours') : t('24 hours'),
          })),
        ]}
        onChoose={(value) => save({ hourFormat: HOUR_FORMATS.find((one) => one === value) ?? null })}
      />
      <Row
        label={t('First day of the week')}
        value={choice.weekStart}
        options={[like, ...WEEK_STARTS.map((value) => ({ value, label: weekdayName(value) }))]}
        onChoose={(value) => save({ weekStart: WEEK_STARTS.find((one) => one === value) ?? null })}
      />
      <p className="text-text-muted">{t('It is now {now}.', { now: formats.dateTime(now) })}</p>
    </section>
  )
}

function weekdayName(day: WeekStart): string {
  const names: Record<WeekStart, string> = {
    monday: t('Monday'),
    sunday: t('Sunday'),
    saturday: t('Saturday'),
  }
  return names[day]
}

interface RowProps {
  label: string
  value: string | null
  options: { value: string; label: string }[]
  onChoose(value: string): Promise<void>
}

function Row({ label, value, options, onChoose }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-medium">{label}</p>
      <Select
        label={label}
        value={value ?? DEVICE}
        options={options}
        onValueChange={(next) => void onChoose(next)}
      />
    </div>
  )
}
