import { router, signedIn } from '@/server/rpc'
import { membershipOf } from './membership.service'

/** `user.membership`: the plan and what the person uses (product.md 1.4, 1.5). */
export const membershipRouter = router({
  membership: signedIn.query(({ ctx }) => membershipOf(ctx)),
})
