import { useInfiniteQuery } from '@tanstack/react-query'
import { History, Save } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { RightPanel } from '@/app/right-panel'
import { rpc, trpc } from '@/app/rpc'
import { openPage } from '@/editor/open-pages'
import { usePage } from '@/features/pages/app/use-pages'
import { factsOfPage } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { mayDo } from '@/shared/permissions'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { lazyDialog } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { useWindow } from '@/ui/use-window'
import { type PageVersion, VERSION_WORDS } from '../model'
import { HISTORY_PANEL } from './history-window'
import { deleteVersion, restoreVersion, undoRestore } from './restoring'
import { saveVersionNow, wordsOf } from './saving'
import { VersionRow } from './version-row'
import { LINE, linesOf } from './version-rows'

const VersionWindow = lazyDialog(() => import('./version-window'))
const NameWindow = lazyDialog(() => import('./name-window'))

type Part = 'versions' | 'decisions'

interface HistoryPanelProps {
  documentId: string
  /** What was decided about the page's suggestions. */
  Decisions: ComponentType<{ documentId: string }>
}

/**
 * The history of the page on the screen (product.md 2.33): its versions by day, to look at, compare, name and restore; and what was
 * decided about suggestions.
 */
export default function HistoryPanel({ documentId, Decisions }: HistoryPanelProps) {
  const formats = useFormats()
  const page = usePage(documentId).data
  const canEdit = page !== undefined && mayDo(factsOfPage(page), 'edit')
  const canDelete = page?.level === 'manage'
  const query = useInfiniteQuery({
    queryKey: [...trpc.version.documentVersions.queryKey({ documentId }), 'list'],
    queryFn: ({ pageParam }) =>
      rpc.version.documentVersions.query({
        documentId,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })
  const versions = query.data?.pages.flatMap((part) => part.versions) ?? []
  const [part, setPart] = useState<Part>('versions')
  const [opened, setOpened] = useState<PageVersion | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [naming, setNaming] = useState<PageVersion | null>(null)
  const [deleting, setDeleting] = useState<PageVersion | null>(null)

  const show = (version: PageVersion) => {
    setOpened(version)
    setOpen(true)
  }
  const save = canEdit && (
    <IconButton label={t('Save a version')} onClick={() => void saveVersionNow(documentId)}>
      <Save aria-hidden />
    </IconButton>
  )
  return (
    <RightPanel
      id={HISTORY_PANEL}
      title={t('Version history')}
      icon={History}
      initial={400}
      tools={save}
      onClosed={() => openPage()?.view.focus()}
    >
      <Tabs
        defaultValue={'versions' satisfies Part}
        className="flex min-h-0 flex-1 flex-col"
        onValueChange={(value: Part) => setPart(value)}
      >
        <TabsList aria-label={t('Parts of the history')} className="mx-3">
          <Tab value={'versions' satisfies Part}>{t('Versions')}</Tab>
          <Tab value={'decisions' satisfies Part}>{t('Decisions')}</Tab>
        </TabsList>
        <TabPanel
          value={'versions' satisfies Part}
          className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4"
          aria-busy={query.isPending}
        >
          {query.isPending ? (
            <div className="flex flex-col gap-3 p-2">
              {['h-4 w-24', 'h-11', 'h-11 w-full', 'h-11 w-5/6', 'h-4 w-28', 'h-11 w-4/5'].map((shape) => (
                <Skeleton key={shape} className={shape} />
              ))}
            </div>
          ) : query.isLoadingError ? (
            <ErrorState
              title={t('The history could not be loaded')}
              hint={wordsOf(query.error)}
              action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
            />
          ) : versions.length === 0 ? (
            <EmptyState
              icon={<History aria-hidden />}
              title={VERSION_WORDS.empty}
              hint={t(
                'A version is saved automatically ten minutes after the last change, and before anything is restored.',
              )}
              action={
                canEdit && (
                  <Button onClick={() => void saveVersionNow(documentId)}>
                    <Save aria-hidden />
                    {t('Save a version')}
                  </Button>
                )
              }
            />
          ) : (
            <VersionList
              versions={versions}
              canEdit={canEdit}
              canDelete={canDelete}
              onShow={show}
              onName={setNaming}
              onDelete={setDeleting}
            />
          )}
          {query.hasNextPage && (
            <Button
              size="sm"
              variant="ghost"
              className="mt-3 w-full"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {query.isFetchNextPageError ? t('Try again') : t('Show older versions')}
            </Button>
          )}
        </TabPanel>
        <TabPanel
          value={'decisions' satisfies Part}
          className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4"
        >
          {part === 'decisions' && <Decisions documentId={documentId} />}
        </TabPanel>
      </Tabs>
      <VersionWindow
        open={isOpen}
        onOpenChange={setOpen}
        documentId={documentId}
        version={opened}
        versions={versions}
        canEdit={canEdit}
      />
      <NameWindow open={naming !== null} version={naming} onClose={() => setNaming(null)} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete this version?')}
        description={t('The version of {moment} is gone for good. The page stays as it is.', {
          moment: deleting ? formats.dateTime(deleting.createdAt) : '',
        })}
        confirmLabel={t('Delete version')}
        danger
        onConfirm={() => deleteVersion(deleting!)}
      />
    </RightPanel>
  )
}

interface ListProps {
  versions: readonly PageVersion[]
  canEdit: boolean
  canDelete: boolean
  onShow(version: PageVersion): void
  onName(version: PageVersion): void
  onDelete(version: PageVersion): void
}

/** Of a long list only the part that can be seen is drawn. */
function VersionList({ versions, canEdit, canDelete, onShow, onName, onDelete }: ListProps) {
  const formats = useFormats()
  const list = useRef<HTMLUListElement>(null)
  const lines = linesOf(versions, new Date(), formats)
  const shown = useWindow(list, lines.length, LINE)
  // A version is drawn whole.
  const first = lines[shown.first]?.type === 'rest' ? shown.first - 1 : shown.first
  return (
    <ul
      ref={list}
      aria-label={t('Versions')}
      style={{ paddingTop: first * LINE, paddingBottom: (lines.length - shown.end) * LINE }}
    >
      {lines.slice(first, shown.end).map((line) =>
        line.type === 'rest' ? null : line.type === 'day' ? (
          <li key={line.day} style={{ height: LINE }} className="flex items-end px-2 pb-1">
            <h3 className="text-xs font-medium text-text-muted">{line.day}</h3>
          </li>
        ) : (
          <VersionRow
            key={line.version.id}
            version={line.version}
            canEdit={canEdit}
            canDelete={canDelete}
            onShow={() => onShow(line.version)}
            onName={() => onName(line.version)}
            onRestore={() => void restoreVersion(line.version)}
            onUndo={() => void undoRestore(line.version.id)}
            onDelete={() => onDelete(line.version)}
          />
        ),
      )}
    </ul>
  )
}
