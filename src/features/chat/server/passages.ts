import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import type { Source } from '../model'
import type { Passage } from './citations'

/** Tokens of pages in one prompt, also when a model would read more: a page takes long to be written as Markdown. */
const MOST_TOKENS = 30_000
/** Blocks that do not fit any more, after which no others are tried. */
const MOST_MISSES = 20
/** Tokens of the number of a passage. */
const NUMBER = 4

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
 * them, within these tokens: of a page that is too long, the block that fits and those with the words first, then its beginning. Answers the text.
 * Throws like `requirePage` and `LivePages.told`.
 */
export async function addPage(
  ctx: SignedInContext,
  into: Passages,
  id: string,
  { tokens, words, blockId = null, withId = false }: Reading,
): Promise<string> {
  await requirePage(ctx, id, 'view')
  const wish = { tokens: Math.min(tokens, MOST_TOKENS), words, blockId, id: withId ? id : null }
  const told = await ctx.live.told(id, ctx.caller.user.id, { ...wish, each: NUMBER, mostMisses: MOST_MISSES })
  // That may have waited in a queue for minutes.
  const { row } = await requirePage(ctx, id, 'view')
  const { title, head, blocks, isCut } = told
  const lines = blocks.map((block) => {
    into.places.push({ documentId: id, blockId: block.id })
    return `[${into.places.length}] ${block.text}`
  })
  const text = [head, ...lines].join('\n\n')
  into.texts.push(text)
  if (!into.sources.some((source) => source.id === id))
    into.sources.push({ id, title, icon: row.icon, isCut })
  return text
}

/** Reads pages within these tokens, an equal share of each. */
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
