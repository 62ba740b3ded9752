import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const key = new PluginKey<boolean>('cursorOverlay')

/** In these the focus is lent out: what is done there is done to the selection. */
const BORROWERS = '.editor-chrome, [role="dialog"], [role="menu"], [role="listbox"], [role="toolbar"]'
/** A selection of more top-level blocks than this is not drawn by us. */
const MOST = 200

function decorations(state: EditorState): DecorationSet | null {
  const { selection, doc } = state
  if (!key.getState(state) || !(selection instanceof TextSelection) || selection.empty) return null
  if (selection.$to.index(0) - selection.$from.index(0) > MOST) return null
  return DecorationSet.create(doc, [Decoration.inline(selection.from, selection.to, { class: 'is-held' })])
}

/** Selected text stays marked while a popup, a toolbar or the find bar has the focus (template cursor-overlay). */
export const cursorOverlay = () =>
  new Plugin<boolean>({
    key,
    state: { init: () => false, apply: (tr, value) => (tr.getMeta(key) as boolean | undefined) ?? value },
    props: {
      decorations,
      handleDOMEvents: {
        blur: (view, event) => {
          const to = event.relatedTarget
          if (to instanceof Element && to.closest(BORROWERS)) view.dispatch(view.state.tr.setMeta(key, true))
          return false
        },
        focus: (view) => {
          if (key.getState(view.state)) view.dispatch(view.state.tr.setMeta(key, false))
          return false
        },
      },
    },
    view: (view) => {
      // The focus went on from the popup to somewhere else: nothing is held any more.
      const moved = (event: FocusEvent) => {
        const { target } = event
        const isLent = target instanceof Element && (target.closest(BORROWERS) || view.dom.contains(target))
        if (!isLent && key.getState(view.state)) view.dispatch(view.state.tr.setMeta(key, false))
      }
      document.addEventListener('focusin', moved)
      return { destroy: () => document.removeEventListener('focusin', moved) }
    },
  })
