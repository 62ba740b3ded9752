import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { bodyKey, type PageBinding } from './binding'
import type { AnchoredSelection } from './positions'

const SELECTION = 'selection'

const key = new PluginKey<Y.UndoManager>('pageUndo')

/** Takes back and does again one's own edits of the body; what others wrote stays (rulings 4). */
export function undoPlugin(binding: PageBinding): Plugin<Y.UndoManager> {
  const manager = new Y.UndoManager(binding.body, {
    trackedOrigins: new Set([bodyKey]),
    captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
    // Undoing a block that one made does not take what others have written in it.
    deleteFilter: (item) =>
      !(item.content instanceof Y.ContentType) ||
      !(item.content.type instanceof Y.Text || item.content.type instanceof Y.XmlElement) ||
      item.content.type.length === 0,
  })
  return new Plugin<Y.UndoManager>({
    key,
    state: { init: () => manager, apply: (_tr, value) => value },
    view: () => {
      const added = ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }) => {
        // Edits that are gathered into one step keep the selection from before the first of them.
        if (!stackItem.meta.has(SELECTION)) stackItem.meta.set(SELECTION, binding.selectionBefore)
      }
      const popped = ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }) => {
        const selection = stackItem.meta.get(SELECTION) as AnchoredSelection | null | undefined
        if (selection) binding.select(selection)
      }
      manager.on('stack-item-added', added)
      manager.on('stack-item-popped', popped)
      return { destroy: () => manager.destroy() }
    },
  })
}

/** Does it, or with `dispatch` false only tells whether there is something to do. */
export function takeBack(state: EditorState, way: 'undo' | 'redo', dispatch: boolean): boolean {
  const manager = key.getState(state)
  const stack = way === 'undo' ? manager?.undoStack : manager?.redoStack
  if (!manager || !stack?.length) return false
  return dispatch ? manager[way]() !== null : true
}
