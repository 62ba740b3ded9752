import { expect, test } from 'vitest'
import { type Action, always, entriesIn, onPage } from '@/blocks/kit/action'
import { actionFor, allActions, registerActions } from './actions'

const NOWHERE = { page: null, editor: null }
const ON_PAGE = { page: { id: 'p', title: 'Plans' }, editor: null }
const press = (key: string) => ({ key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false })
const action = (id: string, more: Partial<Action> = {}): Action => ({
  id,
  label: id,
  places: { palette: {} },
  command: always(() => {}),
  ...more,
})

test('2.23 mod+b belongs to the sidebar outside the editor and to bold inside it', () => {
  const sidebar = action('sidebar', {
    shortcut: 'mod+\\',
    otherShortcuts: ['mod+b'],
    outsideEditor: ['mod+b'],
  })
  expect(actionFor([sidebar], press('b'), false, NOWHERE, false)).toBe(sidebar)
  expect(actionFor([sidebar], press('b'), true, NOWHERE, false)).toBeNull()
  expect(actionFor([sidebar], press('\\'), true, NOWHERE, false)).toBe(sidebar)
})

test('an action that does not apply does not answer its shortcut', () => {
  const off = action('off', { shortcut: 'mod+s', command: onPage(() => {}) })
  const on = action('on', { shortcut: 'mod+s' })
  expect(actionFor([off], press('s'), false, NOWHERE, false)).toBeNull()
  expect(actionFor([off], press('s'), false, ON_PAGE, false)).toBe(off)
  expect(actionFor([off, on], press('s'), false, NOWHERE, false)).toBe(on)
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

test('each place offers what applies there, in its own words and order', () => {
  const asked: (string | null)[] = []
  const actions = [
    action('last', { places: { pageMenu: { order: 1 }, palette: {} } }),
    action('history', {
      places: { pageMenu: { label: 'Version history' }, toolbar: { label: 'Versions' } },
      isActive: ({ page }) => page?.id === 'p',
      command: onPage(({ id }) => asked.push(id)),
    }),
    action('narrow', { places: { pageMenu: { when: ({ page }) => page === null } } }),
  ]
  expect(entriesIn('pageMenu', actions, ON_PAGE).map(({ label }) => label)).toEqual([
    'Version history',
    'last',
  ])
  expect(entriesIn('pageMenu', actions, NOWHERE).map(({ label }) => label)).toEqual(['narrow', 'last'])
  const [versions] = entriesIn('toolbar', actions, ON_PAGE)
  expect(versions).toMatchObject({ label: 'Versions', isActive: true })
  versions?.run()
  expect(asked).toEqual(['p'])
})
