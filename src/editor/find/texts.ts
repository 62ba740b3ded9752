import type { Node as PMNode } from '@tiptap/pm/model'

/** A segment of a block's text without anything in it that is no text. */
export interface TextSegment {
  /** Offset in the block's content; one character is one position. */
  offset: number
  text: string
}

/** Text blocks of the page with the positions before them, in order. */
export function eachTextBlock(doc: PMNode, visit: (node: PMNode, pos: number) => void): void {
  doc.descendants((node, pos) => {
    if (node.isTextblock) {
      visit(node, pos)
      return false
    }
    return !node.isLeaf
  })
}

/** What can be searched in a text block. Inline atoms part it: no match reaches over one. A line break is `\n`. */
export function textSegments(block: PMNode): TextSegment[] {
  const segments: TextSegment[] = []
  let open: TextSegment | null = null
  block.forEach((node, offset) => {
    const text = node.isText ? node.text! : node.type.name === 'hardBreak' ? '\n' : null
    if (text === null) open = null
    else if (open) open.text += text
    else {
      open = { offset, text }
      segments.push(open)
    }
  })
  return segments
}
