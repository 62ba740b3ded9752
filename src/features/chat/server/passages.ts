import { markdownFromBlocks } from '@/blocks/markdown'
import { withoutHidden } from '@/features/ai/server/prompts'
import { estimatedTokens } from '@/features/ai/server/tokens'
import { requirePage } from '@/features/pages/server/require-page'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import type { SignedInContext } from '@/server/context'
import type { Source } from '../model'
import type { Passage } from './citations'

/** Tokens of pages in one prompt, also when a model would read more: a page is written as Markdown in the server's own thread. */
const MOST_TOKENS = 30_000

/** What a model is given of pages: numbered passages, and where each stands. */
export interface Passages {
  texts: string[]
  places: Passage[]
  sources: Source[]
}

export const noPassages = (): Passages => ({ texts: [], places: [], sources: [] })

/**
 * Reads a page with the rights of the caller, as it stands settled, and adds its blocks with the numbers by which an answer cites
 * them, as far as these tokens go. Answers the text. Throws like `requirePage`.
 */
export async function addPage(
  ctx: SignedInContext,
  into: Passages,
  id: string,
  tokens: number,
): Promise<string> {
  const { row } = await requirePage(ctx, id, 'view')
  const { title, blocks } = await ctx.live.content(id, ctx.caller.user.id)
  const head = `Page ${JSON.stringify(withoutHidden(title) || 'Untitled')}, id ${id}:`
  const lines = [head]
  let left = Math.min(tokens, MOST_TOKENS) - estimatedTokens(head)
  let isCut = false
  for (const block of blocks) {
    await yieldToEventLoop()
    const text = withoutHidden(markdownFromBlocks([block])).trim()
    if (text === '') continue
    const line = `[${into.places.length + 1}] ${text}`
    const cost = estimatedTokens(line) + 1
    if (cost > left) {
      isCut = true
      break
    }
    left -= cost
    lines.push(line)
    into.places.push({ documentId: id, blockId: block.id })
  }
  const text = lines.join('\n\n')
  into.texts.push(text)
  into.sources.push({ id, title, icon: row.icon, isCut })
  return text
}

/** Reads pages as far as these tokens go, each of them about as far as the others. */
export async function readPages(
  ctx: SignedInContext,
  ids: readonly string[],
  tokens: number,
): Promise<Passages> {
  const passages = noPassages()
  let left = Math.min(tokens, MOST_TOKENS)
  for (const [at, id] of ids.entries())
    left -= estimatedTokens(await addPage(ctx, passages, id, Math.floor(left / (ids.length - at))))
  return passages
}
