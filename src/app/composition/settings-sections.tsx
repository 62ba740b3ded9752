import { HardDrive, Trash2 } from 'lucide-react'
import { accountSections, type SettingsSection } from '@/features/accounts/app/settings'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'

const StorageSection = lazy(
  () => import('@/features/files/app/storage-section'),
  <Skeleton className="h-40" />,
)
const TrashPanel = lazy(() => import('@/features/pages/app/trash-panel'), <Skeleton className="h-40" />)

/** Every section of the settings (product.md 2.26). */
export const sections: readonly SettingsSection[] = [
  ...accountSections,
  {
    id: 'storage',
    label: 'Storage',
    icon: HardDrive,
    Panel: () => <StorageSection />,
  },
  {
    id: 'trash',
    label: 'Trash',
    icon: Trash2,
    Panel: () => <TrashPanel />,
  },
]
