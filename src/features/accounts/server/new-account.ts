import { randomInt } from 'node:crypto'
import { type AvatarChoice, avatarAddress, avatarOf } from '@/features/accounts/avatar'
import { generatedUsername } from '@/features/accounts/model'
import { findLikeUsername } from '@/features/accounts/server/accounts.queries'
import type { Db } from '@/server/db/db'
import type { UserRow } from '@/server/db/schema'
import { newId } from '@/shared/ids'

/** The library's error code when the rules of this server allow no account for an address. */
export const SIGN_UP_REFUSED = 'SIGN_UP_REFUSED'

/** After this many taken names with four digits, names get more digits. */
const SHORT_TRIES = 20

/** A username that nobody has and that passes for nobody's, made from the address (product.md 9.7). */
export async function freeUsername(db: Db, email: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const digits = tries <= SHORT_TRIES ? 4 : 10
    const candidate = generatedUsername(email, String(randomInt(10 ** digits)).padStart(digits, '0'))
    if ((await findLikeUsername(db, candidate, null)) === null) return candidate
  }
}

/** The avatar of somebody who has chosen none yet, as the columns of an account; the address in `image` follows from the others. */
export function firstAvatar(): Pick<UserRow, 'image' | 'avatarSeed' | 'avatarType' | 'defaultAvatarColors'> {
  const choice = avatarOf({ id: newId(), avatarSeed: null, avatarType: null, defaultAvatarColors: null })
  return avatarColumns(choice)
}

/** A choice of avatar as the columns of an account. */
export const avatarColumns = (choice: AvatarChoice) => ({
  image: avatarAddress(choice),
  avatarSeed: choice.avatarSeed,
  avatarType: choice.avatarType,
  defaultAvatarColors: JSON.stringify(choice.defaultAvatarColors),
})

/**
 * Gives the account its personal pod (rulings 3) if it has none. Asked at every sign-in, so that an account whose
 * making was cut short is whole the next time. Answers whether it had none: this is its first sign-in.
 */
export async function ensurePersonalPod(db: Db, user: { id: string; name: string }): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Two sign-ins at once must not make two pods: on PostgreSQL the person's row is the lock, SQLite has one writer.
    await transaction
      .updateTable('user')
      .set((expression) => ({ name: expression.ref('name') }))
      .where('id', '=', user.id)
      .execute()
    const existing = await transaction
      .selectFrom('pod')
      .select('id')
      .where('created_by', '=', user.id)
      .where('is_personal', '=', 1)
      .executeTakeFirst()
    if (existing) return false
    const now = new Date().toISOString()
    const podId = newId()
    await transaction
      .insertInto('pod')
      .values({ id: podId, name: `${user.name}'s pod`, is_personal: 1, created_by: user.id, created_at: now })
      .execute()
    await transaction
      .insertInto('pod_member')
      .values({ pod_id: podId, user_id: user.id, role: 'owner', created_at: now })
      .execute()
    return true
  })
}
