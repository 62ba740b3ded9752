import { fileSize } from '@/blocks/media/media-url'
import type { Config } from '@/server/config'
import type { Db } from '@/server/db/db'
import type { FileRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { QUOTA_WORDS } from '../model'
import * as queries from './files.queries'

/** Whose room a file takes: that of the person who uploaded it and that of the pod of its page. */
type Owners = Pick<FileRow, 'uploaded_by' | 'pod_id'>

/** A file of unknown length takes room in steps of this many bytes. */
const STEP = 16 * 1024 ** 2

/**
 * Notes a file that takes `row.size` bytes of the person's and the pod's room from now on, and what else `also` notes with it. Throws
 * `too-large` when there is less. Files of one person, or of one pod, are noted one after the other, so that no two are given the same room.
 */
export function insertWithinQuota(
  db: Db,
  quota: Config['quota'],
  row: FileRow,
  also?: (trx: Db) => Promise<unknown>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const free = await lockRoom(trx, quota, row)
    if (row.size > free.bytes) throw free.refusal()
    await queries.insertFile(trx, row)
    await also?.(trx)
  })
}

/**
 * Gives a file that is being received room for `size` bytes, and for a little more where there is some; answers for how
 * many. Throws `too-large` when there is less.
 */
export function growWithinQuota(
  db: Db,
  quota: Config['quota'],
  { id, ...owners }: Owners & Pick<FileRow, 'id'>,
  size: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const free = await lockRoom(trx, quota, owners, id)
    if (size > free.bytes) throw free.refusal()
    const given = Math.min(size + STEP, free.bytes)
    await queries.setSize(trx, id, given)
    return given
  })
}

/** The room that is left for a file, with what it has been given, until the transaction ends; and what is said when it is too little. */
async function lockRoom(trx: Db, quota: Config['quota'], { uploaded_by, pod_id }: Owners, fileId = '') {
  await queries.lockOwners(trx, uploaded_by, pod_id)
  const person = uploaded_by === null ? 0 : await queries.takenByPerson(trx, uploaded_by, fileId)
  const pod = await queries.takenByPod(trx, pod_id, fileId)
  const left = { person: quota.person - person, pod: quota.pod - pod }
  return {
    bytes: Math.max(0, Math.min(left.person, left.pod)),
    refusal: () =>
      new AppError(
        'too-large',
        left.person <= left.pod
          ? QUOTA_WORDS.person(fileSize(person), fileSize(quota.person))
          : QUOTA_WORDS.pod(fileSize(pod), fileSize(quota.pod)),
      ),
  }
}
