import { flat, type Person, people, syncAll, tableKinds, wordsOf } from '@test/document/test-people'
import { expect, test } from 'vitest'
import type * as Y from 'yjs'
import { ROOT, textOf } from '../format/layout'
import { readPage } from '../page-index/read-page'
import * as page from './operations'

const WORDS = 'one two three four'

function readers(count: number): Person[] {
  const all = people(count)
  const [{ index }] = all as [Person]
  page.deleteText(index, 'a', 0, 3)
  page.insertText(index, 'a', 0, WORDS)
  syncAll(all)
  for (const { undo } of all) undo.clear()
  return all
}

const two = () => readers(2) as [Person, Person]
const cut = ({ index }: Person, from: number, to: number) => page.deleteText(index, 'a', from, to)

function words(...all: Person[]): string {
  syncAll(all)
  for (const { index } of all) expect(index.blocks()).toEqual(readPage(all[0]?.doc as never, tableKinds))
  return wordsOf(flat(all[0]?.index.blocks() ?? []).filter(({ id }) => id === 'a'))
}

test('what two people deleted, and both bring back one after the other, is there once', () => {
  const [one, other] = two()
  cut(one, 4, 8)
  cut(other, 4, 8)
  expect(words(one, other)).toBe('one three four')
  one.undo.undo()
  expect(words(one, other)).toBe(WORDS)
  other.undo.undo()
  expect(words(one, other)).toBe(WORDS)
})

test('a deleted letter comes back behind what somebody had written before it, deleted or the same', () => {
  const [one, other] = two()
  page.insertText(other.index, 'a', 4, 'abt')
  words(one, other)
  cut(other, 4, 5)
  expect(words(one, other)).toBe('one bttwo three four')
  cut(one, 6, 7)
  expect(words(one, other)).toBe('one btwo three four')
  one.undo.undo()
  expect(words(one, other)).toBe('one bttwo three four')
})

test('words that two people deleted in part each come back once', () => {
  const [one, other] = two()
  cut(one, 4, 13)
  cut(other, 8, 18)
  expect(words(one, other)).toBe('one ')
  one.undo.undo()
  expect(words(one, other)).toBe('one two three')
  other.undo.undo()
  expect(words(one, other)).toBe(WORDS)
})

test('words that were deleted letter by letter by one and at once by the other come back once', () => {
  const [one, other] = two()
  cut(one, 0, 18)
  for (let at = 18; at > 8; at--) cut(other, at - 1, at)
  expect(words(one, other)).toBe('')
  one.undo.undo()
  expect(words(one, other)).toBe(WORDS)
  other.undo.undo()
  expect(words(one, other)).toBe(WORDS)
})

test('words that came back and were written in meanwhile do not come back once more', () => {
  const [one, other] = two()
  cut(one, 4, 13)
  cut(other, 4, 13)
  words(one, other)
  one.undo.undo()
  page.insertText(one.index, 'a', 7, '!')
  page.deleteText(one.index, 'a', 4, 6)
  expect(words(one, other)).toBe('one o! three four')
  other.undo.undo()
  expect(words(one, other)).toBe('one o! three four')
})

test('words that came back and were deleted again come back by the undo of another', () => {
  const [one, other] = two()
  cut(one, 4, 8)
  cut(other, 4, 8)
  words(one, other)
  one.undo.undo()
  cut(one, 4, 8)
  expect(words(one, other)).toBe('one three four')
  other.undo.undo()
  expect(words(one, other)).toBe(WORDS)
})

test('what two people bring back before they hear of each other is there twice', () => {
  const [one, other] = two()
  cut(one, 4, 8)
  cut(other, 4, 8)
  words(one, other)
  one.undo.undo()
  other.undo.undo()
  expect(words(one, other)).toBe('one two two three four')
})

test('equal words that somebody typed where others were deleted are no copy of those', () => {
  const [one, other] = two()
  cut(one, 4, 8)
  words(one, other)
  page.insertText(other.index, 'a', 4, 'TWO ')
  words(one, other)
  one.undo.undo()
  expect(words(one, other).replace('TWO ', '')).toBe(WORDS)
})

