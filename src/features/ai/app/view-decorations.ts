import type { EditorState } from '@tiptap/pm/state'
import { DecorationSet, type EditorView } from '@tiptap/pm/view'

type Draw = (state: EditorState) => DecorationSet | null

const drawn = new WeakMap<EditorView, Set<Draw>>()

/**
 * Draws something into a view that stands already. A plugin would be the usual way, and one that comes late ends and begins all others,
 * and with them what binds the page and its suggestions. Gives back what ends it.
 */
export function addDecorations(view: EditorView, draw: Draw): () => void {
  const draws = drawn.get(view) ?? new Set<Draw>()
  drawn.set(view, draws)
  draws.add(draw)
  redraw(view)
  return () => {
    draws.delete(draw)
    redraw(view)
  }
}

/** Draws anew what was added to a view. */
export function redraw(view: EditorView): void {
  // While an input method composes nothing may be drawn; the next change draws it.
  if (view.isDestroyed || view.composing) return
  view.setProps({
    decorations(state) {
      const sets = [...(drawn.get(view) ?? [])].flatMap((draw) => draw(state) ?? [])
      return sets.length > 1
        ? DecorationSet.create(
            state.doc,
            sets.flatMap((set) => set.find()),
          )
        : sets[0]
    },
  })
}
