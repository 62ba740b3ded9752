/** How PostgreSQL says that it gave a transaction up because it and another one waited for each other. */
const DEADLOCK = '40P01'
const ATTEMPTS = 4

/**
 * Runs a transaction, and again when PostgreSQL has given it up for the sake of another one: nothing of it was done. Rejects with what it rejects
 * with otherwise, or with the deadlock after four attempts.
 */
export async function afterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || attempt === ATTEMPTS) throw error
    }
  }
}
