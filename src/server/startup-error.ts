import { isDiskFull } from './disk-full'

/**
 * What can be in the way of the server, or of a program that stands beside it, through no fault of ours: a setting, a folder or a
 * port that somebody else has. Its message alone is enough for the person who started it.
 */
export class StartupError extends Error {}

/** What keeps us from a PostgreSQL database, by the codes of Node and of PostgreSQL. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there; start PostgreSQL',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'there is no machine of that name, or none that can be asked for it',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  '28P01': 'it does not take this user name and password',
  '28000': 'it does not let this user in',
  '3D000': 'it has no database of this name; make it with createdb',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping; try again in a moment',
}

/** The same error, or what it means in words: of what a start met, a full disk is not ours either, nor is a database that is away. */
export function asStartupError(error: unknown, dataDir: string, databaseUrl: string | null = null): unknown {
  if (!isDiskFull(error)) return asUnreachable(error, databaseUrl)
  return new StartupError(
    `There is no space left for the data in ${dataDir}. Free some, and start again: what was saved is there.`,
  )
}

/** The same error, or what it means in words where it is about a PostgreSQL database that cannot be used, without its password. */
export function asUnreachable(error: unknown, databaseUrl: string | null | undefined): unknown {
  if (!databaseUrl || !URL.canParse(databaseUrl)) return error
  const { host, hostname, port, pathname } = new URL(databaseUrl)
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, message, ...at } = current as Error & { code?: unknown; port?: unknown; hostname?: unknown }
    // The mail server, or the store of files, is another matter.
    if (at.port !== undefined && String(at.port) !== (port || '5432')) return error
    if (at.hostname !== undefined && at.hostname !== hostname) return error
    const why =
      UNREACHABLE[String(code)] ??
      (/timeout exceeded when trying to connect/.test(message) && UNREACHABLE.ETIMEDOUT)
    if (why)
      return new StartupError(
        `The database at ${host}${pathname} cannot be used: ${why}. Its address is in DATABASE_URL.`,
      )
  }
  return error
}
