import { Lock, Maximize2, PanelsTopLeft, PanelTop, TableOfContents, Type } from 'lucide-react'
import { useState } from 'react'
import { showToolbar, useToolbarShown } from '@/editor/menus/fixed-toolbar/toolbar-view'
import { useCoarsePointer } from '@/editor/menus/use-coarse-pointer'
import { t } from '@/shared/i18n'
import { mayDo } from '@/shared/permissions'
import { useFormats } from '@/ui/formats'
import {
  ButtonMenu,
  MenuCheckboxItem,
  MenuContent,
  MenuRadioGroup,
  MenuRadioTile,
  MenuSeparator,
  MenuSub,
  MenuSubTrigger,
} from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import { factsOfPage } from '../model'
import { textFactsOf } from '../text-facts'
import { factLines } from './page-facts'
import type { PageMenuProps } from './page-menu'
import { PageMenuItems } from './page-menu-items'

const TEXT_STYLES = [
  {
    value: 'default',
    get label() {
      return t('Default')
    },
    face: 'font-sans',
  },
  {
    value: 'serif',
    get label() {
      return t('Serif')
    },
    face: 'font-serif',
  },
  {
    value: 'mono',
    get label() {
      return t('Mono')
    },
    face: 'font-mono',
  },
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
            <MenuSubTrigger icon={<PanelsTopLeft />}>{t('Layout')}</MenuSubTrigger>
            <MenuContent side="left" label={t('Layout')}>
              <LayoutItems page={page} onUpdate={onUpdate} />
            </MenuContent>
          </MenuSub>
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
      {!page.isArchived && (
        <>
          <MenuSeparator />
          <PageMenuItems
            page={page}
            isOnScreen
            {...(canEdit && {
              onStatus: props.onStatus,
              onAddInside: props.onAddInside,
              onMove: props.onMove,
            })}
            onFavorite={props.onFavorite}
            onPeople={props.onPeople}
            onTrash={props.onTrash}
          />
          <MenuSeparator />
        </>
      )}
      <PageFacts page={page} readText={props.readText} />
    </ButtonMenu>
  )
}

/** How the page stands on the screen. The toolbar is the person's own matter, in this browser. */
function LayoutItems({ page, onUpdate }: Pick<PageMenuProps, 'page' | 'onUpdate'>) {
  const hasToolbar = useToolbarShown()
  const isCoarse = useCoarsePointer()
  return (
    <>
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
      {!isCoarse && (
        <MenuCheckboxItem icon={<PanelTop />} checked={hasToolbar} onCheckedChange={showToolbar}>
          {t('Toolbar')}
        </MenuCheckboxItem>
      )}
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
