import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { UseTool } from '../../inputs'
import { noPassages } from '../passages'
import { readTools } from './read-tools'
import { type ChatTool, WrongCall } from './tool'

/** Calls in a minute: a voice that loops is not to fill the server with them. */
const MOST_A_MINUTE = 60
/** Tokens that one call answers with at most. */
const ROOM = 3_000

/** The tools that look into pages, for a conversation that goes past this server. */
export const talkingTools = (ctx: SignedInContext): ChatTool[] =>
  readTools({ ctx, passages: noPassages(), room: { left: ROOM }, only: null })

/**
 * Carries out a call of such a tool, through the same door as those of the chat: each with the rights that the person has now. Throws
 * `bad-input` for what is no call, and like the tool.
 */
export async function applyTool(ctx: SignedInContext, { name, input }: UseTool): Promise<{ text: string }> {
  await ctx.limits.take(`chat-tool:${ctx.caller.user.id}`, MOST_A_MINUTE, 60)
  const tool = talkingTools(ctx).find((one) => one.name === name)
  if (!tool) throw new AppError('bad-input', t('There is no such tool.'))
  try {
    // The tools that look into pages end by themselves.
    return { text: await tool.prepare(input).run(new AbortController().signal) }
  } catch (error) {
    if (error instanceof WrongCall) throw new AppError('bad-input', error.message)
    throw error
  }
}
