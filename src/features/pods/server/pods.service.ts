import { keepFilesOfPod } from '@/features/files/server/pod-files'
import { POD_NOT_THERE } from '@/features/pages/model'
import { endOwnHold, endSharingInPod } from '@/features/pages/server/end-sharing'
import { findPod } from '@/server/access/page-access'
import { noteDecision } from '@/server/access/place-decisions'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import type { PodRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import { type GuestPod, POD, POD_WORDS, type Pod, type PodPerson, type PodRole } from '../model'
import { endInvitationOf } from './invitations.queries'
import * as queries from './pods.queries'

/** What pods need of the running server, and who asks. */
export interface PodsContext extends Pick<Services, 'db' | 'live' | 'limits' | 'config'> {
  caller: { user: { id: string }; activePodId?: string | undefined }
}

/** The caller's pods, those in which they are a guest, and the one that calls without a pod are about. */
export async function listPods({
  db,
  caller,
}: PodsContext): Promise<{ pods: Pod[]; guestOf: GuestPod[]; activePodId: string | null }> {
  const userId = caller.user.id
  return {
    pods: await queries.listPods(db, userId),
    guestOf: await queries.listGuestPods(db, userId),
    activePodId: await findPod(db, userId, { wanted: caller.activePodId }),
  }
}

/**
 * A pod that the caller belongs to. Throws `not-found` for one that is not there and one that is not theirs, in the same
 * words; `forbidden` when only its owners may do this.
 */
export async function requirePod(
  db: Db,
  userId: string,
  podId: string,
  who: 'owner' | 'member' | 'anybody',
): Promise<{ pod: PodRow; role: PodRole }> {
  const found = await queries.findMembership(db, userId, podId)
  if (!found || (found.role === 'guest' && who !== 'anybody'))
    throw new AppError('not-found', POD_NOT_THERE())
  if (who === 'owner' && found.role !== 'owner') throw new AppError('forbidden', POD_WORDS.ownersOnly)
  return found
}

/** What somebody is in a pod, no matter who asks; null for nobody. */
export const roleIn = async (db: Db, userId: string, podId: string): Promise<PodRole | null> =>
  (await queries.findMembership(db, userId, podId))?.role ?? null

/** One of the person's pods. Throws `not-found` for any other. */
export async function podOf(db: Db, userId: string, podId: string): Promise<Pod> {
  const pod = (await queries.listPods(db, userId)).find(({ id }) => id === podId)
  if (!pod) throw new AppError('not-found', POD_NOT_THERE())
  return pod
}

/** The same for a pod in which the person may be a guest. */
export async function joinedPod(db: Db, userId: string, podId: string): Promise<Pod | GuestPod> {
  const asGuest = (await queries.listGuestPods(db, userId)).find(({ id }) => id === podId)
  return asGuest ?? podOf(db, userId, podId)
}

/** Makes a pod that the caller owns. */
export async function createPod(
  { db, caller }: PodsContext,
  { name, icon = null }: { name: string; icon?: string | null | undefined },
): Promise<Pod> {
  const userId = caller.user.id
  const id = newId()
  const at = new Date().toISOString()
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, userId)
    if ((await queries.countMadePods(trx, userId)) >= POD.most)
      throw new AppError('too-large', POD_WORDS.tooMany)
    await queries.insertPod(trx, {
      id,
      name,
      icon,
      is_personal: 0,
      created_by: userId,
      created_at: at,
      index_document_id: null,
    })
    await queries.insertMember(trx, { pod_id: id, user_id: userId, role: 'owner', created_at: at })
  })
  return podOf(db, userId, id)
}

/** Gives a pod another name and, where one is given, another icon (`null`: none). For its owners. */
export async function renamePod(
  { db, caller }: PodsContext,
  { podId, name, icon }: { podId: string; name: string; icon?: string | null | undefined },
): Promise<Pod> {
  await requirePod(db, caller.user.id, podId, 'owner')
  await queries.updatePod(db, podId, icon === undefined ? { name } : { name, icon })
  return podOf(db, caller.user.id, podId)
}

async function personOf(db: Db, podId: string, userId: string): Promise<PodPerson> {
  const person = (await queries.listPeople(db, podId)).find(({ id }) => id === userId)
  if (!person) throw new AppError('not-found', POD_WORDS.notIn)
  return person
}

/** Under the pod's lock: throws `conflict` when nobody else owns it. */
async function requireOtherOwner(trx: Db, podId: string, userId: string): Promise<void> {
  const people = await queries.listPeople(trx, podId)
  if (!people.some(({ id, role }) => id !== userId && role === 'owner'))
    throw new AppError('conflict', POD_WORDS.lastOwner)
}

