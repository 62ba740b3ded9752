import { blockKind } from './kinds'
import { type Block, isInlineText } from './kit/block'

/** The words of blocks, one line each, for search, word count and previews. Any depth of nesting (R34). */
export function plainTextOf(blocks: readonly Block[]): string {
  const lines: string[] = []
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    if (blockKind(block.kind)?.content !== 'blocks') {
      lines.push((block.text ?? []).map((piece) => (isInlineText(piece) ? piece.text : '')).join(''))
    }
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return lines.join('\n')
}
