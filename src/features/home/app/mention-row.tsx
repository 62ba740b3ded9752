import { Link } from '@tanstack/react-router'
import { AtSign } from 'lucide-react'
import { timeAgo } from '@/features/pages/app/time-ago'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { useFormats } from '@/ui/formats'
import type { TextMention } from '../model'

/** Somebody mentions the person in the text of a page: a link to the block that says it. */
export function MentionRow({ mention }: { mention: TextMention }) {
  const { documentId, blockId, words, at } = mention
  const formats = useFormats()
  const author = mention.author.name ?? t('Deleted person')
  const title = mention.title || UNTITLED()
  return (
    <div className="relative flex h-full items-center gap-3 rounded-control px-2 focus-within:bg-hover hover:bg-hover">
      <Avatar name={author} src={mention.author.avatarUrl} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-text-muted">
          <span className="min-w-0 truncate font-medium text-text">{author}</span>
          <AtSign aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">{t('mentions you')}</span>
          <span className="min-w-0 truncate">{t('on “{title}”', { title })}</span>
          <time dateTime={at} title={formats.dateTime(at)} className="shrink-0 text-xs">
            {timeAgo(at, new Date(), formats)}
          </time>
        </p>
        <Link
          to="/$documentId"
          params={{ documentId }}
          hash={blockId}
          aria-label={`${author} ${t('mentions you')}: ${words}`}
          className="line-clamp-2 break-words text-text no-underline after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {words}
        </Link>
      </div>
    </div>
  )
}
