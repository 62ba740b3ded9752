import { baseKeymap } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import '@/blocks/blocks.css'
import { docFromBlocks, pageSchema } from '@/blocks'
import { blocks } from './content'
import type { Contender } from './main'

/** ProseMirror with nothing but its own history and key bindings, on the same schema, content and style. */
export function bare(): Contender {
  let json: unknown
  return {
    async prepare() {
      json = docFromBlocks(blocks()).toJSON()
    },
    async open(root) {
      const doc = Node.fromJSON(pageSchema, json)
      const keys = keymap({ 'Mod-z': undo, 'Mod-y': redo })
      const state = EditorState.create({ doc, plugins: [history(), keys, keymap(baseKeymap)] })
      json = null
      return new EditorView(root, { state, attributes: { class: 'page-body' } })
    },
  }
}
