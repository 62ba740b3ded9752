import type { EditorView } from '@tiptap/pm/view'
import { keepPlace } from './kept-place'
import { loadPasteCode, pasteCode } from './load-paste-code'

/** How long a paste waits for the code that reads it. After that the editor's own, plainer parser takes it. */
const PATIENCE_MS = 4_000

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
 * is there; `onAgain` is told the event with which it comes then. `false`: it can happen now.
 */
export function holdPaste(view: EditorView, event: ClipboardEvent, onAgain: (event: Event) => void): boolean {
  if (pasteCode() || replayed.has(event) || !event.clipboardData) return false
  event.preventDefault()
  const again = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(again, 'clipboardData', { value: copyOf(event.clipboardData) })
  replayed.add(again)
  onAgain(again)
  const place = keepPlace(view, view.state.selection, -1)
  const patience = new Promise((done) => setTimeout(done, PATIENCE_MS))
  void Promise.race([loadPasteCode(), patience]).then(() => {
    if (view.isDestroyed) return
    const there = place()
    const isElsewhere = !there.eq(view.state.selection)
    const back = isElsewhere ? keepPlace(view, view.state.selection, 1) : null
    if (isElsewhere) view.dispatch(view.state.tr.setSelection(there))
    view.dom.dispatchEvent(again)
    if (back) view.dispatch(view.state.tr.setSelection(back()))
  })
  return true
}
