import type { LocalDatabase } from './database'
import { EMPTIED, RENAMED } from './records'

/** What stands for words of a client from a clock on ({@link keptClients}). */
export const renameKey = (client: number, from: number, isEmptied = false): string =>
  `${client}:${from}${isEmptied ? EMPTIED : ''}`

export const randomClient = () => crypto.getRandomValues(new Uint32Array(1))[0] as number

/** A database that does not answer in this time is asked no longer. */
const LONGEST_WAIT_MS = 5000

/**
 * New client ids for what these keys stand for, random where no tab of this browser has chosen one yet. Rejects when the database fails, or
 * does not answer: then nothing is noted.
 */
export async function keptClients(
  db: LocalDatabase | null,
  documentId: string,
  keys: readonly string[],
): Promise<number[]> {
  if (!db) return keys.map(randomClient)
  const transaction = db.transaction('notes', 'readwrite')
  const { promise: late, reject } = Promise.withResolvers<never>()
  const patience = setTimeout(() => {
    reject(new Error('The database does not answer'))
    try {
      transaction.abort()
    } catch {
      // It is being ended already.
    }
  }, LONGEST_WAIT_MS)
  const clients = keys.map(async (key) => {
    const known = await transaction.store.get([documentId, RENAMED + key])
    if (typeof known === 'number') return known
    const made = randomClient()
    await transaction.store.put(made, [documentId, RENAMED + key])
    return made
  })
  try {
    const [chosen] = await Promise.race([Promise.all([Promise.all(clients), transaction.done]), late])
    return chosen
  } finally {
    clearTimeout(patience)
  }
}
