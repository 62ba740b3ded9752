import { anyone, router, signedIn } from '@/server/rpc'
import { ListSignatures, ReviewOfPage } from '../inputs'
import { aboutAi } from './ai.service'
import { listSignatures } from './edits/apply-edits'
import { getReview } from './reviews/page-reviews.service'

/** `ai.*`: what is set up here. The words of models come by HTTP (`ai.routes`). */
export const aiRouter = router({
  about: anyone.query(({ ctx }) => aboutAi(ctx)),

  /** How suggestions of a page came about: which model wrote them, for whom, and why. */
  signatures: signedIn.input(ListSignatures).query(({ ctx, input }) => listSignatures(ctx, input)),

  /** The caller's review of a page by a model; what changes it comes by HTTP (`reviews.routes`). */
  review: signedIn.input(ReviewOfPage).query(({ ctx, input }) => getReview(ctx, input.documentId)),
})
