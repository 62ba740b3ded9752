import {
  Copy,
  CopyPlus,
  ExternalLink,
  File,
  Files,
  FolderInput,
  Pencil,
  Plus,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { t } from '@/shared/i18n'
import {
  MenuContent,
  MenuItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuSub,
  MenuSubTrigger,
} from '@/ui/menu'
import { type PageStatus, type PageSummary, STATUS_LABELS, STATUSES } from '../model'
import { copyLink } from './copy-link'
import { usePageActions } from './page-actions'
import { StatusDot } from './status-dot'
import { useDuplicate } from './use-duplicate'

export interface PageMenuItemsProps {
  page: Pick<PageSummary, 'id' | 'title' | 'isFavorite' | 'level' | 'hasChildren'>
  onFavorite(on: boolean): void
  onAddInside(): void
  onRename?(): void
  /** Left out where the status is changed by an entry of its own. */
  status?: { value: PageStatus; onChoose(status: PageStatus): void }
  onMove(): void
  onTrash(): void
}

/** The entries that a page's menu has everywhere: in the tree and on its own screen. */
export function PageMenuItems({
  page,
  onAddInside,
  onFavorite,
  onRename,
  status,
  onMove,
  onTrash,
}: PageMenuItemsProps) {
  const duplicate = useDuplicate()
  const others = usePageActions(page)
  return (
    <>
      <MenuItem icon={<Plus />} onClick={onAddInside}>
        {t('Add a page inside')}
      </MenuItem>
      <MenuItem icon={page.isFavorite ? <StarOff /> : <Star />} onClick={() => onFavorite(!page.isFavorite)}>
        {page.isFavorite ? t('Remove from favourites') : t('Add to favourites')}
      </MenuItem>
      {onRename && (
        <MenuItem icon={<Pencil />} shortcut="f2" onClick={onRename}>
          {t('Rename')}
        </MenuItem>
      )}
      {status && (
        <MenuSub>
          <MenuSubTrigger icon={<StatusDot status={status.value} />}>
            {t('Status: {statusLabel}', { statusLabel: STATUS_LABELS[status.value] })}
          </MenuSubTrigger>
          <MenuContent>
            <MenuRadioGroup value={status.value} onValueChange={status.onChoose}>
              {STATUSES.map((value) => (
                <MenuRadioItem key={value} value={value} closeOnClick icon={<StatusDot status={value} />}>
                  {STATUS_LABELS[value]}
                </MenuRadioItem>
              ))}
            </MenuRadioGroup>
          </MenuContent>
        </MenuSub>
      )}
      <MenuItem icon={<Copy />} onClick={() => copyLink(page.id)}>
        {t('Copy link')}
      </MenuItem>
      <MenuItem icon={<ExternalLink />} onClick={() => window.open(`/${page.id}`, '_blank', 'noopener')}>
        {t('Open in a new tab')}
      </MenuItem>
      {page.hasChildren ? (
        <MenuSub>
          <MenuSubTrigger icon={<CopyPlus />}>{t('Duplicate')}</MenuSubTrigger>
          <MenuContent>
            <MenuItem icon={<File />} onClick={() => duplicate(page.id, false)}>
              {t('This page alone')}
            </MenuItem>
            <MenuItem icon={<Files />} onClick={() => duplicate(page.id, true)}>
              {t('With the pages inside')}
            </MenuItem>
          </MenuContent>
        </MenuSub>
      ) : (
        <MenuItem icon={<CopyPlus />} onClick={() => duplicate(page.id, false)}>
          {t('Duplicate')}
        </MenuItem>
      )}
      <MenuItem icon={<FolderInput />} onClick={onMove}>
        {t('Move to…')}
      </MenuItem>
      {others.length > 0 && <MenuSeparator />}
      {others.map(({ id, label, icon: Icon, run }) => (
        <MenuItem key={id} icon={Icon && typeof Icon !== 'string' && <Icon />} onClick={run}>
          {label}
        </MenuItem>
      ))}
      {page.level === 'manage' && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onClick={onTrash}>
            {t('Move to trash')}
          </MenuItem>
        </>
      )}
    </>
  )
}
