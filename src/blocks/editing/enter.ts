import { AllSelection, TextSelection } from '@tiptap/pm/state'
import { canSplit, liftTarget } from '@tiptap/pm/transform'
import { newBlockId } from '@/shared/ids'
import type { BlockDefinition } from '../kit/define-block'
import { moveIndent } from './indent'
import { type BlockCommand, caretAt, turnedAttributes } from './turn-into'

/**
 * Enter in a text block that is not code. An empty block first steps out: of its indent, of its list, of the quote it
 * ends. Otherwise the block is split: the first half keeps the id, or the second when the first is empty (rulings 3),
 * and what follows a heading is text.
 */
export const enterInText =
  (paragraph: BlockDefinition): BlockCommand =>
  (state, tr, apply) => {
    // Instead of the whole page: an empty line.
    if (tr.selection instanceof AllSelection) {
      if (apply) tr.deleteSelection().scrollIntoView()
      return true
    }
    if (!(tr.selection instanceof TextSelection)) return false
    if (!tr.selection.$from.parent.isTextblock || tr.selection.$from.parent.type.spec.code) return false
    return (
      (tr.selection.empty && (leaveEmpty(paragraph)(state, tr, apply) || leaveQuote(state, tr, apply))) ||
      split(paragraph)(state, tr, apply)
    )
  }

const leaveEmpty =
  (paragraph: BlockDefinition): BlockCommand =>
  (state, tr, apply) => {
    const { $from } = tr.selection
    const block = $from.parent
    if (block.content.size > 0) return false
    if (block.attrs.indent > 0) return moveIndent(-1)(state, tr, apply)
    if (block.type.name !== 'listItem') return false
    if (apply)
      tr.setNodeMarkup($from.before(), state.schema.nodes.paragraph, turnedAttributes(paragraph, block, {}))
    return true
  }

const leaveQuote: BlockCommand = (_state, tr, apply) => {
  const { $from } = tr.selection
  if ($from.depth < 2 || $from.parent.content.size > 0) return false
  const last = $from.index(-1) === $from.node(-1).childCount - 1
  const range = $from.blockRange()
  const target = range && liftTarget(range)
  if (!last || !range || target === null || target === undefined) return false
  if (apply) tr.lift(range, target).scrollIntoView()
  return true
}

const split =
  (paragraph: BlockDefinition): BlockCommand =>
  (state, tr, apply) => {
    if (!apply) return true
    const marks =
      state.storedMarks ?? (tr.selection.$from.parentOffset > 0 ? tr.selection.$from.marks() : null)
    if (!tr.selection.empty) tr.deleteSelection()
    const { $from } = tr.selection
    const block = $from.parent
    const isHeading = block.type.name === 'heading'
    const type = isHeading ? state.schema.nodes.paragraph! : block.type
    const kept = isHeading ? turnedAttributes(paragraph, block, {}) : block.attrs
    const fresh = {
      ...kept,
      id: newBlockId(),
      ...('checked' in kept ? { checked: false } : {}),
      ...('listStart' in kept ? { listStart: null } : {}),
    }
    if ($from.parentOffset === 0 && block.content.size > 0) {
      // A list that begins at five begins so with the item that is first now.
      const { listStart } = block.attrs
      if (listStart != null) tr.setNodeAttribute($from.before(), 'listStart', null)
      tr.insert($from.before(), type.create(listStart == null ? fresh : { ...fresh, listStart }))
    } else if (canSplit(tr.doc, $from.pos, 1, [{ type, attrs: fresh }])) {
      tr.split($from.pos, 1, [{ type, attrs: fresh }])
      if (marks)
        tr.ensureMarks(marks.filter((mark) => mark.type.spec.inclusive !== false && !mark.type.spec.code))
    } else return false
    tr.scrollIntoView()
    return true
  }

/** Backspace at the start of a text block: first out of the indent, the heading, the list; then the usual joining. */
export const backspaceAtStart =
  (paragraph: BlockDefinition): BlockCommand =>
  (state, tr, apply) => {
    const { selection } = tr
    if (!(selection instanceof TextSelection) || !selection.empty || selection.$from.parentOffset > 0)
      return false
    const { $from } = selection
    const block = $from.parent
    const kind = block.type.name
    // A block of code is not dissolved into the text before it by one key too many.
    if (block.type.spec.code && block.content.size > 0) return true
    if (kind !== 'paragraph') {
      if (apply)
        tr.setNodeMarkup($from.before(), state.schema.nodes.paragraph, turnedAttributes(paragraph, block, {}))
      return true
    }
    return block.attrs.indent > 0 && moveIndent(-1)(state, tr, apply)
  }

/** Enter in code: a new line with the same indentation; behind two empty lines at the end it leaves the block instead, and takes them away. */
export const enterInCode: BlockCommand = (_state, tr, apply) => {
  const { selection } = tr
  if (!(selection instanceof TextSelection) || !selection.$from.parent.type.spec.code) return false
  const text = selection.$from.parent.textContent
  const offset = selection.$from.parentOffset
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(lineStart, offset)
  const emptyLines = /(?:^|\n)[ \t]*\n[ \t]*$/.exec(text)?.[0]
  if (selection.empty && offset === text.length && emptyLines !== undefined) {
    if (apply) tr.delete(selection.from - emptyLines.length, selection.from)
    return leaveCode(_state, tr, apply)
  }
  if (apply) tr.insertText(`\n${/^[ \t]*/.exec(line)![0]}`).scrollIntoView()
  return true
}

/** Out of a code block, into a new paragraph below it. */
export const leaveCode: BlockCommand = (state, tr, apply) => {
  const { $from } = tr.selection
  if (!$from.parent.type.spec.code) return false
  if (apply) {
    const after = $from.after()
    tr.insert(after, state.schema.nodes.paragraph!.create({ id: newBlockId() }))
    caretAt(tr, after + 1).scrollIntoView()
  }
  return true
}

/** Tab in code: two spaces at the caret, or in front of (with -1: away from) every selected line. */
export const tabInCode =
  (by: 1 | -1): BlockCommand =>
  (_state, tr, apply) => {
    const { $from, $to, empty } = tr.selection
    if (!$from.parent.type.spec.code || !$from.sameParent($to)) return false
    if (!apply) return true
    if (empty && by > 0) {
      tr.insertText('  ')
      return true
    }
    const text = $from.parent.textContent
    const base = $from.start()
    const starts: number[] = []
    let at = text.lastIndexOf('\n', $from.parentOffset - 1) + 1
    for (; at === 0 || at <= $to.parentOffset; ) {
      starts.push(at)
      const next = text.indexOf('\n', at)
      if (next === -1) break
      at = next + 1
    }
    for (const start of starts.reverse()) {
      if (by > 0) tr.insertText('  ', base + start)
      else {
        const spaces = /^(?: {1,2}|\t)/.exec(text.slice(start, start + 2))?.[0].length ?? 0
        if (spaces > 0) tr.delete(base + start, base + start + spaces)
      }
    }
    return true
  }
