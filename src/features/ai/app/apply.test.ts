import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'
import type { Inline } from '@/blocks/kit/block'
import { blocksLeftOut } from '../placeholders'
import { blocksOfAnswer } from '../safe-blocks'
import type { AiPlace } from './ai-place'
import { codeAt, codeOfAnswer, markdownAt, replaceCode, replaceWith } from './apply'
import { askedAnew, isAsAsked, questionAbout } from './question-about'
import type { FinishedAnswer } from './use-answer'

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
  expect(markdownAt(state, inside, [])).toBe(`\`\`\`javascript\n${CODE}\n\`\`\``)
  const words = 'Here it is:\n\n```\nlet a = 1\nconsole.log(a)\n```\n'
  const fixed = codeOfAnswer(words, blocksOfAnswer(words), true)!
  expect(shown(state.apply(replaceCode(state, inside, fixed)))).toEqual([
    ['codeBlock', { lang: 'javascript' }, 'let a = 1\nconsole.log(a)'],
    ['paragraph', {}, 'Stays'],
  ])
  const part = { from: 11, to: CODE.length + 1 }
  expect(markdownAt(state, part, [])).toBe('```javascript\nconsole.log(b)\n```')
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

const ADA = { kind: 'mention', attributes: { key: 'ada', value: 'Ada' } }
const BLUE = { kind: 'color', attributes: { color: 'blue' } }
const BOLD = { kind: 'bold' }

test('4.10 what replaces words keeps people, links and formats, also those that no Markdown can say', () => {
  const link = { kind: 'link', attributes: { url: 'https://a.example/' } }
  const block: Block = {
    id: 'p',
    kind: 'paragraph',
    text: [
      { text: 'Ask ' },
      ADA,
      { text: ' about ' },
      { text: 'the plan', marks: [link] },
      { text: ' and ' },
      { text: 'pay', marks: [BOLD] },
      { text: ' ' },
      { text: 'today now', marks: [BLUE] },
    ],
  }
  const state = stateOf([block, paragraph])
  const place = { from: 1, to: state.doc.firstChild!.nodeSize - 1 }
  const atoms: Inline[] = []
  const told = markdownAt(state, place, atoms)
  expect(told).toContain('Ask {{1 Ada}} about [the plan](https://a.example/) and **pay**')
  expect(atoms).toEqual([ADA])
  const answer = 'Bitte {{1 Ada}} um [den Plan](https://a.example/) und **zahle** today jetzt'
  const after = state.apply(replaceWith(state, place, blocksOfAnswer(answer, atoms)))
  expect(blocksFromDoc(after.doc)[0]!.text).toEqual([
    { text: 'Bitte ' },
    ADA,
    { text: ' um ' },
    { text: 'den Plan', marks: [link] },
    { text: ' und ' },
    { text: 'zahle', marks: [BOLD] },
    { text: ' ' },
    { text: 'today jetzt', marks: [BLUE] },
  ])
})

test('words that stay are not touched, and a format that the model takes away or gives is', () => {
  const block: Block = {
    id: 'p',
    kind: 'paragraph',
    text: [{ text: 'One two ' }, { text: 'three', marks: [BOLD] }, { text: ' four five six' }],
  }
  const state = stateOf([block, paragraph])
  const place = { from: 1, to: state.doc.firstChild!.nodeSize - 1 }
  const tr = replaceWith(state, place, blocksOfAnswer('One 2 three **four** five 6'))
  expect(blocksFromDoc(state.apply(tr).doc)[0]!.text).toEqual([
    { text: 'One 2 three ' },
    { text: 'four', marks: [BOLD] },
    { text: ' five 6' },
  ])
  // The word in the middle is the same word: what is said about it stays with it.
  const five = 1 + 'One two three four '.length
  expect(tr.mapping.mapResult(five + 1).deleted).toBe(false)
  expect(state.apply(tr).doc.textBetween(tr.mapping.map(five, 1), tr.mapping.map(five + 4, -1))).toBe('five')
})

