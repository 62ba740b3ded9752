import { Extension, type Extensions } from '@tiptap/core'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { beyondPlugin } from './beyond-plugin'
import { PageBinding } from './binding'
import { cursorsPlugin } from './cursors'
import { PageGuard } from './page-guard'
import { bindingPlugin, takeBack } from './plugin'
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
 * not be given content. `awareness` null draws and sends no carets. `guard` is told when the two come apart; without one
 * that is an error nobody caught.
 */
export function liveExtensions(options: {
  doc: Y.Doc
  awareness: Awareness | null
  user?: PageUser | null
  guard?: PageGuard
}): Extensions {
  const { doc, awareness, user } = options
  const guard = options.guard ?? new PageGuard(({ error }) => throwLater(error))
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
              return takeBack(state, 'undo', dispatch !== undefined)
            },
          redo:
            () =>
            ({ tr, state, dispatch }) => {
              tr.setMeta('preventDispatch', true)
              return takeBack(state, 'redo', dispatch !== undefined)
            },
        }
      },
      addKeyboardShortcuts() {
        // Also with nothing to do the keys are ours: passed on, Shift-Mod-z under caps lock or on a Mac would be Mod-z.
        const undo = () => this.editor.commands.undo() || true
        const redo = () => this.editor.commands.redo() || true
        return { 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }
      },
      dispatchTransaction({ transaction, next }) {
        guard.dispatch(transaction, next)
      },
      addProseMirrorPlugins() {
        const binding = new PageBinding(doc, (act) => queueMicrotask(() => guard.run(act)))
        if (awareness && user) awareness.setLocalStateField('user', user)
        return [
          bindingPlugin(binding, guard),
          beyondPlugin(binding),
          ...(awareness ? [cursorsPlugin(awareness)] : []),
        ]
      },
    }),
  ]
}

const throwLater = (error: unknown) =>
  queueMicrotask(() => {
    throw error
  })
