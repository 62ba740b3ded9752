import { expect, test } from 'vitest'
import { editingMode, LEVELS, type Level, mayDo, type PageAction } from './permissions.ts'

const ACTIONS: PageAction[] = [...LEVELS, 'history', 'lock']

const TABLE: [Level | null, PageAction[]][] = [
  [null, []],
  ['view', ['view', 'history']],
  ['comment', ['view', 'comment', 'history']],
  ['suggest', ['view', 'comment', 'suggest', 'history']],
  ['edit', ['view', 'comment', 'suggest', 'edit', 'history', 'lock']],
  ['manage', ['view', 'comment', 'suggest', 'edit', 'manage', 'history', 'lock']],
]

const allowed = (facts: Parameters<typeof mayDo>[0]) => ACTIONS.filter((action) => mayDo(facts, action))

test.each(TABLE)('who may %s may do what the table says', (level, actions) => {
  expect(allowed({ level, archived: false, locked: false })).toEqual(actions)
})

test('6.5 nobody writes to a page in the trash, its owner can still restore it', () => {
  expect(allowed({ level: 'manage', archived: true, locked: false })).toEqual(['view', 'manage', 'history'])
  expect(allowed({ level: 'edit', archived: true, locked: false })).toEqual(['view', 'history'])
})

test('a locked page is read-only for everybody, and can be discussed', () => {
  expect(allowed({ level: 'manage', archived: false, locked: true })).toEqual([
    'view',
    'comment',
    'manage',
    'history',
    'lock',
  ])
})

test('one mode follows from what the call and the socket say, the stricter of both', () => {
  const open = (level: Level | null) => ({ level, archived: false, locked: false })
  const modes = LEVELS.map((level) => editingMode([open(level)]))
  expect(modes).toEqual(['viewing', 'viewing', 'suggesting', 'editing', 'editing'])
  expect(editingMode([open('manage'), open('suggest')])).toBe('suggesting')
  expect(editingMode([open('edit'), open(null)])).toBe('viewing')
  expect(editingMode([open('edit'), { ...open('edit'), locked: true }])).toBe('viewing')
  expect(editingMode([{ ...open('manage'), archived: true }])).toBe('viewing')
  expect(editingMode([])).toBe('viewing')
})
