import { readPermitted } from '@/server/access/require-page'
import type { RequestContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Tokens of pages in one prompt, also when a model would read more: a page takes long to be written as Markdown. */
const MOST_TOKENS = 20_000

/**
 * Pages that a person has a model read beside what it is about, with their rights, as they stand settled, an equal share of each:
 * as Markdown, from the beginning; and how many of them are not told whole. Throws like `requirePage` and `LivePages.told`.
 */
export async function readContextPages(
  ctx: RequestContext,
  ids: readonly string[],
  tokens: number,
): Promise<{ texts: string[]; unread: number }> {
  const { user } = ctx.caller
  if (ids.length === 0) return { texts: [], unread: 0 }
  if (!user) throw new AppError('signed-out', t('Sign in to use AI.'))
  let left = Math.min(tokens, MOST_TOKENS)
  const texts: string[] = []
  let unread = 0
  for (const [at, id] of ids.entries()) {
    const share = Math.floor(left / (ids.length - at))
    const wish = { ...FROM_THE_BEGINNING, tokens: share - 1 }
    const read = () => ctx.live.told(id, user.id, wish)
    const { head, blocks, isCut } = await readPermitted({ ...ctx, caller: { user } }, id, 'view', read)
    const parts = [head, ...blocks.map(({ text }) => text)]
    const cost = parts.reduce((sum, text) => sum + estimatedTokens(text) + 1, 0)
    if (isCut || cost > share) unread += 1
    if (cost > share) continue
    left -= cost
    texts.push(parts.join('\n\n'))
  }
  return { texts, unread }
}

const FROM_THE_BEGINNING = { words: [], blockId: null, id: null, each: 1, mostMisses: 0 }
