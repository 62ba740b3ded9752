import { requirePage } from '@/server/access/require-page'
import { router, signedIn } from '@/server/rpc'
import { RelatedTo, SearchMeaning, SearchPages } from '../inputs'
import { countMeaning, relatedPages, searchByMeaning } from './meaning.service'
import { countSearch, search } from './search.service'

/** `search.*`. Every search is about the caller's own pages. */
export const searchRouter = router({
  search: signedIn.input(SearchPages).query(async ({ ctx, input }) => {
    await countSearch(ctx)
    return search(ctx, input)
  }),

  /** Pages that mean the like, whatever words they say it with. */
  meaning: signedIn.input(SearchMeaning).query(async ({ ctx, input }) => {
    await countMeaning(ctx)
    return { results: await searchByMeaning(ctx, input) }
  }),

  /** Pages that are about the like as this one. */
  related: signedIn.input(RelatedTo).query(async ({ ctx, input }) => {
    await requirePage(ctx, input.id, 'view')
    await countMeaning(ctx)
    return { results: await relatedPages(ctx, input.id) }
  }),
})
