import type { MarkType, ResolvedPos } from '@tiptap/pm/model'
import { type Command, type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
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

export const linkType = (state: EditorState): MarkType => state.schema.marks.link!

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
