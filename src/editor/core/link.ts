import type { MarkType, ResolvedPos } from '@tiptap/pm/model'
import { type Command, type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { ownUndoStep } from '@/document'
import { safeUrl } from '@/shared/safe-url'
import { withPopup } from './surface-state'

export interface LinkRange {
  from: number
  to: number
  url: string
  text: string
}

const HOST = /^(localhost|[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+)(:\d{1,5})?([/?#]|$)/u
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/

/**
 * The address that somebody meant who typed `input`: `example.org/x` gets `https://`, a mail address `mailto:`,
 * `/page` and `#block` stay. `null` when it is no address or not a safe one ('Invalid URL', product.md 5.8).
 */
export function linkAddress(input: string): string | null {
  const typed = input.trim()
  if (/\s/.test(typed)) return null
  if (MAIL.test(typed)) return safeUrl(`mailto:${typed}`)
  const host = HOST.exec(typed)?.[1]
  const url = safeUrl(host ? `${host === 'localhost' ? 'http' : 'https'}://${typed}` : typed)
  if (url === null) return null
  if (/^[/#?]/.test(url)) return url.startsWith('//') ? linkAddress(url.slice(2)) : url
  if (!URL.canParse(url)) return null
  return /^https?:/i.test(url) && new URL(url).hostname === '' ? null : url
}

/** Does the address lead to a page of ours? */
export const isInside = (url: string): boolean => /^(\/(?![/\\])|#)/.test(url)

const linkType = (state: EditorState): MarkType => state.schema.marks.link!

/** The whole link that `$pos` stands in or at the edge of. */
export function linkAt($pos: ResolvedPos): LinkRange | null {
  const { parent } = $pos
  const type = parent.type.schema.marks.link
  if (!type || !parent.isTextblock) return null
  const markOf = (index: number) =>
    index >= 0 && index < parent.childCount ? type.isInSet(parent.child(index).marks) : undefined
  let index = $pos.index()
  let mark = markOf(index)
  if (!mark && $pos.textOffset === 0) mark = markOf(--index)
  if (!mark) return null
  let first = index
  let last = index
  while (markOf(first - 1)?.eq(mark)) first--
  while (markOf(last + 1)?.eq(mark)) last++
  const start = $pos.start()
  let from = start
  let to = start
  for (let child = 0; child <= last; child++) {
    if (child < first) from += parent.child(child).nodeSize
    to += parent.child(child).nodeSize
  }
  return { from, to, url: String(mark.attrs.url), text: parent.textBetween(from - start, to - start) }
}

/** The link the selection is in: around the caret, or around all of the selected text. */
export function selectedLink(state: EditorState): LinkRange | null {
  const { selection } = state
  if (!(selection instanceof TextSelection)) return null
  const link = linkAt(selection.empty ? selection.$from : state.doc.resolve(selection.from + 1))
  return link && selection.from >= link.from && selection.to <= link.to ? link : null
}

/** mod+k: asks for the address of the selected text, or of the link around the caret (product.md 4.18). */
export const openLink: Command = (state, dispatch) => {
  const { selection } = state
  const { $from } = selection
  if (!(selection instanceof TextSelection) || selection instanceof NodeSelection) return false
  if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(linkType(state))) return false
  const mode = selectedLink(state) ? 'edit' : 'insert'
  dispatch?.(withPopup(state.tr, { kind: 'link', mode }))
  return true
}

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
    dispatch?.(withPopup(state.tr.removeMark(link.from, link.to, linkType(state)), null))
    return true
  }
