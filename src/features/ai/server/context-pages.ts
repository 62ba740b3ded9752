import { markdownFromBlocks } from '@/blocks/markdown'
import { requirePage } from '@/server/access/require-page'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import type { RequestContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { withoutHidden } from './without-hidden'

/** Tokens of pages in one prompt, also when a model would read more: a page is written as Markdown in the server's own thread. */
const MOST_TOKENS = 20_000

/**
 * Pages that a person has a model read beside what it is about, with their rights, as they stand settled, each about as far as the others:
 * as Markdown, from the beginning. Throws like `requirePage`.
 */
export async function readContextPages(
  ctx: RequestContext,
  ids: readonly string[],
  tokens: number,
): Promise<string[]> {
  const { user } = ctx.caller
  if (ids.length === 0) return []
  if (!user) throw new AppError('signed-out', t('Sign in to use AI.'))
  let left = Math.min(tokens, MOST_TOKENS)
  const texts: string[] = []
  for (const [at, id] of ids.entries()) {
    await requirePage({ ...ctx, caller: { user } }, id, 'view')
    const { title, blocks } = await ctx.live.content(id, user.id)
    let share = Math.floor(left / (ids.length - at))
    const parts: string[] = []
    const add = (text: string): boolean => {
      const cost = estimatedTokens(text) + 1
      if (cost > share) return false
      share -= cost
      left -= cost
      parts.push(text)
      return true
    }
    let hasRoom = add(`Page ${JSON.stringify(withoutHidden(title) || 'Untitled')}:`)
    for (const block of blocks) {
      if (!hasRoom) break
      await yieldToEventLoop()
      const text = withoutHidden(markdownFromBlocks([block])).trim()
      hasRoom = text === '' || add(text)
    }
    if (parts.length > 0) texts.push(parts.join('\n\n'))
  }
  return texts
}
