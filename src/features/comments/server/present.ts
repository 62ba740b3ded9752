import type { Db } from '@/server/db/db'
import type { DiscussionRow } from '@/server/db/schema'
import { t } from '@/shared/i18n'
import type { Comment, CommentPerson, CommentReaction, Discussion } from '../model'
import { NO_BODY } from './comment-body'
import * as queries from './comments.queries'

/** This many characters of comments are read at once, so that nobody waits for it. */
const CHARACTERS_AT_ONCE = 1_000_000

/** The first of these discussions whose comments together are short enough to be read at once; one at least, where there is one. */
export async function readAtOnce(db: Db, rows: readonly DiscussionRow[]): Promise<DiscussionRow[]> {
  const sizes = await queries.sizesOf(
    db,
    rows.map(({ id }) => id),
  )
  let characters = 0
  const tooFar = rows.findIndex(({ id }, at) => {
    characters += sizes.get(id) ?? 0
    return at > 0 && characters > CHARACTERS_AT_ONCE
  })
  return rows.slice(0, tooFar === -1 ? rows.length : tooFar)
}

/** These discussions as this person reads them. */
export async function presentDiscussions(
  db: Db,
  userId: string,
  rows: readonly DiscussionRow[],
): Promise<Discussion[]> {
  const ids = rows.map(({ id }) => id)
  const comments = Map.groupBy(await queries.listComments(db, ids), (row) => row.discussion_id)
  const reactions = Map.groupBy(await queries.listReactions(db, ids), (row) => row.comment_id)
  const reading = await queries.listReading(db, userId, ids)
  const others = rows.flatMap(({ resolved_by, assignee_id }) => [resolved_by, assignee_id])
  const names = await queries.namesOf(db, [...new Set(others.filter((id) => id !== null))])
  return rows.map((row) => {
    const { read_at = null, follow = null } = reading.get(row.id) ?? {}
    const shown = (comments.get(row.id) ?? [])
      // One that was answered to is missed where it stood; it can only have been the first.
      .filter((comment) => comment.deleted_at === null || comment.id === row.first_comment)
      .map((comment): Comment => {
        const isNew = comment.author_id !== userId && (read_at === null || comment.created_at > read_at)
        return {
          ...presentComment(comment),
          isUnread: comment.deleted_at === null && isNew,
          reactions: countReactions(reactions.get(comment.id) ?? []),
        }
      })
    return {
      ...presentPlace(row),
      createdAt: row.created_at,
      userId: row.created_by,
      isResolved: row.resolved_at !== null,
      resolved:
        row.resolved_at === null
          ? null
          : { by: person(row.resolved_by, names.get(row.resolved_by ?? '')), at: row.resolved_at },
      assignee:
        row.assignee_id === null ? null : { id: row.assignee_id, name: names.get(row.assignee_id) ?? '' },
      isDone: row.done_at !== null,
      isUnread: shown.some(({ isUnread }) => isUnread),
      follow,
      comments: shown,
    }
  })
}

const presentPlace = (row: DiscussionRow) => ({
  id: row.id,
  documentId: row.document_id,
  kind: row.kind,
  block: row.block,
  suggestion: row.suggestion,
  // Written by `ranges` of this feature alone.
  ranges: JSON.parse(row.ranges) as Discussion['ranges'],
  isWaiting: row.is_waiting === 1,
  documentContent: row.quote,
})

function presentComment(row: queries.CommentWithAuthor) {
  const isDeleted = row.deleted_at !== null
  return {
    id: row.id,
    discussionId: row.discussion_id,
    userId: row.author_id,
    author: person(row.author_id, row.account_name ?? row.author_name, row.account_image),
    // Checked when it was written (`inputs.ts`).
    contentRich: isDeleted ? NO_BODY : (JSON.parse(row.body) as Comment['contentRich']),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isEdited: row.is_edited === 1,
    isDeleted,
  }
}

const person = (
  id: string | null,
  name: string | null | undefined,
  avatarUrl: string | null = null,
): CommentPerson => ({ id, name: name ?? t('Deleted person'), avatarUrl })

/** By emoji, in the order in which each came up first. */
function countReactions(
  rows: readonly { emoji: string; user_id: string; name: string }[],
): CommentReaction[] {
  return [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, given]) => ({
    emoji,
    people: given.map(({ user_id: id, name }) => ({ id, name })),
  }))
}
