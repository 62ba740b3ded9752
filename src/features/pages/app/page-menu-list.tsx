import { useState } from 'react'
import {
  ButtonMenu,
  MenuCheckboxItem,
  MenuContent,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuSub,
  MenuSubTrigger,
} from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import { STATUS_LABELS, STATUSES } from '../model'
import type { PageMenuProps } from './page-menu'
import { PageMenuItems } from './page-menu-items'
import { StatusDot } from './status-dot'
import { timeAgo } from './time-ago'

const TEXT_STYLES = { default: 'Default', serif: 'Serif', mono: 'Mono' } as const

/** What the three dots of a page open. */
export default function PageMenuList(props: PageMenuProps & { popup: Popup }) {
  const { page, onUpdate } = props
  const canEdit = page.permissions.canEdit && !page.isArchived
  return (
    <ButtonMenu popup={props.popup} align="end" className="w-64">
      {canEdit && (
        <>
          <MenuSub>
            <MenuSubTrigger>
              Text style: {TEXT_STYLES[page.textStyle as keyof typeof TEXT_STYLES]}
            </MenuSubTrigger>
            <MenuContent side="left">
              <MenuRadioGroup
                value={page.textStyle}
                onValueChange={(textStyle: keyof typeof TEXT_STYLES) => onUpdate({ textStyle })}
              >
                {Object.entries(TEXT_STYLES).map(([value, label]) => (
                  <MenuRadioItem key={value} value={value}>
                    <span className={{ default: 'font-sans', serif: 'font-serif', mono: 'font-mono' }[value]}>
                      {label}
                    </span>
                  </MenuRadioItem>
                ))}
              </MenuRadioGroup>
            </MenuContent>
          </MenuSub>
          <MenuSub>
            <MenuSubTrigger>Status: {STATUS_LABELS[page.status]}</MenuSubTrigger>
            <MenuContent side="left">
              <MenuRadioGroup value={page.status} onValueChange={props.onStatus}>
                {STATUSES.map((status) => (
                  <MenuRadioItem key={status} value={status} icon={<StatusDot status={status} />}>
                    {STATUS_LABELS[status]}
                  </MenuRadioItem>
                ))}
              </MenuRadioGroup>
            </MenuContent>
          </MenuSub>
          <MenuCheckboxItem checked={page.smallText} onCheckedChange={(smallText) => onUpdate({ smallText })}>
            Small text
          </MenuCheckboxItem>
          <MenuCheckboxItem checked={page.fullWidth} onCheckedChange={(fullWidth) => onUpdate({ fullWidth })}>
            Full width
          </MenuCheckboxItem>
        </>
      )}
      {!page.isArchived && page.permissions.canManage && (
        <MenuCheckboxItem checked={page.lockPage} onCheckedChange={(lockPage) => onUpdate({ lockPage })}>
          Lock page
        </MenuCheckboxItem>
      )}
      {!page.isArchived && (
        <>
          <MenuSeparator />
          <PageMenuItems
            page={page}
            actionsOf={props.actionsOf}
            onAddInside={props.onAddInside}
            onFavorite={props.onFavorite}
            onMove={props.onMove}
            onTrash={props.onTrash}
          />
          <MenuSeparator />
        </>
      )}
      <PageFacts page={page} countWords={props.countWords} />
    </ButtonMenu>
  )
}

const WORDS = new Intl.PluralRules(undefined)

/** Mounted while the menu is open, so that the words are counted once and not on every keystroke. */
function PageFacts({ page, countWords }: Pick<PageMenuProps, 'page' | 'countWords'>) {
  const [words] = useState(countWords)
  return (
    <div role="presentation" className="flex flex-col gap-0.5 px-2 py-1.5 text-xs text-text-faint">
      <span>
        {words.toLocaleString()} {WORDS.select(words) === 'one' ? 'word' : 'words'}
      </span>
      {page.updatedBy && <span className="truncate">Last edited by {page.updatedBy}</span>}
      {page.updatedAt && <time dateTime={page.updatedAt}>Edited {timeAgo(page.updatedAt, new Date())}</time>}
    </div>
  )
}
