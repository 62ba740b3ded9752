import { PageSign } from '@/blocks/icon/page-sign'
import { cn } from '@/ui/cn'

/** A pod's icon, or a small square with its first letter. Decoration: its name stands beside it. */
export const PodBadge = ({ name, icon = null }: { name: string; icon?: string | null }) => (
  <span
    aria-hidden
    className={cn(
      'inline-flex size-5 shrink-0 [[role=menuitemradio]_&]:-mx-0.5 select-none items-center justify-center rounded-[5px]',
      icon === null && 'bg-pressed text-[0.6875rem] font-semibold text-text',
    )}
  >
    <PageSign icon={icon} empty={([...name.trim()][0] ?? '?').toLocaleUpperCase()} />
  </span>
)
