import { isDiskFull } from './disk-full'

/**
 * What can be in the way of the server, or of a program that stands beside it, through no fault of ours: a setting, a folder or a
 * port that somebody else has. Its message alone is enough for the person who started it.
 */
export class StartupError extends Error {}

/** The same error, or what it means in words: of what a start met, a full disk is not ours either. */
export function asStartupError(error: unknown, dataDir: string): unknown {
  if (!isDiskFull(error)) return error
  return new StartupError(
    `There is no space left for the data in ${dataDir}. Free some, and start again: what was saved is there.`,
  )
}
