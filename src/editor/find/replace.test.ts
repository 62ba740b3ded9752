import { history, undo } from '@tiptap/pm/history'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'
import { findIn, patternOf } from './pattern'
import { replaceTexts } from './replace'
import { eachTextBlock, textSegments } from './texts'

const paragraph = (id: string, ...text: NonNullable<Block['text']>): Block => ({
  id,
  kind: 'paragraph',
  text,
})
const stateOf = (blocks: Block[]) => EditorState.create({ doc: docFromBlocks(blocks), plugins: [history()] })

/** Replaces every match of the words on a page. */
function replaceAll(state: EditorState, words: string, text: string) {
  const pattern = patternOf({ words, matchCase: false, wholeWord: false, isPattern: false })
  if ('problem' in pattern) throw new Error(pattern.problem)
  const replacements: { from: number; to: number; text: string }[] = []
  eachTextBlock(state.doc, (node, pos) => {
    for (const segment of textSegments(node)) {
      for (const { from, to } of findIn(segment.text, pattern)) {
        const start = pos + 1 + segment.offset
        replacements.push({ from: start + from, to: start + to, text })
      }
    }
  })
  return replaceTexts(state, replacements)
}

test('every match is replaced, in nested blocks too, and one undo takes all of it back', () => {
  const blocks: Block[] = [
    paragraph('a', { text: 'a colour and a colour' }),
    { id: 'q', kind: 'blockquote', children: [paragraph('b', { text: 'Colour' })] },
    { id: 'c', kind: 'codeBlock', text: [{ text: 'let colour\ncolour = 1' }] },
  ]
  let state = stateOf(blocks)
  const before = blocksFromDoc(state.doc)
  const tr = replaceAll(state, 'colour', 'hue')
  state = state.apply(tr)
  expect(blocksFromDoc(state.doc)).toEqual([
    paragraph('a', { text: 'a hue and a hue' }),
    { id: 'q', kind: 'blockquote', children: [paragraph('b', { text: 'hue' })] },
    { id: 'c', kind: 'codeBlock', text: [{ text: 'let hue\nhue = 1' }] },
  ])
  undo(state, (taken) => {
    state = state.apply(taken)
  })
  expect(blocksFromDoc(state.doc)).toEqual(before)
})

test('only what differs is written: what both texts share keeps its marks', () => {
  const bold = [{ kind: 'bold' }]
  const state = stateOf([
    paragraph('a', { text: 'the col' }, { text: 'our', marks: bold }, { text: ' of it' }),
  ])
  const tr = replaceAll(state, 'colour', 'color')
  expect(tr.steps).toHaveLength(1)
  expect(tr.steps[0]!.toJSON()).toMatchObject({ changes: [{ from: 9, to: 10 }] })
  expect(blocksFromDoc(tr.doc)).toEqual([
    paragraph('a', { text: 'the col' }, { text: 'or', marks: bold }, { text: ' of it' }),
  ])
})

test('new words have the marks of those they replace', () => {
  const bold = [{ kind: 'bold' }]
  const state = stateOf([paragraph('a', { text: 'very ' }, { text: 'old', marks: bold }, { text: ' house' })])
  const tr = replaceAll(state, 'old', 'new')
  expect(blocksFromDoc(tr.doc)).toEqual([
    paragraph('a', { text: 'very ' }, { text: 'new', marks: bold }, { text: ' house' }),
  ])
})

test('a surrogate pair is never cut in two', () => {
  const state = stateOf([paragraph('a', { text: 'x😀y' })])
  const tr = replaceAll(state, '😀', '😁')
  expect(blocksFromDoc(tr.doc)).toEqual([paragraph('a', { text: 'x😁y' })])
  expect(tr.steps[0]!.toJSON()).toMatchObject({ changes: [{ from: 2, to: 4 }] })
})

test('a replacement with a line break makes one, in code a new line', () => {
  const state = stateOf([
    paragraph('a', { text: 'one, two' }),
    { id: 'c', kind: 'codeBlock', text: [{ text: 'one, two' }] },
  ])
  const tr = replaceAll(state, ', ', '\n')
  expect(blocksFromDoc(tr.doc)).toEqual([
    paragraph('a', { text: 'one\ntwo' }),
    { id: 'c', kind: 'codeBlock', text: [{ text: 'one\ntwo' }] },
  ])
})

test('an atom in the text parts it, a line break does not', () => {
  const state = stateOf([
    paragraph('a', { text: 'ab' }, { kind: 'date', attributes: { date: '2026-01-02' } }, { text: 'cd\nef' }),
  ])
  expect(textSegments(state.doc.firstChild!)).toEqual([
    { offset: 0, text: 'ab' },
    { offset: 2, text: expect.stringContaining('2026'), whole: 1 },
    { offset: 3, text: 'cd\nef' },
  ])
})

test('what replaces a match with itself changes nothing', () => {
  const state = stateOf([paragraph('a', { text: 'same' })])
  expect(replaceAll(state, 'same', 'same').docChanged).toBe(false)
})

test('10,000 replacements are one step, and what it is told over changes of others still fits', () => {
  const blocks = Array.from({ length: 10_000 }, (_, i) => paragraph(`b${i}`, { text: `colour ${i} colour` }))
  let state = stateOf(blocks)
  const tr = replaceAll(state, 'colour', 'paint')
  expect(tr.steps).toHaveLength(1)
  state = state.apply(tr)
  expect(state.doc.child(9_999).textContent).toBe('paint 9999 paint')
  undo(state, (taken) => {
    state = state.apply(taken)
  })
  expect(state.doc.child(9_999).textContent).toBe('colour 9999 colour')

  const others = stateOf(blocks.slice(0, 2))
  const step = replaceAll(others, 'colour', 'paint').steps[0]!
  const theirs = others.tr.insertText('a new ', 1)
  const mapped = step.map(theirs.mapping)!
  const merged = mapped.apply(theirs.doc).doc!
  expect(merged.textContent).toBe('a new paint 0 paintpaint 1 paint')
  const json = Object.getPrototypeOf(step).constructor.fromJSON(others.schema, step.toJSON())
  expect(json.apply(others.doc).doc.eq(step.apply(others.doc).doc)).toBe(true)
})
