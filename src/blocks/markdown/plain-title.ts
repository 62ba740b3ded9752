import { LIMITS } from '@/shared/limits'
import { type Block, isInlineText } from '../kit/block'

/** The words of a heading 1 that says nothing but a title; `null` for any other block. */
export function plainTitle(block: Block | undefined): string | null {
  if (block?.kind !== 'heading' || Object.keys(block.attributes ?? {}).some((key) => key !== 'level'))
    return null
  if ((block.attributes?.level ?? 1) !== 1) return null
  const pieces = block.text ?? []
  if (!pieces.every((piece) => isInlineText(piece) && !piece.marks && !piece.text.includes('\n'))) return null
  const title = pieces.map((piece) => (isInlineText(piece) ? piece.text : '')).join('')
  return title && title.length <= LIMITS.title ? title : null
}
