import { MoreHorizontal, Plus } from 'lucide-react'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/skeleton'

/** A row above and below the pages: a place, or something to do. */
export const rowClass =
  'flex h-[30px] shrink-0 cursor-pointer items-center gap-2 rounded-control px-2 text-text-muted no-underline hover:bg-hover hover:text-text data-[popup-open]:bg-hover aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0'

export function SidebarButton({
  icon,
  children,
  className,
  ...rest
}: React.ComponentProps<'button'> & { icon: React.ReactNode }) {
  return (
    <button type="button" className={cn(rowClass, className)} {...rest}>
      {icon}
      {children}
    </button>
  )
}

interface RowActionsProps {
  title: string
  tabIndex: number
  menuOpen: boolean
  onMenu(at: HTMLElement): void
  /** Left out for a page into which the person may put nothing. */
  onAdd?: (() => void) | undefined
}

/** What stands at the end of a page's row. */
// Plain buttons: a menu and two tooltips for each row would be most of the weight of a long tree.
export function RowActions({ title, tabIndex, menuOpen, onMenu, onAdd }: RowActionsProps) {
  const className =
    'flex size-6 cursor-pointer items-center justify-center rounded-control text-text-muted hover:bg-pressed hover:text-text coarse:h-11 coarse:w-9'
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={t('More for {title}', { title })}
        title={t('More')}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        onClick={(event) => onMenu(event.currentTarget)}
        className={className}
      >
        <MoreHorizontal aria-hidden className="size-4" />
      </button>
      {onAdd && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={t('Add a page inside {title}', { title })}
          title={t('Add a page inside')}
          onClick={onAdd}
          // On a phone the title needs the room; the menu has the same entry.
          className={`${className} coarse:hidden`}
        >
          <Plus aria-hidden className="size-4" />
        </button>
      )}
    </>
  )
}

/** Stands in the place of the tree until it is there. */
export const TreeSkeleton = () => (
  <div aria-busy="true" className="flex flex-col">
    {['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
      <div key={width} className="flex h-[30px] items-center gap-2 ps-7 coarse:h-11">
        <Skeleton className="size-4.5" />
        <Skeleton className={`h-3.5 ${width}`} />
      </div>
    ))}
  </div>
)
