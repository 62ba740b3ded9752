import { expect, test } from 'vitest'
import type { ChatMessage } from '../model'
import { shownMessages } from './branch'

// The other fields are of no concern here.
const message = (id: string, parentId: string | null) => ({ id, parentId }) as ChatMessage

test('the branch that was written to last is shown, until another version is turned to', () => {
  const messages = [
    message('q1', null),
    message('a1', 'q1'),
    message('q2', 'a1'),
    message('a2', 'q2'),
    message('a1b', 'q1'),
  ]
  const ids = (picks: [string | null, string][] = []) =>
    shownMessages(messages, new Map(picks)).map(({ message: { id } }) => id)
  expect(ids()).toEqual(['q1', 'a1b'])
  expect(ids([['q1', 'a1']])).toEqual(['q1', 'a1', 'q2', 'a2'])
  expect(ids([['q1', 'gone']])).toEqual(['q1', 'a1b'])
  expect(shownMessages(messages, new Map())[1]!.versions.map(({ id }) => id)).toEqual(['a1', 'a1b'])
  expect(shownMessages([], new Map())).toEqual([])
})
