import { knownPeople } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { AccountRow, SessionRow, UserRow } from '@/server/db/schema'
import { usernameKey } from '@/shared/username-key'

/** The account of a person. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The account with this address, in the form in which addresses are stored. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The hash of the password of the account with this address; null without one. */
export async function findPasswordHash(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.password')
    .where('user.email', '=', email)
    .where('account.providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** Forgets the ways of signing in that are not the password. */
export async function deleteLinkedAccounts(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .execute()
}

/** What signs in as `accountId` at this provider. */
export async function findAccount(
  db: Db,
  providerId: string,
  accountId: string,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** The password and the linked accounts of a person, the oldest first. */
export async function listAccounts(
  db: Db,
  userId: string,
): Promise<Pick<AccountRow, 'providerId' | 'createdAt'>[]> {
  return db
    .selectFrom('account')
    .select(['providerId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Unlinks a provider from a person; says whether it was linked. */
export async function deleteAccountOf(db: Db, userId: string, providerId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '=', providerId)
    .executeTakeFirst()
  return Number(result.numDeletedRows) > 0
}

/** Who has this username, if anybody. */
export async function findUsernameOwner(db: Db, username: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('id').where('username', '=', username).executeTakeFirst()
  return row?.id ?? null
}

/** Who has this username or one that passes for it (`usernameKey`), if anybody but `exceptId`. */
export async function findLikeUsername(
  db: Db,
  username: string,
  exceptId: string | null,
): Promise<string | null> {
  let query = db
    .selectFrom('user')
    .select('id')
    .where(({ eb, or }) => or([eb('username', '=', username), eb('usernameKey', '=', usernameKey(username))]))
  if (exceptId !== null) query = query.where('id', '!=', exceptId)
  return (await query.executeTakeFirst())?.id ?? null
}

/** Everybody whom this person may know of, that person too. */
export function listKnownPeople(
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'id' | 'name' | 'username' | 'image'>[]> {
  const people = db.selectFrom('user').select(['id', 'name', 'username', 'image'])
  return people.where(knownPeople(userId)).execute()
}

/** Writes what a person may change of their own account. */
export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<
    Pick<
      UserRow,
      | 'name'
      | 'username'
      | 'usernameKey'
      | 'image'
      | 'avatarSeed'
      | 'avatarType'
      | 'defaultAvatarColors'
      | 'timeZone'
      | 'dateFormat'
      | 'hourFormat'
      | 'weekStart'
      | 'language'
    >
  >,
): Promise<void> {
  await db
    .updateTable('user')
    .set({ ...changes, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** The sessions of a person that have not expired, the latest used first. */
export async function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date().toISOString())
    .orderBy('updatedAt', 'desc')
    .execute()
}

/** Ends one session of a person; says whether there was one. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(result.numDeletedRows) > 0
}

/** Ends every session of a person, except one; returns how many ended. */
export async function deleteSessionsExcept(db: Db, userId: string, exceptId: string | null): Promise<number> {
  let query = db.deleteFrom('session').where('userId', '=', userId)
  if (exceptId !== null) query = query.where('id', '!=', exceptId)
  const result = await query.executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** What the browser of a session calls itself; null when it does not say. */
export async function browserOf(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('userAgent')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.userAgent ?? null
}
