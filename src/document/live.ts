import { Extension, type Extensions } from '@tiptap/core'
import { redo, undo, yUndoPlugin, yUndoPluginKey } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { bodyPlugin, LOCAL_ORIGIN } from './binding'
import { cursorsPlugin } from './cursors'
import { bodyOf } from './page-doc'
import type { PageUser } from './presence'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    livePage: {
      /** Takes back one's own last edit; what others wrote stays (rulings 4). */
      undo: () => ReturnType
      /** Does again what `undo` took back. */
      redo: () => ReturnType
    }
  }
}

/**
 * The Tiptap extensions that make an editor show and edit the live page `doc`: everything typed goes into the doc,
 * everything that arrives is shown, undo takes back only one's own edits, others' carets are drawn. The editor must
 * not be given content. `awareness` null draws and sends no carets.
 */
export function liveExtensions(options: {
  doc: Y.Doc
  awareness: Awareness | null
  user?: PageUser | null
}): Extensions {
  const { doc, awareness, user } = options
  return [
    Extension.create({
      name: 'livePage',
      priority: 1000,
      addCommands() {
        return {
          undo:
            () =>
            ({ tr, state, dispatch }) => {
              tr.setMeta('preventDispatch', true)
              if (!canTakeBack(state, 'undoStack')) return false
              return dispatch ? Boolean(undo(state)) : true
            },
          redo:
            () =>
            ({ tr, state, dispatch }) => {
              tr.setMeta('preventDispatch', true)
              if (!canTakeBack(state, 'redoStack')) return false
              return dispatch ? Boolean(redo(state)) : true
            },
        }
      },
      addKeyboardShortcuts() {
        return {
          'Mod-z': () => this.editor.commands.undo(),
          'Mod-y': () => this.editor.commands.redo(),
          'Shift-Mod-z': () => this.editor.commands.redo(),
        }
      },
      addProseMirrorPlugins() {
        const body = bodyOf(doc)
        if (awareness && user) awareness.setLocalStateField('user', user)
        return [
          bodyPlugin(body),
          yUndoPlugin({ undoManager: undoManagerOf(body) }),
          ...(awareness ? [cursorsPlugin(awareness)] : []),
        ]
      },
    }),
  ]
}

function undoManagerOf(body: Y.XmlFragment): Y.UndoManager {
  return new Y.UndoManager(body, {
    trackedOrigins: new Set([LOCAL_ORIGIN]),
    captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
    // Undoing a block that one made does not take what others have written in it.
    deleteFilter: (item) =>
      !(item.content instanceof Y.ContentType) ||
      !(item.content.type instanceof Y.Text || item.content.type instanceof Y.XmlElement) ||
      item.content.type.length === 0,
  })
}

function canTakeBack(state: Parameters<typeof undo>[0], stack: 'undoStack' | 'redoStack'): boolean {
  const manager: Y.UndoManager | undefined = yUndoPluginKey.getState(state)?.undoManager
  return Boolean(manager && manager[stack].length > 0)
}
