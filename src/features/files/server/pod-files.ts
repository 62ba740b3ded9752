import { peopleOf } from '@/features/pages/server/pod-access'
import type { Db } from '@/server/db/db'
import * as queries from './files.queries'

/** A place for a file: with a page, or without one in a pod whose people may bring it back. */
interface FilePlace {
  document_id: string | null
  pod_id: string
}

/** Pages that are read at a time. */
const AT_A_TIME = 50

/** Takes the files of these pages along into the pod that the pages are moved to. */
export const moveFilesToPod = (trx: Db, pageIds: readonly string[], podId: string): Promise<void> =>
  queries.moveFilesToPod(trx, pageIds, podId)

/**
 * Before a pod goes: gives its files to pages of its people elsewhere that show them, else to whose stash holds them, else to
 * the caller, from whose own pod they go after the usual time. Without it nobody would be left who may see what they
 * pasted. Runs in the transaction that deletes the pod.
 */
export async function keepFilesOfPod(trx: Db, podId: string, userId: string): Promise<void> {
  const files = await queries.listFilesOfPod(trx, podId)
  if (files.length === 0) return
  const places = new Map<string, FilePlace>()
  const left = new Set<string>()
  for (const { id, document_id, page_pod } of files) {
    if (document_id !== null && page_pod !== null && page_pod !== podId)
      places.set(id, { document_id, pod_id: page_pod })
    else left.add(id)
  }
  const place = (text: string | null, at: FilePlace) => {
    for (const id of namedIn(text)) if (left.delete(id)) places.set(id, at)
  }
  for (let after = ''; left.size > 0; ) {
    const pages = await queries.listPagesBeside(trx, podId, after, AT_A_TIME)
    for (const { id, pod_id, content_rich, cover_image } of pages) {
      place(content_rich, { document_id: id, pod_id })
      place(cover_image, { document_id: id, pod_id })
    }
    if (pages.length < AT_A_TIME) break
    after = pages.at(-1)?.id ?? ''
  }
  if (left.size > 0) {
    const people = (await peopleOf(trx, podId).execute()).map(({ user_id }) => user_id)
    const personal = await queries.personalPods(trx, people)
    for (const { user_id, blocks } of await queries.listStashed(trx, people)) {
      const pod = personal.get(user_id)
      if (pod !== undefined) place(blocks, { document_id: null, pod_id: pod })
    }
  }
  const rest = (await queries.personalPods(trx, [userId])).get(userId)
  if (rest !== undefined) for (const id of left) places.set(id, { document_id: null, pod_id: rest })
  for (const [id, at] of places) await queries.placeFile(trx, id, at)
}

/** What may be ids of files in a text. */
const namedIn = (text: string | null): string[] => text?.match(/(?<![0-9a-z])[0-9a-z]{20}(?![0-9a-z])/g) ?? []
