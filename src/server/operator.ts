import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@/server/db/db'
import { perDatabase } from '@/server/db/per-database'

const answering = new AsyncLocalStorage<true>()

/** Does something for the person who runs the server, or for the log, which only they read: `toOperator` names settings meanwhile. */
export const forOperator = <Result>(act: () => Result): Result => answering.run(true, act)

/** Words that name settings, where the person who runs the server is answered; everybody else is told the plain ones. */
export const toOperator = (named: () => string, plain: () => string): string =>
  answering.getStore() === true ? named() : plain()

/** Milliseconds after which the account is looked up again: it may have been deleted. */
const KNOWN_MS = 60_000
const firstAccount = perDatabase(() => ({ id: '', until: 0 }))

/** Is this the person who runs the server? The operator made its first account. */
export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const known = firstAccount(db)
  if (known.until > Date.now()) return known.id === userId
  const first = await db
    .selectFrom('user')
    .select('id')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (first) Object.assign(known, { id: first.id, until: Date.now() + KNOWN_MS })
  return first?.id === userId
}
