import { text, wordsOf } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { afterEach, expect, test } from 'vitest'
import { type PageBlock, ROOT } from '../format/layout'
import * as page from '../write/operations'
import { chosenOf, decide } from './decide'

const open: Reviewer[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

function person(name: string, client: number, state?: Uint8Array): Reviewer {
  const made = new Reviewer(name, client, state)
  open.push(made)
  return made
}

const line = (id: string, words: string) => ({ id, kind: 'paragraph', text: text(words) })

/** The blocks as `kind(words or blocks)`. */
const drawn = (blocks: readonly PageBlock[]): string =>
  blocks
    .map((block) => `${block.kind}(${block.children.length > 0 ? drawn(block.children) : wordsOf([block])})`)
    .join(' ')

const settled = (one: Reviewer) => drawn(one.read('settled'))
const marked = (one: Reviewer) => drawn(one.read('marked'))

/** What Ann suggests on a page of one paragraph, then Bob, as Ed has it. */
function afterBoth(ann: (by: Reviewer) => void, bob: (by: Reviewer) => void): Reviewer {
  const writer = person('writer', 1)
  page.insertBlocks(writer.index, [line('b0', 'one')], ROOT, null)
  const first = person('ann', 7, writer.state)
  first.suggest(() => ann(first))
  const second = person('bob', 8, first.state)
  second.suggest(() => bob(second))
  return person('ed', 9, second.state)
}

const decideOn = (ed: Reviewer, author: string, isAccepted: boolean) =>
  decide(ed.index, ed.suggestions, chosenOf(ed.suggestions, author), isAccepted, 'me', { notes: true })

const newLine = ({ index }: Reviewer) => page.insertBlocks(index, [line('n', 'new')], ROOT, 'b0')
const asHeading = ({ index }: Reviewer) => page.setKind(index, 'n', 'heading')

test('what is suggested of somebody’s suggested block is accepted with the block, whose words stay pending', () => {
  const ed = afterBoth(newLine, asHeading)
  decideOn(ed, 'bob', true)
  expect(settled(ed)).toBe('paragraph(one) heading()')
  expect(marked(ed)).toBe('paragraph(one) heading(new)')
  decideOn(ed, 'ann', true)
  expect(settled(ed)).toBe('paragraph(one) heading(new)')
  expect(ed.keys).toEqual([])
})

test('and it goes when the block is rejected: nothing of it is left', () => {
  const ed = afterBoth(newLine, asHeading)
  decideOn(ed, 'ann', false)
  expect([settled(ed), marked(ed)]).toEqual(['paragraph(one)', 'paragraph(one)'])
  expect(ed.keys).toEqual([])
})

test('when it comes after the block was rejected it makes no block, and can be decided on', () => {
  const late = afterBoth(newLine, asHeading)
  for (const isAccepted of [true, false]) {
    const ed = person('ed', 10, late.state)
    // As somebody does who may only suggest: what others say of the block is not theirs to take away.
    decide(ed.index, ed.suggestions, chosenOf(ed.suggestions, 'ann'), false, 'me')
    expect([settled(ed), marked(ed)]).toEqual(['paragraph(one)', 'paragraph(one)'])
    expect(ed.keys).toHaveLength(2)
    decideOn(ed, 'bob', isAccepted)
    expect([settled(ed), marked(ed)]).toEqual(['paragraph(one)', 'paragraph(one)'])
    expect(ed.keys).toEqual([])
  }
})

test('words in somebody’s suggested block are accepted with it, and with all that it stands in', () => {
  const ed = afterBoth(
    ({ index }) => {
      page.insertBlocks(index, [{ id: 'q', kind: 'quote' }], ROOT, 'b0')
      page.insertBlocks(index, [line('n', 'new')], 'q', null)
    },
    ({ index }) => page.insertText(index, 'n', 3, ' words'),
  )
  decideOn(ed, 'bob', true)
  expect(settled(ed)).toBe('paragraph(one) quote(paragraph( words))')
  decideOn(ed, 'ann', false)
  expect(settled(ed)).toBe('paragraph(one) quote(paragraph( words))')
})

test('words behind a suggested Enter stand in the block before, until that is accepted', () => {
  const ed = afterBoth(
    ({ index }) => page.splitBlock(index, 'b0', 2, 'n'),
    ({ index }) => page.insertText(index, 'n', 1, '!'),
  )
  decideOn(ed, 'bob', true)
  expect(settled(ed)).toBe('paragraph(one!)')
  expect(marked(ed)).toBe('paragraph(on) paragraph(e!)')
})

test('a block that is suggested to be moved into a suggested one is accepted with that', () => {
  const ed = afterBoth(
    ({ index }) => page.insertBlocks(index, [{ id: 'q', kind: 'quote' }], ROOT, 'b0'),
    ({ index }) => page.moveBlocks(index, ['b0'], 'q', null),
  )
  decideOn(ed, 'bob', true)
  expect(settled(ed)).toBe('quote(paragraph(one))')
})

test('taking up again what somebody has suggested to take away is a suggestion of its own', () => {
  const writer = person('writer', 1)
  page.insertBlocks(writer.index, [line('b0', 'one')], ROOT, null)
  page.setAttributes(writer.index, 'b0', { indent: 1 })
  const bob = person('bob', 8, writer.state)
  bob.suggest(() => page.setAttributes(bob.index, 'b0', { indent: null }))
  const zoe = person('zoe', 9, bob.state)
  zoe.suggest(() => page.setAttributes(zoe.index, 'b0', { indent: 1 }))
  expect(zoe.read('marked')[0]?.attributes).toEqual({ indent: 1 })
  expect(zoe.suggestions.sids).toHaveLength(2)
})

test('who agrees with what somebody makes of one’s own suggested block still suggests the block', () => {
  const ed = afterBoth(newLine, asHeading)
  const ann = person('ann', 10, ed.state)
  ann.suggest(() => asHeading(ann), { again: true })
  const after = person('ed', 9, ann.state)
  decideOn(after, 'bob', false)
  expect(marked(after)).toMatch(/^paragraph\(one\) (?:heading|paragraph)\(new\)$/)
  decideOn(after, 'ann', true)
  expect(settled(after)).toBe(marked(after))
  expect(after.keys).toEqual([])
})
