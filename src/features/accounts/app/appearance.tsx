import { t } from '@/shared/i18n'
import { Select } from '@/ui/select'
import { type ThemeChoice, useTheme } from '@/ui/theme'

const options = (): { value: ThemeChoice; label: string }[] => [
  { value: 'system', label: t('Like this device') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
]

/** Light, dark, or like the device; kept in this browser. */
export function Appearance() {
  const { choice, setChoice } = useTheme()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-medium">{t('Theme')}</p>
        <p className="text-text-muted">{t('Applies to this browser only.')}</p>
      </div>
      <Select<ThemeChoice> label={t('Theme')} value={choice} options={options()} onValueChange={setChoice} />
    </div>
  )
}
