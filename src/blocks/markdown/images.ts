import type { Paragraph, PhrasingContent } from 'mdast'
import type { Attributes } from '../kit/attributes'
import { declaredStyle } from '../kit/declarations'
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
  // A link around nothing but a picture: what it shows is the picture.
  if (node.type === 'link' && node.children.length === 1) return pictureOf(node.children[0]!)
  const tag = node.type === 'html' ? readTag(node.value) : null
  return tag?.name === 'img' ? fromTag(tag.element, declaredStyle) : null
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
  for (const [index, child] of node.children.entries()) {
    const picture = pictureOf(child)
    if (picture === null) {
      // The line end between a picture and its text.
      if (child.type === 'break' && text.length === 0 && found) continue
      text.push(child)
      continue
    }
    found = true
    if (text.at(-1)?.type === 'break') text.pop()
    flush()
    const said = saidBehind(node.children.slice(index + 1, index + 4))
    parts.push({ picture: { ...picture, ...said } })
    if (said) return parts
  }
  if (!found) return null
  flush()
  return parts
}
