import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '@/ui/cn'
import { useExpanded } from './expanded'
import { PageIcon } from './page-icon'

const OPEN_KEY = 'sheaf:sidebar-sections'

/** Is this section of the sidebar open, and what opens it; kept in this browser. */
function useSectionOpen(name: string, startsOpen: boolean) {
  // What is kept is which sections are not as they start.
  const { expanded, expand } = useExpanded(OPEN_KEY)
  const isOpen = expanded.has(name) !== startsOpen
  return { isOpen, toggle: () => expand([name], isOpen === startsOpen) }
}

interface SidebarSectionProps {
  /** What it is remembered by. */
  name: string
  title: string
  startsOpen?: boolean
  /** Drawn while it is open. */
  children(): ReactNode
}

/** A part of the sidebar with a heading that opens and closes it. */
export function SidebarSection({ name, title, startsOpen = false, children }: SidebarSectionProps) {
  const id = useId()
  const { isOpen, toggle } = useSectionOpen(name, startsOpen)
  return (
    <section aria-labelledby={id} className="mt-3">
      <h2 className="flex h-7 items-center text-xs font-medium coarse:h-11">
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          onClick={toggle}
          className="group/section flex h-full w-full cursor-pointer items-center gap-1 rounded-control px-2 text-start text-text-faint hover:bg-hover hover:text-text-muted"
        >
          {title}
          <ChevronRight
            aria-hidden
            className={cn('size-3 transition-transform duration-120', isOpen && 'rotate-90 rtl:-rotate-90')}
          />
        </button>
      </h2>
      {isOpen && children()}
    </section>
  )
}

interface ListedPage {
  id: string
  title: string
  icon: string | null
}

/** Pages as links, such as the favourites. */
export function PageLinks({ pages, currentId }: { pages: readonly ListedPage[]; currentId: string | null }) {
  return (
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
  )
}
