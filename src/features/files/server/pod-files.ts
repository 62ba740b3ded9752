import type { Db } from '@/server/db/db'
import { findOtherHome, findStasher } from './file-pages'
import * as queries from './files.queries'

/** Takes the files of these pages along into the pod that the pages are moved to. */
export const moveFilesToPod = (trx: Db, pageIds: readonly string[], podId: string): Promise<void> =>
  queries.moveFilesToPod(trx, pageIds, podId)

/**
 * Before a pod goes: keeps its files with the pages elsewhere that show them, else in the personal pod of whose stash holds
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
    const person = page ? null : ((await findStasher(trx, id)) ?? userId)
    const pod_id = page?.pod_id ?? (await queries.personalPod(trx, person ?? userId))
    if (pod_id !== null) await queries.placeFile(trx, id, { document_id: page?.id ?? null, pod_id })
  }
}
