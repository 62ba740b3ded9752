import { Selection } from '@tiptap/pm/state'
import { openPage } from '@/editor/open-pages'

/**
 * Gives the focus back to the page. Where there is no keyboard that would bring one up. `behind`: the caret goes behind what was selected,
 * so that what is typed next does not take its place.
 */
export function backToPage({ behind = false } = {}): void {
  const view = openPage()?.view
  if (!view || !matchMedia('(pointer: fine)').matches) return
  const { tr, selection, doc } = view.state
  if (behind && !selection.empty) {
    const $to = doc.resolve(selection.to)
    // In words: a picture that stays selected would be replaced by the next key.
    const caret = Selection.findFrom($to, -1, true) ?? Selection.findFrom($to, 1, true)
    if (!caret) return
    view.dispatch(tr.setSelection(caret))
  }
  view.focus()
}
