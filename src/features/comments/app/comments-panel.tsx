import { ArrowLeft, MessageSquare, MessageSquarePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureWords } from '@/app/failures'
import { RightPanel } from '@/app/right-panel'
import { openPage, targetOnScreen } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button, IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { passFocus } from '@/ui/pass-focus'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { timeLabel } from '@/ui/time-label'
import { useStore } from '@/ui/use-store'
import { useWindow } from '@/ui/use-window'
import { beginAbout } from './begin'
import { activeThread, draftThread, hoveredThread, threadPlaces } from './comment-state'
import { COMMENTS_PANEL } from './comments-window'
import { DraftCard } from './draft-card'
import { useOrphans } from './orphans'
import { showThread } from './show-thread'
import type { Thread } from './thread'
import ThreadCard, { preview } from './thread-card'
import { byPlace, FILTERS, type Filter, filterLabel, isIn, plainText } from './thread-filters'
import { Readers, useThreads } from './use-threads'

/** Pixels; every line of a long list is as high. */
const LINE = 92

/** All discussions of the page on the screen, in its order (product.md 2.33, 2.36): a list, and the one that is opened. */
export default function CommentsPanel({ documentId }: { documentId: string }) {
  const page = useThreads(documentId)
  const places = useStore(threadPlaces)
  const active = useStore(activeThread)
  const draft = useStore(draftThread)
  const [filter, setFilter] = useState<Filter>('open')
  const threads = page?.threads ?? []
  const orphans = useOrphans(threads, places)
  const me = page?.reader.me.id ?? ''
  const counts = (one: Filter) =>
    threads.filter((thread) => isIn(one, thread, me, orphans.has(thread.id))).length
  const shown = byPlace(
    threads.filter((thread) => isIn(filter, thread, me, orphans.has(thread.id))),
    places ?? [],
  )
  const opened = threads.find(({ id }) => id === active)
  const canBegin = page?.reader.canComment === true
  const begin = canBegin && (
    <IconButton label={t('Comment on the page')} onClick={() => beginAbout('page', documentId)}>
      <MessageSquarePlus aria-hidden />
    </IconButton>
  )
  return (
    <RightPanel
      id={COMMENTS_PANEL}
      title={t('Comments')}
      icon={MessageSquare}
      initial={400}
      tools={begin}
      onClosed={() => openPage()?.view.focus()}
    >
      {!page || page.isPending ? (
        <div className="flex flex-col gap-3 p-4" aria-busy>
          {['h-8 w-32', 'h-18', 'h-18 w-full', 'h-18 w-11/12'].map((shape) => (
            <Skeleton key={shape} className={shape} />
          ))}
        </div>
      ) : page.error ? (
        <ErrorState
          title={t('The comments could not be loaded')}
          hint={failureWords(page.error, t('The server did not answer. Try again.'))}
          action={<Button onClick={page.retry}>{t('Try again')}</Button>}
        />
      ) : (
        <Readers reader={page.reader}>
          {draft?.documentId === documentId && active === draft.id ? (
            <div className="overflow-y-auto px-3 pb-4">
              <DraftCard draft={draft} begin={page.begin} />
            </div>
          ) : opened ? (
            <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
              <Button
                data-all-comments
                size="sm"
                variant="ghost"
                className="mb-2"
                onClick={() => {
                  passFocus(`button[data-thread="${opened.id}"]`)
                  activeThread.set(null)
                }}
              >
                <ArrowLeft aria-hidden />
                {t('All comments')}
              </Button>
              <ThreadCard
                key={opened.id}
                thread={opened}
                isActive
                hasQuote
                isOrphan={orphans.has(opened.id)}
                onActivate={() => undefined}
              />
            </div>
          ) : (
            <>
              <div className="px-3 pb-2">
                <Select<Filter>
                  label={t('Which comments are shown')}
                  value={filter}
                  onValueChange={(next: Filter) => setFilter(next)}
                  options={FILTERS.map((one) => ({
                    value: one,
                    label: `${filterLabel(one)} (${counts(one)})`,
                  }))}
                />
              </div>
              {shown.length === 0 ? (
                <EmptyState
                  icon={<MessageSquare aria-hidden />}
                  title={filter === 'open' ? t('No comments yet') : t('No comments here')}
                  hint={
                    filter === 'open'
                      ? t('Select some text and press the comment button to discuss it.')
                      : t('No discussion of this page is among these.')
                  }
                  action={
                    filter === 'open' ? (
                      canBegin && (
                        <Button onClick={() => beginAbout('page', documentId)}>
                          <MessageSquarePlus aria-hidden />
                          {t('Comment on the page')}
                        </Button>
                      )
                    ) : (
                      <Button onClick={() => setFilter('open')}>{t('Show open comments')}</Button>
                    )
                  }
                />
              ) : (
                <ThreadList threads={shown} orphans={orphans} />
              )}
            </>
          )}
        </Readers>
      )}
    </RightPanel>
  )
}

