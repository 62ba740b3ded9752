import { openToPod, podsOf, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { PodMemberRow, PodRow } from '@/server/db/schema'
import type { GuestPod, Pod, PodPerson, PodRole } from '../model'

/** The pods whose pages the person sees, their personal one first, then by name. */
export async function listPods(db: Db, userId: string): Promise<Pod[]> {
  const rows = await db
    .selectFrom('pod_member as mine')
    .innerJoin('pod', 'pod.id', 'mine.pod_id')
    .leftJoin('document as index_page', (join) =>
      join
        .onRef('index_page.id', '=', 'pod.index_document_id')
        .onRef('index_page.pod_id', '=', 'pod.id')
        .on('index_page.archived_at', 'is', null),
    )
    .select(['pod.id', 'pod.name', 'pod.icon', 'pod.is_personal', 'pod.created_by', 'mine.role'])
    .select('index_page.id as indexDocumentId')
    .select((eb) =>
      eb
        .selectFrom('pod_member as other')
        .select((count) => count.fn.countAll<number | string>().as('people'))
        .whereRef('other.pod_id', '=', 'pod.id')
        .as('people'),
    )
    .where('mine.user_id', '=', userId)
    .where('mine.pod_id', 'in', podsOf(userId))
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      icon: row.icon,
      isPersonal: row.is_personal === 1 && row.created_by === userId,
      role: row.role === 'owner' ? ('owner' as const) : ('member' as const),
      people: Number(row.people),
      indexDocumentId: row.indexDocumentId,
    }))
    .sort(
      (a, b) =>
        Number(b.isPersonal) - Number(a.isPersonal) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
    )
}

/** The pods in which the person is a guest, by name. */
export async function listGuestPods(db: Db, userId: string): Promise<GuestPod[]> {
  const rows = await db
    .selectFrom('pod_member')
    .innerJoin('pod', 'pod.id', 'pod_member.pod_id')
    .select(['pod.id', 'pod.name', 'pod.icon'])
    .where('pod_member.user_id', '=', userId)
    .where('pod_member.role', '=', 'guest')
    .execute()
  return rows
    .map((row) => ({ ...row, role: 'guest' as const }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** A pod and what the person is in it; null when there is no such pod, or nothing for this person. */
export async function findMembership(
  db: Db,
  userId: string,
  podId: string,
): Promise<{ pod: PodRow; role: PodRole } | null> {
  const row = await db
    .selectFrom('pod')
    .innerJoin('pod_member', 'pod_member.pod_id', 'pod.id')
    .selectAll('pod')
    .select('pod_member.role')
    .where('pod.id', '=', podId)
    .where('pod_member.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { role, ...pod } = row
  return { pod, role }
}

/** Lets one transaction at a time change who is in a pod; with the trees of its pages it is the same lock. */
export async function lockPod(trx: Db, podId: string): Promise<void> {
  await trx
    .updateTable('pod')
    .set((eb) => ({ is_personal: eb.ref('is_personal') }))
    .where('id', '=', podId)
    .execute()
}

export async function countMadePods(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('pod')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertPod(db: Db, pod: PodRow): Promise<void> {
  await db.insertInto('pod').values(pod).execute()
}

export async function updatePod(
  db: Db,
  podId: string,
  set: Partial<Pick<PodRow, 'name' | 'icon' | 'index_document_id'>>,
): Promise<void> {
  await db.updateTable('pod').set(set).where('id', '=', podId).execute()
}

/** Deletes a pod; its people and pages go with it, by the tables' own rules. */
export async function deletePod(db: Db, podId: string): Promise<void> {
  await db.deleteFrom('pod').where('id', '=', podId).execute()
}

/** The pages of a pod, in the trash or not. */
export function listPageIds(db: Db, podId: string): Promise<{ id: string }[]> {
  return db.selectFrom('document').select('id').where('pod_id', '=', podId).execute()
}

/** Who is in a pod, by name. */
export async function listPeople(db: Db, podId: string): Promise<PodPerson[]> {
  const rows = await db
    .selectFrom('pod_member')
    .innerJoin('user', 'user.id', 'pod_member.user_id')
    .select(['user.id', 'user.name', 'user.username', 'user.image', 'pod_member.role'])
    .where('pod_member.pod_id', '=', podId)
    .execute()
  return rows
    .map(({ image, ...person }) => ({ ...person, avatarUrl: image }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

export async function insertMember(db: Db, row: PodMemberRow): Promise<void> {
  await db.insertInto('pod_member').values(row).execute()
}

export async function setRole(db: Db, podId: string, userId: string, role: PodRole): Promise<void> {
  await db
    .updateTable('pod_member')
    .set({ role })
    .where('pod_id', '=', podId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(db: Db, podId: string, userId: string): Promise<void> {
  await db.deleteFrom('pod_member').where('pod_id', '=', podId).where('user_id', '=', userId).execute()
}

/** A page as its entry in the index needs it. */
export interface IndexedPageRow {
  id: string
  parent_id: string | null
  position: string
  title: string
  icon: string | null
  ai_summary: string | null
  template_at: string | null
  /** The beginning of what the page says. */
  beginning: string
}

/** The pages of a pod outside the trash that the person sees and everybody in it, too, each with the first of its words: what the index says, all of them read. */
export function listIndexed(
  db: Db,
  userId: string,
  podId: string,
  characters: number,
): Promise<IndexedPageRow[]> {
  return db
    .selectFrom('document')
    .select(['id', 'parent_id', 'position', 'title', 'icon', 'ai_summary', 'template_at'])
    .select((eb) => eb.fn<string>('substr', ['plain_text', eb.lit(1), eb.lit(characters)]).as('beginning'))
    .where(visiblePages(userId, { pod: podId }))
    .where(openToPod())
    .where('archived_at', 'is', null)
    .execute()
}

/** The page that is the index of a pod, while it is in that pod and not in the trash. */
export async function findIndexPage(db: Db, podId: string): Promise<string | null> {
  const row = await db
    .selectFrom('pod')
    .innerJoin('document', 'document.id', 'pod.index_document_id')
    .select('document.id')
    .where('pod.id', '=', podId)
    .whereRef('document.pod_id', '=', 'pod.id')
    .where('document.archived_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes a page that was made a moment ago and that nobody has seen. */
export async function deletePage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('document').where('id', '=', id).execute()
}
