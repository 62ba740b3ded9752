import { z } from 'zod'
import { safeUrl } from '@/shared/safe-url'

/** A moving picture of GIPHY's. */
export interface Gif {
  id: string
  title: string
  /** The whole picture, and a smaller one to choose by. */
  url: string
  previewUrl: string
  width: number
  height: number
}

/** The answer to a search: pictures, or why there are none yet. Anything else is thrown. */
export type GifAnswer =
  | { state: 'gifs'; gifs: Gif[] }
  /** No key: the tab says which setting brings one. */
  | { state: 'off' }
  /** GIPHY said "too many": worth one more try after this many seconds. */
  | { state: 'wait'; seconds: number }
  /** And again: nobody asks for this many seconds. */
  | { state: 'cooldown'; seconds: number }

/** GIPHY, asked sparingly (product.md 8.8, 9.4): answers are kept, and a refusal is heeded by everybody. */
export interface Giphy {
  search(query: string): Promise<GifAnswer>
  trending(): Promise<GifAnswer>
}

const PER_REQUEST = 20
const RATING = 'g'
const SEARCH_KEPT_MS = 10 * 60_000
const TRENDING_KEPT_MS = 30 * 60_000
const RETRY_MS = 30_000
const COOLDOWN_MS = 15 * 60_000
const TIMEOUT_MS = 10_000
const MOST_KEPT = 200
const DEFAULT_BASE = 'https://api.giphy.com'

const picture = z.object({ url: z.string(), width: z.coerce.number(), height: z.coerce.number() })
const Answer = z.object({
  data: z.array(
    z.object({
      id: z.string().max(100),
      title: z.string().default(''),
      images: z.object({ original: picture, fixed_width: picture.optional() }),
    }),
  ),
})

interface Kept {
  gifs: Gif[]
  until: number
}

/** Without a key every answer is `off`. Throws what went wrong with the connection or the answer. */
export function createGiphy(
  { apiKey, baseUrl }: { apiKey: string | null; baseUrl: string | null },
  now: () => number = Date.now,
): Giphy {
  const kept = new Map<string, Kept>()
  const asking = new Map<string, Promise<GifAnswer>>()
  /** Since the first "too many": nobody asks before, and the one who then asks decides. */
  let refused: { state: 'wait' | 'cooldown'; until: number } | null = null

  const ask = async (path: string, fields: Record<string, string>, keptMs: number): Promise<GifAnswer> => {
    if (apiKey === null) return { state: 'off' }
    const key = `${path}?${new URLSearchParams(fields)}`
    const known = kept.get(key)
    if (known && known.until > now()) return { state: 'gifs', gifs: known.gifs }
    if (refused && refused.until > now())
      return { state: refused.state, seconds: Math.ceil((refused.until - now()) / 1000) }
    const already = asking.get(key)
    if (already) return already
    const coming = fetchGifs(key, path, fields, keptMs).finally(() => asking.delete(key))
    asking.set(key, coming)
    return coming
  }

  const fetchGifs = async (
    key: string,
    path: string,
    fields: Record<string, string>,
    keptMs: number,
  ): Promise<GifAnswer> => {
    const query = new URLSearchParams({ ...fields, limit: String(PER_REQUEST), rating: RATING })
    query.set('api_key', apiKey!)
    /** What this request knew of when it was made: another one may be refused while it is on its way. */
    const before = refused
    const answer = await fetch(`${(baseUrl ?? DEFAULT_BASE).replace(/\/+$/, '')}${path}?${query}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    if (answer.status === 429) return refuse(before)
    if (refused === before) refused = null
    // The address of the request holds the key, so nothing of it is told.
    if (!answer.ok) throw new Error(`GIPHY answered ${answer.status}`)
    const gifs = gifsOf(Answer.parse(await answer.json()))
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
    kept.set(key, { gifs, until: now() + keptMs })
    return { state: 'gifs', gifs }
  }

  const refuse = (before: typeof refused): GifAnswer => {
    const again = before !== null && now() - before.until < COOLDOWN_MS
    const ms = again ? COOLDOWN_MS : RETRY_MS
    refused = { state: again ? 'cooldown' : 'wait', until: now() + ms }
    return { state: refused.state, seconds: ms / 1000 }
  }

  return {
    search: (query) => ask('/v1/gifs/search', { q: query }, SEARCH_KEPT_MS),
    trending: () => ask('/v1/gifs/trending', {}, TRENDING_KEPT_MS),
  }
}

/** Only pictures whose addresses can be shown. */
function gifsOf({ data }: z.output<typeof Answer>): Gif[] {
  return data.flatMap(({ id, title, images: { original, fixed_width: small = original } }) =>
    [original.url, small.url].every((url) => /^https?:\/\//i.test(url) && safeUrl(url) === url)
      ? [
          {
            id,
            title: title.slice(0, 200),
            url: original.url,
            previewUrl: small.url,
            width: small.width,
            height: small.height,
          },
        ]
      : [],
  )
}
