import { Editor, Extension } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import '@/blocks/blocks.css'
import { docFromBlocks, schemaExtensions } from '@/blocks'
import { blocks } from './content'
import type { Contender } from './main'

/** Tiptap with the same kinds of blocks and a history, without sections, without Yjs, and nothing else of ours. */
export function tiptap(): Contender {
  let content: Record<string, unknown> | null = null
  return {
    async prepare() {
      content = docFromBlocks(blocks()).toJSON()
    },
    async open(root) {
      const taking = Extension.create({
        name: 'taking',
        addProseMirrorPlugins: () => [history(), keymap({ 'Mod-z': undo, 'Mod-y': redo })],
      })
      const editor = new Editor({
        element: root,
        extensions: [...schemaExtensions(), taking],
        content,
        editorProps: { attributes: { class: 'page-body' } },
      })
      content = null
      return editor.view
    },
  }
}
