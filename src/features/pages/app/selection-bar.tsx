import { CircleDot, CopyPlus, FolderInput, Star, StarOff, Trash2 } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import type { PageStatus, PageSummary } from '../model'
import { topmost } from '../page-tree'
import { useChangePages, useDuplicatePages } from './use-bulk-changes'

const StatusMenu = lazy(() => import('./status-menu'))

export interface SelectionBarProps {
  /** All that are ticked. */
  chosen: readonly PageSummary[]
  /** All that there are. */
  pages: readonly PageSummary[]
  onMove(): void
  onTrash(ids: readonly string[]): void
  onDone(): void
}

/** What can be done with the pages that are ticked in select mode. */
export default function SelectionBar({ chosen, pages, onMove, onTrash, onDone }: SelectionBarProps) {
  usePreload(StatusMenu)
  const changePages = useChangePages()
  const duplicatePages = useDuplicatePages()
  const onStatus = (status: PageStatus) =>
    changePages.mutate({
      changes: chosen.map(({ id }) => ({ id, status })),
      back: chosen.map((page) => ({ id: page.id, status: page.status })),
    })
  const onFavorite = (isFavorite: boolean) =>
    changePages.mutate({
      changes: chosen.map(({ id }) => ({ id, isFavorite })),
      back: chosen.map((page) => ({ id: page.id, isFavorite: page.isFavorite })),
    })
  const idsOf = (some: readonly PageSummary[]) => topmost(pages, some).map(({ id }) => id)
  const onDuplicate = () => {
    duplicatePages.mutate({ ids: idsOf(chosen) })
    onDone()
  }
  const none = chosen.length === 0
  const areFavorites = !none && chosen.every((page) => page.isFavorite)
  const own = chosen.filter(({ level }) => level === 'manage')
  const mine = own.length
  return (
    <section
      aria-label={t('Selected pages')}
      className="sticky bottom-2 mt-2 flex flex-col gap-2 rounded-popover border border-border bg-surface-raised p-2 shadow-float"
    >
      <div className="flex items-center gap-2">
        <span role="status" className="me-auto ps-1 text-text-muted tabular-nums">
          {t('{count} selected', { count: chosen.length })}
        </span>
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button size="sm" disabled={none} onClick={onMove}>
          <FolderInput aria-hidden />
          {t('Move to…')}
        </Button>
        <PopupButton
          kind="menu"
          button={
            <Button size="sm" disabled={none}>
              <CircleDot aria-hidden />
              {t('Status')}
            </Button>
          }
        >
          {(popup) => <StatusMenu popup={popup} status={sharedStatus(chosen)} onChoose={onStatus} />}
        </PopupButton>
        <Button size="sm" disabled={none} onClick={() => onFavorite(!areFavorites)}>
          {areFavorites ? <StarOff aria-hidden /> : <Star aria-hidden />}
          {areFavorites ? t('Unfavorite') : t('Favorite')}
        </Button>
        <Button size="sm" disabled={none} onClick={onDuplicate}>
          <CopyPlus aria-hidden />
          {t('Duplicate')}
        </Button>
        <Button size="sm" className="col-span-2" disabled={mine === 0} onClick={() => onTrash(idsOf(own))}>
          <Trash2 aria-hidden />
          {t('Trash')}
        </Button>
      </div>
      {mine < chosen.length && (
        <p className="px-1 text-xs text-text-muted text-pretty">
          {t('{count} of them were made by others and stay out of the trash.', {
            count: chosen.length - mine,
          })}
        </p>
      )}
    </section>
  )
}

/** The status that all of them have; empty: they differ. */
const sharedStatus = (pages: readonly PageSummary[]): PageStatus | '' => {
  const [first] = pages
  return first && pages.every(({ status }) => status === first.status) ? first.status : ''
}
