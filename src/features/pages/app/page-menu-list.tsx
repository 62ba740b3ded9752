import type { Editor } from '@tiptap/core'
import { Lock, Maximize2, Redo2, TableOfContents, Type, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { mayDo } from '@/shared/permissions'
import { useFormats } from '@/ui/formats'
import {
  ButtonMenu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuRadioTile,
  MenuSeparator,
  MenuSub,
  MenuSubTrigger,
} from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import { factsOfPage, STATUS_LABELS, STATUSES } from '../model'
import { textFactsOf } from '../text-facts'
import { factLines } from './page-facts'
import type { PageMenuProps } from './page-menu'
import { PageMenuItems } from './page-menu-items'
import { StatusDot } from './status-dot'

const TEXT_STYLES = [
  { value: 'default', label: 'Default', face: 'font-sans' },
  { value: 'serif', label: 'Serif', face: 'font-serif' },
  { value: 'mono', label: 'Mono', face: 'font-mono' },
] as const

/** What the three dots of a page open. */
export default function PageMenuList(props: PageMenuProps & { popup: Popup }) {
  const { page, onUpdate } = props
  const facts = factsOfPage(page)
  const canEdit = mayDo(facts, 'edit')
  return (
    <ButtonMenu popup={props.popup} align="end" className="w-68">
      {canEdit && (
        <>
          <MenuRadioGroup
            aria-label={t('Text style')}
            className="flex gap-1 pb-1"
            value={page.textStyle}
            onValueChange={(textStyle: (typeof TEXT_STYLES)[number]['value']) => onUpdate({ textStyle })}
          >
            {TEXT_STYLES.map(({ value, label, face }) => (
              <MenuRadioTile
                key={value}
                value={value}
                sample={
                  <span aria-hidden className={`text-xl/7 ${face}`}>
                    {t('Ag')}
                  </span>
                }
              >
                {label}
              </MenuRadioTile>
            ))}
          </MenuRadioGroup>
          <MenuSub>
            <MenuSubTrigger icon={<StatusDot status={page.status} />}>
              {t('Status: {statusLabel}', { statusLabel: STATUS_LABELS[page.status] })}
            </MenuSubTrigger>
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
          <MenuCheckboxItem
            icon={<Type />}
            checked={page.smallText}
            onCheckedChange={(smallText) => onUpdate({ smallText })}
          >
            {t('Small text')}
          </MenuCheckboxItem>
          <MenuCheckboxItem
            icon={<Maximize2 />}
            checked={page.fullWidth}
            onCheckedChange={(fullWidth) => onUpdate({ fullWidth })}
          >
            {t('Full width')}
          </MenuCheckboxItem>
          <MenuCheckboxItem
            icon={<TableOfContents />}
            checked={page.toc}
            onCheckedChange={(toc) => onUpdate({ toc })}
          >
            {t('Table of contents')}
          </MenuCheckboxItem>
        </>
      )}
      {mayDo(facts, 'lock') && (
        <MenuCheckboxItem
          icon={<Lock />}
          checked={page.lockPage}
          onCheckedChange={(lockPage) => onUpdate({ lockPage })}
        >
          {t('Lock page')}
        </MenuCheckboxItem>
      )}
      {canEdit && props.editor && (
        <>
          <MenuSeparator />
          <Undoing editor={props.editor} />
        </>
      )}
      {!page.isArchived && (
        <>
          <MenuSeparator />
          <PageMenuItems
            page={page}
            onAddInside={props.onAddInside}
            onFavorite={props.onFavorite}
            onMove={props.onMove}
            onTrash={props.onTrash}
          />
          <MenuSeparator />
        </>
      )}
      <PageFacts page={page} readText={props.readText} />
    </ButtonMenu>
  )
}

/** One's own last step in the text (rulings 4: nobody else's). */
function Undoing({ editor }: { editor: Editor }) {
  const [can] = useState(() => ({ undo: editor.can().undo(), redo: editor.can().redo() }))
  return (
    <>
      <MenuItem icon={<Undo2 />} shortcut="mod+z" disabled={!can.undo} onClick={() => editor.commands.undo()}>
        {t('Undo')}
      </MenuItem>
      <MenuItem
        icon={<Redo2 />}
        shortcut="mod+shift+z"
        disabled={!can.redo}
        onClick={() => editor.commands.redo()}
      >
        {t('Redo')}
      </MenuItem>
    </>
  )
}

/** Mounted while the menu is open, so that the words are counted once and not on every keystroke. */
function PageFacts({ page, readText }: Pick<PageMenuProps, 'page' | 'readText'>) {
  const [facts] = useState(() => textFactsOf(readText()))
  const formats = useFormats()
  const { length, editor, edited } = factLines(facts, page, formats)
  return (
    <div role="presentation" className="flex flex-col gap-0.5 px-2 py-1.5 text-xs text-text-faint">
      {length.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {editor && <span className="truncate pt-1">{editor}</span>}
      {edited && <time dateTime={page.updatedAt}>{edited}</time>}
      {page.isPublished && <span>{t('Published on the web')}</span>}
    </div>
  )
}
