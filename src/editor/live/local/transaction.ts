import type { IDBPObjectStore } from 'idb'
import type { LocalDatabase, LocalSchema } from './database'

type Name = 'words' | 'notes'
type Store<Of extends Name, Mode extends IDBTransactionMode> = IDBPObjectStore<LocalSchema, Name[], Of, Mode>
type Reading = 'get' | 'getAll' | 'getAllKeys'

export type WritableStore<Of extends Name> = Store<Of, 'readwrite'>

/** The two stores of one transaction, which may be one that writes. */
export interface Stores {
  words: Pick<Store<'words', 'readonly'>, Reading>
  notes: Pick<Store<'notes', 'readonly'>, Reading>
}

/** Both stores as of one moment, for what is asked of them in this turn and in those that the answers begin. */
export function storesOf(db: LocalDatabase): Stores {
  const transaction = db.transaction(['words', 'notes'])
  return { words: transaction.objectStore('words'), notes: transaction.objectStore('notes') }
}

/** Does `act` in one transaction of both stores, all of it or nothing; was it written? Requests are made before this returns. */
export async function inTransaction(
  db: LocalDatabase,
  act: (words: WritableStore<'words'>, notes: WritableStore<'notes'>) => Promise<unknown>[],
): Promise<boolean> {
  let abort = () => {}
  try {
    const transaction = db.transaction(['words', 'notes'], 'readwrite')
    abort = () => transaction.abort()
    // It may end before anything waits for it.
    transaction.done.catch(() => undefined)
    await Promise.all([
      transaction.done,
      ...act(transaction.objectStore('words'), transaction.objectStore('notes')),
    ])
    return true
  } catch {
    try {
      abort()
    } catch {
      // The browser has ended it.
    }
    return false
  }
}