/** Of a long list only the part that can be seen is drawn. */
function ThreadList({ threads, orphans }: { threads: readonly Thread[]; orphans: ReadonlySet<string> }) {
  const list = useRef<HTMLUListElement>(null)
  const { first, end, before, after, height } = useWindow(list, threads.length, LINE)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      <ul ref={list} aria-label={t('Comments')} style={{ paddingTop: before, paddingBottom: after }}>
        {threads.slice(first, end).map((thread) => (
          <ThreadLine key={thread.id} thread={thread} isOrphan={orphans.has(thread.id)} height={height} />
        ))}
      </ul>
    </div>
  )
}

function ThreadLine({
  thread,
  isOrphan,
  height,
}: {
  thread: Thread
  isOrphan: boolean
  height: number | undefined
}) {
  const formats = useFormats()
  const [first] = thread.comments
  const last = thread.comments.at(-1)
  if (!first || !last) return null
  const open = () => {
    const editor = targetOnScreen().editor
    if (editor) showThread(editor.view, thread.id)
    passFocus('[data-all-comments]')
    activeThread.set(thread.id)
  }
  return (
    <li style={{ height }}>
      <button
        type="button"
        data-thread={thread.id}
        onClick={open}
        onPointerEnter={() => hoveredThread.set(thread.id)}
        onPointerLeave={() => hoveredThread.set(null)}
        className="flex h-full w-full cursor-pointer gap-2.5 rounded-control px-2 py-2 text-start hover:bg-hover"
      >
        <Avatar name={first.author.name} src={first.author.avatarUrl} size="sm" className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span className={cn('truncate text-sm', thread.isUnread ? 'font-semibold' : 'font-medium')}>
              {first.author.name}
            </span>
            <time dateTime={last.createdAt} className="shrink-0 text-xs text-text-faint tabular-nums">
              {timeLabel(last.createdAt, new Date(), formats)}
            </time>
            {thread.isUnread && (
              <span className="ms-auto size-2 shrink-0 rounded-full bg-accent">
                <span className="sr-only">{t('Unread')}</span>
              </span>
            )}
          </span>
          <span className={cn('block truncate text-xs', isOrphan ? 'text-warning' : 'text-text-muted')}>
            {isOrphan && `${t('The text was deleted')} · `}
            {aboutOf(thread)}
          </span>
          <span className="block truncate text-sm">{plainText(first.body)}</span>
          {thread.comments.length > 1 && (
            <span className="block text-xs text-text-faint">
              {t('{count, plural, one {# reply} other {# replies}}', { count: thread.comments.length - 1 })}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** What a thread is about, on one line. */
function aboutOf({ kind, quote }: Thread): string {
  if (quote) return preview(quote)
  return kind === 'title' ? t('The title') : kind === 'block' ? t('A block') : t('The page')
}
