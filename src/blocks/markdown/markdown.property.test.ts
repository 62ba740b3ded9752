import { makeLongMarkdown } from '@test/markdown-corpus'
import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Block, normalizeBlocks } from '../index'
import { blocksFromMarkdown, markdownFromBlocks } from '.'
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

it('9.5 a 3,000-line document needs no directive and no escape fallback', () => {
  const source = makeLongMarkdown(3000)
  const once = markdownFromBlocks(blocksFromMarkdown(source))
  expect(source.split('\n').length).toBeGreaterThanOrEqual(3000)
  expect(once).not.toContain('sheaf:')
  expect(once).not.toMatch(/<strong>|<em>/)
  expect(markdownFromBlocks(blocksFromMarkdown(once))).toBe(once)
}, 30_000)
