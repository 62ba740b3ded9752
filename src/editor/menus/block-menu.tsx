import type { Editor } from '@tiptap/core'
import { useMemo } from 'react'
import { type Action, type ActionEntry, entriesIn } from '@/blocks/kit/action'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { copyText } from '@/ui/copy-text'
import { allOf, useContributions } from '../contribution'
import { blockActions, kindActions } from '../core/block-menu-actions'
import { selectedSpan } from '../core/block-tree'
import { targetIn } from '../core/open-editor'
import { surfaceOf, withPopup } from '../core/surface-state'
import type { EditorHost } from '../source'
import { type BlockMenuRow, blockMenuRows } from './block-menu-levels'
import { ActionIcon, Icon } from './icons'
import type { Option } from './option-list'
import { SearchPanel } from './search-panel'

/** The address that scrolls to this block (rulings 3). */
const blockAddress = (pagePath: string | undefined, id: string): string =>
  new URL(`${pagePath ?? location.pathname}#${id}`, location.href).href

const copyLinkAction: Action = {
  id: 'copy-link',
  get label() {
    return t('Copy link to block')
  },
  icon: 'link',
  keywords: ['anchor', 'address', 'url'],
  places: { blockMenu: { group: 'Actions' } },
  command({ editor }, apply) {
    if (!editor) return false
    const { state } = editor.view
    const span = selectedSpan(state)
    const id = span && (state.doc.nodeAt(span.from)?.attrs.id as string | null)
    if (apply && id)
      void copyText(
        blockAddress(editor.host().pagePath, id),
        t('Link copied'),
        t('Select the address bar and copy from there.'),
      )
    return true
  },
}

/**
 * What others add to the actions stands behind the editor's own, and in front of those that take something away; what has a
 * heading of its own follows.
 */
function inOrder(own: readonly ActionEntry[], added: readonly ActionEntry[]): ActionEntry[] {
  const isAction = ({ group }: ActionEntry) => group === 'Actions'
  const safe = own.filter((entry) => isAction(entry) && !entry.danger)
  const rest = own.filter((entry) => !isAction(entry))
  return [
    ...safe,
    ...added.filter(isAction),
    ...own.filter((entry) => isAction(entry) && entry.danger),
    ...added.filter((entry) => !isAction(entry)),
    ...rest,
  ]
}

const asOption = ({ id, label, icon, group, shortcut, danger, isActive = false }: ActionEntry): Option => ({
  id,
  label,
  icon: <ActionIcon icon={icon} />,
  ...(group ? { group } : {}),
  ...(shortcut ? { shortcut } : {}),
  ...(danger ? { danger } : {}),
  checked: isActive,
})

function rowAsOption(row: BlockMenuRow): Option {
  const gap = row.gap ? { gap: true } : {}
  if ('opens' in row)
    return {
      id: `level-${row.icon}-${row.opens}`,
      label: row.opens,
      icon: <Icon name={row.icon} />,
      opens: row.opens,
      ...gap,
    }
  const { group: _, ...option } = asOption(row.entry)
  return {
    ...option,
    ...(row.label ? { label: row.label } : {}),
    ...(row.group ? { group: row.group } : {}),
    ...(row.swatch ? { swatch: true } : {}),
    ...gap,
  }
}

interface BlockMenuProps {
  editor: Editor
  host: EditorHost
}

/** The menu of the selected blocks: turn into, colour, duplicate, move, copy a link, delete (product.md 2.37). */
export function BlockMenu({ editor, host }: BlockMenuProps) {
  const isOpen = useEditorValue(editor, ({ state }) => surfaceOf(state).popup?.kind === 'block-menu')
  return isOpen && <OpenBlockMenu editor={editor} host={host} />
}

function OpenBlockMenu({ editor, host }: BlockMenuProps) {
  const contributions = useContributions()
  const added = useMemo(
    () => [...kindActions, copyLinkAction, ...allOf(contributions, ({ actions }) => actions)],
    [contributions],
  )
  const { view } = editor
  const entries = () => {
    const target = targetIn(editor, host)
    return inOrder(entriesIn('blockMenu', blockActions, target), entriesIn('blockMenu', added, target))
  }
  const find = (query: string) => {
    const wanted = query.trim().toLowerCase()
    return entries()
      .filter(({ label, keywords }) =>
        [label, ...keywords].some((word) => word.toLowerCase().includes(wanted)),
      )
      .map(asOption)
  }
  const rect = () => {
    const span = selectedSpan(view.state)
    const element = span && view.nodeDOM(span.from)
    const box = (element instanceof Element ? element : view.dom).getBoundingClientRect()
    // Beside the first line, also of a block that fills the window.
    return new DOMRect(box.left, box.top, 0, Math.min(box.height, 32))
  }
  const close = () => {
    view.dispatch(withPopup(view.state.tr, null))
    view.focus()
  }
  return (
    <SearchPanel
      label={t('Block menu')}
      placeholder={t('Search actions...')}
      rect={rect}
      context={view.dom}
      find={find}
      browse={(level) => blockMenuRows(entries(), level).map(rowAsOption)}
      onClose={close}
      onPick={(id) => {
        const picked = entries().find((entry) => entry.id === id)
        close()
        picked?.run()
      }}
    />
  )
}
