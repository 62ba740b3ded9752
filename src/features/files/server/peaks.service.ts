import { PEAKS } from '@/blocks/media/media-facts'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { FILE_NOT_THERE } from '../model'
import { mediaFactsOf } from './media-facts'
import { requireStill } from './receive-file'
import { requireFile } from './seen-file'

/** How many sounds somebody may tell of in an hour. */
const PER_HOUR = 600

/**
 * Keeps how loud each part of a sound is, one byte each, as the browser of the person who uploaded it has heard it. What the server has
 * measured itself, or was told before, stays. Throws `not-found` for a file of somebody else, or one that is no sound, what `requirePage` does when
 * the caller may not edit its page any more, `bad-input`, and `rate-limited`.
 */
export async function keepPeaks(ctx: SignedInContext, fileId: string, bytes: Uint8Array): Promise<void> {
  const { row } = await requireFile(ctx, fileId)
  const isTheirs = row.uploaded_by === ctx.caller.user.id && row.state === 'ready'
  if (!isTheirs || !row.type.startsWith('audio/')) throw new AppError('not-found', FILE_NOT_THERE())
  await requireStill(ctx, row.document_id, 'edit')
  await ctx.limits.take(`peaks:${ctx.caller.user.id}`, PER_HOUR, 3_600)
  if (bytes.length !== PEAKS) throw new AppError('bad-input', t('This does not say how loud the file is.'))
  const facts = await mediaFactsOf(ctx, row, ctx.caller.user.id)
  if (!facts?.audio || facts.peaks !== null) return
  const peaks = Buffer.from(bytes).toString('base64')
  await ctx.db
    .updateTable('file_media')
    .set({ facts: JSON.stringify({ ...facts, peaks }) })
    .where('file_id', '=', row.id)
    .where('facts', '=', JSON.stringify(facts))
    .execute()
}
