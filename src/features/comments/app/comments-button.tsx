import { MessageSquare } from 'lucide-react'
import { togglePanel, useShownPanel } from '@/app/panels'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { COMMENTS_PANEL } from './comments-window'
import { useThreads } from './use-threads'

/** Beyond this it says that there are more. */
const MOST = 99

/** Opens and closes the comments of a page, and says how many discussions have something unread. */
export default function CommentsButton({ documentId }: { documentId: string }) {
  const threads = useThreads(documentId)?.threads ?? []
  const isShown = useShownPanel() === COMMENTS_PANEL
  const unread = threads.filter((thread) => thread.isUnread && thread.resolved === null).length
  const label =
    unread === 0
      ? t('Comments')
      : t('Comments, {count, plural, one {# unread} other {# unread}}', { count: unread })
  return (
    <IconButton
      label={label}
      aria-pressed={isShown}
      className="relative"
      onClick={() => togglePanel(COMMENTS_PANEL)}
    >
      <MessageSquare aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -top-0.5 -end-1 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem]/4 font-semibold text-accent-text tabular-nums"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </IconButton>
  )
}
