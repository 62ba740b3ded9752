import { Fragment, type Mark, type Node as PMNode } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { sharedHead, sharedTail } from '@/shared/shared-ends'
import { eachTextBlock } from './texts'
import { type TextChange, TextsStep } from './texts-step'

/** Positions of the page, and what is to stand there instead. */
export interface Replacement {
  from: number
  to: number
  text: string
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** How many characters two texts have in common at their start and at their end; no surrogate pair is cut in two. */
function wholeEnds(old: string, now: string): { head: number; tail: number } {
  let head = sharedHead(old, now)
  if (isHighHalf(old.charCodeAt(head - 1))) head--
  let tail = sharedTail(old, now, head)
  // Where all of the old text stays, none of its pairs is cut.
  if (tail < old.length && isLowHalf(old.charCodeAt(old.length - tail))) tail--
  return { head, tail }
}

function content(state: EditorState, parent: PMNode, text: string, marks: readonly Mark[]): Fragment {
  const { schema } = state
  const allowed = parent.type.allowedMarks(marks)
  if (parent.type.spec.code || !text.includes('\n'))
    return Fragment.from(text ? schema.text(text, allowed) : null)
  const lines = text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [schema.nodes.hardBreak!.create(null, null, allowed)] : []),
      ...(line ? [schema.text(line, allowed)] : []),
    ])
  return Fragment.fromArray(lines)
}

/** The marks that new text has: those of the first character that goes; where none goes, of the one it stands behind. */
function marksAt(block: PMNode, start: number, isInsertion: boolean): readonly Mark[] {
  const at = isInsertion
    ? start > 0
      ? block.childBefore(start)
      : block.childAfter(start)
    : block.childAfter(start)
  return at.node?.marks ?? []
}

/**
 * All replacements in one transaction. Only what differs is written: what both texts begin and end
 * with stays what it was, with its marks and with what somebody else types beside it. `replacements` are in order and do
 * not overlap. The selection stays.
 */
export function replaceTexts(state: EditorState, replacements: readonly Replacement[]): Transaction {
  const { doc, tr } = state
  const changes: TextChange[] = []
  let next = 0
  // One walk through the page: looking each place up by itself is a walk each.
  eachTextBlock(doc, (block, pos) => {
    const base = pos + 1
    for (; next < replacements.length && replacements[next]!.to <= base + block.content.size; next++) {
      const { from, to, text } = replacements[next]!
      const before = block.textBetween(from - base, to - base, '\n', '\n')
      const { head, tail } = wholeEnds(before, text)
      const [start, end] = [from + head, to - tail]
      const written = text.slice(head, text.length - tail)
      if (start === end && written === '') continue
      const marks = marksAt(block, start - base, start === end)
      changes.push({ from: start, to: end, content: content(state, block, written, marks) })
    }
  })
  if (changes.length > 0) tr.step(new TextsStep(changes))
  return tr
}
