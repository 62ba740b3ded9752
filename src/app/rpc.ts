import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '@/server/router'
import { ACTING_AS_HEADER } from '@/shared/acting-as'
import { LIMITS } from '@/shared/limits'
import { appCodeOf } from './failures'

export { failureWords } from './failures'

/** The `meta` of a query that is asked again and again without anybody doing anything, such as a count in the sidebar. */
export const IN_BACKGROUND = { isInBackground: true }

/**
 * product.md 7.44: no retry, no refetch on focus, always stale. `networkMode: 'always'` makes a call without a
 * connection fail (and be seen to fail) where the library would leave it waiting silently.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // Nobody waits for it; whatever the person does next says that the session has ended, and what was typed stays until then.
      if (query.meta === IN_BACKGROUND) return
      // The session ended elsewhere: ask again who is signed in, and every screen follows from that.
      const asksForSession = JSON.stringify(query.queryKey).includes('"layout"')
      if (appCodeOf(error) === 'signed-out' && !asksForSession)
        void queryClient.invalidateQueries({ queryKey: trpc.layout.app.queryKey() })
    },
  }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Calls the server directly: `await rpc.document.create.mutate({})`. Failures are TRPCClientErrors. */
export const rpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      maxItems: LIMITS.rpcBatch,
      maxURLLength: 6000,
      headers: () => actingAs(),
    }),
  ],
})

/** Says whose tab this is, once that is known. */
function actingAs(): Record<string, string> {
  const user = queryClient.getQueryData(trpc.layout.app.queryKey())?.currentUser
  return user ? { [ACTING_AS_HEADER]: user.id } : {}
}

/** Query and mutation options for TanStack Query: `useQuery(trpc.document.document.queryOptions({ id }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: rpc, queryClient })
