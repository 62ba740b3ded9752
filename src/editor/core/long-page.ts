import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** From this many top-level blocks on, those out of sight are not laid out. */
const LONG = 400

/**
 * Long pages paint lazily (`is-long` in editor.css). The blocks with the ends of the selection are always laid out
 * (`is-near`): a new block has its caret before the browser has seen that it is visible.
 */
export const longPage = () =>
  new Plugin({
    props: {
      attributes: (state): Record<string, string> =>
        state.doc.childCount >= LONG ? { class: 'is-long' } : {},
      decorations({ doc, selection }) {
        if (doc.childCount < LONG) return null
        const near = [selection.$from, selection.$to].map(($pos) =>
          $pos.depth > 0 ? $pos.before(1) : $pos.pos,
        )
        const decorations = [...new Set(near)].flatMap((pos) => {
          const node = doc.nodeAt(pos)
          return node ? [Decoration.node(pos, pos + node.nodeSize, { class: 'is-near' })] : []
        })
        return DecorationSet.create(doc, decorations)
      },
    },
  })
