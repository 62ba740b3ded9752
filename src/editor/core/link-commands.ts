import { type Command, TextSelection } from '@tiptap/pm/state'
import { ownUndoStep } from '@/document'
import { type LinkRange, linkType, selectedLink } from './link'
import { withPopup } from './surface-state'

/**
 * Makes the selected text a link, changes the link around the caret, or inserts `text` as one. Its words are not replaced
 * by none (product.md 5.11).
 */
export const applyLink =
  (url: string, text: string): Command =>
  (state, dispatch) => {
    const link = selectedLink(state)
    const before = link && linkType(state).isInSet(state.doc.resolve(link.from + 1).marks())
    // What hovers over the link stays with it, whatever address it gets.
    const mark = linkType(state).create({ ...before?.attrs, url })
    const { from, to } = link ?? state.selection
    const tr = state.tr
    const shown = link ? link.text : state.doc.textBetween(from, to, '\n', '\n')
    if (from === to || (text && text !== shown && !shown.includes('\n'))) {
      const marks = mark.addToSet(state.doc.resolve(link ? from + 1 : from).marks())
      tr.replaceWith(from, to, state.schema.text(text || url, marks))
    } else tr.addMark(from, to, mark)
    const end = tr.mapping.map(to)
    tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(mark)
    dispatch?.(ownUndoStep(withPopup(tr, null)).scrollIntoView())
    return true
  }

/** Takes the link away and leaves its text. */
export const removeLink =
  (link: Pick<LinkRange, 'from' | 'to'>): Command =>
  (state, dispatch) => {
    dispatch?.(ownUndoStep(withPopup(state.tr.removeMark(link.from, link.to, linkType(state)), null)))
    return true
  }
