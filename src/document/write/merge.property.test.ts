import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createPageDoc, settledBlocks, settledText } from '..'

/** What somebody does to the page as they see it; numbers choose places and are taken modulo what is there. */
type Act =
  | { kind: 'write'; at: number; place: number }
  | { kind: 'insert' | 'remove' | 'turn' | 'bold'; at: number }
  | { kind: 'move'; at: number; to: number }

const place = fc.nat(1000)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), at: place, place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('insert' as const, 'turn' as const, 'bold' as const),
      at: place,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), at: place, to: place }) },
)

let fresh = 0

function done(blocks: Block[], what: Act): Block[] {
  const at = what.at % Math.max(1, blocks.length)
  const block = blocks[at]
  if (what.kind === 'insert' || !block) {
    return blocks.toSpliced(at, 0, { id: `n${++fresh}`, kind: 'paragraph', text: [{ text: `new${fresh} ` }] })
  }
  const text = (block.text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
  switch (what.kind) {
    case 'write': {
      const offset = what.place % (text.length + 1)
      const written = `${text.slice(0, offset)}<${++fresh}>${text.slice(offset)}`
      return blocks.with(at, { ...block, text: [{ text: written }] })
    }
    case 'bold':
      return text ? blocks.with(at, { ...block, text: [{ text, marks: [{ kind: 'bold' }] }] }) : blocks
    case 'turn':
      return blocks.with(at, { ...block, kind: block.kind === 'heading' ? 'paragraph' : 'heading' })
    case 'remove':
      return blocks.toSpliced(at, 1)
    case 'move': {
      const rest = blocks.toSpliced(at, 1)
      return rest.toSpliced(what.to % (rest.length + 1), 0, block)
    }
  }
}

const START: Block[] = ['one', 'two', 'three', 'four'].map((text) => ({
  id: text,
  kind: 'paragraph',
  text: [{ text }],
}))

test('R1 three people who edit apart and meet again hold equal pages, and reading them changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), act), { maxLength: 40 }), fc.nat(7), (acts, pace) => {
      const docs = [createPageDoc('p'), createPageDoc('p'), createPageDoc('p')] as const
      applyBlocks(docs[0], START)
      const meet = () => {
        for (const from of docs)
          for (const to of docs) if (from !== to) Y.applyUpdate(to, Y.encodeStateAsUpdate(from))
        for (const from of docs)
          for (const to of docs) if (from !== to) Y.applyUpdate(to, Y.encodeStateAsUpdate(from))
      }
      meet()
      acts.forEach(([who, what], i) => {
        const doc = docs[who] as Y.Doc
        applyBlocks(doc, done(settledBlocks(doc), what))
        if (i % (pace + 2) === 0) meet()
      })
      meet()
      const [first, ...others] = docs.map(settledBlocks)
      for (const other of others) expect(other).toEqual(first)
      const ids = (first ?? []).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(Y.encodeStateVector(docs[0])).toEqual(Y.encodeStateVector(docs[1]))
    }),
    { numRuns: 150 },
  )
})

test('R12 words that two people write into blocks which both have are there once, whatever else they do to them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(1), place, place, fc.boolean()), { minLength: 1, maxLength: 25 }),
      (edits) => {
        const docs = [createPageDoc('p'), createPageDoc('p')] as const
        applyBlocks(docs[0], START)
        Y.applyUpdate(docs[1], Y.encodeStateAsUpdate(docs[0]))
        const words = edits.map(([who, at, offset, turns], i) => {
          const doc = docs[who] as Y.Doc
          const word = `[${i}]`
          const blocks = settledBlocks(doc)
          const index = at % blocks.length
          const block = blocks[index] as Block
          const text = plainTextOfBlock(block)
          // Between words, so that no word is cut by another.
          const places = [0, ...[...text.matchAll(/\]/g)].map(({ index: end }) => end + 1), text.length]
          const cut = places[offset % places.length] as number
          const kind = turns ? 'heading' : 'paragraph'
          const written = [{ text: text.slice(0, cut) + word + text.slice(cut) }]
          applyBlocks(doc, blocks.with(index, { id: block.id, kind, text: written }))
          return word
        })
        Y.applyUpdate(docs[0], Y.encodeStateAsUpdate(docs[1]))
        Y.applyUpdate(docs[1], Y.encodeStateAsUpdate(docs[0]))
        const text = settledText(docs[0])
        expect(settledText(docs[1])).toBe(text)
        for (const word of words) expect(text.split(word).length - 1, `${word} in ${text}`).toBe(1)
      },
    ),
    { numRuns: 150 },
  )
})

const plainTextOfBlock = (block: Block) =>
  (block.text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
