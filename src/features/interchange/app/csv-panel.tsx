import { t } from '@/shared/i18n'
import { Select } from '@/ui/select'
import type { OptionsPanelProps } from './export-choice'

export type Delimiter = 'comma' | 'semicolon' | 'tab'

const OPTIONS = [
  {
    value: 'comma',
    get label() {
      return t('Comma (,)')
    },
  },
  {
    value: 'semicolon',
    get label() {
      return t('Semicolon (;)')
    },
  },
  { value: 'tab', label: 'Tab' },
] as const

/** What stands between the cells of CSV: spreadsheets in many languages want a semicolon. */
export const CsvPanel = ({ value, onChange, disabled }: OptionsPanelProps<Delimiter>) => (
  <div className="flex items-center justify-between gap-3 text-sm">
    <span aria-hidden>{t('Between cells')}</span>
    <Select<Delimiter>
      label={t('Between cells')}
      value={value}
      options={OPTIONS}
      onValueChange={onChange}
      disabled={disabled}
    />
  </div>
)
