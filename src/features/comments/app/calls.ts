import { callAs, rpc, trpc } from '@/app/rpc'
import type { AnchoredRange, Comment, CommentBody, Discussion } from '../model'
import type { OutgoingComment } from './kept-comments'
import { SENT, type Thread, type ThreadComment } from './thread'

/** Under which the threads of a page are kept, as cards show them. */
export const discussionsKey = (documentId: string) =>
  [...trpc.comment.discussions.queryKey({ documentId }), 'threads'] as const

/** What is known of a page's threads, and since when. */
interface Known {
  cursor: number | undefined
  threads: Map<string, Thread>
}

const known = new Map<string, Known>()

/** Threads that are being asked for: what is noted meanwhile counts for them too. */
interface Asking {
  documentId: string
  noted: { id: string; to: (thread: Thread) => Thread }[]
  isForgotten: boolean
}

const asking = new Set<Asking>()

/** Forgets the threads of a page that is left, also what is being asked for. */
export function forgetThreads(documentId: string): void {
  known.delete(documentId)
  for (const one of asking) one.isForgotten ||= one.documentId === documentId
}

/** A thread is otherwise for this person alone (read, followed, muted): no change of the page's, so the server will not tell of it again. */
export function noteOwn(documentId: string, id: string, to: (thread: Thread) => Thread): void {
  const threads = known.get(documentId)?.threads
  const thread = threads?.get(id)
  if (thread) threads?.set(id, to(thread))
  for (const one of asking) if (one.documentId === documentId) one.noted.push({ id, to })
}

export const seenThread = (thread: Thread): Thread => ({
  ...thread,
  isUnread: false,
  comments: thread.comments.map((one) => ({ ...one, isUnread: false })),
})

/** The threads of a page. Only those are asked for that have changed since the last time. */
export async function fetchThreads(documentId: string): Promise<Thread[]> {
  const before = known.get(documentId)
  const now: Known = { cursor: before?.cursor, threads: new Map(before?.threads) }
  const own: Asking = { documentId, noted: [], isForgotten: false }
  asking.add(own)
  try {
    for (;;) {
      const since = now.cursor
      const answer = await rpc.comment.discussions.query({
        documentId,
        ...(since === undefined ? {} : { since }),
      })
      if (answer.cursor === 0) now.threads.clear()
      for (const id of answer.removed) now.threads.delete(id)
      for (const one of answer.discussions) now.threads.set(one.id, threadOf(one))
      now.cursor = answer.cursor
      if (!answer.hasMore) break
    }
  } finally {
    asking.delete(own)
  }
  for (const { id, to } of own.noted) {
    const thread = now.threads.get(id)
    if (thread) now.threads.set(id, to(thread))
  }
  if (!own.isForgotten) known.set(documentId, now)
  return [...now.threads.values()]
}

const threadOf = (one: Discussion): Thread => ({
  id: one.id,
  kind: one.kind,
  block: one.block,
  suggestion: one.suggestion,
  quote: one.documentContent,
  createdAt: one.createdAt,
  userId: one.userId,
  resolved: one.resolved,
  assignee: one.assignee,
  isDone: one.isDone,
  isWaiting: one.isWaiting,
  isUnread: one.isUnread,
  follow: one.follow,
  comments: one.comments.map(commentOf),
})

const commentOf = (one: Comment): ThreadComment => ({
  id: one.id,
  author: one.author,
  body: one.contentRich,
  createdAt: one.createdAt,
  isEdited: one.isEdited,
  isDeleted: one.isDeleted,
  isUnread: one.isUnread,
  reactions: one.reactions,
  delivery: SENT,
})

/** Sends a comment that this person wrote here, also when the tab has become somebody else's. Sent again it is stored once. */
export async function sendComment(userId: string, comment: OutgoingComment): Promise<void> {
  const { id, documentId, discussionId, begins, body: contentRich } = comment
  if (!begins) await rpc.comment.createComment.mutate({ id, discussionId, contentRich }, callAs(userId))
  else
    await rpc.comment.createDiscussion.mutate(
      {
        id: discussionId,
        documentId,
        commentId: id,
        kind: begins.kind,
        block: begins.block,
        suggestion: begins.suggestion,
        ranges: [...begins.ranges],
        documentContent: begins.quote,
        contentRich,
      },
      callAs(userId),
    )
}

/** What can be asked of the server about one comment or thread, by its id. */
export const calls = {
  edit: (id: string, contentRich: CommentBody) => rpc.comment.updateComment.mutate({ id, contentRich }),
  remove: (id: string) => rpc.comment.deleteComment.mutate({ id }),
  removeThread: (discussionId: string) => rpc.comment.deleteDiscussion.mutate({ discussionId }),
  react: (commentId: string, emoji: string) => rpc.comment.toggleReaction.mutate({ commentId, emoji }),
  resolve: (discussionId: string, isResolved: boolean) =>
    isResolved
      ? rpc.comment.resolveDiscussion.mutate({ discussionId })
      : rpc.comment.reopenDiscussion.mutate({ discussionId }),
  assign: (discussionId: string, userId: string | null) =>
    rpc.comment.assignDiscussion.mutate({ discussionId, userId }),
  done: (discussionId: string, isDone: boolean) =>
    rpc.comment.assignDiscussion.mutate({ discussionId, isDone }),
  attach: (discussionId: string, ranges: readonly AnchoredRange[]) =>
    rpc.comment.reanchorDiscussion.mutate({ discussionId, ranges: [...ranges] }),
  follow: (discussionId: string, follow: 'follow' | 'mute' | null) =>
    rpc.comment.follow.mutate({ discussionId, follow }),
  seen: (discussionId: string) => rpc.comment.markRead.mutate({ discussionId }),
}
