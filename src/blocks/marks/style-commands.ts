import type { Mark, MarkType, Node as PMNode } from '@tiptap/pm/model'
import { type EditorState, TextSelection } from '@tiptap/pm/state'
import { type BlockCommand, selectedTextBlocks } from '../editing/turn-into'
import type { Attributes } from '../kit/attributes'
import type { Json } from '../kit/block'
import { FORMATS } from '../kit/section'
import { DEFAULT_FONT_SIZE, fontSizeFrom } from './styles'

/** Beyond this many positions a selection is judged by its first character. */
const LONG = 20_000

/** Can words of the selection carry the mark? */
function takesMark({ selection, doc }: Pick<EditorState, 'selection' | 'doc'>, type: MarkType): boolean {
  return selectedTextBlocks(selection, doc).some(({ node }) => node.type.allowsMarkType(type))
}

/** Gives the selected words, or what is typed next, a mark with these attributes; `null` takes the mark away. */
export const setMark =
  (kind: string, attributes: Attributes | null): BlockCommand =>
  (state, tr, apply) => {
    const type = state.schema.marks[kind]
    if (!type || !takesMark(tr, type)) return false
    if (!apply) return true
    const { selection } = tr
    if (selection.empty) {
      if (attributes) tr.addStoredMark(type.create(attributes))
      else tr.removeStoredMark(type)
      return true
    }
    for (const { $from, $to } of selection.ranges) {
      if (attributes) tr.addMark($from.pos, $to.pos, type.create(attributes))
      else tr.removeMark($from.pos, $to.pos, type)
    }
    return true
  }

/** The mark of this kind on all selected words, or at the caret; `null` when they differ or have none. */
export function markAt(state: EditorState, kind: string): Mark | null {
  const { selection, doc, storedMarks } = state
  const type = state.schema.marks[kind]
  if (!type) return null
  const { from, to, $from, empty } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) ?? null
  let found: Mark | null | undefined
  let differs = false
  doc.nodesBetween(from, Math.min(to, from + LONG), (node) => {
    if (differs) return false
    if (!node.isInline) return true
    const mark = type.isInSet(node.marks) ?? null
    if (found === undefined) found = mark
    else if (found !== mark && !(found && mark?.eq(found))) differs = true
    return false
  })
  return differs ? null : (found ?? null)
}

/** The size of a block's words when nothing else was said (product.md 5.17). */
export function ownFontSize(block: PMNode): number {
  if (block.type.name !== 'heading') return DEFAULT_FONT_SIZE
  return [36, 24, 20][Number(block.attrs.level) - 1] ?? DEFAULT_FONT_SIZE
}

/** The size at the caret, or of the first selected word. */
export function fontSizeAt(state: EditorState): number {
  const { $from, empty } = state.selection
  const type = state.schema.marks.fontSize!
  const marks = empty ? (state.storedMarks ?? $from.marks()) : ($from.nodeAfter?.marks ?? $from.marks())
  const said: unknown = type.isInSet(marks)?.attrs.size
  return typeof said === 'number' ? said : ownFontSize($from.parent)
}

/** Sets the size of the selected words. What is no size is ignored; the block's own size needs no mark. */
export const setFontSize =
  (given: string | number): BlockCommand =>
  (state, tr, apply) => {
    const size = fontSizeFrom(given)
    if (size === null) return false
    if (tr.selection.empty) {
      const own = ownFontSize(tr.selection.$from.parent) === size
      return setMark('fontSize', own ? null : { size })(state, tr, apply)
    }
    if (!setMark('fontSize', { size })(state, tr, apply)) return false
    if (apply)
      for (const { node, pos } of selectedTextBlocks(tr.selection, tr.doc)) {
        if (ownFontSize(node) !== size) continue
        const { from, to } = tr.selection
        const type = state.schema.marks.fontSize!
        tr.removeMark(Math.max(from, pos + 1), Math.min(to, pos + node.nodeSize - 1), type)
      }
    return true
  }

/** One step larger or smaller (product.md 5.17). */
export const stepFontSize =
  (by: 1 | -1): BlockCommand =>
  (state, tr, apply) =>
    setFontSize(fontSizeAt(state) + by)(state, tr, apply)

/** The selected blocks that have an attribute of this name; a whole container says it for all that stands in it. */
export function selectedBlocksWith({ selection, doc }: Pick<EditorState, 'selection' | 'doc'>, name: string) {
  const found: { node: PMNode; pos: number }[] = []
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
      const isWhole = pos >= $from.pos && pos + node.nodeSize <= $to.pos
      if (name in node.attrs && (node.isTextblock || isWhole)) {
        found.push({ node, pos })
        return false
      }
      return !node.isTextblock
    })
  }
  return found
}

/** Sets an attribute of the selected blocks: how they are aligned, their line height, their colours. */
export const setBlockAttribute =
  (name: string, value: Json): BlockCommand =>
  (_state, tr, apply) => {
    const blocks = selectedBlocksWith(tr, name)
    if (blocks.length === 0) return false
    if (apply) for (const { pos } of blocks) tr.setNodeAttribute(pos, name, value)
    return true
  }

/** What the first selected block has; undefined when no selected block has such an attribute. */
export function blockAttributeAt(state: EditorState, name: string): Json | undefined {
  const { $from } = state.selection
  if (state.selection instanceof TextSelection && name in $from.parent.attrs)
    return $from.parent.attrs[name] as Json
  return selectedBlocksWith(state, name)[0]?.node.attrs[name] as Json | undefined
}

const LOOKS = ['align', 'lineHeight', 'color', 'backgroundColor'] as const

/** Takes away how the selected words and blocks look; links stay. */
export const clearFormatting: BlockCommand = (state, tr, apply) => {
  const { selection } = tr
  const kinds = Object.values(state.schema.marks).filter(
    ({ name, spec }) => name !== 'link' && spec.group === FORMATS,
  )
  const blocks = selectedTextBlocks(selection, tr.doc)
  if (!blocks.some(({ node }) => kinds.some((type) => node.type.allowsMarkType(type)))) return false
  if (!apply) return true
  for (const type of kinds) {
    if (selection.empty) tr.removeStoredMark(type)
    for (const { $from, $to } of selection.ranges) tr.removeMark($from.pos, $to.pos, type)
  }
  for (const { node, pos } of blocks) {
    for (const name of LOOKS) {
      const first = node.type.spec.attrs?.[name]?.default as Json | undefined
      if (name in node.attrs && node.attrs[name] !== first) tr.setNodeAttribute(pos, name, first ?? null)
    }
  }
  return true
}
