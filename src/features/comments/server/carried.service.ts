import { setImmediate } from 'node:timers/promises'
import type { Db } from '@/server/db/db'
import { newId } from '@/shared/ids'
import type { CarriedDiscussion } from '../carried'
import type { AnchoredRange, CommentBody, Discussion } from '../model'
import { readBody } from './comment-body'
import * as queries from './comments.queries'
import { presentDiscussions, readAtOnce } from './present'

/** Discussions that are read at once. */
const AT_ONCE = 100

/** The names of people by their ids, for a file that leaves; of those who have an account here. */
export const authorNames = (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  queries.namesOf(db, ids)

/**
 * The discussions of a page, for a file that leaves it; `anchors` says where each stands. Whether the caller may see the page, and is
 * told of its review, has been asked.
 */
export async function carryDiscussions(
  db: Db,
  userId: string,
  documentId: string,
  anchors: Readonly<Record<string, CarriedDiscussion['spans']>>,
): Promise<CarriedDiscussion[]> {
  let rows = await queries.listAll(db, documentId)
  const carried: CarriedDiscussion[] = []
  while (rows.length > 0) {
    const some = await readAtOnce(db, rows.slice(0, AT_ONCE))
    const discussions = await presentDiscussions(db, userId, some)
    carried.push(...discussions.flatMap((one) => carriedOf(one, anchors[one.id] ?? []) ?? []))
    rows = rows.slice(some.length)
    // Others are answered in between.
    await setImmediate()
  }
  return carried
}

/** A discussion for a file; null when nothing is said in it any more. */
function carriedOf(
  { kind, block, documentContent, isResolved, comments }: Discussion,
  spans: CarriedDiscussion['spans'],
): CarriedDiscussion | null {
  const said = comments
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ author, createdAt, isEdited, contentRich }) => ({
      author: author.name,
      createdAt,
      isEdited,
      contentRich: withoutFiles(contentRich),
    }))
  return said.length === 0 ? null : { kind, block, spans, documentContent, isResolved, comments: said }
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

/** A discussion of a file, with what it is about on the page that is being made. */
export interface BroughtDiscussion {
  id: string
  given: CarriedDiscussion
  /** The characters that it is about. */
  ranges: readonly AnchoredRange[]
}

/**
 * Brings the discussions of a file to a page that is being made. Their authors are names: nobody here wrote them. One about words that
 * cannot be found is about their block from here on, and keeps the words.
 */
export async function bringDiscussions(
  trx: Db,
  documentId: string,
  discussions: readonly BroughtDiscussion[],
): Promise<void> {
  for (const { id, given: one, ranges } of discussions) {
    const change = await queries.nextChange(trx, documentId)
    const ids = one.comments.map(() => newId())
    const first = one.comments[0]
    if (!first) continue
    const isText = ranges.length > 0
    const block =
      one.kind === 'text' || one.kind === 'block' ? (one.block ?? one.spans[0]?.block ?? null) : null
    await queries.insertDiscussion(trx, {
      id,
      document_id: documentId,
      kind: one.kind === 'title' ? 'title' : isText ? 'text' : block === null ? 'page' : 'block',
      block,
      suggestion: null,
      quote: one.documentContent,
      ranges: JSON.stringify(ranges),
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
