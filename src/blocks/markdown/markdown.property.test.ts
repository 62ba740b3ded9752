import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Block, blocksFromMarkdown, markdownFromBlocks } from '../index'
import { withoutIds } from './write'

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

it('9.5 any page exported as Markdown and imported again is the same page', () => {
  fc.assert(
    fc.property(anyPage, (blocks) => {
      expect(bare(blocksFromMarkdown(markdownFromBlocks(blocks)))).toEqual(bare(blocks))
    }),
    { numRuns: 300 },
  )
}, 60_000)
