import type { Db } from '@/server/db/db'
import { newId } from '@/shared/ids'
import type { CarriedDiscussion } from '../carried'
import type { CommentBody } from '../model'
import { readBody } from './comment-body'
import * as queries from './comments.queries'
import { presentDiscussions } from './present'

/** The discussions of a page, for a file that leaves it. Whether the caller may see the page has been asked. */
export async function carryDiscussions(
  db: Db,
  userId: string,
  documentId: string,
): Promise<CarriedDiscussion[]> {
  const rows = await queries.listAll(db, documentId)
  const discussions = await presentDiscussions(db, userId, rows)
  return discussions.flatMap(({ kind, block, documentContent, isResolved, comments }) => {
    const carried = comments
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ author, createdAt, isEdited, contentRich }) => ({
        author: author.name,
        createdAt,
        isEdited,
        contentRich: withoutFiles(contentRich),
      }))
    return carried.length > 0 ? { kind, block, documentContent, isResolved, comments: carried } : []
  })
}

/** A picture is a file of the page that is left: its name stands for it. */
const withoutFiles = (body: CommentBody): CommentBody => ({
  ...body,
  content: body.content.map((block) =>
    block.type === 'image'
      ? { type: 'paragraph', content: [{ type: 'text', text: block.attrs.name || '🖼️' }] }
      : block,
  ),
})

/**
 * Brings the discussions of a file to a page that is being made. Their authors are names: nobody here wrote them. One about words is
 * about their block from here on, and keeps the words: characters have new ids.
 */
export async function bringDiscussions(
  trx: Db,
  documentId: string,
  given: readonly CarriedDiscussion[],
): Promise<void> {
  for (const one of given) {
    const change = await queries.nextChange(trx, documentId)
    const [id, ids] = [newId(), one.comments.map(() => newId())]
    const first = one.comments[0]
    if (!first) continue
    const block = one.kind === 'text' || one.kind === 'block' ? one.block : null
    await queries.insertDiscussion(trx, {
      id,
      document_id: documentId,
      kind: one.kind === 'title' ? 'title' : block === null ? 'page' : 'block',
      block,
      suggestion: null,
      quote: one.documentContent,
      ranges: '[]',
      is_waiting: 0,
      first_comment: ids[0] as string,
      created_by: null,
      created_at: first.createdAt,
      resolved_by: null,
      resolved_at: one.isResolved ? new Date().toISOString() : null,
      assignee_id: null,
      done_at: null,
      removed_at: null,
      change,
    })
    for (const [at, comment] of one.comments.entries()) {
      const body = withoutFiles(comment.contentRich)
      await queries.insertComment(trx, {
        id: ids[at] as string,
        discussion_id: id,
        author_id: null,
        author_name: comment.author,
        body: JSON.stringify(body),
        plain_text: readBody(body).plainText,
        created_at: comment.createdAt,
        updated_at: comment.createdAt,
        is_edited: comment.isEdited ? 1 : 0,
        deleted_at: null,
      })
    }
  }
}
