import { allowedModel, counted, type Reply, sampleWords, type Words } from '@/features/ai/server/ai.service'
import type { ChosenModel } from '@/features/ai/server/choose-model'
import { personalText, readPersonal } from '@/features/ai/server/personal'
import type { SignedInContext } from '@/server/context'
import { t } from '@/shared/i18n'
import type { GetAnswer } from '../inputs'
import { chatPrompt, roomFor } from './chat-prompt'
import { withCitations } from './citations'
import { lookUp } from './look-up'
import { quietRuns } from './tool-runs'

/**
 * Answers a question from the pages that the caller may see, for where they write: behind a statement stands a link to the block that it rests on,
 * called after its page. Nothing of it is kept.
 */
export async function getAnswer(ctx: SignedInContext, input: GetAnswer, signal: AbortSignal): Promise<Reply> {
  const chosen = await allowedModel(ctx, { ...input, use: 'chat' })
  if (!chosen) return { words: sampleWords(signal), isSample: true, model: null }
  // Said with a status, before anything is looked up.
  roomFor(input.prompt, chosen.contextTokens)
  return { words: wordsFor(ctx, chosen, input.prompt, signal), isSample: false, model: chosen.name }
}

async function* wordsFor(
  ctx: SignedInContext,
  chosen: ChosenModel,
  question: string,
  signal: AbortSignal,
): Words {
  const room = roomFor(question, chosen.contextTokens)
  const passages = await lookUp(ctx, question, { tokens: room.pages, runs: quietRuns(signal) })
  signal.throwIfAborted()
  const personal = personalText(await readPersonal(ctx.db, ctx.caller.user.id, 'chat'), room.personal)
  const prompt = chatPrompt({ history: [], pages: passages.texts, question, personal, tokens: 0 })
  const titles = new Map(passages.sources.map(({ id, title }) => [id, title]))
  const nameOf = ({ documentId }: { documentId: string }) => asLabel(titles.get(documentId) || t('Untitled'))
  return yield* withCitations(counted(ctx, chosen, { prompt, signal }), passages.places, nameOf)
}

/** A title as the words of a link in Markdown. */
const asLabel = (title: string): string => title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>!&]/g, '\\$&')
