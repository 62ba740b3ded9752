import { hasIds, isAnyThere } from '@/document'
import { accessOf } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { DiscussionRow } from '@/server/db/schema'
import { readTold } from '@/server/read-notifications'
import { AppError } from '@/shared/errors'
import { mayDo } from '@/shared/permissions'
import type { AssignDiscussion, ReanchorDiscussion } from '../inputs'
import { COMMENT_WORDS, COMMENTS, type Discussion } from '../model'
import { asEmoji, NO_BODY } from './comment-body'
import * as queries from './comments.queries'
import {
  type CommentContext,
  changeDiscussion,
  presentOne,
  requireComment,
  requireDiscussion,
  requirePlaces,
  takeChange,
  takeRanges,
} from './comments.service'
import { tellAssigned, tellParticipants } from './tell'
import { anchorWhenThere } from './waiting-anchors'

/** Resolves a discussion, or opens it again. For the person who began it and the page's owners. */
export async function resolveDiscussion(
  ctx: CommentContext,
  id: string,
  isResolved: boolean,
): Promise<Discussion> {
  const discussion = await requireDiscussion(ctx, ctx.db, id, 'comment')
  await requireResolver(ctx, ctx.db, discussion)
  await takeChange(ctx)
  const actorId = ctx.caller.user.id
  return changeDiscussion(ctx, discussion, 'comment', async (trx, now) => {
    await requireResolver(ctx, trx, now)
    if ((now.resolved_at !== null) === isResolved) return
    await queries.updateDiscussion(trx, id, {
      resolved_at: isResolved ? new Date().toISOString() : null,
      resolved_by: isResolved ? actorId : null,
    })
    const told = { discussion: now, actorId, commentId: null }
    await tellParticipants(trx, told, isResolved ? 'resolved' : 'reopened')
  })
}

async function requireResolver(ctx: CommentContext, db: Db, row: DiscussionRow): Promise<void> {
  const { id } = ctx.caller.user
  if (row.created_by === id) return
  const facts = await accessOf(db, id, row.document_id)
  if (!facts || !mayDo(facts, 'manage')) throw new AppError('forbidden', COMMENT_WORDS.notResolver())
}

/** Assigns a discussion to somebody who may see the page, or to nobody, and says whether they have seen to it. */
export async function assignDiscussion(
  ctx: CommentContext,
  { discussionId, userId, isDone }: AssignDiscussion,
): Promise<Discussion> {
  const discussion = await requireDiscussion(ctx, ctx.db, discussionId, 'comment')
  await takeChange(ctx)
  const actorId = ctx.caller.user.id
  return changeDiscussion(ctx, discussion, 'comment', async (trx, now) => {
    const told = { discussion: now, actorId, commentId: null }
    const assignee = userId === undefined ? now.assignee_id : userId
    const isOther = assignee !== now.assignee_id
    if (isOther && assignee !== null && !(await accessOf(trx, assignee, now.document_id))?.level)
      throw new AppError('not-found', COMMENT_WORDS.noAccess())
    const wasDone = now.done_at !== null && !isOther
    const done = assignee !== null && (isDone ?? wasDone)
    const done_at = done ? (wasDone ? now.done_at : new Date().toISOString()) : null
    await queries.updateDiscussion(trx, now.id, { assignee_id: assignee, done_at })
    if (isOther && assignee !== null) await tellAssigned(trx, told, assignee)
    if (done && !wasDone) await tellParticipants(trx, told, 'done')
  })
}

/**
 * Says anew where a discussion stands: after its text was cut and put elsewhere, or brought back. For editors. Throws `bad-input`
 * when nothing stands there.
 */
export async function reanchorDiscussion(
  ctx: CommentContext,
  { discussionId, ranges }: ReanchorDiscussion,
): Promise<Discussion> {
  const before = await requireDiscussion(ctx, ctx.db, discussionId, 'edit')
  const { document_id } = before
  await takeChange(ctx)
  await takeRanges(ctx, ranges)
  let isWaiting = false
  await ctx.live.annotate(
    document_id,
    ctx.caller.user.id,
    (doc) => {
      isWaiting = !hasIds(doc, ranges)
      if (!isWaiting && !isAnyThere(doc, ranges))
        throw new AppError('bad-input', COMMENT_WORDS.nothingThere())
      return { discussion: discussionId, ranges: isWaiting ? [] : ranges }
    },
    async (trx) => {
      const change = await queries.nextChange(trx, document_id)
      await requireDiscussion({ ...ctx, db: trx }, trx, discussionId, 'edit')
      const stored = JSON.stringify(ranges)
      await requirePlaces(trx, { id: discussionId, document_id, ranges: stored })
      await queries.updateDiscussion(trx, discussionId, {
        ranges: stored,
        is_waiting: isWaiting ? 1 : 0,
        change,
      })
    },
  )
  ctx.live.tellReview(document_id)
  if (isWaiting) anchorWhenThere(ctx, document_id)
  return presentOne(ctx, (await queries.findDiscussion(ctx.db, discussionId)) ?? before)
}

