import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { House, LayoutTemplate, ListChecks, Plus, SquarePen, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { reaches } from '@/shared/permissions'
import { Button, IconButton } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { lazy, lazyDialog, usePreload } from '@/ui/lazy'
import { passFocusFrom } from '@/ui/pass-focus'
import { PopupButton } from '@/ui/popup-button'
import { toast } from '@/ui/toast'
import { type PageSummary, STATUS_LABELS } from '../model'
import { apartFromTemplates } from '../own-templates'
import { ancestorsOf, inTreeOrder, refuseMoveInTree } from '../page-tree'
import { useExpanded } from './expanded'
import { MoveDialog } from './move-dialog'
import { useNewPage } from './new-page'
import { openPageId } from './open-page'
import { PageTree, type RowNote, type TreeEditing } from './page-tree'
import { RecentSection } from './recent-section'
import { RowActions, rowClass, SidebarButton, TreeSkeleton } from './sidebar-rows'
import { PageLinks, SidebarSection } from './sidebar-section'
import { StatusDot } from './status-dot'
import { onTrashAsked } from './trash-asked'
import { isPending } from './tree-changes'
import { useBulk } from './use-bulk'
import { useMovesInTree } from './use-moves-in-tree'
import { useArchivePages, usePages, useSetFavorite, useSetStatus, useUpdatePage } from './use-pages'

const TrashPopover = lazy(() => import('./trash-popover'))
const SelectionBar = lazy(() => import('./selection-bar'))
const RowMenu = lazyDialog(() => import('./row-menu'))

const NO_PAGES: readonly PageSummary[] = []

export interface PagesSidebarProps {
  /** Opens the gallery of templates. */
  onTemplates?(): void
  /** What stands above the pages: which pod they are of. */
  above?: ReactNode
  /** What stands among the buttons above the pages: the way to the review inbox. */
  links?: ReactNode
  /** … and below them: the sample pages. */
  below?: ReactNode
}

/** The signed-in person's pages: favourites, the tree, the trash (product.md 2.22). */
export default function PagesSidebar({ onTemplates, above, links, below }: PagesSidebarProps) {
  usePreload(TrashPopover, SelectionBar)
  const query = usePages()
  const all = query.data?.documents ?? NO_PAGES
  const { pages, templates } = useMemo(() => apartFromTemplates(all), [all])
  const { expanded, expand } = useExpanded('sheaf:expanded-pages')
  const navigate = useNavigate()
  const currentId = useRouterState({ select: (state) => openPageId(state.location.pathname) })
  const { newPage } = useNewPage()
  const archive = useArchivePages()
  const update = useUpdatePage()
  const setFavorite = useSetFavorite()
  const setStatus = useSetStatus()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ id: string; at: { getBoundingClientRect(): DOMRect } } | null>(null)
  const [moving, setMoving] = useState<readonly PageSummary[] | null>(null)
  const [trashOpen, setTrashOpen] = useState(false)
  const [said, setSaid] = useState('')
  const moves = useMovesInTree(pages, { expanded, expand, say: setSaid })
  const bulk = useBulk(pages)
  const selectButton = useRef<HTMLButtonElement>(null)
  const stopSelecting = () => {
    bulk.stop()
    // What was pressed last goes away with the bar, unless it was a row.
    if (!document.activeElement?.closest('[role=tree]')) selectButton.current?.focus()
  }

  useRevealCurrent(pages, currentId, expand)
  useEffect(() => onTrashAsked(() => setTrashOpen(true)), [])

  const open = (id: string) => {
    if (!isPending(id)) void navigate({ to: '/$documentId', params: { documentId: id } })
  }
  const newInside = async (id: string) => {
    const close = moves.expandFor(id)
    if (!(await newPage(id))) close()
  }
  const trash = (id: string): boolean => {
    const page = pages.find((one) => one.id === id)
    const isOurs = !page || page.level === 'manage'
    if (isOurs) archive.mutate({ ids: [id] })
    else toast.error(t('{title} is not yours to throw away. Ask an owner of the pod.', { title: page.title }))
    return isOurs
  }
  const mayEdit = (id: string) => reaches(pages.find((page) => page.id === id)?.level ?? 'edit', 'edit')
  const editing: TreeEditing = {
    canMove: (id, to) =>
      !isPending(id) && mayEdit(id) && refuseMoveInTree(pages, id, to, LIMITS.pageDepth) === null,
    onMove: moves.moveTo,
    onTrash: trash,
    renamingId,
    onRenaming: (id) => (id === null || mayEdit(id)) && setRenamingId(id),
    onRename: (id, title) => update.mutate({ id, title }),
  }
  const menuPage = pages.find((page) => page.id === menu?.id)
  const favorites = useMemo(() => inTreeOrder(all).filter((page) => page.isFavorite), [all])

  return (
    <nav
      aria-label={t('Pages')}
      className="flex flex-col gap-0.5"
      onKeyDown={(event) => {
        // Not one that was meant for a menu or a dialog, whose keys come by here too.
        if (event.key === 'Escape' && bulk.ids && event.currentTarget.contains(event.target as Node))
          stopSelecting()
      }}
    >
      {above}
      <Link to="/" activeOptions={{ exact: true }} className={rowClass}>
        <House aria-hidden />
        {t('Home')}
      </Link>
      <SidebarButton icon={<SquarePen aria-hidden />} onClick={() => newPage(null)}>
        {t('New page')}
      </SidebarButton>
      {links}
      {onTemplates && (
        <SidebarButton icon={<LayoutTemplate aria-hidden />} onClick={onTemplates}>
          {t('Templates')}
        </SidebarButton>
      )}

      {favorites.length > 0 && (
        <SidebarSection name="favourites" title={t('Favorites')} startsOpen>
          {() => <PageLinks pages={favorites} currentId={currentId} />}
        </SidebarSection>
      )}
      {pages.length > 0 && <RecentSection currentId={currentId} />}

      <div className="group mt-3 flex h-7 items-center ps-2 coarse:h-11">
        <h2 className="me-auto text-xs font-medium text-text-faint">{t('Pages')}</h2>
        {pages.length > 0 && (
          <IconButton
            ref={selectButton}
            label={bulk.ids ? t('Stop selecting') : t('Select pages')}
            aria-pressed={bulk.ids !== null}
            onClick={bulk.ids ? bulk.stop : bulk.start}
            className="reveal-on-hover size-6 aria-pressed:opacity-100"
          >
            <ListChecks aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('Add a page')} onClick={() => newPage(null)} className="reveal-on-hover size-6">
          <Plus aria-hidden />
        </IconButton>
      </div>

      {query.isPending ? (
        <TreeSkeleton />
      ) : query.isError && query.data === undefined ? (
        <ErrorState
          title={t('Your pages could not be loaded')}
          action={<Button onClick={() => query.refetch()}>{t('Try again')}</Button>}
        />
      ) : (
        <PageTree
          label={t('Pages')}
          pages={pages}
          expanded={expanded}
          onExpand={expand}
          currentId={currentId}
          hrefOf={(id) => `/${id}`}
          onOpen={open}
          editing={editing}
          selection={bulk.ids ? { ids: bulk.ids, onToggle: bulk.toggle, onSelect: bulk.select } : undefined}
          onMenu={(page, at) => setMenu({ id: page.id, at })}
          noteOf={statusNote}
          actionsOf={(page, inTabOrder) => (
            <RowActions
              title={page.title}
              tabIndex={inTabOrder ? 0 : -1}
              menuOpen={menu?.id === page.id}
              onMenu={(at) => setMenu({ id: page.id, at })}
              onAdd={reaches(page.level, 'edit') ? () => void newInside(page.id) : undefined}
            />
          )}
        />
      )}

      {templates.length > 0 && (
        <SidebarSection name="own-templates" title={t('Your templates')} startsOpen>
          {() => <PageLinks pages={templates} currentId={currentId} />}
        </SidebarSection>
      )}

      {bulk.ids && (
        <SelectionBar
          chosen={bulk.chosen}
          onMove={() => setMoving(bulk.pages)}
          pages={pages}
          onTrash={(ids) => {
            archive.mutate({ ids })
            stopSelecting()
          }}
          onDone={stopSelecting}
        />
      )}

      {below}
      <PopupButton
        kind="dialog"
        open={trashOpen}
        onOpenChange={setTrashOpen}
        button={
          <SidebarButton icon={<Trash2 aria-hidden />} className="mt-3">
            {t('Trash')}
          </SidebarButton>
        }
      >
        {(popup) => <TrashPopover popup={popup} onLeave={() => setTrashOpen(false)} />}
      </PopupButton>
      <RowMenu
        open={menuPage !== undefined}
        anchor={menu?.at}
        page={menuPage}
        onClose={() => setMenu(null)}
        onAddInside={newInside}
        onFavorite={(id, on) => setFavorite.mutate({ id, isFavorite: on })}
        onRename={setRenamingId}
        onStatus={(id, status) => setStatus.mutate({ id, status })}
        onMove={(page) => setMoving([page])}
        onTrash={(id) => {
          const rows = [...document.querySelectorAll<HTMLElement>('[role=tree] [data-row]')]
          const at = rows.findIndex(({ dataset }) => dataset.row === id)
          if (trash(id)) passFocusFrom(rows[at] ?? null, rows[at - 1] ?? rows[at + 1] ?? null)
        }}
      />
      <MoveDialog
        moving={moving}
        pages={pages}
        onClose={() => setMoving(null)}
        onMoveToPod={(podId) => {
          if (moving) void moves.moveToPod(moving, podId)
          bulk.stop()
        }}
        onMove={(parentDocumentId) => {
          if (moving) moves.moveAll(moving, parentDocumentId)
          bulk.stop()
        }}
      />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </nav>
  )
}

/** The status of a page in its row, when it has one (product.md 4.1). */
const statusNote = ({ status }: PageSummary): RowNote | null =>
  status === 'none'
    ? null
    : {
        words: t('Status: {statusLabel}', { statusLabel: STATUS_LABELS[status] }),
        mark: <StatusDot status={status} />,
      }

/** The way to the open page is expanded once, when it is opened; closing it again stays the person's choice. */
function useRevealCurrent(
  pages: readonly PageSummary[],
  currentId: string | null,
  expand: (ids: readonly string[], open: boolean) => void,
) {
  const [revealed, setRevealed] = useState<string | null>(null)
  const reveal = useCallback(() => {
    const byId = new Map(pages.map((page) => [page.id, page]))
    const page = currentId === null ? undefined : byId.get(currentId)
    if (!page) return
    expand(ancestorsOf(byId, page.parentDocumentId), true)
    setRevealed(currentId)
  }, [pages, currentId, expand])
  useEffect(() => {
    if (revealed !== currentId) reveal()
  }, [revealed, currentId, reveal])
}
