import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeft, PanelLeftClose, Search, X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { always } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy'
import { useActions } from './actions'
import { isEmbedded } from './embedded'
import { useIsCrowded, useIsNarrow } from './media'
import { openPalette, useOverlay } from './overlays'
import { useShownPanel } from './panels'
import { ResizeHandle } from './resize-handle'
import { parseSidebarCookie, SIDEBAR, type SidebarState, sidebarCookie } from './sidebar-state'
import { Wordmark } from './wordmark'

const Drawer = lazyDialog(() => import('./drawer'))

const HeaderSlot = createContext<HTMLElement | null>(null)

/**
 * Puts its children into the bar above the page (breadcrumbs, save state, menus). One flex row; what should stand at
 * the right end gets `ml-auto`.
 */
export function ShellHeader({ children }: { children: ReactNode }) {
  const slot = use(HeaderSlot)
  return slot && createPortal(children, slot)
}

export interface ShellProps {
  /** The navigation: the tree of pages, or of templates. */
  sidebar: ReactNode
  /** The lower end of the sidebar. `compact`: there is room for one icon only. */
  footer(compact: boolean): ReactNode
  children: ReactNode
  /** What stands to the right of the page (product.md 2.33). */
  aside?: ReactNode
}

/**
 * The frame of every screen but sign-in: sidebar (column, rail or drawer), header bar and the scrolling page. Where a panel beside
 * the page would leave too little of it, the sidebar is a rail meanwhile. Embedded in another page
 * there is no sidebar and no panel; the bar stays, since it says whether words are saved.
 */
export function Shell({ sidebar, footer, children, aside }: ShellProps) {
  const narrow = useIsNarrow()
  const hasPanel = useShownPanel() !== null
  const crowded = useIsCrowded() && hasPanel && !narrow
  /** The whole sidebar comes over the page. */
  const overPage = narrow || crowded
  const [embedded] = useState(() => isEmbedded())
  const [state, setState] = useState<SidebarState>(() => parseSidebarCookie(document.cookie))
  const [drawer, setDrawer] = useState(false)
  const [header, setHeader] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  const overlay = useOverlay()

  const update = useCallback((change: Partial<SidebarState>) => {
    setState((before) => {
      const next = { ...before, ...change }
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
      document.cookie = sidebarCookie(next)
      return next
    })
  }, [])

  const toggle = useCallback(() => {
    if (overPage) setDrawer((open) => !open)
    else update({ open: !state.open })
  }, [overPage, state.open, update])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path, or a window over everything, closes the drawer
  useEffect(() => setDrawer(false), [pathname, overPage, overlay])
  // So does going to the page that is open, or to a place on it.
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', () => setDrawer(false)), [router])

  useActions(
    useMemo(
      () => [
        {
          id: 'sidebar.toggle',
          label: t('Show or hide the sidebar'),
          icon: PanelLeft,
          shortcut: 'mod+\\',
          otherShortcuts: ['mod+b'],
          outsideEditor: ['mod+b'],
          places: { palette: { group: 'View' } },
          command: always(toggle),
        },
      ],
      [toggle],
    ),
  )

  const search = (
    <IconButton label={t('Search')} shortcut="mod+k" onClick={openPalette}>
      <Search aria-hidden />
    </IconButton>
  )
  const column = (close: ReactNode) => (
    <>
      <div className="flex h-11 shrink-0 items-center gap-1 px-2 coarse:h-14">
        <Link to="/" aria-label={t('Sheaf, home')} className="me-auto flex rounded-control p-1">
          <Wordmark />
        </Link>
        {search}
        {close}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">{sidebar}</div>
      <div className="shrink-0 border-t border-border p-2">{footer(false)}</div>
    </>
  )

  return (
    <div className="flex h-full">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in this page, as a link does */}
      <a
        href="#main"
        onClick={(event) => {
          // The hash of an address names a block of the page; the jump is made without one.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="sr-only z-50 rounded-control bg-accent px-3 py-2 text-accent-text focus:not-sr-only focus:absolute focus:top-2 focus:start-2"
      >
        {t('Skip to the page')}
      </a>
      {overPage && !embedded && (
        <Drawer open={drawer} onOpenChange={setDrawer}>
          {column(
            <IconButton label={t('Close sidebar')} onClick={() => setDrawer(false)}>
              <X aria-hidden />
            </IconButton>,
          )}
        </Drawer>
      )}
      {embedded || narrow ? null : state.open && !crowded ? (
        <aside
          id="sidebar"
          aria-label={t('Sidebar')}
          className="relative flex shrink-0 flex-col border-e border-border bg-surface"
          style={{ width: state.width }}
        >
          {column(
            <IconButton
              label={t('Hide sidebar')}
              shortcut="mod+\"
              aria-expanded
              aria-controls="sidebar"
              onClick={toggle}
            >
              <PanelLeftClose aria-hidden />
            </IconButton>,
          )}
          <ResizeHandle
            label={t('Width of the sidebar')}
            edge="right"
            width={state.width}
            limits={SIDEBAR}
            onResize={(width) => update({ width })}
            onReset={() => update({ width: SIDEBAR.initial })}
          />
        </aside>
      ) : (
        <aside
          aria-label={t('Sidebar')}
          className="flex w-12 shrink-0 flex-col items-center gap-1 border-e border-border bg-surface py-2"
        >
          <IconButton label={t('Show sidebar')} shortcut="mod+\" aria-expanded={drawer} onClick={toggle}>
            <PanelLeft aria-hidden />
          </IconButton>
          {search}
          <div className="mt-auto">{footer(true)}</div>
        </aside>
      )}
      <div className="relative flex min-w-0 flex-1 flex-col overflow-x-clip">
        <header className="flex h-11 shrink-0 items-center gap-1 px-2 coarse:h-14">
          {narrow && !embedded && (
            <>
              <IconButton label={t('Open sidebar')} aria-expanded={drawer} onClick={toggle}>
                <MenuIcon aria-hidden />
              </IconButton>
              {pathname === '/' && (
                <Link to="/" aria-label={t('Sheaf, home')} className="flex rounded-control p-1">
                  <Wordmark />
                </Link>
              )}
            </>
          )}
          <div ref={setHeader} className="flex min-w-0 flex-1 items-center gap-1" />
        </header>
        <main
          id="main"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
          tabIndex={0}
          data-scroll-restoration-id="main"
          className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
        >
          <HeaderSlot value={header}>{children}</HeaderSlot>
        </main>
      </div>
      {!embedded && aside}
    </div>
  )
}
