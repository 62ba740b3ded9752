import { t } from '@/shared/i18n'
import type { CommentBody } from '../model'
import { backToPage } from './back-to-page'
import { endDraft } from './begin'
import { activeThread, type DraftThread } from './comment-state'
import Composer from './composer'
import { useReader } from './thread-actions'
import { preview } from './thread-card'

interface DraftCardProps {
  draft: DraftThread
  begin(draft: DraftThread, body: CommentBody): void
}

/** The card of a discussion that is being begun. It goes when it is closed; what was typed is there again the next time. */
export function DraftCard({ draft, begin }: DraftCardProps) {
  const { host, draftOf, keepDraft } = useReader()
  const { kind, block, suggestion, quote } = draft.beginning
  const place = `begin ${suggestion ?? block ?? kind}`
  return (
    <article
      aria-label={t('New comment')}
      data-thread={draft.id}
      className="thread-card rounded-popover border border-accent bg-surface-raised p-3 text-text shadow-float"
    >
      <p className="mb-2 border-s-2 border-warning ps-2 text-xs text-text-muted">
        {preview(quote) ||
          (kind === 'page' ? t('On the page') : kind === 'title' ? t('On the title') : t('On a block'))}
      </p>
      <Composer
        key={draft.id}
        host={host}
        label={t('New comment')}
        placeholder={t('Write a comment')}
        sendLabel={t('Send')}
        initial={draftOf(place)}
        autoFocus
        hasCancel
        onCancel={() => {
          endDraft()
          backToPage()
        }}
        onDraft={(body) => keepDraft(place, body)}
        onSend={(body) => {
          begin(draft, body)
          endDraft()
          activeThread.set(draft.id)
          backToPage({ behind: true })
          return true
        }}
      />
    </article>
  )
}
