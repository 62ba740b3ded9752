import { useId } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import type { OptionsPanelProps } from './export-choice'

/** Does a Markdown file keep all of the page, for importing it again? */
export function ExactPanel({ value, onChange, disabled }: OptionsPanelProps<boolean>) {
  const tick = useId()
  const hint = useId()
  return (
    <div className="flex items-start gap-2 text-sm">
      <Checkbox
        id={tick}
        aria-describedby={hint}
        checked={value}
        disabled={disabled}
        onCheckedChange={onChange}
      />
      <span className="flex flex-col">
        <label htmlFor={tick}>{t('Keep everything')}</label>
        <span id={hint} className="text-text-muted">
          {t('Adds comments with colors, columns and settings, so that importing it gives the same page.')}
        </span>
      </span>
    </div>
  )
}
