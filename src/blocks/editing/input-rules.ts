import { InputRule } from '@tiptap/core'
import type { MarkType, NodeType, Node as PMNode } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { keepSection } from '../kit/section'
import { atomsToText } from './turn-into'

interface Typed {
  tr: Transaction
  /** The text block in which it was typed. */
  block: PMNode
  /** Position before that block. */
  before: number
  match: RegExpMatchArray
  /** The block in front of it, at the same nesting. */
  previous: PMNode | null
}

/**
 * A Markdown shortcut at the start of a block (product.md 5.20): when `find` has been typed there, it is removed and
 * `change` makes the new block. Applies in the given kinds only, never in code, never while composing.
 */
export const blockRule = (
  find: RegExp,
  kinds: readonly string[],
  change: (typed: Typed) => void,
): InputRule =>
  new InputRule({
    find,
    handler: ({ state, range, match }) => {
      const { tr } = state
      const $from = tr.doc.resolve(range.from)
      if (!kinds.includes($from.parent.type.name) || $from.parentOffset !== 0) return null
      const before = $from.before()
      const previous = tr.doc.resolve(before).nodeBefore
      if (range.to > range.from) tr.delete(range.from, range.to)
      const after = tr.mapping.map($from.after())
      const done = tr.steps.length
      change({ tr, block: $from.parent, before, match, previous })
      if ($from.depth === 1) keepSection(tr, $from.parent, before, tr.mapping.slice(done).map(after))
      return undefined
    },
  })

/** Turns the block in which a shortcut was typed into another text block, keeping its id. */
export function becomes(
  { tr, before, block }: Pick<Typed, 'tr' | 'before' | 'block'>,
  type: NodeType,
  attrs: Record<string, unknown>,
): void {
  const defaults = type.createAndFill()?.attrs ?? {}
  const kept = Object.fromEntries(Object.entries(block.attrs).filter(([key]) => key in defaults))
  if (type.spec.code) atomsToText(tr, before)
  tr.setBlockType(before + 1, before + 1, type, { ...defaults, ...kept, ...attrs })
}

const holdsCode = (state: EditorState, from: number, to: number): boolean => {
  const code = state.schema.marks.code
  return code !== undefined && state.tr.doc.rangeHasMark(from, to, code)
}

/**
 * A Markdown shortcut around text (product.md 5.20), such as `**bold**`. `find` matches from the opening marker to the
 * end; its first group is the text. Nothing happens when a marker stands in code.
 */
export const inlineRule = (find: RegExp, type: MarkType): InputRule =>
  new InputRule({
    find,
    handler: ({ state, range, match }) => {
      const { tr } = state
      const text = match[1]!
      const open = match[0].indexOf(text)
      const textFrom = range.from + open
      const textTo = textFrom + text.length
      if (holdsCode(state, range.from, textFrom) || holdsCode(state, textTo, range.to)) return null
      if (type.name !== 'code' && tr.doc.rangeHasMark(range.from, range.to, type)) return null
      tr.delete(textTo, range.to)
      tr.delete(range.from, textFrom)
      tr.addMark(range.from, range.from + text.length, type.create())
      tr.removeStoredMark(type)
      return undefined
    },
  })
