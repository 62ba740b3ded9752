import { Trash2 } from 'lucide-react'
import { NoAccessScreen } from '@/app/error-screens'
import { showOverlay } from '@/app/overlays'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import {
  accountSections,
  Settings,
  SettingsDialog,
  type SettingsSection,
} from '@/features/accounts/app/settings'
import { later } from '@/ui/later'
import { Skeleton } from '@/ui/skeleton'

const TrashPanel = later(() => import('@/features/pages/app/trash-panel'), <Skeleton className="h-40" />)

/** Every section of the settings (product.md 2.26). */
const sections: readonly SettingsSection[] = [
  ...accountSections,
  {
    id: 'trash',
    label: 'Trash',
    icon: Trash2,
    Panel: () => <TrashPanel />,
  },
]

/** The settings as a window. */
export default function SettingsOverlay() {
  return <SettingsDialog sections={sections} onClose={() => showOverlay(null)} />
}

/** `/settings`: the same as a page (rulings 2). */
export function SettingsScreen() {
  const { user } = useCurrentUser()
  useTabTitle('Settings')
  if (!user) return <NoAccessScreen />
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-8 sm:px-6">
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">Settings</h1>
      <Settings sections={sections} />
    </div>
  )
}
