import { hasIds, wordsAt } from '@/document'
import { findShownFile, nameFiles } from '@/features/files/server/file-pages'
import { isHiddenFrom } from '@/server/access/hidden-review'
import { accessOf } from '@/server/access/page-access'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { CommentRow, DiscussionRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import type { PageAction } from '@/shared/permissions'
import type { CreateComment, CreateDiscussion, UpdateComment } from '../inputs'
import { type AnchoredRange, COMMENT_WORDS, COMMENTS, type Discussion, type Discussions } from '../model'
import { NO_BODY, type ReadBody, readBody } from './comment-body'
import * as queries from './comments.queries'
import { presentDiscussions, readAtOnce } from './present'
import { tellBegun, tellMentioned, tellParticipants } from './tell'
import { anchorWhenThere } from './waiting-anchors'

export type CommentContext = Pick<SignedInContext, 'db' | 'live' | 'log' | 'limits' | 'caller'>

/** This many discussions are answered at once, and fewer when they are long (`readAtOnce`). */
const AT_ONCE = 200

/**
 * The discussions of a page, or those that have changed since the caller asked before. For everybody who may see the page; none for
 * viewers from whom its owner hides the review.
 */
export async function listDiscussions(
  ctx: CommentContext,
  { documentId, since }: { documentId: string; since?: number | undefined },
): Promise<Discussions> {
  const { facts } = await requirePage(ctx, documentId, 'view')
  if (await isHiddenFrom(ctx, documentId, facts.level)) {
    // What they were told before goes with the cursor, and comes again when the owner shows it.
    return { discussions: [], removed: [], cursor: 0, hasMore: false }
  }
  const found = await queries.listChanged(ctx.db, documentId, since, AT_ONCE + 1)
  const rows = await readAtOnce(ctx.db, found.slice(0, AT_ONCE))
  const shown = rows.filter(({ removed_at }) => removed_at === null)
  return {
    discussions: await presentDiscussions(ctx.db, ctx.caller.user.id, shown),
    removed: rows.flatMap(({ id, removed_at }) => (removed_at === null ? [] : id)),
    cursor: rows.at(-1)?.change ?? since ?? 0,
    hasMore: found.length > rows.length,
  }
}

/** Begins a discussion with its first comment. Sent again, it answers what there is of it. Throws like `requirePage`. */
export async function createDiscussion(ctx: CommentContext, input: CreateDiscussion): Promise<Discussion> {
  await requirePage(ctx, input.documentId, 'comment')
  const userId = ctx.caller.user.id
  const again = await findAgain(ctx.db, userId, input)
  if (again) return presentOne(ctx, again)
  const read = readBody(input.contentRich)
  await ctx.limits.take(`comments:${userId}`, COMMENTS.commentsAMinute, 60)
  await takeRanges(ctx, input.ranges)
  await showFiles(ctx, input.documentId, read)
  const at = new Date().toISOString()
  const row: DiscussionRow = {
    id: input.id,
    document_id: input.documentId,
    kind: input.kind,
    block: input.block,
    suggestion: input.kind === 'suggestion' ? input.suggestion : null,
    quote: input.documentContent,
    ranges: JSON.stringify(input.ranges),
    is_waiting: 0,
    first_comment: input.commentId,
    created_by: userId,
    created_at: at,
    resolved_by: null,
    resolved_at: null,
    assignee_id: null,
    done_at: null,
    removed_at: null,
    change: 0,
  }
  try {
    await ctx.live.annotate(
      input.documentId,
      userId,
      (doc) => {
        // What has not arrived yet is said of the page as soon as it has (`waiting-anchors`).
        row.is_waiting = hasIds(doc, input.ranges) ? 0 : 1
        if (row.is_waiting) return { discussion: input.id, ranges: [] }
        if (input.kind === 'text') row.quote = wordsAt(doc, input.ranges, COMMENTS.quote) || row.quote
        return { discussion: input.id, ranges: input.ranges }
      },
      async (trx) => {
        // Somebody may have lost the page while this waited for its turn.
        await requirePage({ ...ctx, db: trx }, input.documentId, 'comment')
        row.change = await queries.nextChange(trx, input.documentId)
        // Sent by two tabs at once: the other one was first. Its anchors are not written again.
        if (await findAgain(trx, userId, input)) throw new AlreadyBegun()
        if (await queries.findComment(trx, input.commentId))
          throw new AppError('conflict', COMMENT_WORDS.idTaken())
        if ((await queries.countDiscussions(trx, input.documentId)) >= COMMENTS.discussions)
          throw new AppError('too-large', COMMENT_WORDS.tooManyDiscussions())
        await requirePlaces(trx, row)
        await requireRoom(trx, row, read, null)
        await queries.insertDiscussion(trx, row)
        const mentioned = await insertComment(trx, { id: input.commentId, discussion: row, userId, at }, read)
        await tellBegun(trx, { discussion: row, actorId: userId, commentId: input.commentId }, mentioned)
      },
    )
  } catch (error) {
    const begun = error instanceof AlreadyBegun ? await findAgain(ctx.db, userId, input) : null
    if (!begun) throw error
    return presentOne(ctx, begun)
  }
  ctx.live.tellReview(input.documentId)
  if (row.is_waiting) anchorWhenThere(ctx, input.documentId)
  return presentOne(ctx, row)
}

/** The discussion, when this person has begun it before with the same call; null when nothing has its id. */
async function findAgain(db: Db, userId: string, input: CreateDiscussion): Promise<DiscussionRow | null> {
  const row = await queries.findDiscussion(db, input.id)
  if (!row) return null
  const isSame =
    row.created_by === userId &&
    row.document_id === input.documentId &&
    row.first_comment === input.commentId &&
    row.removed_at === null
  if (!isSame) throw new AppError('conflict', COMMENT_WORDS.idTaken())
  return row
}

/** It was begun by the same call while this one waited for its turn. */
class AlreadyBegun extends AppError {
  constructor() {
    super('conflict', COMMENT_WORDS.idTaken())
  }
}

/** Answers in a discussion. Sent again, it answers what there is of it. Throws `not-found` when the discussion is gone. */
export async function createComment(ctx: CommentContext, input: CreateComment): Promise<Discussion> {
  const discussion = await requireDiscussion(ctx, ctx.db, input.discussionId, 'comment')
  const userId = ctx.caller.user.id
  const isAgain = (known: CommentRow | undefined) => {
    if (!known) return false
    if (known.author_id === userId && known.discussion_id === discussion.id) return true
    throw new AppError('conflict', COMMENT_WORDS.idTaken())
  }
  if (isAgain(await queries.findComment(ctx.db, input.id))) return presentOne(ctx, discussion)
  const read = readBody(input.contentRich)
  await ctx.limits.take(`comments:${userId}`, COMMENTS.commentsAMinute, 60)
  await showFiles(ctx, discussion.document_id, read)
  return changeDiscussion(ctx, discussion, 'comment', async (trx, now) => {
    if (isAgain(await queries.findComment(trx, input.id))) return
    if ((await queries.countComments(trx, now.id)) >= COMMENTS.comments)
      throw new AppError('too-large', COMMENT_WORDS.tooManyComments())
    await requireRoom(trx, now, read, null)
    const at = new Date().toISOString()
    const mentioned = await insertComment(trx, { id: input.id, discussion: now, userId, at }, read)
    const told = { discussion: now, actorId: userId, commentId: input.id }
    await tellParticipants(trx, told, 'reply', mentioned)
  })
}

/** Changes what a comment says. For its author. */
export async function updateComment(ctx: CommentContext, input: UpdateComment): Promise<Discussion> {
  const { comment, discussion } = await requireOwnComment(ctx, input.id)
  const read = readBody(input.contentRich)
  await takeChange(ctx)
  await showFiles(ctx, discussion.document_id, read)
  return changeDiscussion(ctx, discussion, 'comment', async (trx, now) => {
    const body = JSON.stringify(read.body)
    // What is made shorter always fits.
    if (body.length > comment.body.length) await requireRoom(trx, now, read, comment.id)
    const { numUpdatedRows } = await trx
      .updateTable('comment')
      .set({ body, plain_text: read.plainText, is_edited: 1, updated_at: new Date().toISOString() })
      .where('id', '=', comment.id)
      .where('deleted_at', 'is', null)
      .where('body', '<>', body)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      const still = await queries.findComment(trx, comment.id)
      if (!still || still.deleted_at !== null) throw gone()
      return
    }
    await saveMentioned(trx, { discussion: now, actorId: ctx.caller.user.id, commentId: comment.id }, read)
  })
}

