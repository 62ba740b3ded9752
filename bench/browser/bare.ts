import { baseKeymap } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { Node, Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import '@/blocks/blocks.css'
import '@/editor/editor.css'
import { docFromBlocks, pageSchema } from '@/blocks'
import { blocks } from './content'
import type { Contender } from './main'

/** How many blocks a section of the floor holds. */
const SECTION = 32

function bareEditor(schema: Schema, prepare: () => unknown): Contender {
  let json: unknown
  return {
    async prepare() {
      json = prepare()
    },
    async open(root) {
      const doc = Node.fromJSON(schema, json)
      const keys = keymap({ 'Mod-z': undo, 'Mod-y': redo })
      const state = EditorState.create({ doc, plugins: [history(), keys, keymap(baseKeymap)] })
      json = null
      return new EditorView(root, { state, attributes: { class: 'page-body' } })
    },
  }
}

/** ProseMirror with nothing but its own history and key bindings, on the same schema, content and style. */
export const bare = (): Contender => bareEditor(pageSchema, () => docFromBlocks(blocks()).toJSON())

/**
 * The floor: the same ProseMirror with its blocks in sections that are painted lazily, as real nodes of its document. It
 * has none of what makes commands work over their edges.
 */
export function bareWithSections(): Contender {
  const { nodes, marks } = pageSchema.spec
  const schema = new Schema({
    topNode: 'doc',
    nodes: nodes.update('doc', { ...nodes.get('doc'), content: 'section+' }).addToEnd('sectionNode', {
      group: 'section',
      content: 'block+',
      toDOM: () => ['div', { class: 'section' }, 0],
    }),
    marks,
  })
  return bareEditor(schema, () => {
    const { content = [] } = docFromBlocks(blocks()).toJSON() as { content?: unknown[] }
    const sections: unknown[] = []
    for (let i = 0; i < content.length; i += SECTION)
      sections.push({ type: 'sectionNode', content: content.slice(i, i + SECTION) })
    return { type: 'doc', content: sections }
  })
}
