import { isDiskFull } from './disk-full'

/**
 * What can be in the way of the server, or of a program that stands beside it, through no fault of ours: a setting, a folder or a
 * port that somebody else has. Its message alone is enough for the person who started it.
 */
export class StartupError extends Error {}

/** What the person is told whose server does not start, in words or, for a mistake of ours, with where it happened. */
export function startFailure(error: unknown, dataDir: string): string {
  if (error instanceof StartupError) return error.message
  if (isDiskFull(error))
    return `There is no space left for the data in ${dataDir}. Free some, and start again: what was saved is there.`
  return `Sheaf could not start: ${(error as Error).stack ?? error}`
}