/** Takes a comment away, and with the last one its discussion. For its author. Answers what is left; null: nothing. */
export async function deleteComment(
  ctx: CommentContext,
  id: string,
): Promise<{ discussion: Discussion | null }> {
  const { comment, discussion } = await requireOwnComment(ctx, id)
  await takeChange(ctx)
  const at = new Date().toISOString()
  const living = await queries.listLiving(ctx.db, discussion.id)
  if (living.some((other) => other.id !== comment.id)) {
    let isLast = false
    const left = await changeDiscussion(ctx, discussion, 'comment', async (trx, now) => {
      // The others may have been taken away meanwhile; the discussion then goes with its anchors.
      isLast = !(await queries.listLiving(trx, now.id)).some((other) => other.id !== comment.id)
      if (!isLast) await takeAway(trx, comment.id, at)
    })
    if (!isLast) return { discussion: left }
  }
  let isGone = false
  await ctx.live
    .annotate(
      discussion.document_id,
      ctx.caller.user.id,
      () => ({ discussion: discussion.id, ranges: [] }),
      async (trx) => {
        const change = await queries.nextChange(trx, discussion.document_id)
        await requireDiscussion({ ...ctx, db: trx }, trx, discussion.id, 'comment')
        // Throwing takes the anchors' update back as well: somebody has answered while this waited.
        if ((await queries.listLiving(trx, discussion.id)).some((other) => other.id !== comment.id))
          throw new Answered()
        await takeAway(trx, comment.id, at)
        await queries.updateDiscussion(trx, discussion.id, {
          removed_at: at,
          quote: '',
          ranges: '[]',
          change,
        })
        isGone = true
      },
    )
    .catch((error: unknown) => {
      if (!(error instanceof Answered)) throw error
    })
  if (!isGone) return deleteComment(ctx, id)
  ctx.live.tellReview(discussion.document_id)
  return { discussion: null }
}

