import { useSyncExternalStore } from 'react'
import { createListeners } from '@/shared/store'

/** What the person chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'
export type Theme = 'light' | 'dark'

/** Also read by `public/theme.js`, which sets the theme before the first paint. */
const STORAGE_KEY = 'sheaf:theme'
const listeners = createListeners()
const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)')

// Kept here too, so that the choice holds for this tab when the browser refuses storage.
let choice: ThemeChoice = readChoice()

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    // Storage can be forbidden (private windows, embedded frames); the device's theme is the answer then.
    return 'system'
  }
}

const resolve = (wanted: ThemeChoice): Theme =>
  wanted === 'system' ? (prefersDark().matches ? 'dark' : 'light') : wanted

/**
 * All colors change at once: a transition of a color that is inherited begins again with each step of the one above it, and texts
 * would keep the colors of the other theme for as long.
 */
function apply(): void {
  const { documentElement: root } = document
  root.dataset.themeChanges = ''
  root.dataset.theme = resolve(choice)
  // The new colors are computed here, while nothing may fade.
  root.getBoundingClientRect()
  delete root.dataset.themeChanges
  listeners.tell()
}

/** Chooses a theme and keeps the choice in this browser. */
export function setThemeChoice(next: ThemeChoice): void {
  choice = next
  try {
    if (next === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // See readChoice: without storage the choice lasts as long as the tab.
  }
  apply()
}

/** Switches between light and dark (mod+shift+l, rulings 5). */
export const toggleTheme = (): void => setThemeChoice(resolve(choice) === 'dark' ? 'light' : 'dark')

/** Keeps the theme as it is chosen in other tabs and, while nothing is chosen, as the device has it. Called once. */
export function followTheme(): void {
  prefersDark().addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY && event.key !== null) return
    choice = readChoice()
    apply()
  })
}

/** The chosen theme, what it comes to now, and how to change it. */
export function useTheme() {
  const current = useSyncExternalStore(listeners.subscribe, () => choice)
  const theme = useSyncExternalStore(listeners.subscribe, () => resolve(choice))
  return { choice: current, theme, setChoice: setThemeChoice, toggle: toggleTheme }
}
