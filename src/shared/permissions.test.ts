import { expect, test } from 'vitest'
import { LEVELS, type Level, mayDo, type PageAction } from './permissions.ts'

const ACTIONS: PageAction[] = [...LEVELS, 'history']

const TABLE: [Level | null, PageAction[]][] = [
  [null, []],
  ['view', ['view']],
  ['comment', ['view', 'comment']],
  ['suggest', ['view', 'comment', 'suggest', 'history']],
  ['edit', ['view', 'comment', 'suggest', 'edit', 'history']],
  ['manage', ['view', 'comment', 'suggest', 'edit', 'manage', 'history']],
]

const allowed = (facts: Parameters<typeof mayDo>[0]) => ACTIONS.filter((action) => mayDo(facts, action))

test.each(TABLE)('who may %s may do what the table says', (level, actions) => {
  expect(allowed({ level, archived: false, locked: false })).toEqual(actions)
})

test('6.5 nobody writes to a page in the trash, its owner can still restore it', () => {
  expect(allowed({ level: 'manage', archived: true, locked: false })).toEqual(['view', 'manage', 'history'])
  expect(allowed({ level: 'edit', archived: true, locked: false })).toEqual(['view', 'history'])
})

test('a locked page is read-only for everybody', () => {
  expect(allowed({ level: 'manage', archived: false, locked: true })).toEqual(['view', 'manage', 'history'])
})
