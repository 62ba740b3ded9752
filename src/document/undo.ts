import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { bodyKey, type PageBinding } from './binding'
import type { AnchoredSelection } from './positions'

const SELECTION = 'selection'

/** The mark that prosemirror-history's `closeHistory` leaves; its key is not exported. */
const CLOSE_HISTORY = 'closeHistory$'

interface UndoState {
  manager: Y.UndoManager
  /** How often a change asked to begin a step of its own. */
  begun: number
  /** How often a step was asked to be closed after what is in it. */
  ended: number
}

const key = new PluginKey<UndoState>('pageUndo')

/**
 * Takes back and does again one's own edits of the body; what others wrote stays (rulings 4). What is typed within half
 * a second is one step; `closeHistory` begins another. Must stand before the plugin that writes the body.
 */
export function undoPlugin(binding: PageBinding): Plugin<UndoState> {
  const manager = new Y.UndoManager(binding.body, {
    trackedOrigins: new Set([bodyKey]),
    captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
    // Undoing a block that one made does not take what others have written in it.
    deleteFilter: (item) =>
      !(item.content instanceof Y.ContentType) ||
      !(item.content.type instanceof Y.Text || item.content.type instanceof Y.XmlElement) ||
      item.content.type.length === 0,
  })
  return new Plugin<UndoState>({
    key,
    state: {
      init: () => ({ manager, begun: 0, ended: 0 }),
      apply: (tr, value) => {
        if (!tr.getMeta(CLOSE_HISTORY)) return value
        return tr.docChanged ? { ...value, begun: value.begun + 1 } : { ...value, ended: value.ended + 1 }
      },
    },
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
      return {
        update: ({ state }, before) => {
          const now = key.getState(state)
          const then = key.getState(before)
          if (now?.begun !== then?.begun) manager.stopCapturing()
          // The body is written later in this turn, and belongs to the step that is being closed.
          if (now?.ended !== then?.ended) queueMicrotask(() => manager.stopCapturing())
        },
        destroy: () => manager.destroy(),
      }
    },
  })
}

/** Does it, or with `dispatch` false only tells whether there is something to do. */
export function takeBack(state: EditorState, way: 'undo' | 'redo', dispatch: boolean): boolean {
  const manager = key.getState(state)?.manager
  const stack = way === 'undo' ? manager?.undoStack : manager?.redoStack
  if (!manager || !stack?.length) return false
  return dispatch ? manager[way]() !== null : true
}
