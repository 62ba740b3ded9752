import { text } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import { ROOT } from '../format/layout'
import * as page from '../write/operations'
import { movedFrom } from './moved-from'

/** Somebody who suggests on a page of the paragraphs b0, b1 … */
function ann(count: number): Reviewer {
  const writer = new Reviewer('writer', 1)
  const lines = Array.from({ length: count }, (_, i) => ({
    id: `b${i}`,
    kind: 'paragraph',
    text: text(`line ${i}`),
  }))
  page.insertBlocks(writer.index, lines, ROOT, null)
  return new Reviewer('ann', 7, writer.state)
}

const from = ({ index, doc }: Reviewer, id: string) => movedFrom(index, doc, id)

test('2.34 a block that is suggested to stand elsewhere came from behind the one before it', () => {
  const person = ann(4)
  person.suggest(() => page.moveBlocks(person.index, ['b2'], ROOT, null))
  expect(person.index.children(ROOT)).toEqual(['b2', 'b0', 'b1', 'b3'])
  expect(from(person, 'b2')).toEqual({ block: 'b1', side: 'after' })
})

test('2.34 the first block came from before what is first now', () => {
  const person = ann(3)
  person.suggest(() => page.moveBlocks(person.index, ['b0'], ROOT, 'b2'))
  expect(person.index.children(ROOT)).toEqual(['b1', 'b2', 'b0'])
  expect(from(person, 'b0')).toEqual({ block: 'b1', side: 'before' })
})

test('what neither stands elsewhere by a suggestion nor is stored has no other place', () => {
  const person = ann(1)
  expect(from(person, 'nobody')).toBeNull()
  // It is alone where it was.
  expect(from(person, 'b0')).toBeNull()
})
