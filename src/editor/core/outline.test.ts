import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, docFromBlocks } from '@/blocks'
import { headingsOf } from '@/blocks/table-of-contents/headings'
import { haveSameHeadings, outlineOfDoc } from './outline'

const block = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  isHeading: fc.boolean(),
  isQuoted: fc.boolean(),
  words: fc.constantFrom('', 'One', 'Two'),
})
const docOf = (given: { id: string; isHeading: boolean; isQuoted: boolean; words: string }[]) =>
  docFromBlocks(
    given.map(({ id, isHeading, isQuoted, words }): Block => {
      const text = words ? [{ text: words }] : []
      const own: Block = isHeading
        ? { id, kind: 'heading', attributes: { level: 2 }, text }
        : { id, kind: 'paragraph', text }
      return isQuoted ? { id: `${id}-q`, kind: 'blockquote', children: [own] } : own
    }),
  )

test('2.35 the outline is the same exactly when the blocks that changed have the same headings', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), fc.array(block, { maxLength: 6 }), (old, now) => {
      const before = docOf(old)
      // Blocks that stayed are the same nodes, as while somebody types.
      const wanted = docOf(now)
      const after = wanted.copy(
        wanted.content.replaceChild(
          0,
          before.firstChild && wanted.firstChild?.eq(before.firstChild) ? before.firstChild : wanted.child(0),
        ),
      )
      expect(haveSameHeadings(before, after)).toBe(
        JSON.stringify(outlineOfDoc(before)) === JSON.stringify(outlineOfDoc(after)),
      )
    }),
  )
})

test('2.35 a heading says what its chips say, also where there is nothing else', () => {
  const heading = (id: string, text: Block['text']): Block => ({
    id,
    kind: 'heading',
    attributes: { level: 2 },
    text: text ?? [],
  })
  const day = { kind: 'date', attributes: { date: '2026-11-03' } }
  const blocks = [heading('a', [day]), heading('b', [{ text: 'Meeting on ' }, day]), heading('c', [])]
  const found = outlineOfDoc(docFromBlocks(blocks))
  expect(found.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(found[1]?.text).toBe(`Meeting on ${found[0]?.text}`)
  expect(found[0]?.text).toContain('2026')
  expect(headingsOf(blocks)).toEqual(found)
})
