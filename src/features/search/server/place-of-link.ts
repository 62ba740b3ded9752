import type { Block } from '@/blocks'
import { type BlockMark, isInlineText } from '@/blocks/kit/block'
import { linkOf } from '@/blocks/media/attributes'
import { plainInline } from '@/blocks/plain-text'
import { pageOfAddress } from '@/shared/page-address'
import type { MarkedText } from '../model'
import { cutAround } from './snippet'

/** The first block that mentions or links to the page, and what it says around that; the page by the title that it has now. */
export function placeOfLink(
  blocks: readonly Block[],
  id: string,
  title: string,
): { blockId: string | null; snippet: MarkedText | null } {
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    let text = ''
    let range: [number, number] | null = null
    for (const piece of block.text ?? []) {
      const isMention = !isInlineText(piece) && piece.kind === 'mention' && leadsTo(piece.attributes?.key, id)
      const words = (isMention && title) || plainInline([piece])
      if (range === null && (isMention || piece.marks?.some((mark) => isLinkTo(mark, id))))
        range = [text.length, text.length + words.length]
      text += words
    }
    if (range) return { blockId: block.id, snippet: cutAround(text, [range]) }
    if (block.kind === 'image' && leadsTo(linkOf(block.attributes), id))
      return { blockId: block.id, snippet: null }
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return { blockId: null, snippet: null }
}

const leadsTo = (address: unknown, id: string): boolean => pageOfAddress(String(address)) === id

const isLinkTo = (mark: BlockMark, id: string): boolean =>
  mark.kind === 'link' && leadsTo(mark.attributes?.url, id)
