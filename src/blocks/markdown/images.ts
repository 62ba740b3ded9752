import type { Paragraph, PhrasingContent } from 'mdast'
import type { Attributes } from '../kit/attributes'
import { declaredStyle } from '../kit/declarations'
import { linkOf } from '../media/attributes'
import { mediaRules } from '../media/media-html'
import { mediaUrl } from '../media/media-url'
import { readDirective } from './directive'
import { readTag } from './html-tag'

/** A part of a paragraph: a picture that stands for itself, or the text between two of them. */
export type ParagraphPart = { picture: Attributes } | { text: Paragraph }

const fromTag = mediaRules('img')[0]!.attributes!

/** What a picture says, in Markdown or as `<img>`; `null` when it is none that a page shows. */
function pictureOf(node: PhrasingContent): Attributes | null {
  if (node.type === 'image') {
    const url = mediaUrl(node.url)
    if (url === null) return null
    const { alt, title } = node
    return { url, ...(alt ? { alt } : {}), ...(title ? { caption: title } : {}) }
  }
  // A link around nothing but a picture is the picture's.
  if (node.type === 'link' && node.children.length === 1) {
    const picture = pictureOf(node.children[0]!)
    return picture && withLink(picture, node.url)
  }
  const tag = node.type === 'html' ? readTag(node.value) : null
  return tag?.name === 'img' ? fromTag(tag.element, declaredStyle) : null
}

/** A link to the picture itself says nothing. */
function withLink(picture: Attributes, address: string): Attributes {
  // In Markdown a backslash is a character of the address; a browser would take it for a slash.
  const link = linkOf({ link: address.replaceAll('\\', '%5C') })
  return link && link !== picture.url ? { ...picture, link } : picture
}

/** `<a href="…"><img …></a>` in a line, as many a README has it: three pieces. */
function linkedTag([open, middle, close]: readonly PhrasingContent[]): Attributes | null {
  const tags = [open, close].map((piece) => (piece?.type === 'html' ? readTag(piece.value) : null))
  if (tags.some((tag) => tag?.name !== 'a') || tags[0]!.closing || !tags[1]!.closing || !middle) return null
  const picture = pictureOf(middle)
  return picture && withLink(picture, tags[0]!.element.getAttribute('href') ?? '')
}

/** What a directive right behind the picture says of it. */
function saidBehind(rest: readonly PhrasingContent[]): Attributes | null {
  const [space, last, more] = rest
  if (space?.type !== 'text' || space.value.trim() !== '' || last?.type !== 'html' || more) return null
  const directive = readDirective(last.value)
  return directive && 'attributes' in directive ? directive.attributes : null
}

/** Without the space between the words and the picture. */
const trimmed = (text: readonly PhrasingContent[]): PhrasingContent[] =>
  text.map((piece, index) => {
    if (piece.type !== 'text') return piece
    const value = index === 0 ? piece.value.trimStart() : piece.value
    return { ...piece, value: index === text.length - 1 ? value.trimEnd() : value }
  })

/**
 * A paragraph in parts: in a page a picture is a block of its own (product.md 3.20). `null` for one without pictures.
 * Pictures among the words of a link stay in the text.
 */
export function partsOfParagraph(node: Paragraph): ParagraphPart[] | null {
  const parts: ParagraphPart[] = []
  let text: PhrasingContent[] = []
  const flush = () => {
    const holds = text.some((piece) => piece.type !== 'text' || piece.value.trim() !== '')
    if (holds) parts.push({ text: { type: 'paragraph', children: trimmed(text) } })
    text = []
  }
  let found = false
  let after = 0
  for (const [index, child] of node.children.entries()) {
    if (index < after) continue
    const linked = linkedTag(node.children.slice(index, index + 3))
    const picture = linked ?? pictureOf(child)
    after = index + (linked ? 3 : 1)
    if (picture === null) {
      // The line end between a picture and its text.
      if (child.type === 'break' && text.length === 0 && found) continue
      text.push(child)
      continue
    }
    found = true
    if (text.at(-1)?.type === 'break') text.pop()
    flush()
    const said = saidBehind(node.children.slice(after, after + 3))
    parts.push({ picture: { ...picture, ...said } })
    if (said) return parts
  }
  if (!found) return null
  flush()
  return parts
}
