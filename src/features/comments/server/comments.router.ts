import { router, signedIn } from '@/server/rpc'
import * as inputs from '../inputs'
import {
  createComment,
  createDiscussion,
  deleteComment,
  listDiscussions,
  updateComment,
} from './comments.service'
import {
  assignDiscussion,
  deleteDiscussion,
  followDiscussion,
  markRead,
  reanchorDiscussion,
  resolveDiscussion,
  toggleReaction,
} from './discussions.service'

/** `comment.*` (product.md 7.13). A change answers the discussion as it is then. */
export const commentsRouter = router({
  discussions: signedIn.input(inputs.ListDiscussions).query(({ ctx, input }) => listDiscussions(ctx, input)),
  createDiscussion: signedIn
    .input(inputs.CreateDiscussion)
    .mutation(({ ctx, input }) => createDiscussion(ctx, input)),
  createComment: signedIn.input(inputs.CreateComment).mutation(({ ctx, input }) => createComment(ctx, input)),
  updateComment: signedIn.input(inputs.UpdateComment).mutation(({ ctx, input }) => updateComment(ctx, input)),
  deleteComment: signedIn.input(inputs.OneComment).mutation(({ ctx, input }) => deleteComment(ctx, input.id)),
  resolveDiscussion: signedIn
    .input(inputs.OneDiscussion)
    .mutation(({ ctx, input }) => resolveDiscussion(ctx, input.discussionId, true)),
  reopenDiscussion: signedIn
    .input(inputs.OneDiscussion)
    .mutation(({ ctx, input }) => resolveDiscussion(ctx, input.discussionId, false)),
  deleteDiscussion: signedIn
    .input(inputs.OneDiscussion)
    .mutation(({ ctx, input }) => deleteDiscussion(ctx, input.discussionId)),
  assignDiscussion: signedIn
    .input(inputs.AssignDiscussion)
    .mutation(({ ctx, input }) => assignDiscussion(ctx, input)),
  reanchorDiscussion: signedIn
    .input(inputs.ReanchorDiscussion)
    .mutation(({ ctx, input }) => reanchorDiscussion(ctx, input)),
  toggleReaction: signedIn
    .input(inputs.ToggleReaction)
    .mutation(({ ctx, input }) => toggleReaction(ctx, input)),
  markRead: signedIn
    .input(inputs.OneDiscussion)
    .mutation(({ ctx, input }) => markRead(ctx, input.discussionId)),
  follow: signedIn.input(inputs.Follow).mutation(({ ctx, input }) => followDiscussion(ctx, input)),
})
