import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import { isEmbedded } from './embedded'

/** The sections of the settings, in the order in which they are listed (product.md 2.26). Each has the address `/settings/<id>`. */
export type SettingsSectionId =
  | 'profile'
  | 'preferences'
  | 'friends'
  | 'notifications'
  | 'memory'
  | 'prompts'
  | 'ai'
  | 'membership'
  | 'security'
  | 'storage'
  | 'trash'
  | 'delete-account'

/** The windows that can be opened from anywhere. At most one is open. */
export type Overlay = 'palette' | 'shortcuts' | 'settings' | 'login'

const open = createStore<Overlay | null>(null)
const settingsSection = createStore<SettingsSectionId>('profile')

/** Opens one of the windows, or closes them (`null`). Embedded, signing in opens a tab of its own (product.md 6.2). */
export function showOverlay(next: Overlay | null): void {
  if (next === 'login' && isEmbedded()) {
    const here = encodeURIComponent(window.location.pathname)
    window.open(`/login?callbackUrl=${here}`, '_blank', 'noopener')
    return
  }
  change(() => open.set(next))
}

/** Answers whether it keeps what would close the settings or show another section, to do it later or not at all. */
type Hold = (change: () => void) => boolean
const holds = new Set<Hold>()

/** Has `by` asked before the settings close or show another section, until the returned function is called. */
export function holdSettings(by: Hold): () => void {
  holds.add(by)
  return () => void holds.delete(by)
}

function change(make: () => void): void {
  if (open.get() !== 'settings' || ![...holds].some((by) => by(make))) make()
}

export const openPalette = (): void => showOverlay('palette')

/** Opens the settings at a section, or moves to it when they are open. */
export function openSettings(section: SettingsSectionId = 'profile'): void {
  if (open.get() === 'settings' && settingsSection.get() === section) return
  change(() => {
    settingsSection.set(section)
    open.set('settings')
  })
}

/** Which section the settings window shows. */
export function useSettingsSection(): SettingsSectionId {
  return useStore(settingsSection)
}

/** Which window is open. */
export function useOverlay(): Overlay | null {
  return useStore(open)
}