/**
 * Takes a discussion away with all that is said in it, also by others. For the page's owners, who could not get rid of what is written
 * on their pages otherwise.
 */
export async function deleteDiscussion(ctx: CommentContext, id: string): Promise<{ id: string }> {
  const { document_id } = await requireDiscussion(ctx, ctx.db, id, 'comment')
  const requireOwner = async (db: Db) => {
    const facts = await accessOf(db, ctx.caller.user.id, document_id)
    if (!facts || !mayDo(facts, 'manage')) throw new AppError('forbidden', COMMENT_WORDS.notOwner())
  }
  await requireOwner(ctx.db)
  await takeChange(ctx)
  await ctx.live.annotate(
    document_id,
    ctx.caller.user.id,
    () => ({ discussion: id, ranges: [] }),
    async (trx) => {
      const change = await queries.nextChange(trx, document_id)
      await requireDiscussion({ ...ctx, db: trx }, trx, id, 'comment')
      await requireOwner(trx)
      const at = new Date().toISOString()
      const nothing = { body: JSON.stringify(NO_BODY), plain_text: '', deleted_at: at, updated_at: at }
      await queries.clearComments(trx, id, nothing)
      await queries.updateDiscussion(trx, id, { removed_at: at, quote: '', ranges: '[]', change })
    },
  )
  ctx.live.tellReview(document_id)
  return { id }
}

/** Reacts to a comment with an emoji, or takes that back. */
export async function toggleReaction(
  ctx: CommentContext,
  { commentId, emoji: said }: { commentId: string; emoji: string },
): Promise<Discussion> {
  const emoji = asEmoji(said)
  const { comment, discussion } = await requireComment(ctx, commentId, 'comment')
  if (emoji === null) throw new AppError('bad-input', COMMENT_WORDS.noEmoji())
  await takeChange(ctx)
  const user_id = ctx.caller.user.id
  return changeDiscussion(ctx, discussion, 'comment', async (trx) => {
    const still = await queries.findComment(trx, comment.id)
    if (!still || still.deleted_at !== null) throw new AppError('not-found', COMMENT_WORDS.commentGone())
    const { numDeletedRows } = await trx
      .deleteFrom('comment_reaction')
      .where('comment_id', '=', comment.id)
      .where('user_id', '=', user_id)
      .where('emoji', '=', emoji)
      .executeTakeFirst()
    if (numDeletedRows > 0n) return
    const known = await trx
      .selectFrom('comment_reaction')
      .select('emoji')
      .distinct()
      .where('comment_id', '=', comment.id)
      .execute()
    if (known.length >= COMMENTS.reactions && !known.some((row) => row.emoji === emoji))
      throw new AppError('too-large', COMMENT_WORDS.tooManyReactions())
    await trx
      .insertInto('comment_reaction')
      .values({ comment_id: comment.id, user_id, emoji, created_at: new Date().toISOString() })
      .execute()
  })
}

/** The caller has seen everything that a discussion says by now. */
export async function markRead(ctx: CommentContext, discussionId: string): Promise<{ id: string }> {
  await requireDiscussion(ctx, ctx.db, discussionId, 'view')
  const userId = ctx.caller.user.id
  const readAt = new Date().toISOString()
  const told = await ctx.db.transaction().execute(async (trx) => {
    await queries.saveReader(trx, { discussionId, userId }, { read_at: readAt })
    return readTold(trx, { userId, about: { discussionId }, readAt })
  })
  if (told > 0) ctx.live.tellPerson(userId)
  return { id: discussionId }
}

/** Whether the caller is told of what happens in a discussion: always, never, or (null) where they have part in it. */
export async function followDiscussion(
  ctx: CommentContext,
  { discussionId, follow }: { discussionId: string; follow: 'follow' | 'mute' | null },
): Promise<{ id: string; follow: 'follow' | 'mute' | null }> {
  await requireDiscussion(ctx, ctx.db, discussionId, 'view')
  await queries.saveReader(ctx.db, { discussionId, userId: ctx.caller.user.id }, { follow })
  return { id: discussionId, follow }
}
