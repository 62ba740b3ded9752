import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import { markdownFromBlocks } from '@/blocks/markdown'
import { withoutHidden } from '@/features/ai/server/prompts'
import { requirePage } from '@/server/access/require-page'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import type { SignedInContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import { fold } from '@/server/search/terms'
import type { Source } from '../model'
import type { Passage } from './citations'

/** Tokens of pages in one prompt, also when a model would read more: a page is written as Markdown in the server's own thread. */
const MOST_TOKENS = 30_000
/** Blocks that do not fit any more, after which no others are tried. */
const MOST_MISSES = 20
/** As much as so many of the words. */
const NEAR_WORDS = 3

/** What a model is given of pages: numbered passages, and where each stands. */
export interface Passages {
  texts: string[]
  places: Passage[]
  sources: Source[]
}

export const noPassages = (): Passages => ({ texts: [], places: [], sources: [] })

/** How much of a page is read, and what is looked for in one that is longer. */
interface Reading {
  tokens: number
  words: readonly string[]
  /** A block that is known to fit: of a page that is longer, it is read first. */
  blockId?: string | null
  /** The id of the page is told too, for tools that take one. */
  withId?: boolean
}

/**
 * Reads a page with the rights of the caller, as it stands settled, and adds its blocks with the numbers by which an answer cites
 * them, as far as the tokens go: of a page that is too long, the block that fits and those with the words first, then its beginning. Answers the text.
 * Throws like `requirePage`.
 */
export async function addPage(
  ctx: SignedInContext,
  into: Passages,
  id: string,
  { tokens, words, blockId = null, withId = false }: Reading,
): Promise<string> {
  const { row } = await requirePage(ctx, id, 'view')
  const { title, blocks } = await ctx.live.content(id, ctx.caller.user.id)
  const name = JSON.stringify(withoutHidden(title) || 'Untitled')
  const head = withId ? `Page ${name} (id ${id}):` : `Page ${name}:`
  let left = Math.min(tokens, MOST_TOKENS) - estimatedTokens(head)
  // What is read first: blocks that have the words, then the others in their order.
  const scores = new Map<string, number>()
  if (words.length > 0 || blockId !== null)
    for (const block of blocks) {
      await yieldToEventLoop()
      const text = fold(plainTextOf([block]))
      const isNear = blockId !== null && isIn(block, blockId)
      scores.set(block.id, words.filter((word) => text.includes(word)).length + (isNear ? NEAR_WORDS : 0))
    }
  const order = blocks
    .map((block, at) => ({ block, at, score: scores.get(block.id) ?? 0 }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const taken: { at: number; id: string; text: string }[] = []
  let isCut = false
  let misses = 0
  for (const { block, at } of order) {
    await yieldToEventLoop()
    if (left <= 0 || misses > MOST_MISSES) {
      isCut = true
      break
    }
    const text = withoutHidden(markdownFromBlocks([block])).trim()
    if (text === '') continue
    const cost = estimatedTokens(text) + 4
    if (cost > left) {
      isCut = true
      misses += 1
      continue
    }
    left -= cost
    taken.push({ at, id: block.id, text })
  }
  const lines = taken
    .sort((a, b) => a.at - b.at)
    .map(({ id: blockId, text }) => {
      into.places.push({ documentId: id, blockId })
      return `[${into.places.length}] ${text}`
    })
  const text = [head, ...lines].join('\n\n')
  into.texts.push(text)
  if (!into.sources.some((source) => source.id === id))
    into.sources.push({ id, title, icon: row.icon, isCut })
  return text
}

const isIn = (block: Block, id: string): boolean =>
  block.id === id || (block.children ?? []).some((child) => isIn(child, id))

/** Reads pages as far as these tokens go, each of them about as far as the others. */
export async function readPages(
  ctx: SignedInContext,
  ids: readonly string[],
  { tokens, ...reading }: Reading,
): Promise<Passages> {
  const passages = noPassages()
  let left = Math.min(tokens, MOST_TOKENS)
  for (const [at, id] of ids.entries()) {
    const share = Math.floor(left / (ids.length - at))
    left -= estimatedTokens(await addPage(ctx, passages, id, { tokens: share, ...reading }))
  }
  return passages
}
