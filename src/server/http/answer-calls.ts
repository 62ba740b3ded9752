import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type inferRouterContext,
  TRPCError,
} from '@trpc/server'
import type { HonoRequest } from 'hono'
import { refuseIfFull, type Untaken } from '@/server/http/unsent-answers'
import { asRpcError } from '@/server/rpc'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/*
 * Calls as browsers make them: queries by GET, mutations by POST, alone or as a batch, answered in one piece. tRPC's own
 * adapter makes several abort controllers, headers and addresses for each of them, which takes longer than a query, begins
 * all of a batch at once, and writes all answers in one go. Everything else about the protocol (streams, mistakes in the
 * address) is left to the adapter; a test holds the two against each other.
 */

/** One call of a request. */
export interface AskedCall {
  path: string
  input: unknown
}

/** The calls of a request; `isBatch` says in which form they are answered. */
export interface AskedCalls {
  type: 'query' | 'mutation'
  isBatch: boolean
  calls: AskedCall[]
}

/** What the adapter sends with every answer. */
export const CALL_HEADERS = { 'content-type': 'application/json', vary: 'trpc-accept, accept' }

/** Calls of a batch that are under way together. */
const AT_ONCE = 8
/** Longer answers are kept as bytes, in characters; what is longer in all is counted until it is sent, in bytes. */
const LONG = 16_384

type Asking = Pick<HonoRequest, 'method' | 'header' | 'query' | 'text'>

/**
 * The calls that a request makes; null when there is anything about it that the adapter has to look at. Throws `bad-input`
 * for a batch without readable inputs, of which the adapter would make all calls that take none at once, uncounted.
 */
export async function plainCalls(
  request: Asking,
  router: AnyTRPCRouter,
  names: string,
): Promise<AskedCalls | null> {
  const type = request.method === 'GET' ? 'query' : request.method === 'POST' ? 'mutation' : null
  if (type === null || asksForStream(request) || !isJson(request)) return null
  const isBatch = request.query('batch') === '1'
  const paths = isBatch ? names.split(',') : [names]
  const types = paths.map((path) => typeOf(router, path))
  if (!types.includes(type) || types.some((other) => other !== null && other !== type)) return null
  const given = await inputOf(request)
  if (!isBatch)
    return given === UNREADABLE
      ? null
      : { type, isBatch, calls: paths.map((path) => ({ path, input: given })) }
  const inputs = given ?? {}
  if (typeof inputs !== 'object' || Array.isArray(inputs))
    throw new AppError('bad-input', t('This request is not understood.'))
  return {
    type,
    isBatch,
    calls: paths.map((path, index) => ({ path, input: (inputs as Record<number, unknown>)[index] })),
  }
}

/** Does the caller ask for the answers one by one as they are made? The adapter sends those. */
export const asksForStream = (request: Pick<HonoRequest, 'header'>): boolean =>
  request.header('trpc-accept') !== undefined ||
  request.header('accept')?.toLowerCase().includes('jsonl') === true

/** Is the input what the adapter reads as JSON? Of queries it is that unless they state one of its other forms. */
function isJson(request: Pick<HonoRequest, 'method' | 'header'>): boolean {
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (request.method === 'POST') return type === 'application/json'
  return type !== 'multipart/form-data' && type !== 'application/octet-stream'
}

const UNREADABLE = Symbol('unreadable')

function typeOf(router: AnyTRPCRouter, path: string): string | null {
  const { procedures } = router._def
  return Object.hasOwn(procedures, path) ? procedures[path]._def.type : null
}

async function inputOf(request: Asking): Promise<unknown> {
  const text = request.method === 'GET' ? request.query('input') : await request.text()
  if (!text) return request.method === 'GET' ? undefined : UNREADABLE
  try {
    return JSON.parse(text)
  } catch {
    return UNREADABLE
  }
}

/**
 * Makes the calls, each of a batch in a turn of the event loop to itself and a few at the same time; each fails for itself.
 * Who does not take their answers gets no more of them: that is asked before a call, and again when it has been made, as
 * many can be under way together.
 */
export async function answerCalls<Router extends AnyTRPCRouter>(
  router: Router,
  { type, isBatch, calls }: AskedCalls,
  ctx: inferRouterContext<Router>,
  { signal, untaken }: { signal: AbortSignal; untaken: Untaken },
): Promise<{ status: number; body: string | Uint8Array<ArrayBuffer> }> {
  const config = router._def._config
  const hold = holdInAll(untaken)
  const dataOf = async ({ path, input }: AskedCall, batchIndex: number): Promise<unknown> => {
    refuseIfFull(untaken)
    // Nobody reads the answer. What was to be changed is changed.
    if (signal.aborted && type === 'query') throw new TRPCError({ code: 'CLIENT_CLOSED_REQUEST' })
    if (typeOf(router, path) === null)
      throw new TRPCError({ code: 'NOT_FOUND', cause: new Error(`No procedure found on path "${path}"`) })
    const getRawInput = async () => input
    return router._def.procedures[path]({ path, getRawInput, ctx, type, signal, batchIndex })
  }
  const written = async (asked: AskedCall, batchIndex: number) => {
    let status = 200
    let answer: object
    try {
      const data = await dataOf(asked, batchIndex)
      // Nothing is awaited between this and counting. What was changed is told in any case.
      if (type === 'query') refuseIfFull(untaken)
      answer = { result: { data } }
    } catch (cause) {
      const error = cause instanceof AppError ? asRpcError(cause) : getTRPCErrorFromUnknown(cause)
      const shape = getTRPCErrorShape({ config, error, type, path: asked.path, input: asked.input, ctx })
      status = shape.data.httpStatus as number
      answer = { error: shape }
    }
    const piece = pieceOf(JSON.stringify(answer))
    hold(Buffer.byteLength(piece))
    return { status, piece }
  }
  const results = await fewAtOnce(calls, written)
  const [first] = results
  const isOne = results.every(({ status }) => status === first?.status)
  const pieces = results.map(({ piece }) => piece)
  return {
    status: isOne && first ? first.status : 207,
    body: isBatch
      ? joined(['[', ...pieces.flatMap((piece, at) => (at === 0 ? [piece] : [',', piece])), ']'])
      : joined(pieces),
  }
}

/** Does `act` with each, in their order, and answers what comes of it in that order. */
async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  let next = 0
  let turns: Promise<unknown> = Promise.resolve()
  const goOn = async () => {
    while (next < items.length) {
      const index = next++
      if (index > 0) {
        turns = turns.then(() => nextTurn())
        await turns
      }
      results[index] = await act(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, goOn))
  return results
}

/** Counts the pieces of one answer as they are made, once they are long together: many short ones are as much as a long one. */
function holdInAll(untaken: Untaken): (bytes: number) => void {
  let all = 0
  let held = 0
  return (bytes) => {
    all += bytes
    if (all <= LONG) return
    untaken.hold(all - held)
    held = all
  }
}

const pieceOf = (text: string): string | Buffer => (text.length <= LONG ? text : Buffer.from(text))

/** Short pieces as a text, which is sent fastest; long ones are put together as bytes. */
const joined = (pieces: readonly (string | Buffer)[]): string | Uint8Array<ArrayBuffer> =>
  pieces.every((piece) => typeof piece === 'string')
    ? pieces.join('')
    : Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
