import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { ComponentType } from 'react'
import { later } from '@/ui/later'
import { surfaceOf, withPopup } from '../core/surface-state'
import type { EditorHost } from '../source'
import { sameMembers, useEditorValue } from './use-editor-value'

/** What a panel of a block is given: it shows itself in a `Floating` at the element of the block. */
export interface BlockPanelProps {
  editor: Editor
  host: EditorHost
  /** Position of the block or inline atom; it moves along when something changes in front of it. */
  pos: number
  /** Closes the panel; the focus goes back into the text. */
  onClose(): void
  /**
   * Closes the panel of something that was put in just now and of which nothing came: putting it in is taken back, so that
   * the page is as before, unless somebody else has made something of it meanwhile. `null`: it stood there already.
   */
  onTakeBack: (() => void) | null
}

/** The panels that blocks open (`frame.openPanel(name)`), each loaded when it is first opened. */
const panels: Readonly<Record<string, ComponentType<BlockPanelProps>>> = {
  'data-table': later<BlockPanelProps>(() => import('./data-table/data-table-panel')),
  date: later<BlockPanelProps>(() => import('./atoms/date-panel')),
  equation: later<BlockPanelProps>(() => import('./atoms/equation-panel')),
  icon: later<BlockPanelProps>(() => import('./atoms/icon-panel')),
  'table-size': later<BlockPanelProps>(() => import('./table/table-size-panel')),
  chart: later<BlockPanelProps>(() => import('./chart/chart-dialog').then((m) => ({ default: m.EditChart }))),
  'chart-new': later<BlockPanelProps>(() =>
    import('./chart/chart-dialog').then((m) => ({ default: m.NewChart })),
  ),
  callout: later<BlockPanelProps>(() => import('../views/callout-panel')),
  media: later<BlockPanelProps>(() => import('../media/media-panel')),
  'embed-offer': later<BlockPanelProps>(() => import('../media/embed-offer-panel')),
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
  const Panel = open && panels[open.name]
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