test('undo of a split after a colleague moved the new block and wrote in it', () => {
  const [one, other] = two()
  page.splitBlock(one.index, 'a', 8, 'b')
  words(one, other)
  page.moveBlocks(other.index, ['b'], ROOT, 'z')
  page.insertText(other.index, 'b', 0, '+')
  words(one, other)
  one.undo.undo()
  expect(words(one, other)).toBe('one two +three four')
  one.undo.redo()
  expect(words(one, other)).toBe('one two ')
  expect(one.index.children(ROOT)).toContain('b')
})

test('undo of a merge after a colleague wrote at its seam', () => {
  const [one, other] = two()
  page.mergeBlocks(one.index, 'a', 'z')
  expect(words(one, other)).toBe(`${WORDS}end`)
  page.insertText(other.index, 'a', 18, '|')
  words(one, other)
  one.undo.undo()
  expect(words(one, other)).toBe(`${WORDS}|`)
  one.undo.redo()
  expect(words(one, other)).toBe(`${WORDS}|end`)
})

test('undo of typing after a colleague merged the block into another', () => {
  const [one, other] = two()
  page.insertText(one.index, 'z', 3, ' of it')
  words(one, other)
  page.mergeBlocks(other.index, 'a', 'z')
  expect(words(one, other)).toBe(`${WORDS}end of it`)
  one.undo.undo()
  expect(words(one, other)).toBe(`${WORDS}end`)
})

test('redo of a deletion leaves what a colleague wrote in the block meanwhile', () => {
  const [one, other] = two()
  page.deleteBlocks(one.index, ['a'])
  one.undo.undo()
  expect(words(one, other)).toBe(WORDS)
  page.insertText(other.index, 'a', 3, '!')
  words(one, other)
  one.undo.redo()
  expect(words(one, other)).toBe('!')
})

/** Counts how often a step from one item of the text to the next is taken. */
function countSteps(text: Y.Text): () => number {
  let steps = 0
  for (let item = text._start; item; ) {
    let next: Y.Item | null = item.right
    Object.defineProperty(item, 'right', {
      get: () => {
        steps++
        return next
      },
      set: (to: Y.Item | null) => {
        next = to
      },
    })
    item = next
  }
  return () => steps
}

test('undo of many blocks goes through the page a few times, not once for each of them', () => {
  const BLOCKS = 300
  const [one] = two()
  const pasted = Array.from({ length: BLOCKS }, (_, i) => ({
    id: `p${i}`,
    kind: 'paragraph',
    text: [{ insert: 'words', formats: {} }],
  }))
  page.insertBlocks(one.index, pasted, ROOT, 'z')
  expect(one.index.children(ROOT)).toHaveLength(BLOCKS + 3)
  const steps = countSteps(textOf(one.doc))
  one.undo.undo()
  expect(one.index.children(ROOT)).toEqual(['a', 't', 'z'])
  expect(steps()).toBeLessThan(40 * BLOCKS)
})

test('undo of many blocks keeps those that a colleague wrote in, and their neighbours go', () => {
  const [one, other] = two()
  const pasted = ['p', 'q', 'r', 's'].map((id) => ({
    id,
    kind: 'paragraph',
    text: [{ insert: id.toUpperCase(), formats: {} }],
  }))
  page.insertBlocks(one.index, pasted, ROOT, 'z')
  words(one, other)
  page.insertText(other.index, 'q', 1, '?')
  page.insertText(other.index, 's', 1, '!')
  words(one, other)
  one.undo.undo()
  words(one, other)
  expect(one.index.children(ROOT).toSorted()).toEqual(['a', 'q', 's', 't', 'z'])
  const wordsIn = (id: string) => wordsOf(flat(one.index.blocks()).filter((block) => block.id === id))
  expect([wordsIn('q'), wordsIn('s')]).toEqual(['?', '!'])
})
