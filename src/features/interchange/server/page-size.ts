import type { Block } from '@/blocks'
import { LIMITS } from '@/shared/limits'

/** How much is in the blocks of a page. */
export interface PageSize {
  blocks: number
  /** Stretches of text of one look: the words around a bold one are two more. */
  pieces: number
  /** Characters of the texts, and of what is stored with blocks and marks. */
  characters: number
}

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length)

/** Counts what is in these blocks, at any depth. */
export function pageSizeOf(blocks: readonly Block[]): PageSize {
  const size: PageSize = { blocks: 0, pieces: 0, characters: 0 }
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    size.blocks++
    size.characters += lengthOf(block.attributes)
    for (const piece of block.text ?? []) {
      size.pieces++
      size.characters += 'text' in piece ? piece.text.length : lengthOf(piece.attributes)
      size.characters += lengthOf(piece.marks)
    }
    for (const child of block.children ?? []) rest.push(child)
  }
  return size
}

const MOST: { what: string; of: keyof PageSize; most: number }[] = [
  { what: 'blocks', of: 'blocks', most: LIMITS.importBlocks },
  { what: 'pieces of formatted text', of: 'pieces', most: LIMITS.importPieces },
  { what: 'characters', of: 'characters', most: LIMITS.importCharacters },
]

/** Why a file of this size is not imported, in words; null when it may be. */
export function whyTooLarge(size: PageSize): string | null {
  const over = MOST.find(({ of, most }) => size[of] > most)
  if (!over) return null
  const number = (value: number) => value.toLocaleString('en')
  return `This file has ${number(size[over.of])} ${over.what}; one page can be imported with at most ${number(over.most)}. Split it into several files.`
}
