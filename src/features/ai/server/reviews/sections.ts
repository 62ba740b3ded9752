import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import { bytesOf } from '@/server/providers/tokens'

/** Of the tokens that a model can read, those of the page: the rest is for what it is told to do, and for its answer. */
const PART = 0.3
/** A longer section is answered no better, and stopping takes longer to show. */
const MOST_TOKENS = 4_000
/** Bytes that the name of a block takes. */
const NAME = 24

/** How many tokens a section of a page may have. */
export const sectionTokens = (contextTokens: number): number =>
  Math.min(MOST_TOKENS, Math.floor(contextTokens * PART))

/**
 * The ids of the top-level blocks in sections that a model reads one after the other. A section ends before a heading where that leaves it
 * at least half full. `only`: no other blocks are read.
 */
export function sectionsOf(
  blocks: readonly Block[],
  tokens: number,
  only: ReadonlySet<string> | null = null,
): string[][] {
  const most = bytesOf(tokens)
  const sections: string[][] = []
  let open: string[] = []
  let size = 0
  for (const block of blocks) {
    if (only && !holdsAny(block, only)) continue
    const bytes = Buffer.byteLength(plainTextOf([block])) + NAME
    const isFull = open.length > 0 && (size + bytes > most || (block.kind === 'heading' && size > most / 2))
    if (isFull) {
      sections.push(open)
      open = []
      size = 0
    }
    open.push(block.id)
    size += bytes
  }
  if (open.length > 0) sections.push(open)
  return sections
}

const holdsAny = ({ id, children = [] }: Block, ids: ReadonlySet<string>): boolean =>
  ids.has(id) || children.some((child) => holdsAny(child, ids))
