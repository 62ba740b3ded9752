import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '@/server/router'
import { actingAsHeaders } from '@/shared/acting-as'
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
    splitLink({
      // A batch is sent as one account's.
      condition: (call) => ownerOf(call) !== undefined,
      true: httpLink({ url: '/api/trpc', headers: ({ op }) => actingAsHeaders(ownerOf(op)) }),
      false: httpBatchLink({
        url: '/api/trpc',
        maxItems: LIMITS.rpcBatch,
        maxURLLength: 6000,
        headers: () => actingAs(),
      }),
    }),
  ],
})

/**
 * Options of a call for work that stays one account's also when the tab has become another one's, such as a recording that is still to be sent:
 * `rpc.recording.note.mutate(input, callAs(userId))`.
 */
export const callAs = (userId: string): { context: { actingAs: string } } => ({
  context: { actingAs: userId },
})

const ownerOf = ({ context: { actingAs: owner } }: Pick<Operation, 'context'>): string | undefined =>
  typeof owner === 'string' ? owner : undefined

const OWNER = ['owner of the tab']
queryClient.setQueryDefaults(OWNER, { gcTime: Number.POSITIVE_INFINITY })

/**
 * Whose tab this is, by the id of their account; `undefined` until somebody is known to be signed in. It stays theirs until it is loaded anew, also
 * when the session has ended: what is on the screen is theirs, and so is what is still to be sent.
 */
export function ownerOfTab(): string | undefined {
  const known = queryClient.getQueryData<string>(OWNER)
  if (known !== undefined) return known
  const id = queryClient.getQueryData(trpc.layout.app.queryKey())?.currentUser?.id
  if (id !== undefined) queryClient.setQueryData(OWNER, id)
  return id
}

/** Headers that say whose tab this is, once that is known. */
export const actingAs = (): Record<string, string> => actingAsHeaders(ownerOfTab())

/** `fetch` for the routes beside the procedures: says whose tab this is, or what `as` says, kept from when longer work began. */
export const fetchAs = (address: string, init: RequestInit = {}, as = actingAs()): Promise<Response> =>
  fetch(address, { ...init, headers: { ...(init.headers as Record<string, string> | undefined), ...as } })

/** Query and mutation options for TanStack Query: `useQuery(trpc.document.document.queryOptions({ id }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: rpc, queryClient })
