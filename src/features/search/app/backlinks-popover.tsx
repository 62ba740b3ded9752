import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { failureWords, trpc } from '@/app/rpc'
import { PageSign } from '@/blocks/icon/page-sign'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { Skeleton } from '@/ui/skeleton'
import { type Backlink, SEARCH } from '../model'
import { Marked } from './marked'

/** The pages that link to one, each with the sentence in which the link stands; one opens there. */
export default function BacklinksPopover({ popup, id }: { popup: Popup; id: string }) {
  const query = useInfiniteQuery(
    trpc.document.backlinks.infiniteQueryOptions(
      { id, limit: SEARCH.most },
      { getNextPageParam: ({ nextCursor }) => nextCursor, enabled: popup.open },
    ),
  )
  return (
    <ButtonPopover popup={popup} label={t('Pages that link here')} className="w-96 p-1">
      {query.isPending ? (
        <div className="flex flex-col gap-2 p-2" aria-busy>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      ) : query.isLoadingError ? (
        <ErrorState
          title={t('These pages could not be loaded')}
          hint={failureWords(query.error, t('Please try again.'))}
          action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
        />
      ) : (
        <>
          <ul aria-label={t('Pages that link here')} className="max-h-80 overflow-y-auto">
            {query.data.pages
              .flatMap(({ pages }) => pages)
              .map((page) => (
                <li key={page.id}>
                  <LinkingPage page={page} onOpened={() => popup.onOpenChange(false)} />
                </li>
              ))}
          </ul>
          {query.hasNextPage && (
            <Button
              variant="ghost"
              size="sm"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {query.isFetchNextPageError ? t('Try again') : t('Show more')}
            </Button>
          )}
        </>
      )}
    </ButtonPopover>
  )
}

function LinkingPage({ page, onOpened }: { page: Backlink; onOpened(): void }) {
  return (
    <Link
      to="/$documentId"
      params={{ documentId: page.id }}
      {...(page.blockId === null ? {} : { hash: page.blockId })}
      onClick={onOpened}
      className="flex gap-2 rounded-control px-2 py-1.5 text-sm hover:bg-hover coarse:min-h-11"
    >
      <span className="flex h-5 w-4 shrink-0 items-center justify-center" aria-hidden>
        <PageSign icon={page.icon} empty={<FileText className="size-4 text-text-muted" />} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{page.title || UNTITLED()}</span>
        {page.snippet && (
          <span className="line-clamp-2 text-xs break-words text-text-muted">
            <Marked {...page.snippet} />
          </span>
        )}
      </span>
    </Link>
  )
}