class Answered extends AppError {
  constructor() {
    super('conflict', COMMENT_WORDS.discussionGone())
  }
}

async function takeAway(trx: Db, id: string, at: string): Promise<void> {
  await queries.clearComment(trx, id)
  await queries.updateComment(trx, id, {
    body: JSON.stringify(NO_BODY),
    plain_text: '',
    deleted_at: at,
    updated_at: at,
  })
}

/**
 * Changes a discussion in a transaction, one after the other on a page, for somebody who may do this with the page by then;
 * tells everybody who has it open, and answers the discussion. Throws `not-found` when it is gone.
 */
export async function changeDiscussion(
  ctx: CommentContext,
  { id, document_id }: Pick<DiscussionRow, 'id' | 'document_id'>,
  action: PageAction,
  act: (trx: Db, now: DiscussionRow) => Promise<void>,
): Promise<Discussion> {
  const row = await ctx.db.transaction().execute(async (trx) => {
    const change = await queries.nextChange(trx, document_id)
    const now = await requireDiscussion({ ...ctx, db: trx }, trx, id, action)
    await act(trx, now)
    await queries.updateDiscussion(trx, id, { change })
    return queries.findDiscussion(trx, id)
  })
  ctx.live.tellReview(document_id)
  if (!row) throw new AppError('not-found', COMMENT_WORDS.discussionGone())
  return presentOne(ctx, row)
}

/** A discussion of a page with which the caller may do this. One of a page that they may not see is answered as one that is gone. */
export async function requireDiscussion(
  ctx: Pick<CommentContext, 'db' | 'caller'>,
  db: Db,
  id: string,
  action: PageAction,
): Promise<DiscussionRow> {
  const row = await queries.findDiscussion(db, id)
  const level = row && (await accessOf(db, ctx.caller.user.id, row.document_id))?.level
  if (!row || !level || row.removed_at !== null)
    throw new AppError('not-found', COMMENT_WORDS.discussionGone())
  if (await isHiddenFrom({ db }, row.document_id, level))
    throw new AppError('not-found', COMMENT_WORDS.discussionGone())
  await requirePage({ ...ctx, db }, row.document_id, action)
  return row
}

const gone = () => new AppError('not-found', COMMENT_WORDS.commentGone())

/** A comment that is there, on a page with which the caller may do this. */
export async function requireComment(ctx: CommentContext, id: string, action: PageAction) {
  const comment = await queries.findComment(ctx.db, id)
  if (!comment) throw gone()
  const discussion = await requireDiscussion(ctx, ctx.db, comment.discussion_id, action).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'not-found' ? gone() : error
    },
  )
  if (comment.deleted_at !== null) throw gone()
  return { comment, discussion }
}

