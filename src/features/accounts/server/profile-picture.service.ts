import { avatarOf } from '@/features/accounts/avatar'
import { ownPictureAddress, ownPictureOf, PICTURE_BYTES, PICTURE_SIDE } from '@/features/accounts/picture'
import { findUser, updateUser } from '@/features/accounts/server/accounts.queries'
import { avatarColumns } from '@/features/accounts/server/new-account'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { readPicture } from '@/shared/read-picture'

/** How many pictures somebody may upload in an hour. */
const PER_HOUR = 60
/** What a picture that is given out may be. */
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp'])

/**
 * Keeps a picture that the caller has uploaded of themselves, in the place of the one before, and shows it everywhere. What it is
 * is decided by its content; what a camera has noted in it is not kept. Throws `bad-input` and `too-large` in words for the person.
 */
export async function uploadPicture(
  ctx: SignedInContext,
  bytes: Uint8Array,
): Promise<{ profileImageUrl: string }> {
  const { user } = ctx.caller
  await ctx.limits.take(`profile-picture:${user.id}`, PER_HOUR, 3_600)
  if (bytes.length > PICTURE_BYTES) throw tooManyBytes()
  const facts = readPicture(bytes)
  if (!facts || !TYPES.has(facts.type))
    throw new AppError('bad-input', t('This is not a PNG, JPEG or WebP picture.'))
  if (facts.isAnimated)
    throw new AppError('bad-input', t('Animated pictures cannot be used. Please choose a still picture.'))
  const { width, height, type } = facts
  if (width < 1 || height < 1 || width > PICTURE_SIDE || height > PICTURE_SIDE)
    throw new AppError(
      'bad-input',
      t('A profile picture has at most {side} × {side} pixels.', { side: PICTURE_SIDE }),
    )
  const id = newId()
  const profileImageUrl = ownPictureAddress(id)
  await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, user.id)
    await deletePictureOf(trx, user.id)
    await trx
      .insertInto('profile_picture')
      .values({
        id,
        user_id: user.id,
        type,
        bytes: Buffer.concat(facts.parts),
        created_at: new Date().toISOString(),
      })
      .execute()
    await updateUser(trx, user.id, { image: profileImageUrl })
  })
  return { profileImageUrl }
}

export const tooManyBytes = () => new AppError('too-large', t('A profile picture may have at most 5 MB.'))

/** Takes the caller's own picture away: the drawn avatar is shown again. */
export async function removePicture(ctx: SignedInContext): Promise<void> {
  const { id } = ctx.caller.user
  await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, id)
    const row = await findUser(trx, id)
    await deletePictureOf(trx, id)
    if (row && ownPictureOf(row.image) !== null)
      await updateUser(trx, id, { image: avatarColumns(avatarOf(row)).image })
  })
}

const deletePictureOf = (trx: Db, userId: string) =>
  trx.deleteFrom('profile_picture').where('user_id', '=', userId).execute()

/** The picture under an address; undefined when there is none, or none any more. */
export const findPicture = (db: Db, id: string) =>
  db.selectFrom('profile_picture').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
