import { router, signedIn } from '@/server/rpc'
import { AppError } from '@/shared/errors'
import { SearchPages } from '../inputs'
import { search, searchBudget } from './search.service'

const hasBudget = searchBudget()

/** `search.*`. Every search is about the caller's own pages. */
export const searchRouter = router({
  search: signedIn.input(SearchPages).query(({ ctx, input }) => {
    if (!hasBudget(ctx.caller.user.id))
      throw new AppError('rate-limited', 'Rate limit exceeded. Please try again in a minute.')
    return search(ctx, input)
  }),
})
