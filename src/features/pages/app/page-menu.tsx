import { MoreHorizontal } from 'lucide-react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import type { UpdatePage } from '../inputs'
import type { PageDetail } from '../model'

const PageMenuList = lazy(() => import('./page-menu-list'))

export interface PageMenuProps {
  page: PageDetail
  /** What the page says now; asked when the menu opens. */
  readText(): string
  onUpdate(fields: Omit<UpdatePage, 'id' | 'content'>): void
  onStatus(status: PageDetail['status']): void
  onFavorite(on: boolean): void
  onAddInside(): void
  onMove(): void
  /** Shows who is here. */
  onPeople(): void
  onTrash(): void
}

/** The three dots of a page (product.md 2.31). */
export function PageMenu(props: PageMenuProps) {
  usePreload(PageMenuList)
  return (
    <PopupButton
      kind="menu"
      button={
        <IconButton label={t('Page options')}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {(popup) => <PageMenuList popup={popup} {...props} />}
    </PopupButton>
  )
}
