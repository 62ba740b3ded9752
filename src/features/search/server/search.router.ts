import { router, signedIn } from '@/server/rpc'
import { SearchPages } from '../inputs'
import { countSearch, search } from './search.service'

/** `search.*`. Every search is about the caller's own pages. */
export const searchRouter = router({
  search: signedIn.input(SearchPages).query(async ({ ctx, input }) => {
    await countSearch(ctx)
    return search(ctx, input)
  }),
})
