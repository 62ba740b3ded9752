import { openSettings, showOverlay, useSettingsSection } from '@/app/overlays'
import { SettingsDialog } from '@/features/accounts/app/settings'
import { sections } from './settings-sections'

/** The settings as a window. */
export default function SettingsOverlay() {
  return (
    <SettingsDialog
      sections={sections}
      section={useSettingsSection()}
      onSection={openSettings}
      onClose={() => showOverlay(null)}
    />
  )
}
