import { anyone, router, signedIn } from '@/server/rpc'
import { AcceptAnswer, ListSignatures, ReviewOfPage, TakeBack } from '../inputs'
import { aboutAi } from './ai.service'
import { acceptAnswer, takeBack } from './answers/accept-answer'
import { listSignatures } from './edits/apply-edits'
import { getReview } from './reviews/page-reviews.service'

/** `ai.*`: what is set up here. The words of models come by HTTP (`ai.routes`). */
export const aiRouter = router({
  about: anyone.query(({ ctx }) => aboutAi(ctx)),

  /** How suggestions of a page came about: which model wrote them, for whom, and why. */
  signatures: signedIn.input(ListSignatures).query(({ ctx, input }) => listSignatures(ctx, input)),

  /** An answer of the caller has come into a page: it is on record who wrote it, who asked for it, and who accepted it. */
  accept: signedIn.input(AcceptAnswer).mutation(({ ctx, input }) => acceptAnswer(ctx, input)),

  /** What the caller accepted as their own edit is undone, or done again. */
  takeBack: signedIn.input(TakeBack).mutation(({ ctx, input }) => takeBack(ctx, input)),

  /** The caller's review of a page by a model; what changes it comes by HTTP (`reviews.routes`). */
  review: signedIn.input(ReviewOfPage).query(({ ctx, input }) => getReview(ctx, input.documentId)),
})
