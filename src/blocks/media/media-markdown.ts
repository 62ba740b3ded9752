import type { BlockContent } from 'mdast'
import type { Block } from '../kit/block'
import type { BlockMarkdown } from '../kit/markdown'
import { linkOf, textOf } from './attributes'
import { nameOf } from './figure'
import { type MediaKind, mediaUrl } from './media-url'

/** A picture is one in Markdown too; of everything else others read a link, between what we read it back from. */
function write(kind: MediaKind, { attributes = {} }: Block): BlockContent | null {
  const url = mediaUrl(attributes.url)
  if (url === null) return null
  if (kind === 'image') {
    const alt = textOf(attributes, 'alt')
    const title = textOf(attributes, 'caption')
    const picture = { type: 'image' as const, url, alt, title: title || null }
    const href = linkOf(attributes)
    return {
      type: 'paragraph',
      children: [href ? { type: 'link', url: href, title: null, children: [picture] } : picture],
    }
  }
  const link = { type: 'link' as const, url, title: null }
  const words = { type: 'text' as const, value: nameOf(attributes) || url }
  return {
    type: 'container',
    kind,
    attributes,
    children: [{ type: 'paragraph', children: [{ ...link, children: [words] }] }],
  }
}

/** How media of a kind is written as Markdown and read from it. */
export const mediaMarkdown = (kind: MediaKind): BlockMarkdown => ({
  write: (block) => write(kind, block),
  ...(kind === 'image' ? {} : { reads: { container: ({ attributes }) => attributes } }),
})
