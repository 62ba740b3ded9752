import { webUrl } from '@/blocks/media/media-url'
import type { SignedInContext } from '@/server/context'
import { FetchRefused } from '@/server/fetch/guarded-fetch'
import type { GifAnswer } from '@/server/giphy'
import { AppError } from '@/shared/errors'
import { type CoverMediaType, isTakenDirectly, readCover } from '../cover/cover'
import { LINK_ERRORS } from '../cover/cover-words'
import { GIF_ERRORS } from '../cover/gif-words'

/** How many addresses a person can have checked, and how often GIFs can be looked for, in a minute. */
const LINKS = 30
const SEARCHES = 60
const TIMEOUT_MS = 8_000

/**
 * What is at an address that is to be a cover (product.md 5.4). Sites of videos and video files are taken as they are; all
 * else has to answer a HEAD request with the type of a picture or a video. Throws `bad-input` in the words of 5.4; whether
 * an address is private, not there or silent is not told apart (R36).
 */
export async function checkLink(
  ctx: SignedInContext,
  given: string,
): Promise<{ url: string; type: CoverMediaType }> {
  const url = webUrl(given)?.href
  const cover = url === undefined ? null : readCover(url)
  if (url === undefined || (cover?.kind !== 'embed' && cover?.kind !== 'media'))
    throw new AppError('bad-input', LINK_ERRORS.invalid)
  if (isTakenDirectly(url)) return { url, type: cover.type }
  await ctx.limits.take(`cover-link:${ctx.caller.user.id}`, LINKS, 60)
  const { status, contentType } = await ctx
    .fetch(url, { method: 'HEAD', timeoutMs: TIMEOUT_MS, accept: 'image/*,video/*' })
    .catch((error: unknown) => {
      if (error instanceof FetchRefused)
        throw new AppError('bad-input', LINK_ERRORS.unreachable, { cause: error })
      throw error
    })
  if (status < 200 || status > 299) throw new AppError('bad-input', LINK_ERRORS.unreachable)
  const [type] = contentType.split('/')
  if (type !== 'image' && type !== 'video') throw new AppError('bad-input', LINK_ERRORS.wrongType)
  return { url, type }
}

/** Moving pictures for a query; without one, those in vogue. Throws `unavailable` in the words of 8.8. */
export async function findGifs(ctx: SignedInContext, query: string): Promise<GifAnswer> {
  await ctx.limits.take(`gifs:${ctx.caller.user.id}`, SEARCHES, 60)
  try {
    return await (query === '' ? ctx.giphy.trending() : ctx.giphy.search(query))
  } catch (error) {
    ctx.log.warn({ err: error }, 'GIPHY could not be asked')
    throw new AppError('unavailable', query === '' ? GIF_ERRORS.trending : GIF_ERRORS.search, {
      cause: error,
    })
  }
}
