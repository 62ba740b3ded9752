import { layoutRouter, userRouter } from '@/features/accounts/server/accounts.router'
import { router } from '@/server/rpc'

/** Every remote procedure of the product, by feature. */
export const appRouter = router({
  layout: layoutRouter,
  user: userRouter,
})

export type AppRouter = typeof appRouter
