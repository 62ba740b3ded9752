import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { t } from '@/shared/i18n'
import { useInboxCount } from './use-inbox'

/** The way to the review inbox in the sidebar, with how much waits there for the person. */
export default function InboxLink() {
  const { count = 0, isMore = false } = useInboxCount() ?? {}
  return (
    <Link
      to="/review"
      aria-label={
        count === 0
          ? t('Review')
          : t('Review, {count, plural, one {# waits} other {# wait}} for you', { count })
      }
      className="flex h-[30px] items-center gap-2 rounded-control px-2 text-text-muted no-underline hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text coarse:h-11"
    >
      <Inbox aria-hidden className="size-4 shrink-0" />
      {t('Review')}
      {count > 0 && (
        <span
          aria-hidden
          className="ms-auto min-w-5 rounded-full bg-accent-soft px-1.5 text-center text-xs/5 font-medium text-accent tabular-nums"
        >
          {isMore ? `${count}+` : count}
        </span>
      )}
    </Link>
  )
}
