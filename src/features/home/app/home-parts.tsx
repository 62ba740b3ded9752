import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { PageIcon } from '@/features/pages/app/page-icon'
import { timeAgo } from '@/features/pages/app/time-ago'
import { useFormats } from '@/ui/formats'

interface SectionProps {
  icon: ReactNode
  title: string
  /** Beside the title, at the end of the line. */
  more?: ReactNode
  children: ReactNode
}

/** A part of home with its name. */
export function Section({ icon, title, more, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex h-5 items-center gap-2 px-2 text-xs font-medium text-text-faint">
        <h2 id={id} className="me-auto flex items-center gap-1.5 [&_svg]:size-3.5">
          {icon}
          {title}
        </h2>
        {more}
      </header>
      {children}
    </section>
  )
}

interface Card {
  id: string
  title: string
  icon: string | null
}

/** Pages as lines, each with a note at its end. */
export function PageCards<T extends Card>({
  pages,
  noteOf,
}: {
  pages: readonly T[]
  noteOf(page: T): ReactNode
}) {
  return (
    <ul className="flex flex-col">
      {pages.map((page) => (
        <li key={page.id}>
          <Link
            to="/$documentId"
            params={{ documentId: page.id }}
            className="flex min-h-9 items-center gap-2 rounded-control px-2 py-1 text-text no-underline hover:bg-hover coarse:min-h-11"
          >
            <PageIcon icon={page.icon} />
            <span className="min-w-0 flex-1 truncate font-medium">{page.title}</span>
            <span className="shrink-0 text-xs text-text-faint">{noteOf(page)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** How long ago something was. */
export function Ago({ prefix, time }: { prefix: string; time: string | null }) {
  const formats = useFormats()
  if (!time) return null
  return (
    <>
      {prefix}{' '}
      <time dateTime={time} title={formats.dateTime(time)}>
        {timeAgo(time, new Date(), formats)}
      </time>
    </>
  )
}
