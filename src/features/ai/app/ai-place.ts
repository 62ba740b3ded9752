import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** The text that the AI menu is about; it moves along when others write. */
export interface AiPlace {
  from: number
  to: number
}

const key = new PluginKey<AiPlace | null>('ai-place')

export const aiPlaceOf = (state: EditorState): AiPlace | null => key.getState(state) ?? null

/** Does an editor in this state keep the place? Its plugin comes with the menu. */
export const hasAiPlace = (state: EditorState): boolean => key.get(state) !== undefined

/** Says what the menu is about with this transaction; `null`: it has closed. */
export const withAiPlace = (tr: Transaction, place: AiPlace | null): Transaction => tr.setMeta(key, place)

/** Keeps the place of the AI menu and shows it while the focus is in the menu. */
export const aiPlacePlugin = () =>
  new Plugin<AiPlace | null>({
    key,
    state: {
      init: () => null,
      apply(tr, place) {
        const told = tr.getMeta(key) as AiPlace | null | undefined
        if (told !== undefined) return told
        if (!place || !tr.docChanged) return place
        const from = tr.mapping.map(place.from, 1)
        return { from, to: Math.max(from, tr.mapping.map(place.to, -1)) }
      },
    },
    props: {
      decorations(state) {
        const place = key.getState(state)
        if (!place || place.from === place.to) return null
        return DecorationSet.create(state.doc, [
          Decoration.inline(place.from, place.to, { class: 'is-held' }),
        ])
      },
    },
  })
