import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { BlockPanelProps, LivingKind } from '@/blocks/kit/living-kind'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { lazy } from '@/ui/lazy'
import { allOf, useContributions } from '../contribution'
import { surfaceOf, withPopup } from '../core/surface-state'
import type { EditorHost } from '../source'

const chart = () => import('./chart/chart-dialog')

/** The panels that blocks open (`frame.openPanel(name)`), each loaded when it is first opened. Features add theirs with `kinds`. */
const panels: NonNullable<LivingKind['panels']> = {
  'data-table': lazy<BlockPanelProps>(() => import('./data-table/data-table-panel')),
  date: lazy<BlockPanelProps>(() => import('./atoms/date-panel')),
  equation: lazy<BlockPanelProps>(() => import('./atoms/equation-panel')),
  footnote: lazy<BlockPanelProps>(() => import('./atoms/footnote-panel')),
  icon: lazy<BlockPanelProps>(() => import('./atoms/icon-panel')),
  'table-size': lazy<BlockPanelProps>(() => import('./table/table-size-panel')),
  chart: lazy<BlockPanelProps>(() => chart().then((m) => ({ default: m.EditChart }))),
  'chart-new': lazy<BlockPanelProps>(() => chart().then((m) => ({ default: m.NewChart }))),
  callout: lazy<BlockPanelProps>(() => import('@/blocks/callout/callout.panel')),
  media: lazy<BlockPanelProps>(() => import('../media/media-panel')),
  'pasted-address': lazy<BlockPanelProps>(() => import('./pasted-address-panel')),
}

/** Does it say what it said when it was put in? Its id may have been given to it since. */
function isAsPutIn(now: PMNode | null, putIn: PMNode): boolean {
  if (now?.type !== putIn.type || now.textContent !== putIn.textContent) return false
  return Object.keys(putIn.attrs).every((name) => name === 'id' || now.attrs[name] === putIn.attrs[name])
}

/** The open panel of a block, if any. */
export function BlockPanel({ editor, host }: { editor: Editor; host: EditorHost }) {
  const open = useEditorValue(
    editor,
    ({ state }) => {
      const { popup } = surfaceOf(state)
      return popup?.kind === 'block-panel' ? popup : null
    },
    sameMembers,
  )
  const contributions = useContributions()
  const added = allOf(contributions, (one) => one.kinds).map((kind) => kind.panels)
  const Panel = open && [panels, ...added].find((some) => some?.[open.name])?.[open.name]
  if (!open || !Panel) return null
  const { view } = editor
  const close = () => {
    view.dispatch(withPopup(view.state.tr, null))
    view.focus()
  }
  const takeBack = (putIn: PMNode) => {
    const isAlone = isAsPutIn(view.state.doc.nodeAt(open.pos), putIn)
    close()
    // What somebody else has changed is theirs now: undo would find nothing of it here and take back what came before.
    if (isAlone) editor.commands.undo()
  }
  const { putIn } = open
  return (
    <Panel
      key={open.name}
      editor={editor}
      host={host}
      pos={open.pos}
      onClose={close}
      onTakeBack={putIn ? () => takeBack(putIn) : null}
    />
  )
}
