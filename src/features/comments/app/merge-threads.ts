import type { OutgoingComment } from './kept-comments'
import type { Delivery, Person, Thread, ThreadComment } from './thread'

/** How far a comment that was written here has come; `trouble` is why nothing can be sent now, in words, or empty. */
export function deliveryOf({ why }: OutgoingComment, trouble: string): Delivery {
  if (why !== null) return { state: 'failed', why }
  return trouble === '' ? { state: 'sending' } : { state: 'waiting', why: trouble }
}

/** What a reply is about when its thread is gone. */
const OF_NOTHING = { kind: 'page', block: null, suggestion: null, quote: '' } as const

/**
 * The threads as they are stored, with what was written here and is still to be sent: new ones begin with it, others end with
 * it. What is stored already is not shown twice. A reply that was refused stands by itself when its thread is gone, so that its words can
 * still be copied. `stored` is null while it is not known.
 */
export function mergeThreads(
  stored: readonly Thread[] | null,
  outgoing: readonly OutgoingComment[],
  me: Person,
  trouble: string,
): Thread[] {
  const threads = new Map(stored?.map((thread) => [thread.id, thread]))
  for (const one of outgoing) {
    const thread = threads.get(one.discussionId)
    if (thread?.comments.some(({ id }) => id === one.id)) continue
    const comment: ThreadComment = {
      id: one.id,
      author: me,
      body: one.body,
      createdAt: one.at,
      isEdited: false,
      isDeleted: false,
      isUnread: false,
      reactions: [],
      delivery: deliveryOf(one, trouble),
    }
    if (thread) threads.set(thread.id, { ...thread, comments: [...thread.comments, comment] })
    else if (one.begins || (stored && one.why !== null)) {
      const { kind, block, suggestion, quote } = one.begins ?? OF_NOTHING
      threads.set(one.discussionId, {
        id: one.discussionId,
        kind,
        block,
        suggestion,
        quote,
        createdAt: one.at,
        userId: me.id,
        resolved: null,
        assignee: null,
        isDone: false,
        isWaiting: true,
        isUnread: false,
        follow: null,
        comments: [comment],
      })
    }
  }
  return [...threads.values()]
}
