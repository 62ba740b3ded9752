import { Link } from '@tanstack/react-router'
import { cn } from '@/ui/cn'
import type { PageSummary } from '../model'
import { PageIcon } from './page-icon'

/** The favourites above the tree. */
export function FavoriteList({
  pages,
  currentId,
}: {
  pages: readonly PageSummary[]
  currentId: string | null
}) {
  return (
    <section aria-labelledby="favourites" className="mt-3">
      <h2 id="favourites" className="flex h-7 items-center ps-2 text-xs font-medium text-text-faint">
        Favourites
      </h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <Link
              to="/$documentId"
              params={{ documentId: page.id }}
              aria-current={page.id === currentId ? 'page' : undefined}
              className={cn(
                'flex h-[30px] items-center gap-1.5 rounded-control px-2 text-text-muted no-underline hover:bg-hover coarse:h-11',
                page.id === currentId && 'bg-hover font-medium text-text',
              )}
            >
              <PageIcon icon={page.icon} />
              <span className="truncate">{page.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