/**
 * Makes somebody an owner, a member or a guest; a pod always has an owner. A new guest loses every page of the pod that is not
 * shared with them, those that they made too. For its owners.
 */
export async function changeRole(
  { db, live, caller }: PodsContext,
  { podId, userId, role }: { podId: string; userId: string; role: PodRole },
): Promise<PodPerson> {
  await db.transaction().execute(async (trx) => {
    await queries.lockPod(trx, podId)
    const { pod } = await requirePod(trx, caller.user.id, podId, 'owner')
    if (pod.is_personal === 1) throw new AppError('bad-input', POD_WORDS.personalIsOwn)
    await personOf(trx, podId, userId)
    if (role !== 'owner') await requireOtherOwner(trx, podId, userId)
    await queries.setRole(trx, podId, userId, role)
    if (role === 'guest') await endOwnHold(trx, podId, userId)
    // What they were invited to be before does not take the place of this.
    await endInvitationOf(trx, podId, userId, new Date().toISOString())
    await noteDecision(trx, { placeId: podId, userId })
  })
  live.recheckUser(userId)
  return personOf(db, podId, userId)
}

/**
 * Takes somebody else out of the pod; their open pages close within a second. A guest had nothing but what was shared with them, so
 * that ends too. For its owners.
 */
export async function removePerson(
  { db, live, caller }: PodsContext,
  podId: string,
  userId: string,
): Promise<{ id: string }> {
  await db.transaction().execute(async (trx) => {
    await queries.lockPod(trx, podId)
    await requirePod(trx, caller.user.id, podId, 'owner')
    const { role } = await personOf(trx, podId, userId)
    await requireOtherOwner(trx, podId, userId)
    await queries.deleteMember(trx, podId, userId)
    // They do not come back by an invitation that was still open beside the one they took, nor by an old letter.
    await endInvitationOf(trx, podId, userId, new Date().toISOString())
    await noteDecision(trx, { placeId: podId, userId, coversPages: role === 'guest' })
    if (role === 'guest') await endSharingInPod(trx, podId, userId)
    else await endOwnHold(trx, podId, userId)
  })
  live.recheckUser(userId)
  return { id: userId }
}

/**
 * The caller leaves a pod. Nobody leaves the one that came with the account; its last owner stays as long as others are
 * in it, or hands the pod over to `newOwnerId` with the same step. A pod without pages goes when the last person does; one with pages is deleted by that name.
 */
export async function leavePod(
  { db, live, caller }: PodsContext,
  { podId, newOwnerId }: { podId: string; newOwnerId?: string | undefined },
): Promise<{ id: string }> {
  const userId = caller.user.id
  await db.transaction().execute(async (trx) => {
    await queries.lockPod(trx, podId)
    const { pod, role } = await requirePod(trx, userId, podId, 'anybody')
    if (pod.is_personal === 1 && pod.created_by === userId)
      throw new AppError('bad-input', POD_WORDS.personalStays)
    const people = await queries.listPeople(trx, podId)
    if (people.length === 1) {
      if ((await queries.listPageIds(trx, podId)).length > 0)
        throw new AppError('conflict', POD_WORDS.notEmpty)
      await keepFilesOfPod(trx, podId, userId)
      return queries.deletePod(trx, podId)
    }
    if (role === 'owner' && newOwnerId !== undefined && newOwnerId !== userId) {
      await personOf(trx, podId, newOwnerId)
      await queries.setRole(trx, podId, newOwnerId, 'owner')
    }
    if (role === 'owner') await requireOtherOwner(trx, podId, userId)
    await queries.deleteMember(trx, podId, userId)
    return endOwnHold(trx, podId, userId)
  })
  live.recheckUser(userId)
  if (newOwnerId !== undefined) live.recheckUser(newOwnerId)
  return { id: podId }
}

/** Deletes a pod with every page in it, those in its trash too, for good. For its owners; the interface has them confirm it. */
export async function deletePod({ db, live, caller }: PodsContext, podId: string): Promise<{ id: string }> {
  const gone = await db.transaction().execute(async (trx) => {
    await queries.lockPod(trx, podId)
    const { pod } = await requirePod(trx, caller.user.id, podId, 'owner')
    if (pod.is_personal === 1) throw new AppError('bad-input', POD_WORDS.personalStays)
    const pages = await queries.listPageIds(trx, podId)
    await keepFilesOfPod(trx, podId, caller.user.id)
    await queries.deletePod(trx, podId)
    return pages.map(({ id }) => id)
  })
  live.recheckPages(gone)
  return { id: podId }
}
