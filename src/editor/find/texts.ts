import type { Node as PMNode } from '@tiptap/pm/model'
import { blockKind } from '@/blocks'
import { textOfLeaf } from '@/blocks/plain-text'

/** A segment of a block's text without anything in it that is no text, or the words of something that is none. */
export interface TextSegment {
  /** Offset in the block's content; one character is one position. */
  offset: number
  text: string
  /** It is no text of the page (a mention, a data table, a picture with a caption): how many positions it takes as a whole. */
  whole?: number
}

/** Text blocks of the page with the positions before them, in order. */
export const eachTextBlock = (doc: PMNode, visit: (node: PMNode, pos: number) => void): void =>
  eachBlock(doc, (node, pos) => node.isTextblock && visit(node, pos))

/** The same, and the blocks between them whose words are no text of the page. */
export function eachBlock(doc: PMNode, visit: (node: PMNode, pos: number) => void): void {
  doc.descendants((node, pos) => {
    const isLast = node.isTextblock || node.isLeaf
    if (isLast) visit(node, pos)
    return !isLast
  })
}

/**
 * What can be searched in a block of {@link eachBlock}. Inline atoms part its text: no match reaches over one, and each has words of its own.
 * A line break is `\n`.
 */
export function textSegments(block: PMNode): TextSegment[] {
  if (!block.isTextblock) return wordsOfBlock(block)
  const segments: TextSegment[] = []
  let open: TextSegment | null = null
  block.forEach((node, offset) => {
    const isBreak = node.type.name === 'hardBreak'
    const text = node.isText ? node.text! : textOfLeaf(node)
    if (!node.isText && !isBreak) {
      open = null
      if (text !== '') segments.push({ offset, text, whole: node.nodeSize })
    } else if (open) open.text += text
    else {
      open = { offset, text }
      segments.push(open)
    }
  })
  return segments
}

function wordsOfBlock(node: PMNode): TextSegment[] {
  const block = { id: '', kind: node.type.name, attributes: node.attrs }
  const text = blockKind(block.kind)?.plainText?.(block) ?? ''
  // Beside its content, of which it has none, stands the block itself.
  return text === '' ? [] : [{ offset: -1, text, whole: node.nodeSize }]
}
