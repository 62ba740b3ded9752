import type { Db } from '@/server/db/db'
import type { PushDeviceRow } from '@/server/db/schema'

/** The browsers of a person that show pushes, the oldest first. */
export const listDevices = (db: Db, userId: string): Promise<PushDeviceRow[]> =>
  db
    .selectFrom('push_device')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findDevice = (db: Db, userId: string, id: string): Promise<PushDeviceRow | undefined> =>
  db
    .selectFrom('push_device')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Keeps a device. The same browser again is the same device, even if it showed pushes to somebody else before, and also where its vendor has given
 * it another address.
 */
export async function saveDevice(trx: Db, row: PushDeviceRow): Promise<void> {
  await trx
    .deleteFrom('push_device')
    .where('session_id', '=', row.session_id)
    .where('endpoint', '<>', row.endpoint)
    .execute()
  const { id: _, created_at: __, endpoint: ___, ...changes } = row
  await trx
    .insertInto('push_device')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changes))
    .execute()
}

/** Forgets a device; says whether there was one. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('push_device')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(gone.numDeletedRows) > 0
}
