import {
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type inferRouterContext,
} from '@trpc/server'
import type { HonoRequest } from 'hono'

/*
 * Queries as browsers ask them: GET, alone or as a batch, answered in one piece. tRPC's own adapter makes several abort
 * controllers, headers and addresses for each of them, which takes longer than a query. Everything else about the
 * protocol (mutations, streams, mistakes in the address) is left to the adapter; a test holds the two against each other.
 */

/** One query of a request. */
export interface AskedQuery {
  path: string
  input: unknown
}

/** The queries of a request; `isBatch` says in which form they are answered. */
export interface AskedQueries {
  isBatch: boolean
  calls: AskedQuery[]
}

/** What the adapter sends with every answer. */
export const QUERY_HEADERS = { 'content-type': 'application/json', vary: 'trpc-accept, accept' }

/** The queries that a request asks for; null when there is anything about it that the adapter has to look at. */
export function plainQueries(
  request: Pick<HonoRequest, 'method' | 'header' | 'query'>,
  router: AnyTRPCRouter,
  names: string,
): AskedQueries | null {
  if (request.method !== 'GET' || isForAdapter(request)) return null
  const isBatch = request.query('batch') === '1'
  const paths = isBatch ? names.split(',') : [names]
  if (!paths.every((path) => isQuery(router, path))) return null
  const given = inputOf(request.query('input'))
  if (given === UNREADABLE) return null
  if (!isBatch) return { isBatch, calls: paths.map((path) => ({ path, input: given })) }
  const inputs = given ?? {}
  if (typeof inputs !== 'object' || Array.isArray(inputs)) return null
  return {
    isBatch,
    calls: paths.map((path, index) => ({ path, input: (inputs as Record<number, unknown>)[index] })),
  }
}

/** Does the caller ask the adapter for one of its other forms? */
const isForAdapter = (request: Pick<HonoRequest, 'header' | 'query'>): boolean =>
  request.header('trpc-accept') !== undefined ||
  request.header('accept')?.toLowerCase().includes('jsonl') === true ||
  request.header('content-type') !== undefined ||
  request.query('connectionParams') !== undefined

const UNREADABLE = Symbol('unreadable')

function isQuery(router: AnyTRPCRouter, path: string): boolean {
  const { procedures } = router._def
  return Object.hasOwn(procedures, path) && procedures[path]._def.type === 'query'
}

function inputOf(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return UNREADABLE
  }
}

/** Calls them at the same time; each fails for itself. */
export async function answerQueries<Router extends AnyTRPCRouter>(
  router: Router,
  { isBatch, calls }: AskedQueries,
  ctx: inferRouterContext<Router>,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const config = router._def._config
  const results = await Promise.all(
    calls.map(async ({ path, input }, batchIndex) => {
      const getRawInput = async () => input
      try {
        const call = { path, getRawInput, ctx, type: 'query', signal, batchIndex }
        return { status: 200, answer: { result: { data: await router._def.procedures[path](call) } } }
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause)
        const shape = getTRPCErrorShape({ config, error, type: 'query', path, input, ctx })
        return { status: shape.data.httpStatus as number, answer: { error: shape } }
      }
    }),
  )
  const [first] = results
  const isOne = results.every(({ status }) => status === first?.status)
  return {
    status: isOne && first ? first.status : 207,
    body: JSON.stringify(isBatch ? results.map(({ answer }) => answer) : first?.answer),
  }
}
