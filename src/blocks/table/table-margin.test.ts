import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { docFromBlocks } from '../json'
import { blocksFromMarkdown } from '../markdown'
import { moveTableBy } from './table-commands'

/** The page with the caret in the first cell of its table, and what moving the table by steps makes of its margin. */
function margins(steps: (1 | -1)[]): (number | 'refused')[] {
  const doc = docFromBlocks(blocksFromMarkdown('| a | b |\n| - | - |\n| c | d |'))
  let caret = 0
  doc.descendants((node, pos) => {
    if (caret === 0 && node.isTextblock) caret = pos + 1
  })
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, caret) })
  return steps.map((by) => {
    const { tr } = state
    if (!moveTableBy(by)(state, tr, true)) return 'refused'
    state = state.apply(tr)
    return Number(state.doc.firstChild!.attrs.marginLeft)
  })
}

it('3.20 a table is moved from the margin and back, and no further', () => {
  expect(margins([-1, 1, 1, -1, -1, -1])).toEqual(['refused', 24, 48, 24, 0, 'refused'])
  expect(margins(Array.from({ length: 11 }, () => 1 as const)).slice(-2)).toEqual([240, 'refused'])
})

it('3.20 outside of tables there is nothing to move', () => {
  const doc = docFromBlocks(blocksFromMarkdown('words'))
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 2) })
  expect(moveTableBy(1)(state, state.tr, true)).toBe(false)
})
