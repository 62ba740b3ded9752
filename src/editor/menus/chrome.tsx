import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { tableOf } from '@/blocks/table/table-commands'
import { t } from '@/shared/i18n'
import { lazy, usePreload } from '@/ui/lazy'
import { surfaceOf } from '../core/surface-state'
import { findState } from '../find/find-plugin'
import { countUnderWay, watchUploads } from '../media/uploads'
import type { EditorHost } from '../source'
import { BlockHandle } from './block-handle'
import { BlockMenu } from './block-menu'
import { BlockPanel } from './block-panels'
import { ContributedParts, ContributedPopup } from './contributed'
import type { FixedToolbarProps } from './fixed-toolbar/fixed-toolbar'
import { useToolbarShown } from './fixed-toolbar/toolbar-view'
import { FloatingToolbar } from './floating-toolbar'
import { LanguagePicker } from './language-picker'
import { LinkPopover } from './link-popover'
import { TouchBar } from './touch-bar'
import { TypedMenus } from './typed-menus'
import { useCoarsePointer } from './use-coarse-pointer'

const FindBar = lazy<{ editor: Editor }>(() => import('../find/find-bar'))
const OutlineIndicator = lazy<{ editor: Editor }>(() => import('./outline-indicator'))

const FixedToolbar = lazy<FixedToolbarProps>(() => import('./fixed-toolbar/fixed-toolbar'))

/** Pages are mentioned without a network too, of those that are known. */
const MENTION_SOURCES = { preload: () => import('../core/mention-sources') }

interface ChromeProps {
  editor: Editor
  host: EditorHost
  /** The page is one block: nothing is inserted, and nothing can be moved. */
  isSingle: boolean
  /** The keyboard asked for the toolbar before it was here. */
  toolbarAsked: boolean
}

/** Everything that floats over the text. None of it stands inside the document's own elements. */
export default function Chrome({ editor, host, isSingle, toolbarAsked }: ChromeProps) {
  const coarse = useCoarsePointer()
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const isToolbarShown = useToolbarShown()
  const place = isToolbarShown && !coarse && !isSingle ? (host.toolbarPlace ?? null) : null
  const isFinding = useEditorValue(editor, ({ state }) => findState(state).isOpen)
  usePreload(FindBar, MENTION_SOURCES)
  return (
    <div className="editor-chrome">
      <LinkPopover editor={editor} host={host} />
      {isEditable && (
        <>
          {coarse ? (
            <TouchBar editor={editor} host={host} />
          ) : (
            <FloatingToolbar
              editor={editor}
              host={host}
              isAsked={toolbarAsked && place === null}
              hasFixed={place !== null}
            />
          )}
          {place && <FixedToolbar editor={editor} host={host} place={place} isAsked={toolbarAsked} />}
          <TypedMenus editor={editor} />
          {!isSingle && <BlockHandle editor={editor} />}
          <BlockMenu editor={editor} host={host} />
          <LanguagePicker editor={editor} />
          <Tables editor={editor} host={host} />
          <BlockPanel editor={editor} host={host} />
          <Uploads editor={editor} />
        </>
      )}
      <ContributedPopup editor={editor} host={host} />
      {!isSingle && host.showsOutline !== false && <OutlineIndicator editor={editor} />}
      {isFinding && <FindBar editor={editor} />}
      <ContributedParts editor={editor} host={host} />
      <Announcements editor={editor} />
    </div>
  )
}

const TableControls = lazy<{ editor: Editor; host: EditorHost }>(() => import('./table/table-controls'))

/** The controls of the table with the caret, loaded with the first one. */
function Tables({ editor, host }: { editor: Editor; host: EditorHost }) {
  const isIn = useEditorValue(editor, ({ state }) => tableOf(state.selection) !== null)
  return isIn ? <TableControls editor={editor} host={host} /> : null
}

const UploadsBar = lazy<{ editor: Editor }>(() => import('../media/uploads-bar'))

/** What stands over the page while several files are on their way. */
function Uploads({ editor }: { editor: Editor }) {
  const isMany = useSyncExternalStore(watchUploads, () => countUnderWay() > 1)
  return isMany ? <UploadsBar editor={editor} /> : null
}

/** What people who listen are told (moves, rulings 4). */
function Announcements({ editor }: { editor: Editor }) {
  const announcement = useEditorValue(editor, ({ state }) => surfaceOf(state).announcement)
  return (
    <div className="sr-only" role="status" aria-label={t('Editor messages')}>
      {/* An element of its own for each: the same words again are only heard when something has changed. */}
      {announcement && <span key={announcement.turn}>{announcement.text}</span>}
    </div>
  )
}
