import { expect, test } from 'vitest'
import { mayDo, type PageAction, type Role } from './permissions.ts'

const ACTIONS: PageAction[] = ['view', 'comment', 'suggest', 'edit', 'manage']

const TABLE: [Role | null, PageAction[]][] = [
  [null, []],
  ['viewer', ['view']],
  ['commenter', ['view', 'comment']],
  ['suggester', ['view', 'comment', 'suggest']],
  ['editor', ['view', 'comment', 'suggest', 'edit']],
  ['owner', ['view', 'comment', 'suggest', 'edit', 'manage']],
]

const allowed = (facts: Parameters<typeof mayDo>[0]) => ACTIONS.filter((action) => mayDo(facts, action))

test.each(TABLE)('%s may do what the table says', (role, actions) => {
  expect(allowed({ role, archived: false, locked: false })).toEqual(actions)
})

test('6.5 nobody writes to a page in the trash, its owner can still restore it', () => {
  expect(allowed({ role: 'owner', archived: true, locked: false })).toEqual(['view', 'manage'])
  expect(allowed({ role: 'editor', archived: true, locked: false })).toEqual(['view'])
})

test('a locked page is read-only for everybody', () => {
  expect(allowed({ role: 'owner', archived: false, locked: true })).toEqual(['view', 'manage'])
})
