import { LIMITS } from '@/shared/limits'
import { type Block, isInlineText } from '../kit/block'

/** The words of a heading 1 that says nothing but a title, in the middle or not; `null` for any other block. */
export function plainTitle(block: Block | undefined): string | null {
  if (
    block?.kind !== 'heading' ||
    Object.keys(block.attributes ?? {}).some((key) => key !== 'level' && key !== 'align')
  )
    return null
  if ((block.attributes?.level ?? 1) !== 1) return null
  const pieces = block.text ?? []
  if (!pieces.every((piece) => isInlineText(piece) && !piece.marks && !piece.text.includes('\n'))) return null
  const title = pieces.map((piece) => (isInlineText(piece) ? piece.text : '')).join('')
  return title && title.length <= LIMITS.title ? title : null
}

/**
 * Where the title is said again: in the first heading 1, which pictures such as badges may stand above, whatever its looks.
 * -1: nowhere. `from`: the first block that is looked at.
 */
export function titleAgainAt(blocks: readonly Block[], title: string, from = 0): number {
  const at = blocks.findIndex(({ kind }, index) => index >= from && kind !== 'image')
  const { kind, attributes, text = [] } = blocks[at] ?? {}
  if (kind !== 'heading' || (attributes?.level ?? 1) !== 1) return -1
  if (!text.every(isInlineText)) return -1
  const words = text.map((piece) => piece.text).join('')
  return tight(words) === tight(title) && tight(title) !== '' ? at : -1
}

const tight = (text: string): string => text.trim().replace(/\s+/g, ' ')
