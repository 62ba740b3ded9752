import { inOrder } from '@test/bound-editor'
import { SuggestingEditor } from '@test/suggesting-editor'
import { afterEach, expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { insertTable } from '@/blocks/table/insert-table'
import { insertRow } from '@/blocks/table/table-commands'

const open: SuggestingEditor[] = []
afterEach(() => {
  for (const editor of open.splice(0)) editor.close()
})

const line = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })

function suggester(...texts: string[]): SuggestingEditor {
  const [editor] = SuggestingEditor.onPage(
    texts.map((text, i) => line(`b${i}`, text)),
    'ann',
  )
  open.push(editor!)
  return editor!
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const words = (editor: SuggestingEditor) => editor.state.doc.children.map((node) => node.textContent)
/** The text of the block with the caret, which is a `|`. */
function caret({ state }: SuggestingEditor): string {
  const { $head } = state.selection
  const text = $head.parent.textContent
  return `${text.slice(0, $head.parentOffset)}|${text.slice($head.parentOffset)}`
}

test('what is deleted stays in sight, with the caret before it after Backspace and behind it after Delete', async () => {
  const editor = suggester('aaaa')
  const before = editor.settled()
  editor.dispatchSelection(3)
  editor.press('Backspace')
  await turn()
  expect(caret(editor)).toBe('a|aaa')
  editor.press('Backspace')
  await turn()
  expect(caret(editor)).toBe('|aaaa')
  editor.dispatchSelection(3)
  editor.press('Delete')
  await turn()
  expect(caret(editor)).toBe('aaa|a')
  editor.press('Delete')
  await turn()
  expect(caret(editor)).toBe('aaaa|')
  expect(editor.settled()).toBe(before)
  expect(editor.page.suggestions.sids).toHaveLength(1)
  editor.check()
  editor.decideAll(true)
  await turn()
  expect(words(editor)).toEqual([''])
})

test('words typed over others stand beside them, the caret behind them, as one suggestion', async () => {
  const editor = suggester('The quick fox')
  const before = editor.settled()
  editor.dispatchSelection(5, 10)
  editor.type('fast')
  await turn()
  editor.type('er')
  await turn()
  expect(caret(editor)).toMatch(/faster\|/)
  expect(words(editor)[0]).toContain('quick')
  expect(editor.settled()).toBe(before)
  expect(editor.page.suggestions.sids).toHaveLength(1)
  editor.press('Backspace', 'Backspace')
  await turn()
  expect(caret(editor)).toMatch(/fast\|/)
  expect(words(editor)[0]).not.toContain('faste')
  editor.check()
  editor.decideAll(true)
  await turn()
  expect(words(editor)).toEqual(['The fast fox'])
})

test('a line begun with Enter, what is written in it and the join of two lines are suggested', async () => {
  const editor = suggester('onetwo', 'three')
  const before = editor.settled()
  editor.dispatchSelection(4)
  editor.press('Enter')
  await turn()
  expect(words(editor)).toEqual(['one', 'two', 'three'])
  editor.type('and ')
  await turn()
  expect(words(editor)).toEqual(['one', 'and two', 'three'])
  expect(editor.page.suggestions.sids).toHaveLength(1)
  editor.dispatchSelection(editor.pos('b1') + 1)
  editor.press('Backspace')
  await turn()
  expect(words(editor)).toEqual(['one', 'and two', 'three'])
  expect(caret(editor)).toBe('and two|')
  expect(editor.settled()).toBe(before)
  editor.check()
  editor.decideAll(true)
  await turn()
  expect(words(editor)).toEqual(['one', 'and twothree'])
})

test('undo takes back a suggestion, and redo makes it again', async () => {
  const editor = suggester('one two')
  editor.dispatchSelection(5, 8)
  editor.type('six')
  await turn()
  const marked = words(editor)
  editor.binding.undo()
  await turn()
  expect(words(editor)).toEqual(['one two'])
  expect([...editor.page.suggestions.parts.keys()]).toEqual([])
  editor.binding.redo()
  await turn()
  expect(words(editor)).toEqual(marked)
  editor.check()
})

test('a decision is a step of undo: what was accepted or rejected is pending again', async () => {
  const editor = suggester('one two')
  const before = editor.settled()
  editor.dispatchSelection(5, 8)
  editor.type('six')
  await turn()
  const marked = words(editor)
  for (const isAccepted of [true, false]) {
    editor.binding.undoManager.stopCapturing()
    editor.decideAll(isAccepted)
    await turn()
    expect(words(editor)).toEqual([isAccepted ? 'one six' : 'one two'])
    editor.binding.undo()
    await turn()
    expect(words(editor)).toEqual(marked)
    expect(editor.settled()).toBe(before)
    editor.check()
  }
  editor.binding.undo()
  await turn()
  expect(words(editor)).toEqual(['one two'])
  expect(editor.page.suggestions.isEmpty).toBe(true)
})

test('formats, kinds of blocks and rows of tables are suggested, and accepted they are what was wanted', async () => {
  const cell = (id: string, text: string): Block => ({
    id,
    kind: 'tableCell',
    children: [line(`p${id}`, text)],
  })
  const table: Block = {
    id: 't',
    kind: 'table',
    children: [{ id: 'r', kind: 'tableRow', children: [cell('c', 'cell')] }],
  }
  const [editor] = SuggestingEditor.onPage([line('a', 'plain words'), table], 'ann')
  open.push(editor!)
  const before = editor!.settled()
  editor!.dispatchSelection(1, 6)
  editor!.press('Ctrl+b')
  editor!.press('Ctrl+Alt+1')
  editor!.dispatchSelection(editor!.state.doc.content.size - 5)
  const row = editor!.state.tr
  insertRow('below')(editor!.state, row, true)
  editor!.view.dispatch(row)
  await turn()
  editor!.check()
  expect(editor!.settled()).toBe(before)
  const shown = inOrder(editor!.shown())
  expect(shown).toContain('"heading"')
  expect(shown.match(/"tableRow"/g)).toHaveLength(2)
  editor!.decideAll(true)
  await turn()
  expect(editor!.settled()).toContain('"heading"')
  expect(editor!.settled().match(/"tableRow"/g)).toHaveLength(2)
})

test('a table that is suggested and filled is one suggestion: rejected, nothing of it is left', async () => {
  const editor = suggester('one', 'two')
  editor.dispatchSelection(4)
  const table = editor.state.tr
  insertTable(2, 2)(editor.state, table, true)
  editor.view.dispatch(table)
  await turn()
  const cellAt = (n: number) => {
    const found: number[] = []
    editor.state.doc.descendants((node, pos) => {
      if (node.type.name === 'tableCell') found.push(pos)
    })
    return found[n]! + 2
  }
  for (const [n, typed] of ['a', 'b', 'c', 'd'].entries()) {
    editor.dispatchSelection(cellAt(n))
    editor.type(typed)
    await turn()
  }
  editor.check()
  expect(words(editor).join(' ')).toContain('abcd')
  expect(editor.page.suggestions.sids).toHaveLength(1)
  editor.decideAll(false)
  await turn()
  expect(words(editor)).toEqual(['one', 'two'])
})

test('new words stand behind those that they are to replace', async () => {
  const editor = suggester('The quick fox')
  editor.dispatchSelection(5, 10)
  editor.type('fast')
  await turn()
  expect(words(editor)).toEqual(['The quickfast fox'])
})
