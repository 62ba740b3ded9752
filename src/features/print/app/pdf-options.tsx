import { useId } from 'react'
import type { OptionsPanelProps } from '@/features/interchange/app/export-choice'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import { Field, Input } from '@/ui/field'
import { Select } from '@/ui/select'
import { SCALE_RULE } from '../model'
import { PAPERS } from '../paper-sizes'
import { type PdfChoice, scaleOf } from './pdf-choice'

const OPTIONS = PAPERS.map(({ id, label }) => ({ value: id, label }))

/** What can be chosen for a PDF (product.md 7.35, 9.5). */
export function PdfOptions({ value, onChange, disabled }: OptionsPanelProps<PdfChoice>) {
  const { format, percent, pageNumbers, disableMedia } = value
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="flex flex-col gap-1.5">
          <span className="font-medium text-sm">{t('Paper')}</span>
          <Select
            label={t('Paper')}
            value={format}
            options={OPTIONS}
            onValueChange={(next) => onChange({ ...value, format: next })}
            disabled={disabled}
          />
        </div>
        <Field
          label={t('Scale in percent')}
          className="min-w-36 flex-1"
          error={scaleOf(percent) === null ? SCALE_RULE() : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={percent}
            disabled={disabled}
            onChange={(event) => onChange({ ...value, percent: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Tick
        label={t('Page numbers')}
        checked={pageNumbers}
        disabled={disabled}
        onChange={(next) => onChange({ ...value, pageNumbers: next })}
      />
      <MediaTick
        value={disableMedia}
        disabled={disabled}
        onChange={(next) => onChange({ ...value, disableMedia: next })}
      />
    </div>
  )
}

/** What can be chosen for a picture. */
export function PngOptions({ value, onChange, disabled }: OptionsPanelProps<{ disableMedia: boolean }>) {
  return (
    <MediaTick
      value={value.disableMedia}
      disabled={disabled}
      onChange={(disableMedia) => onChange({ disableMedia })}
    />
  )
}

interface TickProps {
  label: string
  checked: boolean
  disabled: boolean
  onChange(checked: boolean): void
}

function Tick({ label, checked, disabled, onChange }: TickProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center gap-2 text-sm">
      <Checkbox id={id} checked={checked} disabled={disabled} onCheckedChange={onChange} />
      {label}
    </label>
  )
}

function MediaTick({
  value,
  ...rest
}: {
  value: boolean
  disabled: boolean
  onChange(value: boolean): void
}) {
  return <Tick label={t('Leave out images, videos, sound, files and embeds')} checked={value} {...rest} />
}
