import { useSearch } from '@tanstack/react-router'
import { Lock, Star, UsersRound } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { ShellHeader } from '@/app/shell'
import { type PageUser, settledText, settledTitle } from '@/document'
import { type LivePage, SaveState, usePresence } from '@/editor/live'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { lazy } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import { Tooltip } from '@/ui/tooltip'
import type { PageDetail, PageSummary } from '../model'
import { apartFromTemplates } from '../own-templates'
import { Breadcrumbs } from './breadcrumbs'
import { MoveDialog } from './move-dialog'
import { askBeforeMove } from './move-question'
import { useNewPage } from './new-page'
import { PageMenu } from './page-menu'
import { movesToPod, useMovePages } from './use-move-pages'
import {
  useArchivePages,
  useMovePage,
  usePages,
  useSetFavorite,
  useSetStatus,
  useUpdatePage,
} from './use-pages'

const ActiveUsers = lazy(() => import('./active-users'))
const MeetsOthers = lazy(() => import('./meets-others'))

export interface PageHeaderProps {
  page: PageDetail
  live: LivePage
  /** What other features put beside the options. */
  children?: ReactNode
}

/** The bar above a page: where it stands, who is here, whether it is saved, favourite, options. */
export function PageHeader({ page, live, children }: PageHeaderProps) {
  const others = usePresence(live.awareness)
  const all = usePages().data?.documents
  const pages = useMemo(() => apartFromTemplates(all ?? []).pages, [all])
  const setFavorite = useSetFavorite()
  const setStatus = useSetStatus()
  const update = useUpdatePage()
  const archive = useArchivePages()
  const move = useMovePage()
  const movePages = useMovePages()
  const { newPage } = useNewPage()
  const [moving, setMoving] = useState<readonly PageSummary[] | null>(null)
  const [isPeopleOpen, setPeopleOpen] = useState(false)
  const { id } = page
  const { room } = useSearch({ strict: false }) as { room?: unknown }
  const favorite = (on: boolean) => setFavorite.mutate({ id, isFavorite: on })

  return (
    <ShellHeader>
      <Breadcrumbs path={page.path} page={page} />
      {page.lockPage && (
        <span className="flex shrink-0 items-center gap-1 text-xs text-text-muted">
          <Lock aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">{t('Locked')}</span>
        </span>
      )}
      <div className="ms-auto flex min-w-0 items-center justify-end gap-1 *:shrink-0">
        <Others live={live} people={others} open={isPeopleOpen} onOpenChange={setPeopleOpen} />
        {room !== undefined && <MeetsOthers live={live} />}
        <SaveState
          saveState={live.saveState}
          signInHref={`/login?callbackUrl=${encodeURIComponent(`/${id}`)}`}
          className="px-1.5"
        />
        {!page.isArchived && (
          <IconButton
            className="max-sm:hidden"
            label={page.isFavorite ? t('Remove from favorites') : t('Add to favorites')}
            aria-pressed={page.isFavorite}
            onClick={() => favorite(!page.isFavorite)}
          >
            <Star aria-hidden className={cn(page.isFavorite && 'fill-warning text-warning')} />
          </IconButton>
        )}
        {children}
        <PageMenu
          page={page}
          readText={() => `${settledTitle(live.doc)}\n${settledText(live.doc)}`}
          onUpdate={(fields) => update.mutate({ id, ...fields })}
          onStatus={(status) => setStatus.mutate({ id, status })}
          onFavorite={favorite}
          onAddInside={() => newPage(id)}
          onMove={() => setMoving([page])}
          onPeople={() => setPeopleOpen(true)}
          onTrash={() => archive.mutate({ ids: [id] })}
        />
      </div>
      <MoveDialog
        moving={moving}
        pages={pages}
        onClose={() => setMoving(null)}
        onMoveToPod={(podId) =>
          void askBeforeMove(id, { parentDocumentId: null, podId }).then(
            (goesOn) => goesOn && moving && movePages.mutate(movesToPod(pages, moving, podId)),
          )
        }
        onMove={(parentDocumentId) =>
          void askBeforeMove(id, { parentDocumentId }).then(
            (goesOn) => goesOn && move.mutate({ id, parentDocumentId }),
          )
        }
      />
    </ShellHeader>
  )
}

/** As many faces as there is room for; on a phone it is the first. */
const FACES = 3

interface OthersProps {
  live: LivePage
  people: readonly PageUser[]
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * The faces of the others; pressed, they open the list of everybody who is here, and the room in which their browsers meet. On a phone
 * there is no room for the button of somebody who is alone: the page's menu opens it.
 */
const Others = ({ live, people, open, onOpenChange }: OthersProps) => (
  <PopupButton
    kind="dialog"
    open={open}
    onOpenChange={onOpenChange}
    button={
      people.length > 0 ? (
        <Faces people={people} />
      ) : (
        <IconButton className={cn(!open && 'max-sm:hidden')} label={t('Active Users')}>
          <UsersRound aria-hidden />
        </IconButton>
      )
    }
  >
    {(popup) => <ActiveUsers popup={popup} live={live} others={people} />}
  </PopupButton>
)

function Faces({ people, ...button }: ComponentProps<'button'> & { people: readonly PageUser[] }) {
  const words = t('Also here: {names}', { names: people.map(({ name }) => name).join(', ') })
  return (
    <Tooltip label={words}>
      <button
        type="button"
        aria-label={words}
        className="flex cursor-pointer items-center rounded-full touch-target -space-x-1.5"
        {...button}
      >
        {people.slice(0, FACES).map(({ id, name, avatarUrl, color }, at) => (
          // Ringed in the color of their caret.
          <span
            key={id}
            className={cn('rounded-full border-2 bg-bg p-px', at > 0 && 'max-sm:hidden')}
            style={{ borderColor: color }}
          >
            <Avatar name={name} src={avatarUrl} size="sm" />
          </span>
        ))}
        {[1, FACES].map(
          (shown) =>
            people.length > shown && (
              <span
                key={shown}
                className={cn('ps-2.5 text-xs text-text-muted', shown === 1 ? 'sm:hidden' : 'max-sm:hidden')}
              >
                +{people.length - shown}
              </span>
            ),
        )}
      </button>
    </Tooltip>
  )
}
