import type { Db } from '@/server/db/db'
import { newId } from '@/shared/ids'

/* People, sessions and pods as the product leaves them, for tests that have a database and nothing that runs on it. */

const DAYS = 30 * 86_400_000

/** Adds an account; gives its id. */
export async function addUser(db: Db, name: string): Promise<string> {
  const id = newId()
  const now = new Date().toISOString()
  const email = `${id.toLowerCase()}@example.org`
  const rest = { emailVerified: 1 as const, image: null, username: null, createdAt: now, updatedAt: now }
  await db
    .insertInto('user')
    .values({ id, name, email, ...rest })
    .execute()
  return id
}

/** Signs somebody in. */
export async function addSession(db: Db, userId: string): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newId()]
  const now = new Date().toISOString()
  await db
    .insertInto('session')
    .values({
      id,
      userId,
      token,
      expiresAt: new Date(Date.now() + DAYS).toISOString(),
      ipAddress: null,
      userAgent: null,
      passwordGrantUntil: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return { id, token }
}

/** Adds a personal pod that nobody is in; gives its id. */
export async function addPod(db: Db, createdBy: string): Promise<string> {
  const id = newId()
  const now = new Date().toISOString()
  await db
    .insertInto('pod')
    .values({ id, name: 'Pod', is_personal: 1, created_by: createdBy, created_at: now })
    .execute()
  return id
}
