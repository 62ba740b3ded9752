import { Editor, Extension } from '@tiptap/core'
import { keymap } from '@tiptap/pm/keymap'
import { prosemirrorToYXmlFragment, redo, undo, ySyncPlugin, yUndoPlugin } from 'y-prosemirror'
import * as Y from 'yjs'
import '@/blocks/blocks.css'
import { docFromBlocks, schemaExtensions } from '@/blocks'
import { blocks } from './content'
import { type Contender, WORD } from './main'

/** Tiptap with y-prosemirror and the same kinds of blocks, and nothing else of ours. */
export function tiptapWithYProsemirror(): Contender {
  const doc = new Y.Doc()
  return {
    async prepare() {
      const source = new Y.Doc()
      prosemirrorToYXmlFragment(docFromBlocks(blocks()), source.getXmlFragment('body'))
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(source))
      source.destroy()
    },
    async open(root) {
      const live = Extension.create({
        name: 'live',
        addProseMirrorPlugins: () => [
          ySyncPlugin(doc.getXmlFragment('body')),
          yUndoPlugin(),
          keymap({ 'Mod-z': undo, 'Mod-y': redo }),
        ],
      })
      const editor = new Editor({
        element: root,
        extensions: [...schemaExtensions(), live],
        editorProps: { attributes: { class: 'page-body' } },
      })
      return editor.view
    },
    writtenElsewhere(edits) {
      const elsewhere = new Y.Doc()
      Y.applyUpdate(elsewhere, Y.encodeStateAsUpdate(doc))
      const texts = [
        ...elsewhere.getXmlFragment('body').createTreeWalker((node) => node instanceof Y.XmlText),
      ]
      const updates: Uint8Array[] = []
      elsewhere.on('update', (update: Uint8Array) => updates.push(update))
      for (let i = 0; i < edits; i++)
        (texts[Math.floor((i * texts.length) / edits)] as Y.XmlText).insert(0, WORD)
      return () => {
        for (const update of updates) Y.applyUpdate(doc, update, 'elsewhere')
      }
    },
  }
}
