import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileText, Rss } from 'lucide-react'
import { FailureScreen } from '@/app/error-screens'
import { appCodeOf } from '@/app/failures'
import { openSettings } from '@/app/overlays'
import { rpc, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { FriendButton } from '@/features/friends/app/friend-button'
import { PageIcon } from '@/features/pages/app/page-icon'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import type { ProfilePage, PublicProfile } from '../model'

/** `/user/{id}`: a person with what they have published, and a button to be friends (product.md 2.6, rulings 2). */
export function UserScreen() {
  const { userId = '' } = useParams({ strict: false })
  const { user } = useCurrentUser()
  const isOwn = user?.id === userId
  const profile = useInfiniteQuery({
    queryKey: trpc.publish.profile.queryKey({ id: userId }),
    queryFn: ({ pageParam }) => rpc.publish.profile.query({ id: userId, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  // Who is signed in sees who somebody is, and what they are to each other, also while nothing is published.
  const card = useQuery({ ...trpc.friends.person.queryOptions({ id: userId }), enabled: user !== null })
  const published = profile.data?.pages[0]
  const person = published ?? card.data?.person
  const isUnpublished = appCodeOf(profile.error) === 'not-found'
  useTabTitle(person?.name ?? null)
  const failed = profile.error && !published && !(isUnpublished && (person || card.isLoading))
  if (failed) return <FailureScreen error={profile.error} onRetry={() => void profile.refetch()} />
  const pages = profile.data?.pages.flatMap((list) => list.pages) ?? []
  return (
    <div className="mx-auto w-full max-w-(--page-width) px-5 pt-8 pb-24 sm:px-6 sm:pt-16">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {person ? (
          <>
            <Avatar name={person.name} src={person.avatarUrl} size="lg" />
            <div className="min-w-0 flex-1 basis-48">
              <h1 className="text-2xl font-semibold tracking-tight break-words">{person.name}</h1>
              {person.username && <p className="break-words text-text-muted">@{person.username}</p>}
            </div>
            {isOwn && <Button onClick={() => openSettings()}>{t('Edit profile')}</Button>}
            {card.data && <FriendButton card={card.data} />}
          </>
        ) : (
          <>
            <Skeleton className="size-16 rounded-full" />
            <Skeleton className="h-8 w-48" />
          </>
        )}
      </header>
      <section aria-labelledby="published" className="mt-10" aria-busy={profile.isPending}>
        <div className="mb-2 flex min-h-8 items-center justify-between gap-2">
          <h2 id="published" className="text-sm font-semibold text-text-muted">
            {t('Published pages')}
          </h2>
          {pages.length > 0 && (
            <a href={`/user/${userId}/feed.xml`} className={buttonClass('ghost', 'sm')}>
              <Rss aria-hidden />
              {t('Feed')}
            </a>
          )}
        </div>
        {profile.isPending ? (
          <div className="flex flex-col gap-2">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        ) : pages.length === 0 ? (
          <EmptyState icon={<FileText aria-hidden />} {...emptyWords(published?.unlisted ?? null, isOwn)} />
        ) : (
          <ul className="flex flex-col">
            {pages.map((page) => (
              <Published key={page.id} page={page} />
            ))}
          </ul>
        )}
        {profile.hasNextPage && (
          <Button
            className="mt-3"
            disabled={profile.isFetchingNextPage}
            onClick={() => void profile.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        )}
        {profile.isFetchNextPageError && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {t('More pages could not be loaded. Please try again.')}
          </p>
        )}
      </section>
    </div>
  )
}

/** What stands in place of the list when there is nothing in it. */
function emptyWords(unlisted: PublicProfile['unlisted'], isOwn: boolean): { title: string; hint?: string } {
  if (unlisted === 'password')
    return {
      title: t('Nothing without a password'),
      hint: isOwn
        ? t(
            'What you have published needs a password, so it is not listed. Anyone with the address and the password can open it.',
          )
        : t('What is published here needs a password, so it is not listed.'),
    }
  if (unlisted === 'hidden')
    return {
      title: t('Nothing that lists may show'),
      hint: t('What you have published is hidden from lists. Anyone with the address can open it.'),
    }
  const hint = t('Open a page and choose Publish. What you publish for everybody is listed here.')
  return { title: t('Nothing published yet'), ...(isOwn && { hint }) }
}

function Published({ page }: { page: ProfilePage }) {
  const formats = useFormats()
  return (
    <li className="border-t border-border first:border-t-0">
      <a href={page.path} className="-mx-2 flex gap-3 rounded-control px-2 py-3 hover:bg-hover">
        <PageIcon icon={page.icon} className="mt-0.5" />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-base font-medium break-words">{page.title}</span>
            <time dateTime={page.publishedAt} className="text-xs text-text-muted">
              {formats.date(page.publishedAt)}
            </time>
          </span>
          {page.summary && <span className="line-clamp-2 text-text-muted">{page.summary}</span>}
        </span>
      </a>
    </li>
  )
}
