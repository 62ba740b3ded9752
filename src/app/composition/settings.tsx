import { NoAccessScreen } from '@/app/error-screens'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { Settings } from '@/features/accounts/app/settings'
import { t } from '@/shared/i18n'
import { sections } from './settings-sections'

/** `/settings`: the same as a page (rulings 2). */
export function SettingsScreen() {
  const { user } = useCurrentUser()
  useTabTitle(t('Settings'))
  if (!user) return <NoAccessScreen />
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-8 sm:px-6">
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{t('Settings')}</h1>
      <Settings sections={sections} />
    </div>
  )
}
