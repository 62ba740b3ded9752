import {
  Copy,
  CopyPlus,
  ExternalLink,
  File,
  Files,
  FolderInput,
  MoreHorizontal,
  Pencil,
  Plus,
  Star,
  StarOff,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { useRef, useState } from 'react'
import type { ActionEntry } from '@/blocks/kit/action'
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
import { heldEntries, pageMenuLevels } from './page-menu-levels'
import { StatusDot } from './status-dot'
import { useDuplicate } from './use-duplicate'

export interface PageMenuItemsProps {
  page: Pick<PageSummary, 'id' | 'title' | 'isFavorite' | 'level' | 'hasChildren' | 'status'>
  /** On the page's own screen its header has some of them at hand: they are under "More". */
  isOnScreen?: boolean
  onFavorite(on: boolean): void
  /** These four are left out for a page that the person may not edit. */
  onAddInside?(): void
  onRename?(): void
  onStatus?(status: PageStatus): void
  onMove?(): void
  onPeople?(): void
  onTrash(): void
}

/** The entries that a page's menu has everywhere: in the tree and on its own screen. What takes away stands last. */
export function PageMenuItems({ page, isOnScreen = false, onRename, ...does }: PageMenuItemsProps) {
  const [isLevelOpen, setLevelOpen] = useState(false)
  const offered = useSteady(usePageActions(page), isLevelOpen)
  const more = pageMenuLevels(offered.filter(({ isMain }) => !isMain))
  const near = (
    <>
      {does.onAddInside && (
        <MenuItem icon={<Plus />} onClick={does.onAddInside}>
          {t('Add a page inside')}
        </MenuItem>
      )}
      <MenuItem
        icon={page.isFavorite ? <StarOff /> : <Star />}
        onClick={() => does.onFavorite(!page.isFavorite)}
      >
        {page.isFavorite ? t('Remove from favorites') : t('Add to favorites')}
      </MenuItem>
    </>
  )
  const opened = (
    <MenuItem icon={<ExternalLink />} onClick={() => window.open(`/${page.id}`, '_blank', 'noopener')}>
      {t('Open in a new tab')}
    </MenuItem>
  )
  return (
    <>
      {!isOnScreen && near}
      {onRename && (
        <MenuItem icon={<Pencil />} shortcut="f2" onClick={onRename}>
          {t('Rename')}
        </MenuItem>
      )}
      {does.onStatus && (
        <StatusItems status={page.status} onChoose={does.onStatus} side={isOnScreen ? 'left' : 'right'} />
      )}
      <MenuItem icon={<Copy />} onClick={() => copyLink(page)}>
        {t('Copy link')}
      </MenuItem>
      {!isOnScreen && opened}
      <DuplicateItems page={page} />
      {does.onMove && (
        <MenuItem icon={<FolderInput />} onClick={does.onMove}>
          {t('Move to…')}
        </MenuItem>
      )}
      <MenuSeparator />
      {offered.filter(({ isMain }) => isMain).map(asItem)}
      <MenuSub onOpenChange={setLevelOpen}>
        <MenuSubTrigger icon={<MoreHorizontal />}>{t('More')}</MenuSubTrigger>
        <MenuContent side={isOnScreen ? 'left' : 'right'} label={t('More')}>
          {isOnScreen && (
            <>
              {does.onPeople && (
                <MenuItem className="sm:hidden" icon={<UsersRound />} onClick={does.onPeople}>
                  {t('Active Users')}
                </MenuItem>
              )}
              {near}
              {opened}
              <MenuSeparator />
            </>
          )}
          {more.plain.map(asItem)}
          {more.levels.map(({ name, icon: Icon, entries }) => (
            <MenuSub key={name}>
              <MenuSubTrigger icon={<Icon />}>{name}</MenuSubTrigger>
              <MenuContent side={isOnScreen ? 'left' : 'right'} label={name}>
                {entries.map(asItem)}
              </MenuContent>
            </MenuSub>
          ))}
        </MenuContent>
      </MenuSub>
      {page.level === 'manage' && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onClick={does.onTrash}>
            {t('Move to trash')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The entries, but for those that come while a level is open. */
function useSteady(entries: readonly ActionEntry[], isLevelOpen: boolean): readonly ActionEntry[] {
  const shown = useRef<ReadonlySet<string>>(new Set())
  if (isLevelOpen) return heldEntries(entries, shown.current)
  shown.current = new Set(entries.map(({ id }) => id))
  return entries
}

const asItem = ({ id, label, icon: Icon, run }: ActionEntry) => (
  <MenuItem
    key={id}
    icon={Icon && typeof Icon !== 'string' ? <Icon /> : <span className="size-4" />}
    onClick={run}
  >
    {label}
  </MenuItem>
)

interface StatusItemsProps {
  status: PageStatus
  onChoose(status: PageStatus): void
  side: 'left' | 'right'
}

const StatusItems = ({ status, onChoose, side }: StatusItemsProps) => (
  <MenuSub>
    <MenuSubTrigger icon={<StatusDot status={status} />}>
      {t('Status: {statusLabel}', { statusLabel: STATUS_LABELS[status] })}
    </MenuSubTrigger>
    <MenuContent side={side} label={t('Status')}>
      <MenuRadioGroup value={status} onValueChange={onChoose}>
        {STATUSES.map((value) => (
          <MenuRadioItem key={value} value={value} closeOnClick icon={<StatusDot status={value} />}>
            {STATUS_LABELS[value]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </MenuContent>
  </MenuSub>
)

function DuplicateItems({ page }: Pick<PageMenuItemsProps, 'page'>) {
  const duplicate = useDuplicate()
  if (!page.hasChildren)
    return (
      <MenuItem icon={<CopyPlus />} onClick={() => duplicate(page.id, false)}>
        {t('Duplicate')}
      </MenuItem>
    )
  return (
    <MenuSub>
      <MenuSubTrigger icon={<CopyPlus />}>{t('Duplicate')}</MenuSubTrigger>
      <MenuContent label={t('Duplicate')}>
        <MenuItem icon={<File />} onClick={() => duplicate(page.id, false)}>
          {t('This page alone')}
        </MenuItem>
        <MenuItem icon={<Files />} onClick={() => duplicate(page.id, true)}>
          {t('With the pages inside')}
        </MenuItem>
      </MenuContent>
    </MenuSub>
  )
}
