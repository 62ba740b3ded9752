import { Monitor, Palette, User } from 'lucide-react'
import type { ComponentType } from 'react'
import { t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { AppearanceSection } from './appearance-section'
import { ProfileSection } from './profile-section'
import { SessionsSection } from './sessions-section'

/** One section of the settings. */
export interface SettingsSection {
  id: string
  label: string
  icon: ComponentType<{ className?: string }>
  Panel: ComponentType
}

/** The sections about the account itself. */
export const accountSections: readonly SettingsSection[] = [
  { id: 'profile', label: 'Profile', icon: User, Panel: ProfileSection },
  { id: 'appearance', label: 'Appearance', icon: Palette, Panel: AppearanceSection },
  { id: 'sessions', label: 'Sessions', icon: Monitor, Panel: SessionsSection },
]

interface SettingsProps {
  sections: readonly SettingsSection[]
}

/** The sections beside their list; on a narrow screen the list is a row above them. */
export function Settings({ sections }: SettingsProps) {
  return (
    <Tabs
      defaultValue={sections[0]?.id}
      orientation="vertical"
      className="flex min-h-0 flex-1 flex-col gap-4 sm:flex-row sm:gap-8"
    >
      <TabsList className="flex-row overflow-x-auto border-b-0 sm:w-44 sm:shrink-0 sm:flex-col sm:overflow-visible">
        {sections.map(({ id, label, icon: Icon }) => (
          <Tab
            key={id}
            value={id}
            className="mb-0 h-8 shrink-0 gap-2 rounded-control border-b-0 px-2 hover:bg-hover data-[active]:bg-hover"
          >
            <Icon aria-hidden className="size-4" />
            {label}
          </Tab>
        ))}
      </TabsList>
      {sections.map(({ id, label, Panel }) => (
        <TabPanel key={id} value={id} className="min-w-0 flex-1 pt-0">
          <h2 className="mb-4 text-base font-semibold">{label}</h2>
          <Panel />
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** The settings as a window of 960 × 600 (product.md 2.26). */
export function SettingsDialog({ sections, onClose }: SettingsProps & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('Settings')} className="flex h-150 max-w-240 flex-col">
        <Settings sections={sections} />
      </DialogContent>
    </Dialog>
  )
}
