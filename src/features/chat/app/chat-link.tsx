import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { t } from '@/shared/i18n'

/** The way to the chats in the sidebar. */
export default function ChatLink() {
  return (
    <Link
      to="/chat/{-$chatId}"
      params={{ chatId: undefined }}
      className="flex h-[30px] items-center gap-2 rounded-control px-2 text-text-muted no-underline hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text coarse:h-11"
    >
      <MessagesSquare aria-hidden className="size-4 shrink-0" />
      {t('Chat')}
    </Link>
  )
}
