import { setTimeout as sleep } from 'node:timers/promises'

/** How PostgreSQL says that it gave a transaction up because it and another one waited for each other. */
const DEADLOCK = '40P01'
const ATTEMPTS = 4
/** In milliseconds, twice as long after every attempt: run again at once, a transaction can hold the other one up again before that one has gone on. */
const PAUSE = 20

/**
 * Runs a transaction, and again after a short pause when PostgreSQL has given it up for the sake of another one: nothing of it was done. Rejects
 * with what it rejects with otherwise, or with the deadlock after four attempts.
 */
export async function afterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || attempt === ATTEMPTS) throw error
    }
    await sleep(PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random()))
  }
}
