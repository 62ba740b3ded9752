import { t } from '@/shared/i18n'
import { reaches } from '@/shared/permissions'
import { Menu, MenuContent, type MenuContentProps } from '@/ui/menu'
import type { PageStatus, PageSummary } from '../model'
import { PageMenuItems } from './page-menu-items'

export interface RowMenuProps {
  open: boolean
  page: PageSummary | undefined
  anchor: MenuContentProps['anchor']
  onClose(): void
  onAddInside(id: string): void
  onFavorite(id: string, on: boolean): void
  onRename(id: string): void
  onStatus(id: string, status: PageStatus): void
  onMove(page: PageSummary): void
  onTrash(id: string): void
}

/** The menu of a page in the tree. One for all rows: it stands where it was asked for. */
export default function RowMenu({ open, page, anchor, onClose, ...does }: RowMenuProps) {
  return (
    <Menu open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuContent anchor={anchor} label={t('Actions for {title}', { title: page?.title ?? t('this page') })}>
        {page && (
          <PageMenuItems
            page={page}
            onFavorite={(on) => does.onFavorite(page.id, on)}
            {...(reaches(page.level, 'edit') && {
              onAddInside: () => does.onAddInside(page.id),
              onRename: () => does.onRename(page.id),
              onStatus: (status: PageStatus) => does.onStatus(page.id, status),
              onMove: () => does.onMove(page),
            })}
            onTrash={() => does.onTrash(page.id)}
          />
        )}
      </MenuContent>
    </Menu>
  )
}
