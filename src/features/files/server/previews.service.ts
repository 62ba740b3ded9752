import { PREVIEW_WIDTHS } from '@/blocks/media/previews'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { readPicture } from '@/shared/read-picture'
import { FILE_NOT_THERE } from '../model'
import { insertPreview } from './previews.queries'
import { requireStill } from './receive-file'
import { requireFile } from './seen-file'

/** Bytes of a preview, by its width. */
const MOST: Readonly<Record<number, number>> = { 320: 200_000, 960: 800_000, 1600: 2_000_000 }
export const MOST_PREVIEW = MOST[1600]!
/** How many somebody may keep in an hour: all widths of all files that they may upload. */
const PER_HOUR = 1_800
const MAY_HAVE = /^(?:image\/(?:png|jpeg|webp)|video\/[\w.+-]+)$/
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp'])
/** A very long picture is not unpacked only because it is narrow. */
const MOST_PIXELS = 16_000_000

export const PREVIEW_TOO_LARGE = () => t('This smaller picture is too large.')
const NO_PREVIEW = () => t('This is not a smaller picture of this file.')

/**
 * Keeps a picture in a smaller width, or a still of a film, that the person who uploaded the file has drawn of it. It is not unpacked here (R32):
 * its bytes say that it is a still picture of at most this width, and only the parts without which it cannot be drawn are kept. The first one of each
 * width stays. Throws `not-found` for a file of somebody else, or without pictures, what `requirePage` does when the caller may not edit its page any more,
 * `bad-input`, `too-large` and `rate-limited`.
 */
export async function keepPreview(
  ctx: SignedInContext,
  fileId: string,
  width: number,
  bytes: Uint8Array,
): Promise<void> {
  const { row } = await requireFile(ctx, fileId)
  const isTheirs = row.uploaded_by === ctx.caller.user.id && row.state === 'ready'
  if (!isTheirs || !MAY_HAVE.test(row.type)) throw new AppError('not-found', FILE_NOT_THERE())
  await requireStill(ctx, row.document_id, 'edit')
  await ctx.limits.take(`preview:${ctx.caller.user.id}`, PER_HOUR, 3_600)
  const known = PREVIEW_WIDTHS.find((one) => one === width)
  if (known === undefined) throw new AppError('bad-input', NO_PREVIEW())
  // Larger than its file it would be of no use, and takes room that nobody counts.
  if (bytes.length > MOST[known]! || bytes.length >= row.size)
    throw new AppError('too-large', PREVIEW_TOO_LARGE())
  const facts = readPicture(bytes)
  const isSmall =
    facts &&
    facts.width >= 1 &&
    facts.width <= known &&
    facts.height >= 1 &&
    facts.width * facts.height <= MOST_PIXELS
  if (!isSmall || facts.isAnimated || !TYPES.has(facts.type)) throw new AppError('bad-input', NO_PREVIEW())
  await insertPreview(ctx.db, {
    file_id: row.id,
    width: known,
    type: facts.type,
    bytes: Buffer.concat(facts.parts),
  })
}
