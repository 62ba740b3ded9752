import { expect, test } from 'vitest'
import { type Action, actionFor, allActions, registerActions } from './actions'

const press = (key: string) => ({ key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false })
const action = (id: string, more: Partial<Action> = {}): Action => ({ id, label: id, run: () => {}, ...more })

test('2.23 mod+b belongs to the sidebar outside the editor and to bold inside it', () => {
  const sidebar = action('sidebar', { shortcut: 'mod+b', outsideEditor: true })
  expect(actionFor([sidebar], press('b'), false, false)).toBe(sidebar)
  expect(actionFor([sidebar], press('b'), true, false)).toBeNull()
})

test('an action that is not enabled does not answer its shortcut', () => {
  const off = action('off', { shortcut: 'mod+s', enabled: () => false })
  const on = action('on', { shortcut: 'mod+s' })
  expect(actionFor([off], press('s'), false, false)).toBeNull()
  expect(actionFor([off, on], press('s'), false, false)).toBe(on)
})

test('actions come and go, and the later one of the same name wins', () => {
  const removeFirst = registerActions([action('a', { label: 'first' })])
  const removeSecond = registerActions([action('a', { label: 'second' }), action('b')])
  expect(allActions().map((one) => one.label)).toEqual(['second', 'b'])
  removeSecond()
  expect(allActions().map((one) => one.label)).toEqual(['first'])
  removeFirst()
  expect(allActions()).toEqual([])
})
