import type { Db } from '@/server/db/db'
import { perDatabase } from '@/server/db/per-database'

/** Hears of each page whose words have changed, a little before that is stored. */
type Listener = (documentId: string) => void

const listenersOf = perDatabase(() => new Set<Listener>())

/** Calls `listener` until the returned function is called. */
export function onIndexed(db: Db, listener: Listener): () => void {
  const listeners = listenersOf(db)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellIndexed(db: Db, documentId: string): void {
  for (const listener of listenersOf(db)) listener(documentId)
}
