import { useRouter } from '@tanstack/react-router'
import { House, Keyboard, LogIn, Search, Settings, SunMoon } from 'lucide-react'
import { useMemo } from 'react'
import { toggleTheme } from '@/ui/theme'
import type { Action } from './actions'
import { openPalette, openSettings, showOverlay } from './overlays'

/** What can be done on every screen. */
export function useAppActions(signedIn: boolean): readonly Action[] {
  const router = useRouter()
  return useMemo(
    () => [
      {
        id: 'go.home',
        label: 'Go home',
        icon: House,
        section: 'Go',
        run: () => void router.navigate({ to: '/' }),
      },
      {
        id: 'palette',
        label: 'Search pages and actions',
        icon: Search,
        section: 'Go',
        shortcut: 'mod+k',
        outsideEditor: true,
        run: openPalette,
      },
      {
        id: 'palette.p',
        label: 'Search pages and actions',
        hidden: true,
        section: 'Go',
        shortcut: 'mod+p',
        run: openPalette,
      },
      {
        id: 'theme.toggle',
        label: 'Switch between light and dark',
        icon: SunMoon,
        section: 'View',
        shortcut: 'mod+shift+l',
        keywords: ['theme', 'dark mode', 'appearance'],
        run: toggleTheme,
      },
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        icon: Keyboard,
        section: 'View',
        shortcut: 'mod+?',
        keywords: ['help', 'keys'],
        run: () => showOverlay('shortcuts'),
      },
      {
        id: 'settings',
        label: 'Settings',
        icon: Settings,
        section: 'Account',
        keywords: ['profile', 'preferences', 'sessions'],
        enabled: () => signedIn,
        run: openSettings,
      },
      {
        id: 'sign-in',
        label: 'Sign in',
        icon: LogIn,
        section: 'Account',
        enabled: () => !signedIn,
        run: () => showOverlay('login'),
      },
    ],
    [router, signedIn],
  )
}
