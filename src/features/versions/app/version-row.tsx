import { Bookmark, GitCompareArrows, MoreHorizontal, Pencil, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import { ButtonMenu, MenuItem, MenuSeparator } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import type { PageVersion } from '../model'
import { LINE } from './version-rows'
import { authorsOf, labelOf } from './version-words'

export interface VersionRowProps {
  version: PageVersion
  canEdit: boolean
  canDelete: boolean
  onShow(): void
  onName(): void
  onRestore(): void
  onUndo(): void
  onDelete(): void
}

/** As many faces as there is room for. */
const FACES = 2

/** A version in the list: pressing it shows what changed. */
export function VersionRow({ version, canEdit, canDelete, ...does }: VersionRowProps) {
  const formats = useFormats()
  const { createdAt, authors, name } = version
  return (
    <li
      style={{ height: 2 * LINE }}
      className="flex items-center gap-1 rounded-control pe-1 focus-within:bg-hover hover:bg-hover"
    >
      <button
        type="button"
        onClick={does.onShow}
        className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded-control px-2 text-start"
      >
        <span aria-hidden className="flex w-8 shrink-0 justify-center -space-x-2.5">
          {authors.slice(0, FACES).map((author) => (
            <Avatar
              key={author.id}
              name={author.name}
              src={author.avatarUrl}
              size="sm"
              className="ring-2 ring-surface"
            />
          ))}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            {name !== null && <Bookmark aria-hidden className="size-3.5 shrink-0 fill-accent text-accent" />}
            <span className="truncate text-sm font-medium">{labelOf(version)}</span>
          </span>
          <span className="block truncate text-xs text-text-muted">
            <time dateTime={createdAt}>{formats.time(createdAt)}</time>
            {` · ${authorsOf(version)}`}
          </span>
        </span>
      </button>
      <PopupButton
        kind="menu"
        button={
          <IconButton
            label={t('Actions for the version of {momentOf}', { momentOf: formats.dateTime(createdAt) })}
          >
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      >
        {(popup) => (
          <ButtonMenu popup={popup} align="end">
            <MenuItem icon={<GitCompareArrows />} onClick={does.onShow}>
              {t('Show changes')}
            </MenuItem>
            {canEdit && (
              <>
                <MenuItem icon={<Pencil />} onClick={does.onName}>
                  {name === null ? t('Name this version') : t('Rename')}
                </MenuItem>
                <MenuItem icon={<RotateCcw />} onClick={does.onRestore}>
                  {t('Restore this version')}
                </MenuItem>
                {version.canUndo && (
                  <MenuItem icon={<Undo2 />} onClick={does.onUndo}>
                    {t('Undo the restore')}
                  </MenuItem>
                )}
              </>
            )}
            {canDelete && (
              <>
                <MenuSeparator />
                <MenuItem icon={<Trash2 />} danger onClick={does.onDelete}>
                  {t('Delete version')}
                </MenuItem>
              </>
            )}
          </ButtonMenu>
        )}
      </PopupButton>
    </li>
  )
}
