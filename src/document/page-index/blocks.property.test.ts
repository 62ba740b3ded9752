import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { type Block, normalizeBlocks } from '@/blocks'
import { applyBlocks, blocksOf } from './blocks'
import { PageIndex } from './page-index'
import { readPage } from './read-page'

const anyMark = fc.constantFrom('bold', 'italic', 'code')
const anyWord = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
const anyText = fc.array(
  fc
    .record({ text: anyWord, marks: fc.uniqueArray(anyMark, { maxLength: 2 }) })
    .map(({ text, marks }) =>
      marks.length > 0 ? { text, marks: marks.map((kind) => ({ kind })) } : { text },
    ),
  { minLength: 1, maxLength: 3 },
)
const anyBlock = (depth: number): fc.Arbitrary<Block> => {
  const id = fc.nat(30).map((n) => `b${n}`)
  const kind = fc.constantFrom('paragraph', 'heading', 'listItem')
  const later = fc
    .record({ id, kind: fc.constant('later'), text: anyWord.filter((word) => word === word.toWellFormed()) })
    .map((block): Block => ({ ...block, text: [{ text: block.text }] }))
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.record<Block>({ id, kind, text: anyText }) },
    fc.record<Block>({ id, kind }),
    later,
  )
  const rule = id.map((name): Block => ({ id: name, kind: 'horizontalRule' }))
  if (depth === 0) return fc.oneof(line, rule)
  const quote = fc
    .record({ id, children: fc.array(anyBlock(depth - 1), { minLength: 1, maxLength: 3 }) })
    .map((block): Block => ({ ...block, kind: 'blockquote' }))
  return fc.oneof({ weight: 3, arbitrary: line }, rule, quote)
}

test('any page applied onto any other is what the page holds then', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyBlock(2), { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      (pages) => {
        const doc = new Y.Doc()
        const index = new PageIndex(doc)
        let sent = 0
        doc.on('update', () => sent++)
        for (const page of pages) {
          const seen = new Set<string>()
          const unique = (blocks: Block[]): Block[] =>
            blocks.flatMap((block) => {
              if (seen.has(block.id)) return []
              seen.add(block.id)
              const children = block.children && unique(block.children)
              if (children?.length === 0) return []
              return [{ ...block, ...(children ? { children } : {}) }]
            })
          const wanted = unique(page)
          applyBlocks(doc, wanted)
          expect(blocksOf(doc)).toEqual(wanted.length > 0 ? normalizeBlocks(wanted) : [])
          sent = 0
          applyBlocks(doc, blocksOf(doc))
          expect(sent).toBe(0)
          expect(index.blocks()).toEqual(readPage(doc))
        }
        index.close()
      },
    ),
    { numRuns: 500 },
  )
}, 60_000)
