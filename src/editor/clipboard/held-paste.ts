import { Plugin, PluginKey, type Selection, type SelectionBookmark } from '@tiptap/pm/state'
import type { Mappable } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { loadPasteCode, pasteCode } from './load-paste-code'

/** How long a paste waits for the code that reads it. After that the editor's own, plainer parser takes it. */
const PATIENCE_MS = 4_000

/** A selection that is kept while others write; `side`: on which side of what is typed at it it stays. */
interface Place {
  id: number
  at: SelectionBookmark
  side: -1 | 1
}
type Change = { begins: Place } | { ends: number }

const placesKey = new PluginKey<readonly Place[]>('heldPaste')

/** Keeps track of where pastes go that wait for their code. */
export const heldPastes = (): Plugin =>
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

/** Keeps a selection; the answer gives it as it is by then. */
function keep(view: EditorView, selection: Selection, side: -1 | 1): () => Selection {
  const id = ++count
  const begins = { id, at: selection.getBookmark(), side }
  view.dispatch(view.state.tr.setMeta(placesKey, { begins } satisfies Change))
  return () => {
    const place = placesKey.getState(view.state)?.find((one) => one.id === id)
    view.dispatch(view.state.tr.setMeta(placesKey, { ends: id } satisfies Change))
    return place?.at.resolve(view.state.doc) ?? view.state.selection
  }
}

/** The clipboard is only there while its event is handled. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type))
  for (const file of data.files) copy.items.add(file)
  return copy
}

/** Events that have waited. */
const replayed = new WeakSet<Event>()

/**
 * Holds a paste back that comes before the code which reads it, and lets it happen where it was asked for as soon as that
 * is there. `false`: it can happen now.
 */
export function holdPaste(view: EditorView, event: ClipboardEvent): boolean {
  if (pasteCode() || replayed.has(event) || !event.clipboardData) return false
  event.preventDefault()
  const again = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(again, 'clipboardData', { value: copyOf(event.clipboardData) })
  replayed.add(again)
  const place = keep(view, view.state.selection, -1)
  const patience = new Promise((done) => setTimeout(done, PATIENCE_MS))
  void Promise.race([loadPasteCode(), patience]).then(() => {
    if (view.isDestroyed) return
    const there = place()
    const isElsewhere = !there.eq(view.state.selection)
    const back = isElsewhere ? keep(view, view.state.selection, 1) : null
    if (isElsewhere) view.dispatch(view.state.tr.setSelection(there))
    view.dom.dispatchEvent(again)
    if (back) view.dispatch(view.state.tr.setSelection(back()))
  })
  return true
}
