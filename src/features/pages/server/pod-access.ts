import type { Db } from '@/server/db/db'
import { prepared } from '@/server/db/prepared'
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

/** The people who may see the pages of a pod. */
export const peopleOf = (db: Db, podId: string) =>
  db.selectFrom('pod_member').select('user_id').where('pod_id', '=', podId).where('role', 'in', SEE_PAGES)

/** What gives the person the pages of this pod; null when nothing does. */
const findSeat = prepared((db, userId: string, podId: string) =>
  db
    .selectFrom('pod_member')
    .select(['pod_id as id', 'role'])
    .where('user_id', '=', userId)
    .where('pod_id', '=', podId)
    .where('role', 'in', SEE_PAGES),
)

const listSeats = prepared((db, userId: string, maker: string) =>
  db
    .selectFrom('pod_member')
    .innerJoin('pod', 'pod.id', 'pod_member.pod_id')
    .select(['pod.id', 'pod_member.role'])
    .where('pod_member.user_id', '=', userId)
    .where('pod_member.role', 'in', SEE_PAGES)
    .orderBy((eb) => eb.case().when('pod.created_by', '=', maker).then(eb.lit(0)).else(eb.lit(1)).end())
    .orderBy('pod.is_personal', 'desc')
    .orderBy('pod.created_at')
    .orderBy('pod.id')
    .limit(1),
)

/** A pod whose pages a person may see. */
export interface PodSeat {
  id: string
  role: NonNullable<Standing['podRole']>
}

/** What the person is in a pod whose pages they may see; null in any other. */
export const seatIn = async (db: Db, userId: string, podId: string): Promise<PodSeat | null> =>
  (await findSeat(db, userId, podId))[0] ?? null

/** Does the person own the pod, and so all of its pages? */
export const ownsPod = async (db: Db, userId: string, podId: string): Promise<boolean> =>
  (await seatIn(db, userId, podId))?.role === 'owner'

/**
 * The pod that a call is about (rulings 3): the one named, or `null` when that is not the caller's to see. Without one, the
 * active pod (`wanted` is only a wish: a cookie can name any), else the personal one.
 */
export async function findPod(
  db: Db,
  userId: string,
  { podId, wanted }: { podId?: string | undefined; wanted?: string | undefined },
): Promise<PodSeat | null> {
  if (podId !== undefined) return seatIn(db, userId, podId)
  const active = wanted === undefined ? null : await seatIn(db, userId, wanted)
  return active ?? (await listSeats(db, userId, userId))[0] ?? null
}