async function requireOwnComment(ctx: CommentContext, id: string) {
  const found = await requireComment(ctx, id, 'comment')
  if (found.comment.author_id !== ctx.caller.user.id)
    throw new AppError('forbidden', COMMENT_WORDS.notAuthor())
  return found
}

export const takeChange = (ctx: CommentContext): Promise<void> =>
  ctx.limits.take(`comment-changes:${ctx.caller.user.id}`, COMMENTS.changesAMinute, 60)

/** Counts the ranges that somebody brings to pages. Throws `rate-limited`. */
export async function takeRanges(ctx: CommentContext, { length }: readonly AnchoredRange[]): Promise<void> {
  const key = `comment-ranges:${ctx.caller.user.id}`
  if (length > 0) await ctx.limits.take(key, COMMENTS.rangesADay, 24 * 3_600, length)
}

/** Throws `too-large` where the discussions of a page would be about too much of it, with what this one is about then. */
export async function requirePlaces(
  trx: Db,
  { id, document_id, ranges }: Pick<DiscussionRow, 'id' | 'document_id' | 'ranges'>,
): Promise<void> {
  // As they are stored, one after the other with no more than this many characters each.
  const most = COMMENTS.rangesOfPage * CHARACTERS_OF_RANGE
  if (ranges !== '[]' && (await queries.rangesSize(trx, document_id, id)) + ranges.length > most)
    throw new AppError('too-large', COMMENT_WORDS.tooManyPlaces())
}

/** `{"client":4294967295,"clock":12345,"length":12},` */
const CHARACTERS_OF_RANGE = 50

/** A discussion as the caller reads it. */
export async function presentOne(ctx: CommentContext, row: DiscussionRow): Promise<Discussion> {
  const [one] = await presentDiscussions(ctx.db, ctx.caller.user.id, [row])
  return one as Discussion
}

/** Throws `too-large` where a discussion, or all of a page, would be too long with this; `inPlaceOf`: a comment that it replaces. */
async function requireRoom(
  trx: Db,
  { id, document_id: documentId }: Pick<DiscussionRow, 'id' | 'document_id'>,
  { body }: ReadBody,
  inPlaceOf: string | null,
): Promise<void> {
  const size = JSON.stringify(body).length
  if ((await queries.storedSize(trx, { discussionId: id }, inPlaceOf)) + size > COMMENTS.storedOfDiscussion)
    throw new AppError('too-large', COMMENT_WORDS.discussionFull())
  if ((await queries.storedSize(trx, { documentId }, inPlaceOf)) + size > COMMENTS.storedOfPage)
    throw new AppError('too-large', COMMENT_WORDS.pageFull())
}

/** Stores a comment and answers who is told that it mentions them. */
async function insertComment(
  trx: Db,
  { id, discussion, userId, at }: { id: string; discussion: DiscussionRow; userId: string; at: string },
  read: ReadBody,
): Promise<string[]> {
  await queries.insertComment(trx, {
    id,
    discussion_id: discussion.id,
    author_id: userId,
    author_name: null,
    body: JSON.stringify(read.body),
    plain_text: read.plainText,
    created_at: at,
    updated_at: at,
    is_edited: 0,
    deleted_at: null,
  })
  return saveMentioned(trx, { discussion, actorId: userId, commentId: id }, read)
}

/** Notes whom a comment mentions, of those who may see the page, and tells those who were not mentioned before. */
async function saveMentioned(
  trx: Db,
  told: { discussion: DiscussionRow; actorId: string; commentId: string },
  { mentioned }: ReadBody,
): Promise<string[]> {
  const people: string[] = []
  for (const userId of mentioned) {
    if ((await accessOf(trx, userId, told.discussion.document_id))?.level) people.push(userId)
  }
  const fresh = await queries.saveMentions(trx, told.commentId, people)
  await tellMentioned(trx, told, fresh)
  return people
}

/** The page shows the files of a comment from now on, when its author may see them. Throws `not-found` when one is not theirs to show. */
async function showFiles(ctx: CommentContext, documentId: string, { files }: ReadBody): Promise<void> {
  if (files.length === 0) return
  await nameFiles(ctx.db, { userId: ctx.caller.user.id, documentId }, files)
  for (const id of files) {
    if (!(await findShownFile(ctx.db, documentId, id)))
      throw new AppError('not-found', COMMENT_WORDS.notShown())
  }
}
