import { t } from '@/shared/i18n'
import { Select } from '@/ui/select'
import { type ThemeChoice, useTheme } from '@/ui/theme'

const OPTIONS = [
  { value: 'system', label: 'Like this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: ThemeChoice; label: string }[]

/** Light, dark, or like the device; kept in this browser. */
export function AppearanceSection() {
  const { choice, setChoice } = useTheme()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-medium">{t('Theme')}</p>
        <p className="text-text-muted">{t('Applies to this browser only.')}</p>
      </div>
      <Select<ThemeChoice> label={t('Theme')} value={choice} options={OPTIONS} onValueChange={setChoice} />
    </div>
  )
}
