import type { Db } from '@/server/db/db'
import type { Role } from '@/shared/permissions'

/** What a person is in a page's pod, and whether they made the page themselves. */
export interface Standing {
  podRole: 'owner' | 'member' | 'guest' | null
  isMaker: boolean
}

/** The roles in a pod that give a role in each of its pages. */
const SEE_PAGES = ['owner', 'member'] as const

/**
 * The owners of a pod own its pages. A member edits all of them and owns those that they made, so that nobody needs help
 * to throw away what is theirs. A guest has nothing until it is shared with them (rulings 3, Pods).
 */
export function roleOf({ podRole, isMaker }: Standing): Role | null {
  if (podRole === 'owner') return 'owner'
  if (podRole === 'member') return isMaker ? 'owner' : 'editor'
  return null
}

/** The pods whose pages a person may see: `roleOf` as a part of a statement. */
export const podsOf = (db: Db, userId: string) =>
  db.selectFrom('pod_member').select('pod_id').where('user_id', '=', userId).where('role', 'in', SEE_PAGES)

/** The pods whose pages are all this person's to manage, whoever made them. */
export const ownedPods = (db: Db, userId: string) =>
  db.selectFrom('pod_member').select('pod_id').where('user_id', '=', userId).where('role', '=', 'owner')

/** Does the person own the pod, and so all of its pages? */
export async function ownsPod(db: Db, userId: string, podId: string): Promise<boolean> {
  return (await ownedPods(db, userId).where('pod_id', '=', podId).executeTakeFirst()) !== undefined
}

/** The people who may see the pages of a pod. */
export const peopleOf = (db: Db, podId: string) =>
  db.selectFrom('pod_member').select('user_id').where('pod_id', '=', podId).where('role', 'in', SEE_PAGES)

/** May the person see the pages of this pod? */
export async function isInPod(db: Db, userId: string, podId: string): Promise<boolean> {
  return (await peopleOf(db, podId).where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/**
 * The pod that a call is about (rulings 3): the one named, or `null` when that is not the caller's to see. Without one, the
 * active pod (`wanted` is only a wish: a cookie can name any), else the personal one.
 */
export async function findPod(
  db: Db,
  userId: string,
  { podId, wanted }: { podId?: string | undefined; wanted?: string | undefined },
): Promise<string | null> {
  if (podId !== undefined) return (await isInPod(db, userId, podId)) ? podId : null
  if (wanted !== undefined && (await isInPod(db, userId, wanted))) return wanted
  const pod = await db
    .selectFrom('pod')
    .select('id')
    .where('id', 'in', podsOf(db, userId))
    .orderBy((eb) => eb.case().when('created_by', '=', userId).then(0).else(1).end())
    .orderBy('is_personal', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return pod?.id ?? null
}
