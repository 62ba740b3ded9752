import { useRouter } from '@tanstack/react-router'
import { House, Inbox, Keyboard, LogIn, Search, Settings, SunMoon } from 'lucide-react'
import { useMemo } from 'react'
import { type Action, type ActionCommand, always } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { toggleTheme } from '@/ui/theme'
import { openPalette, openSettings, showOverlay } from './overlays'

const when =
  (applies: boolean, act: () => void): ActionCommand =>
  (_target, apply) => {
    if (applies && apply) act()
    return applies
  }

/** What can be done on every screen. */
export function useAppActions(signedIn: boolean): readonly Action[] {
  const router = useRouter()
  return useMemo(
    () => [
      {
        id: 'go.home',
        label: t('Go home'),
        icon: House,
        places: { palette: { group: 'Go' } },
        command: always(() => void router.navigate({ to: '/' })),
      },
      {
        id: 'go.review',
        label: t('Go to the review inbox'),
        icon: Inbox,
        places: { palette: { group: 'Go' } },
        keywords: ['suggestions', 'comments', 'waiting', 'mentions', 'assigned'],
        command: when(signedIn, () => void router.navigate({ to: '/review' })),
      },
      {
        id: 'palette',
        label: t('Search pages and actions'),
        icon: Search,
        places: { palette: { group: 'Go' } },
        shortcut: 'mod+k',
        otherShortcuts: ['mod+p'],
        outsideEditor: ['mod+k'],
        command: always(openPalette),
      },
      {
        id: 'theme.toggle',
        label: t('Switch between light and dark'),
        icon: SunMoon,
        places: { palette: { group: 'View' } },
        shortcut: 'mod+shift+l',
        keywords: ['theme', 'dark mode', 'appearance'],
        command: always(toggleTheme),
      },
      {
        id: 'shortcuts',
        label: t('Keyboard shortcuts'),
        icon: Keyboard,
        places: { palette: { group: 'View' } },
        shortcut: 'mod+?',
        keywords: ['help', 'keys'],
        command: always(() => showOverlay('shortcuts')),
      },
      {
        id: 'settings',
        label: t('Settings'),
        icon: Settings,
        places: { palette: { group: 'Account' } },
        keywords: ['profile', 'preferences', 'sessions'],
        command: when(signedIn, () => openSettings()),
      },
      {
        id: 'sign-in',
        label: t('Sign in'),
        icon: LogIn,
        places: { palette: { group: 'Account' } },
        command: when(!signedIn, () => showOverlay('login')),
      },
    ],
    [router, signedIn],
  )
}
