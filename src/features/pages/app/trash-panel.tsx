import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureKind } from '@/app/failures'
import { showOverlay } from '@/app/overlays'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import { useWindow } from '@/ui/use-window'
import type { TrashedPage } from '../model'
import { emptyTrash } from './empty-trash'
import { openPageId } from './open-page'
import { PageIcon } from './page-icon'
import { useDeletePage, usePageIsTrashed, useRestorePage, useTrash } from './use-pages'

/** product.md 9.8 */
const SEARCH_PAUSE = 500

/** The trash: search it, open its pages, bring them back or delete them for good (product.md 2.27). */
export default function TrashPanel({ onLeave }: { onLeave?(): void }) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [isEmptying, setEmptying] = useState(false)
  const [deleting, setDeleting] = useState<TrashedPage | null>(null)
  const trash = useTrash(q)
  const restore = useRestorePage('panel')
  const remove = useDeletePage('panel')
  const navigate = useNavigate()
  const openId = useRouterState({ select: (state) => openPageId(state.location.pathname) })

  useEffect(() => {
    const pause = setTimeout(() => setQ(typed.trim()), SEARCH_PAUSE)
    return () => clearTimeout(pause)
  }, [typed])

  const isOpenTrashed = usePageIsTrashed(openId)
  /** The page that is open may have been inside of one that is deleted; what others made stays. */
  const leaveIfGone = async () => {
    if (openId !== null && isOpenTrashed && (await isGone(openId))) await navigate({ to: '/' })
  }
  const deleteForGood = async (page: TrashedPage) => {
    await remove.mutateAsync({ id: page.id }).then(
      leaveIfGone,
      // The change itself has said what failed, and the page is still in the list.
      () => undefined,
    )
  }

  const pages = trash.data?.documents ?? []
  const emptyAll = () => {
    // How far it is stands in a message, so that nobody has to wait here.
    void emptyTrash(pages).then((hasDeleted) => (hasDeleted ? leaveIfGone() : undefined))
  }

  return (
    <div className="flex min-h-0 flex-col gap-2">
      <Input
        type="search"
        aria-label={t('Search the trash')}
        placeholder={t('Search the trash…')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {trash.isPending ? (
        <TrashSkeleton />
      ) : trash.isError && trash.data === undefined ? (
        <ErrorState
          title={t('The trash could not be loaded')}
          action={<Button onClick={() => trash.refetch()}>{t('Try again')}</Button>}
        />
      ) : (
        <TrashList
          pages={pages}
          searched={q !== ''}
          // In the settings window: it would lie over the page that is opened.
          onOpen={onLeave ?? (() => showOverlay(null))}
          onRestore={(page) => restore.mutate({ id: page.id })}
          onDelete={setDeleting}
          onEmpty={() => setEmptying(true)}
        />
      )}
      <ConfirmDialog
        open={isEmptying}
        onOpenChange={setEmptying}
        title={t('Empty the trash?')}
        description={emptyingWords(pages)}
        confirmLabel={t('Empty trash')}
        danger
        onConfirm={emptyAll}
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete “{title}” permanently?', { title: deleting?.title ?? '' })}
        description={t(
          'This page and the pages that went to the trash inside it are deleted for good. This cannot be undone.',
        )}
        confirmLabel={t('Delete permanently')}
        danger
        onConfirm={() => (deleting ? deleteForGood(deleting) : undefined)}
      />
    </div>
  )
}

const isGone = (id: string): Promise<boolean> =>
  rpc.document.document.query({ id, content: false }).then(
    () => false,
    (error: unknown) => failureKind(error) === 'not-found',
  )

/** What emptying the trash does: pages that others made stay in it. */
function emptyingWords(pages: readonly TrashedPage[]): string {
  const own = pages.filter(({ isOwn }) => isOwn).length
  const others = pages.length - own
  if (others === 0)
    return t(
      '{own, plural, one {The page in it is deleted for good, with what is inside.} other {All # pages in it are deleted for good, with what is inside them.}} This cannot be undone.',
      { own },
    )
  return t(
    '{own, plural, one {The page that you made in it is deleted for good, with what is inside.} other {All # pages that you made in it are deleted for good, with what is inside them.}} {others, plural, one {One that somebody else made stays} other {# that others made stay}}. This cannot be undone.',
    { own, others },
  )
}

interface TrashListProps {
  pages: readonly TrashedPage[]
  searched: boolean
  onOpen?: (() => void) | undefined
  onRestore(page: TrashedPage): void
  onDelete(page: TrashedPage): void
  onEmpty(): void
}

function TrashList({ pages, searched, onOpen, onRestore, onDelete, onEmpty }: TrashListProps) {
  if (pages.length === 0)
    return searched ? (
      <p role="status" className="px-2 py-8 text-center text-text-muted">
        {t('No matches')}
      </p>
    ) : (
      <EmptyState
        icon={<Trash2 aria-hidden />}
        title={t('The trash is empty')}
        hint={t('Pages you move here can be restored for {trashDays} days.', { trashDays: LIMITS.trashDays })}
        className="py-6"
      />
    )
  return (
    <>
      <div className="-mx-1 max-h-80 overflow-y-auto">
        <Rows {...{ pages, onOpen, onRestore, onDelete }} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="px-1 text-xs text-text-faint">
          {t('Pages are deleted for good after {trashDays} days.', { trashDays: LIMITS.trashDays })}
        </p>
        {!searched && pages.some(({ isOwn }) => isOwn) && (
          <Button variant="ghost" size="sm" className="shrink-0 text-danger" onClick={onEmpty}>
            {t('Empty trash')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Pixels of a row, where only those in view are drawn; they have the room of two lines. */
const LINE = 48

function Rows({ pages, onOpen, onRestore, onDelete }: Omit<TrashListProps, 'searched' | 'onEmpty'>) {
  const formats = useFormats()
  const list = useRef<HTMLUListElement>(null)
  const { first, end, before, after, height } = useWindow(list, pages.length, LINE)
  return (
    <ul ref={list} aria-label={t('Pages in the trash')} style={{ paddingTop: before, paddingBottom: after }}>
      {pages.slice(first, end).map((page) => (
        <li
          key={page.id}
          style={{ height }}
          className="group flex items-center gap-1 rounded-control px-1 hover:bg-hover"
        >
          <Link
            to="/$documentId"
            params={{ documentId: page.id }}
            onClick={onOpen}
            className="flex min-h-9 min-w-0 flex-1 items-center gap-1.5 text-inherit no-underline coarse:min-h-11"
          >
            <PageIcon icon={page.icon} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{page.title}</span>
              <time dateTime={page.archivedAt} className="block truncate text-xs text-text-faint">
                {formats.dateTime(page.archivedAt)}
              </time>
            </span>
          </Link>
          <span className="reveal-on-hover flex shrink-0">
            <IconButton label={t('Restore {title}', { title: page.title })} onClick={() => onRestore(page)}>
              <RotateCcw aria-hidden />
            </IconButton>
            <IconButton
              label={t('Delete {title} permanently', { title: page.title })}
              onClick={() => onDelete(page)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  )
}

const TrashSkeleton = () => (
  <div className="flex flex-col gap-3 px-1 py-2" aria-busy="true">
    {['w-3/5', 'w-4/5', 'w-2/5'].map((width) => (
      <div key={width} className="flex items-center gap-2">
        <Skeleton className="size-5" />
        <Skeleton className={`h-4 ${width}`} />
      </div>
    ))}
  </div>
)
