import { useId } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import type { OptionsPanelProps } from './export-choice'

/** Does the file take along what is suggested and discussed? */
export function ReviewPanel({ value, onChange, disabled }: OptionsPanelProps<boolean>) {
  const tick = useId()
  return (
    <label htmlFor={tick} className="flex items-center gap-2 text-sm">
      <Checkbox id={tick} checked={value} disabled={disabled} onCheckedChange={onChange} />
      {t('With suggestions and comments')}
    </label>
  )
}
