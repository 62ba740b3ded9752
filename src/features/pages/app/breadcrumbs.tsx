import { Link } from '@tanstack/react-router'
import { ChevronRight, MoreHorizontal } from 'lucide-react'
import { useIsNarrow } from '@/app/media'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import { PageIcon } from './page-icon'

const PathMenu = lazy(() => import('./path-menu'))

export interface Crumb {
  id: string
  title: string
  icon: string | null
}

/** How many pages above this one are shown before the rest collapses. */
const SHOWN = 2

/** Where the page stands: the pages above it, then itself. A long or narrow path collapses behind "…". */
export function Breadcrumbs({ path, page }: { path: readonly Crumb[]; page: Crumb }) {
  usePreload(PathMenu)
  const narrow = useIsNarrow()
  const shown = narrow ? 0 : SHOWN
  const hidden = path.length > shown ? path.slice(0, path.length - shown) : []
  const visible = path.slice(hidden.length)
  return (
    <nav aria-label={t('Breadcrumbs')} className="min-w-0 shrink-[999]">
      <ol className="flex min-w-0 items-center text-text-muted">
        {hidden.length > 0 && (
          <li className="flex shrink-0 items-center">
            <PopupButton
              kind="menu"
              button={
                <IconButton label={t('Show the pages above')}>
                  <MoreHorizontal aria-hidden />
                </IconButton>
              }
            >
              {(popup) => <PathMenu popup={popup} path={hidden} />}
            </PopupButton>
            <Separator />
          </li>
        )}
        {visible.map((crumb) => (
          <li key={crumb.id} className="flex min-w-0 items-center">
            <Link
              to="/$documentId"
              params={{ documentId: crumb.id }}
              className="flex h-7 min-w-0 items-center gap-1 rounded-control px-1.5 text-inherit no-underline hover:bg-hover coarse:h-11"
            >
              <PageIcon icon={crumb.icon} className="text-sm" />
              <span className="max-w-40 truncate">{crumb.title}</span>
            </Link>
            <Separator />
          </li>
        ))}
        <li className="flex min-w-0 items-center gap-1 px-1.5 text-text" aria-current="page">
          <PageIcon icon={page.icon} className="text-sm max-sm:hidden" />
          <span className="max-w-64 truncate">{page.title}</span>
        </li>
      </ol>
    </nav>
  )
}

const Separator = () => <ChevronRight aria-hidden className="size-3.5 shrink-0 text-text-faint" />
