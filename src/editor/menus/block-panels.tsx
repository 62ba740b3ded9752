import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { BlockPanelProps, LivingKind } from '@/blocks/kit/living-kind'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { blockPanels } from '@/blocks/panels'
import { asUndoPart, ownUndoStep } from '@/document'
import { lazy } from '@/ui/lazy'
import { allOf, useContributions } from '../contribution'
import { caretBehind } from '../core/atoms'
import { type PutIn, surfaceOf, withPopup } from '../core/surface-state'
import type { EditorHost } from '../source'

/** The panels of blocks, and those that need the editor itself. Features add theirs with `kinds`. */
const panels: NonNullable<LivingKind['panels']> = {
  ...blockPanels,
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
    view.dispatch(ownUndoStep(withPopup(view.state.tr, null)))
    view.focus()
  }
  const done = () => {
    view.dispatch(ownUndoStep(caretBehind(view.state, open.pos)))
    view.focus()
  }
  const takeBack = ({ node: putIn }: PutIn) => {
    const isAlone = isAsPutIn(view.state.doc.nodeAt(open.pos), putIn)
    close()
    // What somebody else has changed is theirs now: undo would find nothing of it here and take back what came before.
    if (isAlone) editor.commands.undo()
  }
  const { putIn } = open
  const change = (tr: Transaction) =>
    tr.docChanged && view.dispatch(putIn ? asUndoPart(tr, putIn.by) : ownUndoStep(tr))
  const setAttributes: BlockPanelProps['setAttributes'] = (kinds, attributes) => {
    const { tr, doc } = view.state
    const node = doc.nodeAt(open.pos)
    if (!node || !kinds.includes(node.type.name)) return
    for (const [name, value] of Object.entries(attributes))
      if (node.attrs[name] !== value) tr.setNodeAttribute(open.pos, name, value)
    change(tr)
  }
  const remove = (kind: string) => {
    const { tr, doc } = view.state
    const node = doc.nodeAt(open.pos)
    if (node?.type.name === kind) change(tr.delete(open.pos, open.pos + node.nodeSize))
  }
  return (
    <Panel
      key={open.name}
      editor={editor}
      host={host}
      pos={open.pos}
      onClose={close}
      onDone={done}
      onTakeBack={putIn ? () => takeBack(putIn) : null}
      setAttributes={setAttributes}
      remove={remove}
    />
  )
}
