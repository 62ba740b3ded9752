import type { Block } from '@/blocks'
import { isInlineText } from '@/blocks/kit/block'
import type { Notes } from '@/blocks/markdown/notes'
import { t } from '@/shared/i18n'

/** Around the number of a bookmark, where it stands in the text; from the private part of Unicode, taken out of it before. */
const [OPEN, CLOSE] = ['\ue007', '\ue003']
const MARK = /\ue007(\d{1,9})\ue003/g
/** What links to bookmarks lead to until it is known in which block those are. */
const ADDRESS = '#word-bookmark-'

const BOOKMARK = /<a id="([^"]*)"><\/a>/g
const LINK = /<a href="#([^"]*)">/g
/** Between blocks a bookmark is in none. */
const BETWEEN =
  /(<\/(?:p|h[1-6]|ul|ol|li|table|tr|td|th|div|pre|blockquote|details)>)(?:<a id="[^"]*"><\/a>)+/g

/** The HTML with marks where the bookmarks stand that are linked. */
export function markAnchors(html: string): string {
  const numbers = new Map<string, number>()
  for (const [, name = ''] of html.matchAll(LINK)) if (!numbers.has(name)) numbers.set(name, numbers.size)
  return html
    .replace(BETWEEN, '$1')
    .replace(BOOKMARK, (_, name: string) => {
      const number = numbers.get(name)
      return number === undefined ? '' : `${OPEN}${number}${CLOSE}`
    })
    .replace(LINK, (_, name: string) => `<a href="${ADDRESS}${numbers.get(name)}">`)
}

/** The text without marks. */
export const withoutAnchors = (text: string): string => text.replace(MARK, '')

/** The blocks without the marks, with links to those in which the bookmarks are; others become their words. */
export function resolveAnchors(blocks: readonly Block[], notes: Notes): Block[] {
  const places = new Map<string, string>()
  collect(blocks, places)
  return blocks.map((block) => resolved(block, places, notes))
}

function collect(blocks: readonly Block[], places: Map<string, string>): void {
  for (const { id, text = [], children = [] } of blocks) {
    for (const piece of text)
      if (isInlineText(piece))
        for (const [, number = ''] of piece.text.matchAll(MARK))
          if (!places.has(number)) places.set(number, id)
    collect(children, places)
  }
}

function resolved(block: Block, places: ReadonlyMap<string, string>, notes: Notes): Block {
  const { text, children, attributes } = block
  const caption = attributes?.caption
  return {
    ...block,
    ...(typeof caption === 'string' && { attributes: { ...attributes, caption: withoutAnchors(caption) } }),
    ...(text && { text: text.flatMap((piece) => resolvedPiece(piece, places, notes)) }),
    ...(children && { children: children.map((child) => resolved(child, places, notes)) }),
  }
}

type Piece = NonNullable<Block['text']>[number]

function resolvedPiece(piece: Piece, places: ReadonlyMap<string, string>, notes: Notes): Piece[] {
  const words = isInlineText(piece) ? { ...piece, text: withoutAnchors(piece.text) } : piece
  if (isInlineText(words) && words.text === '') return []
  const url = piece.marks?.find(({ kind }) => kind === 'link')?.attributes?.url
  if (typeof url !== 'string' || !url.startsWith(ADDRESS)) return [words]
  const place = places.get(url.slice(ADDRESS.length))
  if (place === undefined) notes.converted(t('Link within the document'), t('text'))
  const marks = (words.marks ?? []).flatMap((mark) => {
    if (mark.kind !== 'link') return [mark]
    return place === undefined ? [] : [{ ...mark, attributes: { ...mark.attributes, url: `#${place}` } }]
  })
  const { marks: _before, ...bare } = words
  return [(marks.length > 0 ? { ...bare, marks } : bare) as Piece]
}
