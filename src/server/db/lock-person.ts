import type { Db } from '@/server/db/db'

/** Locks a person's row until the end of the transaction, so that what concerns them is decided one at a time. */
export async function lockPerson(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('user')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', userId)
    .execute()
}
