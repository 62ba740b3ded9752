import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, Dispatcher, request } from 'undici'
import { isPublicAddress } from './public-address'

/**
 * Why an address that a person gave was not fetched. `not-allowed` covers everything that is refused before a byte is
 * sent; people are not told which (they could map our network by it), so the code that shows it uses one sentence for all.
 */
export type FetchFailure = 'not-allowed' | 'unreachable' | 'too-slow' | 'too-large' | 'too-many-redirects'

/** Thrown by a {@link GuardedFetch}; its message is for the log. */
export class FetchRefused extends Error {
  readonly reason: FetchFailure
  constructor(reason: FetchFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'FetchRefused'
    this.reason = reason
  }
}

export interface FetchOptions {
  /** What is posted is sent once: no redirect is followed with it. */
  method?: 'GET' | 'HEAD' | 'POST'
  /** Of a POST. */
  body?: Uint8Array
  /** In small letters; in place of those that are always sent. */
  headers?: Readonly<Record<string, string>>
  /** Of the whole: names, redirects and body. */
  timeoutMs?: number
  /** Of the body; a longer one is `too-large`. */
  maxBytes?: number
  /** What is wanted, as the `Accept` header. */
  accept?: string
  signal?: AbortSignal
}

export interface Fetched {
  status: number
  /** Where the last redirect led. */
  url: string
  /** In lower case and without parameters; empty when it was not said. */
  contentType: string
  body: Buffer
}

/**
 * Fetches an address that a person gave: the only way in which the server may (R36). Http and https alone, public
 * addresses alone, checked on the very addresses that are connected to, so that a name cannot lead elsewhere the second
 * time it is asked; each redirect is checked anew. No cookies, no proxy, nothing kept between two calls. Answers whatever
 * status came; throws {@link FetchRefused}, or the signal's reason when it was stopped.
 */
export type GuardedFetch = (address: string, options?: FetchOptions) => Promise<Fetched>

/** What a test may put in the place of the network. No setting leads here. */
export interface Network {
  /** All addresses of a name. */
  resolve(name: string): Promise<readonly LookupAddress[]>
  isPublic(address: string): boolean
}

export const MAX_REDIRECTS = 5
const TIMEOUT_MS = 10_000
const MAX_BYTES = 10 * 1024 * 1024
const REDIRECTS = new Set([301, 302, 303, 307, 308])

const realNetwork: Network = {
  resolve: (name) =>
    new Promise((resolve, reject) =>
      lookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    ),
  isPublic: isPublicAddress,
}

export function createGuardedFetch(network: Network = realNetwork): GuardedFetch {
  return async (address, options = {}) => {
    const { timeoutMs = TIMEOUT_MS } = options
    const time = AbortSignal.timeout(timeoutMs)
    const signal = options.signal ? AbortSignal.any([time, options.signal]) : time
    // Loaded when first needed, which few servers do soon after their start.
    const { Agent, request } = await import('undici')
    // One for each call: nothing is kept open to a host that was checked for somebody else.
    const agent = new Agent({
      connect: { lookup: checkedLookup(network), timeout: timeoutMs },
      pipelining: 0,
      maxHeaderSize: 16 * 1024,
      allowH2: false,
    })
    try {
      return await stopped(follow(address, { ...options, signal, agent, request, network }), signal)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      throw asRefusal(error, time)
    } finally {
      void agent.destroy().catch(() => undefined)
    }
  }
}

/** Ends with the signal, also while a name is being asked for, which cannot be stopped. */
function stopped<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

interface Way extends FetchOptions {
  signal: AbortSignal
  agent: Agent
  request: typeof request
  network: Network
}

async function follow(address: string, way: Way): Promise<Fetched> {
  let url = readAddress(address, undefined, way.network)
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url, way)
    const mayMove = way.method !== 'POST' && REDIRECTS.has(answer.statusCode)
    const location = mayMove ? answer.headers.location : undefined
    if (location === undefined) return read(url, answer, way)
    // What a redirect says is not read, and not waited for.
    answer.body.on('error', () => undefined).destroy()
    if (redirects === MAX_REDIRECTS)
      throw new FetchRefused('too-many-redirects', `More than ${MAX_REDIRECTS} redirects`)
    url = readAddress(String(location), url, way.network)
  }
}

function ask(
  url: URL,
  { method = 'GET', accept = '*/*', body, headers, signal, agent, request }: Way,
): Promise<Dispatcher.ResponseData> {
  return request(url, {
    method,
    dispatcher: agent,
    signal,
    // Unpacked by nobody: a small answer that swells is no use, and none is asked for.
    headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Sheaf (link check)', ...headers },
    ...(body && { body }),
  })
}

/** The address as it may be asked, or an exception. Forms such as `127.1`, `0x7f.1` and `2130706433` are read by `URL`. */
function readAddress(address: string, base: URL | undefined, network: Network): URL {
  if (address.length > 4096 || !URL.canParse(address, base?.href))
    throw new FetchRefused('not-allowed', 'No address')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('not-allowed', `Not fetched: ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('not-allowed', 'Not fetched: a name and password')
  const port = Number(url.port || '80')
  if (port < 1024 && port !== 80 && port !== 443)
    throw new FetchRefused('not-allowed', 'Not fetched: a port of another service')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // An address is connected to without asking for a name, so it is looked at here.
  if (isIP(host) !== 0 && !network.isPublic(host))
    throw new FetchRefused('not-allowed', 'Not fetched: an address that is not public')
  url.hash = ''
  return url
}

/**
 * Names are asked for here and nowhere else, by the connection itself, and it gets only what was checked. One address that
 * is not public refuses the name: nobody needs a host that is partly inside.
 */
function checkedLookup({ resolve, isPublic }: Network): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found
        if (!first || found.some(({ address }) => !isPublic(address)))
          return done(new FetchRefused('not-allowed', 'Not fetched: a name that is not public'), '', 4)
        if (options.all) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error) => done(error, '', 4),
    )
  }
}

async function read(url: URL, answer: Dispatcher.ResponseData, way: Way): Promise<Fetched> {
  const { maxBytes = MAX_BYTES } = way
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new FetchRefused('too-large', `More than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const type = answer.headers['content-type']
  return {
    status: answer.statusCode,
    url: url.href,
    contentType: (Array.isArray(type) ? type[0] : type)?.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    body: Buffer.concat(chunks),
  }
}

function asRefusal(error: unknown, time: AbortSignal): FetchRefused {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof FetchRefused) return current
  if (time.aborted) return new FetchRefused('too-slow', 'It took too long', { cause: error })
  return new FetchRefused('unreachable', 'It could not be reached', { cause: error })
}
