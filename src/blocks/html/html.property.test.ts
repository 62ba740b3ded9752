import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Block } from '../index'
import { parseHtml } from '../kit/conformance'
import { withoutIds } from '../markdown/write'
import { htmlFromBlocks } from './page'
import { blocksFromHtml } from './read'

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

it('9.5 any page exported as HTML and imported again is the same page', () => {
  fc.assert(
    fc.property(anyPage, (blocks) => {
      expect(bare(blocksFromHtml(htmlFromBlocks(blocks, 'T'), parseHtml))).toEqual(bare(blocks))
    }),
    { numRuns: 300 },
  )
}, 180_000)
