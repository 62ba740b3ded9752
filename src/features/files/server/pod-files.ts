import { fileSize } from '@/blocks/media/media-url'
import type { Config } from '@/server/config'
import type { Db } from '@/server/db/db'
import { enqueue } from '@/server/jobs/queue'
import { AppError } from '@/shared/errors'
import { QUOTA_WORDS } from '../model'
import { findHolder, findOtherHome } from './file-pages'
import * as queries from './files.queries'
import { removeBytesJob } from './remove-bytes.job'

/**
 * Takes the files of these pages along into the pod that the pages are moved to. Throws `too-large` when that has no room
 * for them. Runs in a transaction that has locked the pod.
 */
export async function moveFilesToPod(
  trx: Db,
  quota: Config['quota'],
  pageIds: readonly string[],
  podId: string,
): Promise<void> {
  const bytes = await queries.bytesOutsideOfPod(trx, pageIds, podId)
  if (bytes > 0) {
    const taken = await queries.takenByPod(trx, podId)
    if (taken + bytes > quota.pod)
      throw new AppError('too-large', QUOTA_WORDS.move(fileSize(bytes), fileSize(taken), fileSize(quota.pod)))
  }
  await queries.moveFilesToPod(trx, pageIds, podId)
}

/**
 * Before a pod goes: keeps its files with the pages elsewhere that show them, else in the personal pod of whose stash or library holds
 * them, else in that of the caller, from which they go after the usual time. Runs in the transaction that deletes the pod.
 */
export async function keepFilesOfPod(trx: Db, podId: string, userId: string): Promise<void> {
  for (const { id, document_id, page_pod } of await queries.listFilesOfPod(trx, podId)) {
    // It has gone elsewhere with its page.
    if (document_id !== null && page_pod !== null && page_pod !== podId) {
      await queries.placeFile(trx, id, { document_id, pod_id: page_pod })
      continue
    }
    const page = await findOtherHome(trx, id, podId)
    const person = page ? null : ((await findHolder(trx, id)) ?? userId)
    const pod_id = page?.pod_id ?? (await queries.personalPod(trx, person ?? userId))
    if (pod_id !== null) await queries.placeFile(trx, id, { document_id: page?.id ?? null, pod_id })
  }
}

/**
 * After pages of the pod have been deleted: keeps files that have lost their page with other pages that show them, or in the personal pod
 * of whose stash or library holds them, and deletes the rows of the others; with `uploadedBy`, of this person's files alone. Gives the ids
 * of these, whose bytes the caller removes once the transaction has ended.
 */
export async function giveUpFilesOfPod(
  trx: Db,
  podId: string,
  { uploadedBy }: { uploadedBy?: string } = {},
): Promise<string[]> {
  const gone: string[] = []
  for (const { id, document_id, uploaded_by } of await queries.listFilesOfPod(trx, podId)) {
    if (document_id !== null) continue
    if (uploadedBy !== undefined && uploaded_by !== uploadedBy) continue
    const page = await findOtherHome(trx, id)
    const holder = page ? null : await findHolder(trx, id)
    const pod_id = page?.pod_id ?? (holder && (await queries.personalPod(trx, holder)))
    if (pod_id) await queries.placeFile(trx, id, { document_id: page?.id ?? null, pod_id })
    else {
      await queries.deleteFile(trx, id)
      await enqueue(trx, removeBytesJob, { file: id })
      gone.push(id)
    }
  }
  return gone
}
