import { FileText } from 'lucide-react'
import { PageSign } from '@/blocks/icon/page-sign'
import { cn } from '@/ui/cn'

/** A page's icon, or a sheet of paper. Decoration: the title stands beside it. */
export function PageIcon({ icon, className }: { icon: string | null; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn('inline-flex size-5 shrink-0 items-center justify-center leading-none', className)}
    >
      <PageSign icon={icon} empty={<FileText className="size-4 text-text-faint" />} />
    </span>
  )
}
