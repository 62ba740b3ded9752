import { type SqlBool, sql } from 'kysely'
import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import type { FriendshipRow, UserRow } from '@/server/db/schema'

/** What is read of a person who is shown to others. */
export type PersonRow = Pick<
  UserRow,
  'id' | 'name' | 'username' | 'image' | 'avatarSeed' | 'avatarType' | 'defaultAvatarColors'
>
const PERSON = [
  'user.id',
  'user.name',
  'user.username',
  'user.image',
  'user.avatarSeed',
  'user.avatarType',
  'user.defaultAvatarColors',
] as const

/** The one name of a pair, whichever of the two asks. */
export const pairOf = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`

export async function findUser(db: Db, id: string): Promise<PersonRow | null> {
  return (await db.selectFrom('user').select(PERSON).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findFriendship(db: Db, one: string, other: string): Promise<FriendshipRow | null> {
  const query = db.selectFrom('friendship').selectAll().where('pair', '=', pairOf(one, other))
  return (await query.executeTakeFirst()) ?? null
}

export async function findById(db: Db, id: string): Promise<FriendshipRow | null> {
  return (await db.selectFrom('friendship').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Writes what there is between two people in place of what there was. */
export async function saveFriendship(db: Db, row: FriendshipRow): Promise<void> {
  const { pair: _, ...changes } = row
  await db
    .insertInto('friendship')
    .values(row)
    .onConflict((conflict) => conflict.column('pair').doUpdateSet(changes))
    .execute()
}

export async function setStatus(
  db: Db,
  id: string,
  set: Pick<FriendshipRow, 'status' | 'declined' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('friendship').set(set).where('id', '=', id).execute()
}

export async function deleteFriendship(db: Db, id: string): Promise<void> {
  await db.deleteFrom('friendship').where('id', '=', id).execute()
}

const isFriendOf = (userId: string) =>
  sql<SqlBool>`"user".id in (
    select receiver_id from friendship where requester_id = ${userId} and status = 'accepted'
    union all select requester_id from friendship where receiver_id = ${userId} and status = 'accepted')`

/** The friends of a person by name. */
export const listFriends = (db: Db, userId: string): Promise<PersonRow[]> =>
  db.selectFrom('user').select(PERSON).where(isFriendOf(userId)).orderBy('name').orderBy('id').execute()

export async function countFriends(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where(isFriendOf(userId))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function countPending(db: Db, requesterId: string): Promise<number> {
  const row = await db
    .selectFrom('friendship')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('requester_id', '=', requesterId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The requests that wait, sent to (`receiver_id`) or by (`requester_id`) a person, the newest first, with the other person. */
export function listRequests(
  db: Db,
  userId: string,
  { as, limit }: { as: 'receiver_id' | 'requester_id'; limit: number },
) {
  const other = as === 'receiver_id' ? 'requester_id' : 'receiver_id'
  return db
    .selectFrom('friendship')
    .innerJoin('user', 'user.id', `friendship.${other}`)
    .select(['friendship.id as requestId', 'friendship.created_at as askedAt', ...PERSON])
    .where(`friendship.${as}`, '=', userId)
    .where('friendship.status', '=', 'pending')
    .orderBy('friendship.created_at', 'desc')
    .orderBy('friendship.id')
    .limit(limit)
    .execute()
}

const like = (column: string, pattern: string) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`

/**
 * People whose username begins with `word`, or a word of whose name begins with one of `spellings`, without those who are friends
 * with `userId`, have a request pending with them, or are apart from them. A name that is an address is never looked at (R23).
 */
export function searchUsers(
  db: Db,
  userId: string,
  { word, spellings, limit }: { word: string; spellings: readonly string[]; limit: number },
): Promise<PersonRow[]> {
  const beginning = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('user')
    .select(PERSON)
    .where('user.id', '!=', userId)
    .where(
      sql<SqlBool>`"user".id not in (
        select receiver_id from friendship where requester_id = ${userId} and status <> 'declined'
        union all select requester_id from friendship where receiver_id = ${userId} and status <> 'declined')`,
    )
    .where(notApartFrom(userId, 'user.id'))
    .where((eb) =>
      eb.or([
        like('user.username', beginning(word)),
        eb.and([
          eb('user.name', 'not like', '%@%'),
          eb.or(
            spellings.flatMap((text) => [
              like('user.name', beginning(text)),
              like('user.name', `% ${beginning(text)}`),
            ]),
          ),
        ]),
      ]),
    )
    .orderBy((eb) => eb.case().when('user.username', '=', word).then(eb.lit(0)).else(eb.lit(1)).end())
    .orderBy('user.name')
    .orderBy('user.id')
    .limit(limit)
    .execute()
}

export const listBlocked = (db: Db, blockerId: string): Promise<PersonRow[]> =>
  db
    .selectFrom('person_block')
    .innerJoin('user', 'user.id', 'person_block.blocked_id')
    .select(PERSON)
    .where('person_block.blocker_id', '=', blockerId)
    .orderBy('person_block.created_at', 'desc')
    .orderBy('user.id')
    .execute()

export async function insertBlock(db: Db, blockerId: string, blockedId: string, at: string): Promise<void> {
  await db
    .insertInto('person_block')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db
    .deleteFrom('person_block')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute()
}
