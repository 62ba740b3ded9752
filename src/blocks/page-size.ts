import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { BOUNDS, LIMITS } from '@/shared/limits'
import { blockKind } from './kinds'
import type { Block } from './kit/block'
import { cellsOfGrid } from './table/whole-grid'

/** How much is in the blocks of a page. */
export interface PageSize {
  /** Without the cells of tables, which are there by their row and their column. */
  blocks: number
  /** Cells of the largest table, those as well that its shorter rows lack. */
  cells: number
  /** Segments of text of one look: the words around a bold one are two more. */
  pieces: number
  /** Characters of the texts, and of what is stored with blocks and marks. */
  characters: number
}

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length)
const contentOf = (kind: string): string => blockKind(kind)?.content ?? ''

/** Counts what is in these blocks, at any depth. */
export function pageSizeOf(blocks: readonly Block[]): PageSize {
  const size: PageSize = { blocks: 0, cells: 0, pieces: 0, characters: 0 }
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    if (block.kind !== 'tableCell') size.blocks++
    if (contentOf(block.kind) === 'grid') size.cells = Math.max(size.cells, cellsOfGrid(block, contentOf))
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

const MOST: { what(): string; of: keyof PageSize; most: number }[] = [
  { what: () => t('blocks'), of: 'blocks', most: LIMITS.pageBlocks },
  { what: () => t('cells in one table'), of: 'cells', most: BOUNDS.gridCells },
  { what: () => t('pieces of formatted text'), of: 'pieces', most: LIMITS.importPieces },
  { what: () => t('characters'), of: 'characters', most: LIMITS.importCharacters },
]

const number = (value: number) => inFigures(value)

/** Why a file of this size is not imported, in words; null when it may be. */
export function whyTooLarge(size: PageSize): string | null {
  const over = MOST.find(({ of, most }) => size[of] > most)
  if (!over) return null
  return t(
    'This file has {number} {what}; one page can be imported with at most {number2}. Split it into several files.',
    { number: number(size[over.of]), what: over.what(), number2: number(over.most) },
  )
}

/**
 * Throws `AppError('too-large')` in plain words when a page cannot be made to hold these blocks: more blocks than a page
 * has (of one that has more already, more than those), or a table of more cells than are laid out.
 */
export function requireRoom(blocks: readonly Block[], standing: readonly Block[] = []): void {
  const size = pageSizeOf(blocks)
  if (size.cells > BOUNDS.gridCells) {
    throw new AppError(
      'too-large',
      t('A table can have at most {number} cells; this one would have {number2}.', {
        number: number(BOUNDS.gridCells),
        number2: number(size.cells),
      }),
    )
  }
  if (size.blocks <= LIMITS.pageBlocks || size.blocks <= pageSizeOf(standing).blocks) return
  throw new AppError(
    'too-large',
    t('A page can have at most {number} blocks; this one would have {number2}.', {
      number: number(LIMITS.pageBlocks),
      number2: number(size.blocks),
    }),
  )
}
