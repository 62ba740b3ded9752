import { makeLongMarkdown } from '@test/markdown-corpus'
import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHtml } from '../html/read'
import { type Block, normalizeBlocks } from '../index'
import { parseHtml } from '../kit/conformance'
import { blocksFromMarkdown, markdownFromBlocks, readMarkdown } from '.'
import { withoutIds } from './write'

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

it('9.5 any page exported as Markdown and imported again is the same page', () => {
  fc.assert(
    fc.property(anyPage, (blocks) => {
      // A text without anything in it holds no blocks; a page then has its one empty paragraph.
      const read = normalizeBlocks(blocksFromMarkdown(markdownFromBlocks(blocks)))
      expect(bare(read)).toEqual(bare(blocks))
    }),
    { numRuns: 300 },
  )
}, 180_000)

it('9.5 so is one that an import reads, with the HTML in it', () => {
  fc.assert(
    fc.property(anyPage, (blocks) => {
      const { blocks: read } = readMarkdown(markdownFromBlocks(blocks), {
        titleFromHeading: false,
        readHtml: (html) => readHtml(html, parseHtml),
        leavesOutUnseen: true,
      })
      expect(bare(normalizeBlocks(read))).toEqual(bare(blocks))
    }),
    { numRuns: 200 },
  )
}, 180_000)

it('T7 no letter is ever written as a reference, whatever is marked beside it', () => {
  const words = fc
    .array(fc.constantFrom('a', '字', 'ん', '1', 'é', '𠮷', ' ', '“', '”', '。', '(', '*', '_', '~', '-'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((characters) => characters.join(''))
  const marks = fc.subarray(['bold', 'italic', 'strikethrough', 'highlight', 'code'], { maxLength: 2 })
  const piece = fc
    .tuple(words, marks)
    .map(([text, kinds]) => ({ text, ...(kinds.length > 0 && { marks: kinds.map((kind) => ({ kind })) }) }))
  const page = fc
    .array(piece, { minLength: 1, maxLength: 5 })
    .map((text) => normalizeBlocks([{ id: 'p', kind: 'paragraph', text }]))
  fc.assert(
    fc.property(page, (blocks) => {
      const markdown = markdownFromBlocks(blocks)
      for (const [, code = ''] of markdown.matchAll(/(?<!\\)&#x([\dA-F]+);/g))
        expect(String.fromCodePoint(Number.parseInt(code, 16)), markdown).not.toMatch(/[\p{L}\p{N}\p{M}]/u)
      expect(bare(normalizeBlocks(blocksFromMarkdown(markdown)))).toEqual(bare(blocks))
    }),
    { numRuns: 300 },
  )
}, 60_000)

it('9.5 a 3,000-line document needs no directive and no escape fallback', () => {
  const source = makeLongMarkdown(3000)
  const once = markdownFromBlocks(blocksFromMarkdown(source))
  expect(source.split('\n').length).toBeGreaterThanOrEqual(3000)
  expect(once).not.toContain('sheaf:')
  expect(once).not.toMatch(/<strong>|<em>/)
  expect(markdownFromBlocks(blocksFromMarkdown(once))).toBe(once)
}, 30_000)
