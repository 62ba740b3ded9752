import { BoundEditor } from '@test/bound-editor'
import { expect, onTestFinished, test } from 'vitest'
import { always } from '@/blocks/kit/action'
import type { Contribution } from '../contribution'
import { shownMenu, type TypedMenu } from './typed-menu'

function editorWith(...contributions: Contribution[]): BoundEditor {
  const editor = BoundEditor.showing(
    [{ id: 'p', kind: 'paragraph', text: [{ text: 'Hello ' }] }],
    contributions,
  )
  onTestFinished(() => editor.close())
  editor.selectFrom('p', 6, 'p', 6)
  return editor
}

/** What the open menu lists; `null`: none is open. */
function listed({ state }: BoundEditor): string[] | null {
  const open = shownMenu(state)
  return open === null ? null : open.items.map((item) => open.menu.option(item, open).label)
}

const textOf = ({ state }: BoundEditor) => state.doc.textContent

test('9.3 a slash lists what can be inserted; a letter searches, Enter inserts, Escape and a stray text close', () => {
  const editor = editorWith()
  editor.type('/')
  expect(listed(editor)).toContain('Callout')
  editor.type('callou')
  expect(listed(editor)).toEqual(['Callout'])
  editor.press('Enter')
  expect(listed(editor)).toBeNull()
  expect(editor.shown().map(({ kind }) => kind)).toEqual(['paragraph', 'callout'])

  const other = editorWith()
  other.type('/tab')
  other.press('Escape')
  expect(listed(other)).toBeNull()
  expect(textOf(other)).toBe('Hello /tab')
  other.type(' and/or')
  expect(listed(other)).toBeNull()
  other.type(' /nothing of that name')
  expect(listed(other)).toBeNull()
})

test('4.18 an at sign lists days, and another trigger in the same line takes its place', () => {
  const editor = editorWith()
  editor.type('@')
  expect(listed(editor)?.slice(0, 3)).toEqual(['Today', 'Tomorrow', 'Yesterday'])
  editor.type('x /')
  expect(listed(editor)).toContain('Callout')
})

test('an action of a feature stands in the slash menu, and does its work without what was typed', () => {
  const done: string[] = []
  const editor = editorWith({
    name: 'ai',
    actions: [
      {
        id: 'ai.write',
        label: 'Write with AI',
        keywords: ['assistant'],
        places: { slashMenu: {} },
        command: always(({ editor: open }) => done.push(open?.view.state.doc.textContent ?? '')),
      },
    ],
  })
  editor.type('/assis')
  expect(listed(editor)).toEqual(['Write with AI'])
  editor.press('Enter')
  expect(done).toEqual(['Hello '])
})

test('a menu of a feature opens by its own trigger and waits for what it asks for', async () => {
  const asked: string[] = []
  const friends: TypedMenu<string> = {
    listId: 'friends',
    triggers: ['+'],
    after: /\s/,
    accepts: ({ query }) => !/\s/.test(query),
    find: ({ query }) => (query === '' ? ['Everybody'] : []),
    ask: ({ query }) => ({
      quiet: 0,
      load: async () => {
        asked.push(query)
        if (query === 'x') throw new Error('away')
        return ['Ada', 'Alan'].filter((name) => name.toLowerCase().startsWith(query))
      },
    }),
    pick: (view, name, { from, to }) => view.dispatch(view.state.tr.insertText(name, from, to)),
    option: (name) => ({ id: name, label: name }),
    label: () => 'Friends',
    says: ({ isLooking }) => (isLooking ? 'Searching...' : 'Friends'),
  }
  const editor = editorWith({ name: 'friends', typedMenus: [friends] })
  editor.type('+a')
  expect(listed(editor)).toEqual([])
  await expect.poll(() => listed(editor)).toEqual(['Ada', 'Alan'])
  editor.press('ArrowDown', 'Enter')
  expect(textOf(editor)).toBe('Hello Alan')
  editor.type(' +x')
  await expect.poll(() => shownMenu(editor.state)?.isLooking).toBe(false)
  expect(listed(editor)).toEqual([])
  expect(shownMenu(editor.state)?.hasFailed).toBe(true)
  editor.type('y')
  expect(shownMenu(editor.state)?.hasFailed).toBeFalsy()
  expect(asked.slice(0, 4)).toEqual(['', 'a', '', 'x'])
})
