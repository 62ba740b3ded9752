import type { ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, TextSelection } from '@tiptap/pm/state'
import { surfaceOf } from '@/editor/core/surface-state'
import { shownMenu } from '@/editor/core/typed-menu'
import { suggestedAway } from '@/editor/review/suggested-away'

/** Where words may come next: the caret, by the text before it. What others do elsewhere does not move it. */
export interface Place {
  /** The id of the block with the caret. */
  block: unknown
  before: string
}

/** What is offered at a place. */
export interface Ghost extends Place {
  words: string
}

const SPACE = /^[^\S\n]+/

const textBefore = ({ parent, parentOffset }: ResolvedPos): string =>
  parent.textBetween(0, parentOffset, '\n', '\ufffc')

const caretOf = ({ selection }: EditorState): ResolvedPos | null =>
  selection instanceof TextSelection && selection.empty && selection.$from.parent.isTextblock
    ? selection.$from
    : null

/** Where the caret is, or null when something is selected. */
export function placeOf(state: EditorState): Place | null {
  const $caret = caretOf(state)
  return $caret && { block: $caret.parent.attrs.id, before: textBefore($caret) }
}

/**
 * May words be offered at the caret? Never in code, and not where a menu is open. Unless the person asks for them, only behind the
 * words of a block: what is in the middle of being corrected is left alone (product.md 4.10).
 */
export function mayComplete(state: EditorState, isAsked: boolean): boolean {
  const $caret = caretOf(state)
  if (!$caret || surfaceOf(state).popup || shownMenu(state)) return false
  const { parent, parentOffset } = $caret
  if (parent.type.spec.code) return false
  if ((state.storedMarks ?? $caret.marks()).some((mark) => mark.type.spec.code)) return false
  if (isAsked) return true
  const after = parent.textBetween(parentOffset, parent.content.size, '\n', '\ufffc')
  return textBefore($caret).trim() !== '' && after.trim() === ''
}

/** The text of the highest block up to the caret (product.md 7.39), without what is suggested to be deleted. */
export function promptAt(state: EditorState): string {
  const $caret = caretOf(state)
  if (!$caret) return ''
  const start = $caret.start(1)
  const gone = suggestedAway(state, start, $caret.pos)
  let text = ''
  let at = start
  for (const { from, to } of [...gone, { from: $caret.pos, to: $caret.pos }]) {
    if (from > at) text += state.doc.textBetween(at, from, '\n')
    at = Math.max(at, to)
  }
  return text
}

/** What is left of an offer when the person has typed some of it themselves; null when the offer fits no more. */
export function restOf(ghost: Ghost, state: EditorState): string | null {
  const place = placeOf(state)
  if (!place || place.block !== ghost.block || !place.before.startsWith(ghost.before)) return null
  const typed = place.before.slice(ghost.before.length)
  return ghost.words.startsWith(typed) ? ghost.words.slice(typed.length) : null
}

/** The words of an answer that are offered: its first line. `isWhole`: more of the answer would change nothing. */
export function offeredOf(answer: string, before: string): { words: string; isWhole: boolean } {
  const begun = answer.replace(/^\s*\n/, '')
  const line = begun.split('\n', 1)[0] ?? ''
  const words = before === '' || /\s$/.test(before) ? line.replace(SPACE, '') : line
  return { words: words.trim() === '' ? '' : words, isWhole: begun.includes('\n') && words.trim() !== '' }
}

let segmenter: Intl.Segmenter | null = null

/** The first word of what is offered, with the space before it and the signs that stand at its end. */
export function firstWord(words: string): string {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let taken = ''
  let hasWord = false
  for (const { segment, isWordLike } of segmenter.segment(words)) {
    if (hasWord && (isWordLike || /^\s/.test(segment))) break
    taken += segment
    hasWord ||= isWordLike === true
  }
  return taken
}
