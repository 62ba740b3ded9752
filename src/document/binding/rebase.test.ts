import { EditorState, type Transaction } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { type Block, docFromBlocks } from '@/blocks'
import { rebase, stepsOf } from './rebase'

const paragraph = (id: string, words: string): Block => ({ id, kind: 'paragraph', text: [{ text: words }] })

/** Where a paragraph begins. */
function startOf(doc: Transaction['doc'], id: string): number {
  let start = -1
  doc.descendants((node, pos) => {
    if (node.attrs.id === id) start = pos + 1
  })
  return start
}

/** Takes a paragraph out, and puts one of its name with these words into the callout. */
function move(tr: Transaction, id: string, words: string): void {
  const start = startOf(tr.doc, id)
  tr.delete(start - 1, tr.doc.resolve(start).end() + 1)
  tr.insert(startOf(tr.doc, 'callout'), docFromBlocks([paragraph(id, words)]).content)
}

const doc = docFromBlocks([
  paragraph('one', 'quick fox'),
  paragraph('two', 'stays'),
  { id: 'callout', kind: 'callout', children: [paragraph('three', 'inside')] },
])

/** What is read after `act` was done to the page while somebody else moved its first paragraph into the callout. */
function afterMove(words: string, act: (tr: Transaction) => void): string {
  const state = EditorState.create({ doc })
  const { tr } = state
  act(tr)
  const done = rebase(state.apply(tr), stepsOf(tr), (theirs) => move(theirs, 'one', words))
  return String(done.tr.doc)
}

test('what is typed in a block goes along when that stands elsewhere meanwhile', () => {
  expect(afterMove('quick fox', (tr) => tr.insertText('red ', 7).insertText('!', 14))).toBe(
    'doc(paragraph("stays"), callout(paragraph("quick red fox!"), paragraph("inside")))',
  )
})

test('what is typed in a block goes along and stands where it was typed, when others have written in it as well', () => {
  expect(afterMove('a very quick fox', (tr) => tr.insertText('red ', 7))).toBe(
    'doc(paragraph("stays"), callout(paragraph("a very quick red fox"), paragraph("inside")))',
  )
  expect(afterMove('quick fox runs', (tr) => tr.insertText('red ', 7))).toBe(
    'doc(paragraph("stays"), callout(paragraph("quick red fox runs"), paragraph("inside")))',
  )
})

test('what is deleted in a block is deleted where that stands now', () => {
  expect(afterMove('quick fox', (tr) => tr.delete(1, 7))).toBe(
    'doc(paragraph("stays"), callout(paragraph("fox"), paragraph("inside")))',
  )
})

test('what is made of a block that was put in a moment before is made of it', () => {
  const state = EditorState.create({ doc })
  const tr = state.tr
    .insert(0, docFromBlocks([paragraph('new', 'new')]).content)
    .setNodeAttribute(0, 'indent', 1)
  const done = rebase(state.apply(tr), stepsOf(tr), (theirs) =>
    theirs.insertText('Who ', startOf(theirs.doc, 'two')),
  )
  expect(done.tr.doc.firstChild?.attrs).toMatchObject({ id: 'new', indent: 1 })
})
