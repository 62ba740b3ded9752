import { connectLocal, type LocalDatabase } from './database'

/*
 * Until November 2026 every page had a database of its own in the browser, in the form of y-indexeddb. What such a database
 * holds is brought into the one of its person before the page is opened or asked about, so that no unsent word stays behind.
 */

const prefixOf = (userId: string) => `sheaf:page:${userId}:`

async function olderNames(userId: string): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(prefixOf(userId)) ? [name] : []))
}

/** The names that this tab found when it first asked: nothing makes such databases any more. */
const found = new Map<string, Promise<Set<string>>>()

function namesOf(userId: string): Promise<Set<string>> {
  const known = found.get(userId) ?? olderNames(userId).then((names) => new Set(names))
  found.set(userId, known)
  known.catch(() => found.delete(userId))
  return known
}

/** The code that knows the older form; hardly any browser needs it. */
const olderCopies = () => import('./older-copies')

/** Brings the copy of one page over, when there is an older one. Rejects when a database does. */
export async function migrateCopy(db: LocalDatabase, userId: string, documentId: string): Promise<void> {
  const name = prefixOf(userId) + documentId
  const names = await namesOf(userId)
  if (!names.has(name)) return
  await (await olderCopies()).moveCopy(db, name, documentId)
  names.delete(name)
}

/** Brings the copies of all the person's pages over. */
export async function migrateAllCopies(userId: string): Promise<void> {
  const names = await namesOf(userId)
  if (names.size === 0) return
  const connection = connectLocal(userId, () => undefined)
  try {
    const db = await connection.opened
    for (const name of [...names]) await migrateCopy(db, userId, name.slice(prefixOf(userId).length))
  } finally {
    connection.release()
  }
}

/** Deletes what {@link migrateCopy} would bring. */
export async function deleteOlderCopies(userId: string): Promise<void> {
  const names = await olderNames(userId)
  if (names.length > 0) await (await olderCopies()).deleteCopies(names)
  found.delete(userId)
}
