import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { expect, it } from 'vitest'
import { type Block, blocksFromHtml } from '../index'
import type { DomNode } from '../kit/dom'
import { withoutIds } from '../markdown/write'
import { htmlFromBlocks } from './page'

function parse(html: string): DomNode {
  const holder = parseHTML('<html></html>').document.createElement('div')
  holder.innerHTML = html
  return holder as unknown as DomNode
}

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

it('9.5 any page exported as HTML and imported again is the same page', () => {
  fc.assert(
    fc.property(anyPage, (blocks) => {
      expect(bare(blocksFromHtml(htmlFromBlocks(blocks, 'T'), parse))).toEqual(bare(blocks))
    }),
    { numRuns: 300 },
  )
}, 60_000)
