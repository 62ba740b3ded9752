import { newSid, suggestionAuthor } from '@/document'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { AcceptAnswer, TakeBack } from '../../inputs'
import { insertSignatures } from '../edits/signatures.queries'
import { summaryOf } from './answer-summary'
import * as queries from './answers.queries'

const ACCEPTS = { most: 600, seconds: 3_600 }

/**
 * Puts on record that a person has put an answer into a page, as the model wrote it and they asked for it. What has become suggestions is signed;
 * what has come as the person's own edit stands among the decisions of the page as accepted by them. A person can say so only of an
 * answer that they were given on that page, and only in their own name.
 */
export async function acceptAnswer(
  ctx: SignedInContext,
  { answerId, documentId, suggestionIds, replaces }: AcceptAnswer,
): Promise<{ id: string; decisionId: string | null }> {
  const { id: userId } = ctx.caller.user
  await requirePage(ctx, documentId, suggestionIds.length > 0 ? 'suggest' : 'edit')
  await ctx.limits.take(`ai-accept:${userId}`, ACCEPTS.most, ACCEPTS.seconds)
  const answer = await queries.findAnswer(ctx.db, answerId, userId)
  if (!answer || answer.document_id !== documentId || answer.model === null)
    throw new AppError('not-found', t('This answer is not there any more. Ask again.'))
  if (suggestionIds.some((sid) => suggestionAuthor(sid) !== userId))
    throw new AppError('forbidden', t('Only your own suggestions can be signed for you.'))
  const now = new Date()
  const signed = suggestionIds.length > 0 ? suggestionIds : [newSid(userId, now.getTime())]
  await insertSignatures(
    ctx.db,
    signed.map((sid) => ({
      document_id: documentId,
      sid,
      asked_by: userId,
      model: answer.model ?? '',
      prompt: answer.asked,
      reason: '',
      sources: '[]',
      asked_at: answer.created_at,
    })),
  )
  const [own] = suggestionIds.length > 0 ? [] : signed
  if (own !== undefined) {
    await queries.logAccepted(ctx.db, {
      document_id: documentId,
      sid: own,
      author_id: userId,
      model: answer.model,
      first_seen_at: answer.created_at,
      summary: JSON.stringify(summaryOf(replaces ? answer : { ...answer, about: '' })),
      trace: null,
      state: 'accepted',
      decided_by: userId,
      decided_at: now.toISOString(),
    })
    ctx.live.tellReview(documentId)
  }
  return { id: answerId, decisionId: own ?? null }
}

/**
 * Puts on record that what a person accepted as their own edit was undone by them, or done again. Nobody else's decision is theirs to
 * change, and of a suggestion the page itself tells.
 */
export async function takeBack(
  ctx: SignedInContext,
  { documentId, decisionId, isTakenBack }: TakeBack,
): Promise<{ id: string }> {
  const { id: userId } = ctx.caller.user
  await requirePage(ctx, documentId, 'edit')
  await ctx.limits.take(`ai-accept:${userId}`, ACCEPTS.most, ACCEPTS.seconds)
  const isFound = await queries.changeAccepted(
    ctx.db,
    { documentId, sid: decisionId, userId },
    { state: isTakenBack ? 'withdrawn' : 'accepted', decided_at: new Date().toISOString() },
  )
  if (!isFound) throw new AppError('not-found', t('This decision is not there any more.'))
  ctx.live.tellReview(documentId)
  return { id: decisionId }
}
