import { Plugin, PluginKey, type Selection, type SelectionBookmark } from '@tiptap/pm/state'
import type { Mappable } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'

/** A selection that is kept while others write; `side`: on which side of what is typed at it it stays. */
interface Place {
  id: number
  at: SelectionBookmark
  side: -1 | 1
}
type Change = { begins: Place } | { ends: number }

const placesKey = new PluginKey<readonly Place[]>('keptPlaces')

/** Keeps track of where pastes go that wait, for their code or for a title. */
export const keptPlaces = (): Plugin =>
  new Plugin<readonly Place[]>({
    key: placesKey,
    state: {
      init: () => [],
      apply(tr, places) {
        const change = tr.getMeta(placesKey) as Change | undefined
        if (!change && places.length === 0) return places
        const moved = places.map(({ id, at, side }) => ({ id, at: at.map(onSide(tr.mapping, side)), side }))
        if (!change) return moved
        return 'begins' in change ? [...moved, change.begins] : moved.filter(({ id }) => id !== change.ends)
      },
    },
  })

const onSide = (mapping: Mappable, side: -1 | 1): Mappable => ({
  map: (pos) => mapping.map(pos, side),
  mapResult: (pos) => mapping.mapResult(pos, side),
})

let count = 0

/** Keeps a selection; the answer gives it as it is by then, and is to be asked once. */
export function keepPlace(view: EditorView, selection: Selection, side: -1 | 1): () => Selection {
  const id = ++count
  const begins = { id, at: selection.getBookmark(), side }
  view.dispatch(view.state.tr.setMeta(placesKey, { begins } satisfies Change))
  return () => {
    const place = placesKey.getState(view.state)?.find((one) => one.id === id)
    view.dispatch(view.state.tr.setMeta(placesKey, { ends: id } satisfies Change))
    return place?.at.resolve(view.state.doc) ?? view.state.selection
  }
}
