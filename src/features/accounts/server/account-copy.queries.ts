import { sql } from 'kysely'
import { mayGive } from '@/features/files/server/file-pages'
import { sharedFromOutside, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { FileRow } from '@/server/db/schema'

/** A page that the person sees outside of the trash. */
export interface CopiedPage {
  id: string
  parentId: string | null
  title: string
  pod: string
  /** 1: of a pod that they belong to; else it is shared with them. */
  isOwn: number
}

/** Siblings in their order. */
export async function listPages(db: Db, userId: string): Promise<CopiedPage[]> {
  const { rows } = await sql<CopiedPage>`
    select document.id, document.parent_id as "parentId", document.title, pod.name as pod,
      case when ${sharedFromOutside(userId)} then 0 else 1 end as "isOwn"
    from document join pod on pod.id = document.pod_id
    where document.archived_at is null and ${visiblePages(userId)}
    order by pod.name, pod.id, document.position, document.id`.execute(db)
  return rows
}

/** The files that the person has uploaded and may still see, recordings among them, the oldest first. */
export const listFiles = (db: Db, userId: string): Promise<FileRow[]> =>
  db
    .selectFrom('file')
    .selectAll()
    .where('uploaded_by', '=', userId)
    .where('state', '=', 'ready')
    // Of a pod that they have left they keep nothing (R61).
    .where(mayGive(userId))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const listRecordings = (db: Db, userId: string) =>
  db
    .selectFrom('recording')
    .select(['file_id as fileId', 'title', 'type', 'duration', 'resolution', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** What the person has said in comments; the title of a page that they see no more is null. */
export const listComments = (db: Db, userId: string) =>
  db
    .selectFrom('comment')
    .innerJoin('discussion', 'discussion.id', 'comment.discussion_id')
    .leftJoin('document', (join) =>
      join.onRef('document.id', '=', 'discussion.document_id').on(visiblePages(userId)),
    )
    .select([
      'discussion.document_id as pageId',
      'document.title as page',
      'comment.plain_text as text',
      'comment.created_at as createdAt',
      'comment.updated_at as updatedAt',
    ])
    .where('comment.author_id', '=', userId)
    .where('comment.deleted_at', 'is', null)
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .execute()

export const listChats = (db: Db, userId: string) =>
  db
    .selectFrom('chat')
    .select(['id', 'title', 'document_id as pageId', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const listMessages = (db: Db, chatId: string) =>
  db
    .selectFrom('chat_message')
    .select(['id', 'parent_id as parentId', 'role', 'version', 'model', 'content', 'created_at as createdAt'])
    .where('chat_id', '=', chatId)
    .orderBy('number')
    .execute()

export const listStash = (db: Db, userId: string) =>
  db
    .selectFrom('stash')
    .select(['blocks', 'from_title as fromPage', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** What is kept of the person beside pages: small rows, each as it is, without what is secret. */
export async function readBelongings(db: Db, userId: string) {
  const user = await db
    .selectFrom('user')
    .select(['name', 'username', 'email', 'accountType', 'createdAt', 'image'])
    .select(['avatarSeed', 'avatarType', 'defaultAvatarColors', 'twoFactorEnabled'])
    .select(['language', 'timeZone', 'dateFormat', 'hourFormat', 'weekStart'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const preferences = await db
    .selectFrom('notification_preference')
    .select(['choices', 'time_zone as timeZone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { rows: friends } = await sql<{
    name: string
    username: string | null
    status: string
    asked: string
  }>`
    select other.name, other.username, friendship.status,
      case when friendship.requester_id = ${userId} then 'by you' else 'by them' end as asked
    from friendship join "user" as other on other.id <> ${userId}
      and other.id in (friendship.requester_id, friendship.receiver_id)
    where ${userId} in (friendship.requester_id, friendship.receiver_id) and friendship.status <> 'declined'
    order by other.name, other.id`.execute(db)
  const { rows: blocked } = await sql<{ name: string; username: string | null }>`
    select other.name, other.username from person_block join "user" as other on other.id = person_block.blocked_id
    where person_block.blocker_id = ${userId} order by other.name, other.id`.execute(db)
  const memories = await db
    .selectFrom('memory')
    .select(['memory', 'status', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const prompts = await db
    .selectFrom('prompt')
    .select(['title', 'icon', 'display', 'prompt', 'status', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const favorites = await db
    .selectFrom('favorite')
    .select(['document_id as pageId', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const mutedPages = await db
    .selectFrom('notification_page')
    .select(['document_id as pageId', 'level'])
    .where('user_id', '=', userId)
    .execute()
  const accounts = await db
    .selectFrom('account')
    .select(['providerId', 'createdAt'])
    .where('userId', '=', userId)
    .execute()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .execute()
  const sessions = await db
    .selectFrom('session')
    .select(['userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .execute()
  const picture = await db
    .selectFrom('profile_picture')
    .select(['type', 'bytes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    ...{ user, preferences, friends, blocked, memories, prompts, favorites, mutedPages },
    ...{ accounts, passkeys, sessions, picture },
  }
}
