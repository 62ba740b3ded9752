import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { type Block, type Inline, isInlineText } from '@/blocks/kit/block'
import { applyBlocks } from '../../page-index/blocks'
import { blocksAs, type CarriedReview, tagged, tagsOf } from './carried-review'
import { readReview } from './read-review'
import { pageWithReview } from './write-review'

/** One paragraph with `count` suggestions, each by itself. */
function reviewOf(count: number): CarriedReview {
  const text: Inline[] = Array.from({ length: count }, (_, at) => [
    tagged({ text: `t${at} ` }, at % 3 ? { added: at } : { removed: at }),
    { text: 'kept ' },
  ]).flat()
  const changes = Array.from({ length: count }, (_, at) => ({ author: 'x', at, via: `import:N ${at}` }))
  return { changes, title: [], blocks: [{ id: 'a', kind: 'paragraph', text }], tags: {} }
}

test('R62 thousands of suggestions of one paragraph are written in a time that grows with their number', () => {
  const time = (count: number) => {
    const review = reviewOf(count)
    const make = () => {
      const doc = new Y.Doc()
      applyBlocks(doc, blocksAs('settled', review.blocks, review.tags))
      return doc
    }
    const begun = cpuTime()
    const doc = pageWithReview(make, review, { author: 'imp', words: 4711 })
    const taken = cpuTime() - begun
    expect(doc && readReview(doc)?.changes).toHaveLength(count)
    return taken
  }
  time(100)
  const few = time(500)
  // A quadratic writing takes a hundred times as long.
  expect(time(5_000)).toBeLessThan(50 * Math.max(few, 20))
}, 120_000)

test('text of several suggestions in several paragraphs stays what each of them said', () => {
  const review: CarriedReview = {
    changes: [0, 1, 2].map((at) => ({ author: 'x', at })),
    title: [],
    blocks: ['a', 'b', 'c'].map((id) => ({
      id,
      kind: 'paragraph',
      text: [
        tagged({ text: 'one', marks: [{ kind: 'bold' }] }, { added: 0 }),
        tagged({ text: 'two' }, { added: 1 }),
        { text: 'kept' },
        tagged({ text: 'three', marks: [{ kind: 'italic' }] }, { added: 2, removed: 1 }),
        tagged({ text: 'four' }, { removed: 0 }),
      ],
    })),
    tags: {},
  }
  const make = () => {
    const doc = new Y.Doc()
    applyBlocks(doc, blocksAs('settled', review.blocks, review.tags))
    return doc
  }
  const doc = pageWithReview(make, review, { author: 'imp', words: 4711 })
  const again = doc && readReview(doc)
  const said = ({ text = [] }: Block) =>
    text.map((piece) => [isInlineText(piece) && piece.text, tagsOf(piece).added, tagsOf(piece).removed])
  expect(again?.blocks.map(said)).toEqual(review.blocks.map(said))
})
