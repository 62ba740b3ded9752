import { history, redo, undo } from '@tiptap/pm/history'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { docFromBlocks } from '@/blocks'
import { isTakingBack } from './plugin'

test('what the history of a page that is not live takes back, or does again, is told from what is typed', () => {
  let state = EditorState.create({ doc: docFromBlocks([]), plugins: [history()] })
  const isTaken: boolean[] = []
  const dispatch = (tr: Transaction) => {
    isTaken.push(isTakingBack(tr))
    state = state.apply(tr)
  }
  dispatch(state.tr.insertText('a', 1))
  undo(state, dispatch)
  redo(state, dispatch)
  expect(isTaken).toEqual([false, true, true])
})
