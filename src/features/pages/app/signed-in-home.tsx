import { Link } from '@tanstack/react-router'
import { Clock, FileUp, History, SquarePen, Star } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import { Trans } from '@/ui/trans'
import { apartFromTemplates } from '../own-templates'
import { greetingAt } from './greeting'
import { useNewPage } from './new-page'
import { PageIcon } from './page-icon'
import { timeAgo } from './time-ago'
import { useChanged, usePages, useRecents } from './use-pages'

export interface SignedInHomeProps {
  /** Opens the import of a file, when the composition offers one. */
  onImport?(): void
  /** What waits for an answer, above everything else. */
  notices?: ReactNode
}

/** `/` for somebody signed in: greeting, New page, recents, favourites, what changed since (rulings 2). */
export function SignedInHome({ onImport, notices }: SignedInHomeProps) {
  useTabTitle(t('Home'))
  const { user } = useCurrentUser()
  const { newPage, isPending } = useNewPage()
  const pages = usePages()
  const recents = useRecents()
  const changed = useChanged()
  const own = apartFromTemplates(pages.data?.documents ?? []).pages
  const favorites = own.filter((page) => page.isFavorite)
  const firstName = user?.name.trim().split(/\s+/u)[0]

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-5 pt-10 pb-24 sm:px-8 sm:pt-16">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-4">
        <h1 className="me-auto text-[1.875rem]/[1.2] font-semibold tracking-tight text-balance">
          {greetingAt(new Date())}
          {firstName && `, ${firstName}`}
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
      ) : pages.isPending || recents.isPending ? (
        <HomeSkeleton />
      ) : own.length === 0 ? (
        <Start onImport={onImport} />
      ) : (
        <>
          <Section icon={<Clock aria-hidden />} title={t('Recently opened')}>
            {recents.isError ? (
              <ErrorState
                title={t('Your recent pages could not be loaded')}
                action={<Button onClick={() => recents.refetch()}>{t('Try again')}</Button>}
              />
            ) : recents.data?.documents.length === 0 ? (
              <p className="px-2 text-text-muted">{t('The pages you open appear here.')}</p>
            ) : (
              <PageCards
                pages={recents.data?.documents ?? []}
                noteOf={(page) => <Ago prefix={t('Opened')} time={page.visitedAt} />}
              />
            )}
          </Section>
          {(changed.data?.documents.length ?? 0) > 0 && (
            <Section icon={<History aria-hidden />} title={t('Changed since you were here')}>
              <PageCards
                pages={changed.data?.documents ?? []}
                noteOf={(page) => (
                  <Ago prefix={page.updatedBy ? `${page.updatedBy},` : t('Changed')} time={page.updatedAt} />
                )}
              />
            </Section>
          )}
          {favorites.length > 0 && (
            <Section icon={<Star aria-hidden />} title={t('Favourites')}>
              <PageCards
                pages={favorites}
                noteOf={(page) => <Ago prefix={t('Edited')} time={page.updatedAt} />}
              />
            </Section>
          )}
        </>
      )}
    </div>
  )
}

function Start({ onImport }: SignedInHomeProps) {
  return (
    <section className="rounded-dialog border border-border bg-surface px-6 py-10 text-center">
      <h2 className="text-base font-semibold">{t('Write your first page')}</h2>
      <p className="mx-auto mt-1 max-w-md text-text-muted text-pretty">
        {onImport ? (
          <Trans
            message="Press “New page” and type. Type <key>/</key> for headings, lists and everything else, or import what you already have: Markdown, Word, HTML, or the .zip of another workspace."
            components={{ key: <kbd className="font-mono" /> }}
          />
        ) : (
          <Trans
            message="Press “New page” and type. Type <key>/</key> for headings, lists and everything else."
            components={{ key: <kbd className="font-mono" /> }}
          />
        )}
      </p>
    </section>
  )
}

function Section({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        className="mb-2 flex items-center gap-1.5 px-2 text-xs font-medium text-text-faint [&_svg]:size-3.5"
      >
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}

interface Card {
  id: string
  title: string
  icon: string | null
}

function PageCards<T extends Card>({ pages, noteOf }: { pages: readonly T[]; noteOf(page: T): ReactNode }) {
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

function Ago({ prefix, time }: { prefix: string; time: string | null }) {
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

const HomeSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-3 px-2">
    <Skeleton className="h-3.5 w-32" />
    {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
      <div key={width} className="flex h-9 items-center gap-2">
        <Skeleton className="size-5" />
        <Skeleton className={`h-4 ${width}`} />
      </div>
    ))}
  </div>
)
