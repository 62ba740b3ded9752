import { packState } from '@/server/collab/packed-state'
import { foldPageWithin, projectPage } from '@/server/collab/page-store'
import type { Db } from '@/server/db/db'
import type { PutAside, Repair } from './check-page'

/**
 * Makes one page sound, all or nothing: what is put aside is in the quarantine in the same transaction that takes it
 * out of the page. Nothing else may write to the page meanwhile.
 */
export async function repairPage(db: Db, documentId: string, repair: Repair): Promise<void> {
  const packed = repair.state && (await packState(repair.state))
  await db.transaction().execute(async (trx) => {
    await putAside(trx, documentId, repair.putAside)
    if (packed) await foldPageWithin(trx, documentId, packed, repair.updateIds)
    await projectPage(trx, documentId, { ...repair.projection, edited: null })
  })
}

/** Keeps these bytes in the quarantine. */
export async function putAside(trx: Db, documentId: string, items: readonly PutAside[]): Promise<void> {
  const put_aside_at = new Date().toISOString()
  for (const item of items) {
    await trx
      .insertInto('document_quarantine')
      .values({
        document_id: documentId,
        kind: item.kind,
        update_id: item.updateId,
        user_id: item.userId,
        data: item.data,
        created_at: item.madeAt,
        reason: item.reason,
        put_aside_at,
      })
      .execute()
  }
}
