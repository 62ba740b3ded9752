import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCodeColours } from '../code-block/code-colours'
import type { Block } from '../index'
import { parseHtml } from '../kit/conformance'
import { withoutIds } from '../markdown/write'
import { htmlFromBlocks } from './page'
import { blocksFromHtml } from './read'

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

it('9.5 any page exported as HTML and imported again is the same page', async () => {
  await fc.assert(
    fc.asyncProperty(anyPage, async (blocks) => {
      const html = htmlFromBlocks(blocks, 'T', { code: await readCodeColours(blocks, (work) => work()) })
      expect(bare(blocksFromHtml(html, parseHtml))).toEqual(bare(blocks))
    }),
    { numRuns: 300 },
  )
}, 180_000)
