import { type Block, plainTextOf } from '@/blocks'
import { markdownFromBlocks } from '@/blocks/markdown'
import type { PageContent } from '@/document'
import { estimatedTokens } from '@/server/providers/tokens'
import { fold } from '@/server/search/terms'
import { withoutHidden } from '@/shared/without-hidden'

/** How much of a page a model is told, and what is looked for in one that is longer. */
export interface ToldWish {
  tokens: number
  /** Blocks that have more of these words are told first. */
  words: readonly string[]
  /** A block that is known to fit: it is told before those that have the words. */
  blockId: string | null
  /** The id of the page, where it is told too. */
  id: string | null
  /** Tokens that each block takes beside its own. */
  each: number
  /** Blocks that do not fit, after which no others are tried. */
  mostMisses: number
}

/** What a model is told of a page. */
export interface ToldPage {
  title: string
  /** A line that names the page. */
  head: string
  /** Blocks as Markdown, without what a person would not see in it, in the order of the page. */
  blocks: { id: string; text: string }[]
  /** Is there more of the page than fits? */
  isCut: boolean
}

/** As much of the words as this. */
const NEAR_WORDS = 3

/** The blocks of a page as Markdown, until the tokens are used up. To write one takes up to seconds: `pageWork` has a worker do it. */
export function tellPage({ title, blocks }: PageContent, wish: ToldWish): ToldPage {
  const { tokens, id, each, mostMisses } = wish
  const name = JSON.stringify(withoutHidden(title) || 'Untitled')
  const head = id === null ? `Page ${name}:` : `Page ${name} (id ${id}):`
  let left = tokens - estimatedTokens(head)
  let isCut = false
  let misses = 0
  const taken: { at: number; id: string; text: string }[] = []
  for (const { block, at } of inOrder(blocks, wish)) {
    if (left <= 0 || misses > mostMisses) {
      isCut = true
      break
    }
    const text = textOf(block, left)
    if (text === '') continue
    const cost = text === null ? Infinity : estimatedTokens(text) + each
    if (text === null || cost > left) {
      isCut = true
      misses += 1
      continue
    }
    left -= cost
    taken.push({ at, id: block.id, text })
  }
  taken.sort((a, b) => a.at - b.at)
  return { title, head, blocks: taken.map(({ id, text }) => ({ id, text })), isCut }
}

/** What is told first: the block that fits and those that have the words, then the others in their order. */
function inOrder(
  blocks: readonly Block[],
  { words, blockId }: ToldWish,
): { block: Block; at: number; score: number }[] {
  const scoreOf = (block: Block): number => {
    if (words.length === 0 && blockId === null) return 0
    const text = fold(plainTextOf([block]))
    const isNear = blockId !== null && isIn(block, blockId)
    return words.filter((word) => text.includes(word)).length + (isNear ? NEAR_WORDS : 0)
  }
  return blocks
    .map((block, at) => ({ block, at, score: scoreOf(block) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
}

const isIn = (block: Block, id: string): boolean =>
  block.id === id || (block.children ?? []).some((child) => isIn(child, id))

/** The block as Markdown; null where its words alone take more tokens than these. */
function textOf(block: Block, tokens: number): string | null {
  if (estimatedTokens(withoutHidden(plainTextOf([block])).trim()) > tokens) return null
  return withoutHidden(markdownFromBlocks([block])).trim()
}
