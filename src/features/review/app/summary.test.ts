import { expect, test } from 'vitest'
import type { Change, Described } from '@/document'
import { summaryOf, wordsOf } from './summary'

test.each<[Change, string]>([
  [{ change: 'replaceText', text: 'quick', newText: 'fast' }, 'Replace “quick” with “fast”'],
  [{ change: 'deleteLine', line: 'row', number: 3, count: 1, text: '' }, 'Delete row 3'],
  [{ change: 'deleteLine', line: 'row', number: 3, count: 2, text: '' }, 'Delete 2 rows'],
  [
    {
      change: 'setKind',
      was: 'paragraph',
      kind: 'heading',
      text: 'Plan',
      set: [{ name: 'level', was: null, to: 2 }],
    },
    'Make “Plan” Heading 2',
  ],
  [{ change: 'moveBlock', kind: 'paragraph', text: 'Plan', count: 1 }, 'Move a block: Text “Plan”'],
  [{ change: 'formatText', text: 'Plan', set: { bold: {} } }, 'Format “Plan”: bold'],
  [{ change: 'formatText', text: 'Plan', set: { bold: null } }, 'Take the format from “Plan”: bold'],
  [{ change: 'title', text: '', newText: 'Plan' }, 'Add “Plan” to the title'],
])('3.8 %j reads: %s', (change, words) => expect(wordsOf(change)).toBe(words))

test('3.8 a suggestion of several changes tells the first and counts the others', () => {
  const changes: Change[] = [
    { change: 'insertText', newText: 'a' },
    { change: 'deleteText', text: 'b' },
  ]
  expect(summaryOf({ changes, more: 1 } as unknown as Described)).toBe('Add “a”, and 2 more changes')
})
