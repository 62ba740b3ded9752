import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Waypoints } from 'lucide-react'
import { RightPanel } from '@/app/right-panel'
import { failureWords, trpc } from '@/app/rpc'
import { PageSign } from '@/blocks/icon/page-sign'
import type { PanelProps } from '@/editor/contribution'
import { openPage } from '@/editor/open-pages'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import type { MeaningResult } from '../model'
import { RELATED_PANEL } from './related-window'

/** The pages that are about the like as the one on the screen. */
export default function RelatedPanel({ documentId }: PanelProps) {
  if (documentId === null) return null
  return (
    <RightPanel
      id={RELATED_PANEL}
      title={t('Related pages')}
      icon={Waypoints}
      onClosed={() => openPage()?.view.focus()}
    >
      <Related key={documentId} documentId={documentId} />
    </RightPanel>
  )
}

function Related({ documentId }: { documentId: string }) {
  const query = useQuery(trpc.search.related.queryOptions({ id: documentId }))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4" aria-busy={query.isPending}>
      {query.isPending ? (
        <div className="flex flex-col gap-3 p-2">
          {['h-11', 'h-11 w-full', 'h-11 w-5/6'].map((shape) => (
            <Skeleton key={shape} className={shape} />
          ))}
        </div>
      ) : query.isLoadingError ? (
        <ErrorState
          title={t('Related pages could not be loaded')}
          hint={failureWords(query.error, t('Please try again.'))}
          action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
        />
      ) : query.data.results.length === 0 ? (
        <EmptyState
          icon={<Waypoints aria-hidden />}
          title={t('No related pages yet')}
          hint={t('Pages about the same things are listed here a few seconds after they are written.')}
        />
      ) : (
        <ul aria-label={t('Related pages')} className="flex flex-col">
          {query.data.results.map((page) => (
            <li key={page.id}>
              <RelatedPage page={page} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A page with the lines of it that are nearest; it opens there. */
function RelatedPage({ page }: { page: MeaningResult }) {
  return (
    <Link
      to="/$documentId"
      params={{ documentId: page.id }}
      {...(page.blockId === null ? {} : { hash: page.blockId })}
      className="flex gap-2 rounded-control px-2 py-1.5 text-sm hover:bg-hover coarse:min-h-11"
    >
      <span className="flex h-5 w-4 shrink-0 items-center justify-center" aria-hidden>
        <PageSign icon={page.icon} empty={<FileText className="size-4 text-text-muted" />} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{page.title.text || UNTITLED()}</span>
        {page.snippet && (
          <span className="line-clamp-2 text-xs break-words text-text-muted">{page.snippet.text}</span>
        )}
      </span>
    </Link>
  )
}
