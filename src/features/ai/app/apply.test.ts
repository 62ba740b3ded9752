import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'
import { blocksOfAnswer } from '../safe-blocks'
import type { AiPlace } from './ai-place'
import { codeAt, codeOfAnswer, markdownAt, replaceCode, replaceWith } from './apply'

const stateOf = (blocks: Block[]): EditorState => EditorState.create({ doc: docFromBlocks(blocks) })
/** Kind, attributes and words of each block. */
const shown = (state: EditorState) =>
  blocksFromDoc(state.doc).map(({ kind, attributes = {}, text = [] }) => [
    kind,
    attributes,
    text.map((piece) => ('text' in piece ? piece.text : '')).join(''),
  ])
const CODE = 'let a = 1\nconsole.log(b)'
const code: Block = {
  id: 'c',
  kind: 'codeBlock',
  attributes: { lang: 'javascript' },
  text: [{ text: CODE }],
}
const paragraph: Block = { id: 'p', kind: 'paragraph', text: [{ text: 'Stays' }] }

test('what replaces code stays code of its language, also when only a part was asked about', () => {
  const state = stateOf([code, paragraph])
  const whole: AiPlace = { from: 0, to: CODE.length + 2 }
  const inside = { from: 1, to: CODE.length + 1 }
  expect(codeAt(state, whole)).toEqual(inside)
  expect(markdownAt(state, inside)).toBe(`\`\`\`javascript\n${CODE}\n\`\`\``)
  const words = 'Here it is:\n\n```\nlet a = 1\nconsole.log(a)\n```\n'
  const fixed = codeOfAnswer(words, blocksOfAnswer(words), true)!
  expect(shown(state.apply(replaceCode(state, inside, fixed)))).toEqual([
    ['codeBlock', { lang: 'javascript' }, 'let a = 1\nconsole.log(a)'],
    ['paragraph', {}, 'Stays'],
  ])
  const part = { from: 11, to: CODE.length + 1 }
  expect(markdownAt(state, part)).toBe('```javascript\nconsole.log(b)\n```')
  expect(shown(state.apply(replaceCode(state, part, 'console.log(a)')))[0]![2]).toBe(
    'let a = 1\nconsole.log(a)',
  )
})

test('an answer about code without a code block is code where code was asked for, and words elsewhere', () => {
  const words = '// Counts\nlet a = 1\n'
  expect(codeOfAnswer(words, blocksOfAnswer(words), true)).toBe('// Counts\nlet a = 1')
  expect(codeOfAnswer(words, blocksOfAnswer(words), false)).toBeNull()
  const state = stateOf([code, paragraph])
  expect(codeAt(state, { from: CODE.length + 3, to: CODE.length + 8 })).toBeNull()
  expect(codeAt(state, { from: 0, to: state.doc.content.size })).toBeNull()
})

test('a to-do stays one when the model leaves its box out', () => {
  const todo: Block = {
    id: 't',
    kind: 'listItem',
    attributes: { listStyleType: 'todo', checked: true },
    text: [{ text: 'Feed teh fox' }],
  }
  const state = stateOf([todo, paragraph])
  const [[kind, attributes, text]] = shown(
    state.apply(replaceWith(state, { from: 1, to: 13 }, blocksOfAnswer('Feed the fox'))),
  ) as [[string, object, string]]
  expect([kind, text]).toEqual(['listItem', 'Feed the fox'])
  expect(attributes).toMatchObject({ listStyleType: 'todo', checked: true })
})
