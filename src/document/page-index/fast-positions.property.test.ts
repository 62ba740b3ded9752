import { Fragment } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { docFromBlocks, pageSchema } from '@/blocks'
import {
  type Counting,
  type Place,
  positionBefore,
  positionOfChild,
  rememberPositions,
} from './fast-positions'

const counted = (Fragment.prototype as Fragment & Counting).findIndex
const found = (content: Fragment, pos: number): Place => {
  const { index, offset } = (content as Fragment & Counting).findIndex(pos)
  return { index, offset }
}
const paragraphs = (lengths: number[]) =>
  docFromBlocks(
    lengths.map((length, i) => ({ id: `p${i}`, kind: 'paragraph', text: [{ text: 'x'.repeat(length) }] })),
  )

test('a place that is remembered is the one that is counted, also after blocks were replaced', () => {
  rememberPositions()
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 90 })
  const acts = fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), isEdit: fc.boolean() }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(lengths, acts, (sizes, asked) => {
      let { content } = paragraphs(sizes)
      for (const { at, isEdit } of asked) {
        const pos = Math.round(at * content.size)
        const { index, offset } = { ...counted.call(content, pos) }
        expect(found(content, pos)).toEqual({ index, offset })
        expect(positionBefore(content, pos).offset).toBeLessThanOrEqual(pos)
        const child = Math.min(index, content.childCount - 1)
        const doc = pageSchema.topNodeType.create(null, content)
        expect(positionOfChild(doc, index)).toBe(offset)
        if (isEdit)
          content = content.replaceChild(child, paragraphs([Math.ceil(at * 20) + 1]).firstChild as never)
      }
    }),
  )
})

test('the library finds its place beside the last one, also in the page as it was edited', () => {
  rememberPositions()
  const doc = paragraphs(new Array<number>(2_000).fill(3))
  const pos = 5 * 1_000 + 2
  const lookedAt = vi.spyOn(Fragment.prototype, 'child')
  onTestFinished(() => lookedAt.mockRestore())
  counted.call(doc.content, pos)
  expect(lookedAt.mock.calls.length).toBeGreaterThan(900)
  doc.resolve(pos)
  lookedAt.mockClear()
  const { doc: edited } = new Transform(doc).insert(pos, pageSchema.text('!'))
  expect(edited.resolve(pos + 1).parent.textContent).toBe('x!xx')
  expect(lookedAt.mock.calls.length).toBeLessThan(50)
})

test('a position outside of a fragment is refused as before', () => {
  rememberPositions()
  const { content } = paragraphs(new Array<number>(100).fill(3))
  expect(() => found(content, content.size + 1)).toThrow(RangeError)
  expect(() => found(content, -1)).toThrow(RangeError)
})
