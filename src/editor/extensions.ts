import { Extension, type Extensions } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { schemaExtensions } from '@/blocks'
import { liveExtensions } from '@/document'
import { blockIds } from './core/block-ids'
import { blockSelectionPlugin } from './core/block-selection'
import { autoformatKeys, baseKeys, editorKeymap } from './core/keymap'
import type { EditorHost, EditorSource } from './source'

/** Undo of a page that only this browser knows; a live page brings its own (rulings 4). */
const localHistory = Extension.create({
  name: 'localHistory',
  addProseMirrorPlugins: () => [
    history({ newGroupDelay: 500 }),
    keymap({ 'Mod-z': undo, 'Mod-Shift-z': redo, 'Mod-y': redo }),
  ],
})

/** Everything the editor is made of besides the kinds of blocks, in the order in which it hears of keys. */
const surface = Extension.create({
  name: 'surface',
  priority: 1000,
  addProseMirrorPlugins() {
    return [
      editorKeymap(),
      blockSelectionPlugin(),
      blockIds(),
      gapCursor(),
      dropCursor({ color: 'var(--color-accent)', width: 2, class: 'drop-cursor' }),
    ]
  },
})

/** All Tiptap extensions of an editor with this source. */
export function editorExtensions(source: EditorSource, _host: () => EditorHost): Extensions {
  return [
    autoformatKeys,
    surface,
    baseKeys,
    ...schemaExtensions(),
    ...(source.kind === 'live' ? liveExtensions(source) : [localHistory]),
  ]
}