test('any answer makes of any text what it says', () => {
  const words = ['a', 'b', ' ', '.', 'ä', '👩‍👩‍👧', '**c**', ' d ']
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
      (old, now) => {
        const [before, after] = [old, now].map((all) => `x${all.join('')}x`)
        const state = stateOf([...blocksOfAnswer(before!).slice(0, 1), paragraph])
        const place = { from: 1, to: state.doc.firstChild!.nodeSize - 1 }
        const wanted = blocksOfAnswer(after!).slice(0, 1)
        const made = state.apply(replaceWith(state, place, wanted))
        expect(blocksFromDoc(made.doc)[0]!.text).toEqual(wanted[0]!.text)
      },
    ),
  )
})

const image: Block = {
  id: 'i',
  kind: 'image',
  attributes: { url: '/api/files/abcdefghij0123456789/boat.png', alt: 'A boat', isUpload: true },
}
const lines = (...words: string[]): Block[] =>
  words.map((text, n) => ({ id: `l${n}`, kind: 'paragraph', text: [{ text }] }))
/** The kinds and ids, with the words or address of each. */
const drawn = (state: EditorState) =>
  blocksFromDoc(state.doc).map(({ kind, attributes, text = [] }) =>
    kind === 'image' ? attributes?.url : text.map((piece) => ('text' in piece ? piece.text : '')).join(''),
  )

test('4.10 pictures and files among the words that are asked about stay, whatever the model says of them', () => {
  const [first, second] = lines('Teh boat', 'sails') as [Block, Block]
  const state = stateOf([first, image, second])
  const all: AiPlace = { from: 1, to: state.doc.content.size - 1 }
  const atoms: Inline[] = []
  expect(markdownAt(state, all, atoms)).toBe('Teh boat\n\n{{1 image A boat}}\n\nsails')
  const url = image.attributes!.url
  const answered = (words: string) => {
    const written = blocksOfAnswer(words, atoms)
    written.push(...blocksLeftOut(written, atoms))
    return drawn(state.apply(replaceWith(state, all, written)))
  }
  expect(answered('The boat\n\n{{1 image A boat}}\n\nsails')).toEqual(['The boat', url, 'sails'])
  expect(answered('{{1}}\n\nThe boat sails.')).toEqual([url, 'The boat sails.'])
  expect(answered('The boat sails, see {{1 image}}.')).toEqual(['The boat sails, see .', url])
  expect(answered('{{1}}\n\n{{1}}\n\n{{2}}')).toEqual([url, '', '{{2}}'])
  // In its own place it is not even written anew.
  const kept = state.apply(replaceWith(state, all, blocksOfAnswer('The boat\n\n{{1}}\n\nsails', atoms)))
  expect(kept.doc.child(1)).toBe(state.doc.child(1))
})

test('4.10 an answer is about the words that were selected: others that stand there by now are not replaced', () => {
  const state = stateOf(lines('One two', 'Three'))
  const place = { from: 1, to: 8 }
  const asked = { command: 'improve', prompt: '' } as const
  const about = { place, isSelection: true, isCode: false, hasAround: true, pages: [], last: null }
  const question = questionAbout(state, asked, about)
  expect(isAsAsked(state, place, question)).toBe(true)
  const added = state.apply(state.tr.insertText('and a half ', 5))
  const grown = { from: 1, to: 19 }
  expect(isAsAsked(added, grown, question)).toBe(false)
  expect(askedAnew(added, grown, question).selection).toBe('One and a half two')
  // Deleted: the place is one between blocks.
  const gone = state.apply(state.tr.delete(0, 9))
  expect(isAsAsked(gone, { from: 0, to: 0 }, question)).toBe(false)
  // An answer that is worked on further is still about the words of the page.
  const last = { status: 'finished', words: '1 2', question } as unknown as FinishedAnswer
  const further = questionAbout(state, { command: 'shorten', prompt: '' } as never, { ...about, last })
  expect(further.selection).toBe('1 2')
  expect(isAsAsked(state, place, further)).toBe(true)
  expect(isAsAsked(added, grown, further)).toBe(false)
  expect(askedAnew(added, grown, further)).toBe(further)
})
