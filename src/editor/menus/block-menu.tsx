import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { blockKind } from '@/blocks'
import type { KindAction } from '@/blocks/kit/define-block'
import { toast } from '@/ui/toast'
import { type BlockAction, blockActions } from '../core/block-menu-actions'
import { selectedSpan } from '../core/block-tree'
import { surfaceOf, withPopup } from '../core/surface-state'
import { download } from '../media/download'
import { type OfferedAction, offeredActions } from '../offered-actions'
import type { EditorHost } from '../source'
import { Icon } from './icons'
import type { Option } from './option-list'
import { SearchPanel } from './search-panel'
import { useEditorValue } from './use-editor-value'

const COPY_LINK = 'copy-link'

/** The selected block, when it is one alone, with what its kind can do for it. */
function kindActions(
  state: EditorState,
): { node: PMNode; pos: number; actions: readonly KindAction[] } | null {
  const span = selectedSpan(state)
  const node = span && state.doc.nodeAt(span.from)
  if (!span || !node || span.from + node.nodeSize !== span.to) return null
  const actions = blockKind(node.type.name)?.actions ?? []
  return { node, pos: span.from, actions: actions.filter(({ isOffered }) => isOffered?.(node) ?? true) }
}

async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(said)
  } catch {
    toast.error('The browser did not allow copying. Select the text and copy from there.')
  }
}

/** Does what a kind offers; `false` when the menu's entry is none of a kind. */
function runKindAction({ view }: Editor, id: string): boolean {
  const own = kindActions(view.state)
  const action = own?.actions.find((one) => `kind-${one.id}` === id)
  if (!own || !action) return false
  action.run({
    node: own.node,
    copy: (text) => void copyText(text, 'Copied'),
    download: (url, name) => void download(url, name),
    openPanel: (name) => view.dispatch(withPopup(view.state.tr, { kind: 'block-panel', name, pos: own.pos })),
  })
  return true
}

const asOption = (action: BlockAction, editor: Editor): Option => ({
  id: action.id,
  label: action.label,
  icon: <Icon name={action.icon} />,
  group: action.group,
  ...(action.shortcut ? { shortcut: action.shortcut } : {}),
  ...(action.danger ? { danger: true } : {}),
  checked: action.isActive?.(editor.state) ?? false,
})

const copyLink: Option & { keywords: string[] } = {
  id: COPY_LINK,
  label: 'Copy link to block',
  icon: <Icon name="link" />,
  group: 'Actions',
  keywords: ['anchor', 'address', 'url'],
}

/** The address that scrolls to this block (rulings 3). */
const blockAddress = (host: EditorHost, id: string): string =>
  new URL(`${host.pagePath ?? location.pathname}#${id}`, location.href).href

async function copyBlockLink(editor: Editor, host: EditorHost): Promise<void> {
  const span = selectedSpan(editor.state)
  const id = span && (editor.state.doc.nodeAt(span.from)?.attrs.id as string | null)
  if (!id) return
  try {
    await navigator.clipboard.writeText(blockAddress(host, id))
    toast.success('Link copied')
  } catch {
    toast.error('The browser did not allow copying. Select the address bar and copy from there.')
  }
}

function find(editor: Editor, query: string): Option[] {
  const wanted = query.trim().toLowerCase()
  const matches = (label: string, keywords: readonly string[]) =>
    [label, ...keywords].some((word) => word.toLowerCase().includes(wanted))
  const offered = blockActions.filter(
    (action) =>
      matches(action.label, action.keywords) &&
      (action.isActive?.(editor.state) || action.command(editor.state)),
  )
  const options = offered.map((action) => asOption(action, editor))
  const more: Option[] = (kindActions(editor.state)?.actions ?? [])
    .filter(({ label, keywords }) => matches(label, keywords))
    .map(({ id, label, icon }) => ({
      id: `kind-${id}`,
      label,
      icon: <Icon name={icon} />,
      group: 'Actions',
    }))
  if (matches(copyLink.label, copyLink.keywords)) more.push(copyLink)
  for (const action of offeredActions()) {
    if (matches(action.label, action.keywords) && (action.enabled?.(editor.state) ?? true))
      more.push(offeredOption(action))
  }
  const last = options.findLastIndex((option) => option.group === 'Actions' && !option.danger)
  options.splice(last + 1, 0, ...more)
  return options
}

/** What the application offers stands among the actions. */
const offeredOption = ({ id, label, icon: Sign, shortcut }: OfferedAction): Option => ({
  id,
  label,
  icon: <Sign aria-hidden size={16} />,
  group: 'Actions',
  ...(shortcut ? { shortcut } : {}),
})

/** The menu of the selected blocks: turn into, duplicate, move, copy a link, delete (product.md 2.37). */
export function BlockMenu({ editor, host }: { editor: Editor; host: EditorHost }) {
  const isOpen = useEditorValue(editor, ({ state }) => surfaceOf(state).popup?.kind === 'block-menu')
  if (!isOpen) return null
  const { view } = editor
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
      label="Block menu"
      placeholder="Search actions..."
      rect={rect}
      context={view.dom}
      find={(query) => find(editor, query)}
      onClose={close}
      onPick={(id) => {
        close()
        if (id === COPY_LINK) return void copyBlockLink(editor, host)
        if (runKindAction(editor, id)) return
        const offered = offeredActions().find((action) => action.id === id)
        if (offered) offered.run({ view, host: () => host })
        else blockActions.find((action) => action.id === id)?.command(view.state, view.dispatch, view)
      }}
    />
  )
}
