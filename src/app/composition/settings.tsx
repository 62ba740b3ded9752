import { useNavigate } from '@tanstack/react-router'
import { NoAccessScreen, NotFoundScreen } from '@/app/error-screens'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { Settings } from '@/features/accounts/app/settings'
import { t } from '@/shared/i18n'
import { sections } from './settings-sections'

/** `/settings` and `/settings/<section>`: the same as a page (rulings 2). `section` is what the address says. */
export default function SettingsScreen({ section }: { section: string }) {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const shown = sections.find(({ id }) => id === section)
  useTabTitle(shown && shown !== sections[0] ? `${shown.label} · ${t('Settings')}` : t('Settings'))
  if (!user)
    return (
      <NoAccessScreen why={t('Settings belong to an account. Sign in and you will be brought back here.')} />
    )
  if (!shown) return <NotFoundScreen />
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-8 sm:px-6">
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{t('Settings')}</h1>
      <Settings
        sections={sections}
        section={shown.id}
        onSection={(id) =>
          void navigate({
            to: '/settings/{-$section}',
            params: { section: id === 'profile' ? undefined : id },
            replace: true,
          })
        }
      />
    </div>
  )
}
