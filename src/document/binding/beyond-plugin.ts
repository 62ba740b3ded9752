import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { beyondWords } from '@/blocks/table/beyond'
import type { PageBinding } from './binding'

const key = new PluginKey<DecorationSet>('beyond')

/**
 * Says above each table that is too large to be laid out whole how much of it is missing: as `data-beyond-note`, which
 * the style sheet draws, and as the name of the table's group, which a screen reader says.
 */
export function beyondPlugin(binding: PageBinding): Plugin<DecorationSet> {
  const decorate = (doc: Node): DecorationSet => {
    const { tree } = binding.index
    const notes = new Map<string, string>()
    for (const id of tree.cutGrids) {
      const words = beyondWords(tree.grid(id).beyond)
      if (words !== null) notes.set(id, words)
    }
    if (notes.size === 0) return DecorationSet.empty
    const found: Decoration[] = []
    doc.descendants((node, pos) => {
      const words = notes.get(String(node.attrs.id))
      if (words !== undefined) {
        const attributes = { 'data-beyond-note': words, role: 'group', 'aria-label': words }
        found.push(Decoration.node(pos, pos + node.nodeSize, attributes))
      }
      return found.length < notes.size && !node.inlineContent
    })
    return DecorationSet.create(doc, found)
  }
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: (tr, value) => {
        if (!tr.docChanged) return value
        const isPlain = value === DecorationSet.empty && binding.index.tree.cutGrids.length === 0
        return isPlain ? value : decorate(tr.doc)
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
}
