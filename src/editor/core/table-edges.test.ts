import { BoundEditor } from '@test/bound-editor'
import { line, table } from '@test/page-tables'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks'

const EMPTY = ['', '', '', '']
const SMALL = table('t', ['first cell', 'next cell'], ['third', 'fourth'], ['', 'last'])
const LARGE = table(
  't',
  ['first cell', 'next cell', '', ''],
  ['third', 'fourth', '', ''],
  EMPTY,
  EMPTY,
  EMPTY,
)

const page = (...between: Block[]) =>
  BoundEditor.showing([line('a', 'words above'), ...between, line('z', 'words below')])

/** What is left to do when a turn is over is done: the page puts right what a plugin answered. */
const settled = () => Promise.resolve().then(() => undefined)

async function press(editor: BoundEditor, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key.length === 1) editor.type(key)
    else editor.press(key)
    await settled()
  }
  editor.check()
}

async function writesOn(editor: BoundEditor): Promise<void> {
  await press(editor, ...'word')
  expect(editor.state.doc.textContent).toContain('word')
}

for (const [size, which] of [
  ['small', SMALL],
  ['large', LARGE],
] as const) {
  for (const key of ['Backspace', 'Delete', 'x', 'Enter', 'Ctrl+x']) {
    test(`T1 a selection from above into a ${size} table, then ${key}: what is written on is on the page`, async () => {
      for (const target of ['p11', 'p12', 'p21', 'p22']) {
        for (const start of [0, 5]) {
          const editor = page(which)
          editor.selectFrom('a', start, target, 3)
          await press(editor, key)
          await writesOn(editor)
          editor.close()
        }
      }
    })
  }
}

test.each([
  [['Escape', 'Shift+ArrowDown', 'Ctrl+d']],
  [['Escape', 'Shift+ArrowDown', 'Ctrl+Shift+ArrowDown']],
  [['Escape', 'Shift+ArrowDown', 'Backspace']],
  [['Escape', 'Shift+ArrowUp', 'Backspace']],
  [['Escape', 'Ctrl+d']],
  [['Escape', 'Escape', 'Ctrl+d']],
  [['Escape', 'Escape', 'Shift+ArrowDown', 'Backspace']],
  [['Escape', 'Escape', 'Escape', 'Ctrl+d']],
  [['Ctrl+Shift+ArrowDown']],
  [['Ctrl+Shift+ArrowUp']],
  [['Ctrl+d']],
  [['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Backspace']],
])('T1 in a cell %j: what is written on is on the page', async (keys) => {
  for (const id of ['p11', 'p22']) {
    const editor = page(LARGE)
    editor.selectFrom(id, 1, id, 1)
    await press(editor, ...keys)
    await writesOn(editor)
    editor.close()
  }
})

test('T1 a range that a command takes out across a table is put right once, and what is written on is on the page', async () => {
  for (const target of ['p11', 'p12', 'p21', 'p22']) {
    const editor = page(LARGE)
    const { tr } = editor.state
    editor.view.dispatch(tr.delete(editor.pos('a') + 4, editor.pos(target) + 3))
    await press(editor)
    await writesOn(editor)
    editor.close()
  }
})

test('T6 a line end of code that is joined to a paragraph is a break, in this tab as in all others', async () => {
  const code: Block = { id: 'c', kind: 'codeBlock', text: [{ text: 'let x\nlet y\nlet z' }] }
  const editor = page(code)
  editor.selectFrom('a', 5, 'c', 3)
  await press(editor, 'x')
  expect(editor.shown()[0]?.text).toEqual([{ text: 'wordsx x\nlet y\nlet z' }])
  const kinds = editor.state.doc.firstChild?.content.content.map((node) => node.type.name)
  expect(kinds).toEqual(['text', 'hardBreak', 'text', 'hardBreak', 'text'])
  expect(editor.state.selection.$head.parentOffset).toBe(6)
})
