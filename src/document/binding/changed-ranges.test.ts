import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, docFromBlocks } from '@/blocks'
import { changedRanges, joined, nodesIn, touchedRanges } from './changed-ranges'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const doc = docFromBlocks([
  paragraph('a', 'first'),
  { id: 'q', kind: 'blockquote', children: [paragraph('b', 'second'), paragraph('c', 'third')] },
  ...Array.from({ length: 300 }, (_, i) => paragraph(`p${i}`, 'more')),
])

test('the ranges of later steps move those of earlier ones', () => {
  const tr = EditorState.create({ doc }).tr.insertText('xyz', 4).insertText('ab', 1)
  expect(changedRanges([tr]).ranges).toEqual([
    { from: 6, to: 9 },
    { from: 1, to: 3 },
  ])
})

test('T1 what an attribute was set of is moved by later steps as well', () => {
  const tr = EditorState.create({ doc }).tr.setNodeAttribute(0, 'indent', 1).insert(0, doc.child(2))
  expect(touchedRanges([tr])).toEqual([{ from: 0, to: doc.child(2).nodeSize + 1 }])
})

test('of very many steps only the first and the last place are told', () => {
  const { tr } = EditorState.create({ doc })
  let pos = doc.content.size - 1
  for (let i = 0; i < 300; i++, pos -= 6) tr.insertText('!', pos)
  const { ranges, isRough } = changedRanges([tr])
  expect(isRough).toBe(true)
  expect(ranges).toEqual([{ from: pos + 6, to: tr.doc.content.size - 1 }])
})

test('the walk visits what a walk for each range visits, each node once', () => {
  const range = fc
    .tuple(fc.nat(doc.content.size), fc.nat(12))
    .map(([from, length]) => ({ from, to: Math.min(doc.content.size, from + length + 1) }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (given) => {
      const ranges = joined(given.filter(({ from, to }) => from < to))
      const expected = new Set<number>()
      for (const { from, to } of ranges)
        doc.nodesBetween(from, to, (_node, pos) => {
          expected.add(pos)
        })
      const visited: number[] = []
      nodesIn(doc, ranges, (node, pos, parent, index) => {
        expect(parent.child(index)).toBe(node)
        visited.push(pos)
        return true
      })
      expect(visited).toEqual([...expected].sort((a, b) => a - b))
    }),
  )
})
