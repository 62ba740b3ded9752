import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AtSign, CalendarClock, Clock, FileUp, History, ListTodo, SquarePen, Star } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { IN_BACKGROUND, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { addDays } from '@/blocks/date/date-words'
import { greetingAt } from '@/features/pages/app/greeting'
import { useNewPage } from '@/features/pages/app/new-page'
import { useChanged, usePages, useRecents } from '@/features/pages/app/use-pages'
import { apartFromTemplates } from '@/features/pages/own-templates'
import { inTreeOrder } from '@/features/pages/page-tree'
import { useInbox } from '@/features/review/app/use-inbox'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { lazy } from '@/ui/lazy'
import { DUE_DAYS } from '../model'
import { DueRows } from './due-rows'
import { FirstPage } from './first-page'
import { Ago, PageCards, Section } from './home-parts'
import { readShape, writeShape } from './home-shape'
import { HomeSkeleton } from './home-skeleton'
import { waitingFor } from './waiting'
import type { WaitingRowsProps } from './waiting-rows'

const WaitingRows = lazy<WaitingRowsProps>(() => import('./waiting-rows'))

export interface SignedInHomeProps {
  /** Opens the import of a file, when the composition offers one. */
  onImport?(): void
  /** What waits for an answer, above everything else. */
  notices?: ReactNode
  /** What an account with few pages can begin with. */
  start?: ReactNode
}

/** An account with fewer pages is shown what it can begin with. */
const FEW_PAGES = 4
/** Rows of what waits for the person, and of what mentions them. */
const WAITING = 5
/** Pixels of one of them. */
const ROW = 76
/** Milliseconds after which it is asked again what waits. */
const EVERY_MS = 60_000

/**
 * `/` for somebody signed in: greeting, New page, what waits for them, to-dos that are due, mentions, recents, what changed since, favourites (rulings 2).
 * All parts come at once, in the place of a skeleton that has the shape of the last time.
 */
export function SignedInHome({ onImport, notices, start }: SignedInHomeProps) {
  useTabTitle(t('Home'))
  const { user } = useCurrentUser()
  const { newPage, isPending } = useNewPage()
  const pages = usePages()
  const recents = useRecents()
  const changed = useChanged()
  const inbox = useInbox('me', EVERY_MS)
  const formats = useFormats()
  // Of the person's own zone, where they have chosen one.
  const today = formats.isoDay(Date.now())
  const due = useQuery(trpc.document.due.queryOptions({ until: addDays(today, DUE_DAYS) }))
  const inText = useQuery({
    ...trpc.document.mentions.queryOptions(undefined, { meta: IN_BACKGROUND }),
    refetchOnWindowFocus: true,
    refetchInterval: EVERY_MS,
  })
  const [shape] = useState(() => readShape(localStorage))
  const own = apartFromTemplates(pages.data?.documents ?? []).pages
  const favorites = inTreeOrder(own).filter((page) => page.isFavorite)
  const waiting = waitingFor(inbox.pages, ['assigned', 'decide'], WAITING)
  const textMentions = (inText.data?.mentions ?? []).slice(0, WAITING)
  const mentions = waitingFor(inbox.pages, ['mentioned'], WAITING)
  const todos = due.data?.todos ?? []
  const opened = recents.data?.documents ?? []
  const others = changed.data?.documents ?? []
  /** What is not there because it could not be asked for. */
  const failed = [recents, changed, due, inText, inbox.query].filter(
    (query) => query.isError && query.data === undefined,
  )
  const isComing = [pages, recents, changed, due, inText, inbox.query].some((query) => query.isPending)
  const greeting = greetingAt(formats.hour(Date.now()))
  const firstName = user?.name.trim().split(/\s+/u)[0]

  const mentionCount = textMentions.length + mentions.length
  const lines = [
    ...[waiting.length, todos.length, mentionCount, opened.length, others.length, favorites.length],
  ].join(' ')
  useEffect(() => {
    if (isComing) return
    const [waiting = 0, due = 0, mentions = 0, recents = 0, changed = 0, favorites = 0] = lines
      .split(' ')
      .map(Number)
    writeShape(localStorage, { waiting, due, mentions, recents, changed, favorites })
  }, [isComing, lines])

  const all = (
    <Link to="/review" className="text-text-muted no-underline hover:text-text hover:underline">
      {t('All in Review')}
    </Link>
  )
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-5 pt-10 pb-24 sm:px-8 sm:pt-16">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-4">
        <h1 className="me-auto text-[1.875rem]/[1.2] font-semibold tracking-tight text-balance">
          {firstName ? t('{greeting}, {name}', { greeting, name: firstName }) : greeting}
        </h1>
        <div className="flex flex-wrap gap-2">
          {onImport && (
            <Button onClick={onImport}>
              <FileUp aria-hidden />
              {t('Import')}
            </Button>
          )}
          <Button variant="primary" disabled={isPending} onClick={() => newPage(null)}>
            <SquarePen aria-hidden />
            {t('New page')}
          </Button>
        </div>
      </header>

      {notices}

      {pages.isError && pages.data === undefined ? (
        <ErrorState
          title={t('Your pages could not be loaded')}
          action={
            <Button onClick={() => Promise.all([pages.refetch(), recents.refetch()])}>
              {t('Try again')}
            </Button>
          }
        />
      ) : isComing ? (
        <HomeSkeleton shape={shape} />
      ) : (
        <>
          {failed.length > 0 && (
            <ErrorState
              title={t('What waits for you could not all be loaded')}
              action={
                <Button onClick={() => Promise.all(failed.map((query) => query.refetch()))}>
                  {t('Try again')}
                </Button>
              }
            />
          )}
          {waiting.length > 0 && (
            <Section icon={<ListTodo aria-hidden />} title={t('Waiting for you')} more={all}>
              <div style={{ minHeight: waiting.length * ROW }}>
                <WaitingRows rows={waiting} decide={inbox.decide} />
              </div>
            </Section>
          )}
          {todos.length > 0 && (
            <Section icon={<CalendarClock aria-hidden />} title={t('Due this week')}>
              <DueRows todos={todos} today={today} />
            </Section>
          )}
          {mentionCount > 0 && (
            <Section icon={<AtSign aria-hidden />} title={t('Mentions of you')} more={all}>
              <div style={{ minHeight: mentionCount * ROW }}>
                <WaitingRows rows={mentions} mentions={textMentions} decide={inbox.decide} />
              </div>
            </Section>
          )}
          {own.length === 0 ? (
            <FirstPage canImport={onImport !== undefined} />
          ) : (
            <Section icon={<Clock aria-hidden />} title={t('Recently opened')}>
              {recents.isLoadingError ? (
                <ErrorState
                  title={t('Your recent pages could not be loaded')}
                  action={<Button onClick={() => recents.refetch()}>{t('Try again')}</Button>}
                />
              ) : opened.length === 0 ? (
                <p className="px-2 text-text-muted">{t('The pages you open appear here.')}</p>
              ) : (
                <PageCards
                  pages={opened}
                  noteOf={(page) => <Ago prefix={t('Opened')} time={page.visitedAt} />}
                />
              )}
            </Section>
          )}
          {others.length > 0 && (
            <Section icon={<History aria-hidden />} title={t('Changed since you were here')}>
              <PageCards
                pages={others}
                noteOf={(page) => (
                  <Ago prefix={page.updatedBy ? `${page.updatedBy},` : t('Changed')} time={page.updatedAt} />
                )}
              />
            </Section>
          )}
          {favorites.length > 0 && (
            <Section icon={<Star aria-hidden />} title={t('Favorites')}>
              <PageCards
                pages={favorites}
                noteOf={(page) => <Ago prefix={t('Edited')} time={page.updatedAt} />}
              />
            </Section>
          )}
          {own.length < FEW_PAGES && start}
        </>
      )}
    </div>
  )
}
