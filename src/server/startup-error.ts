import { isDamage } from './damage'
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
  '42501': 'this user may not make tables in it; make them its owner (ALTER DATABASE … OWNER TO …)',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping; try again in a moment',
}

/** What keeps a data folder from being used, by the codes of Node and of SQLite. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'it is on a disk that can only be read',
  ENOTDIR: 'there is a file in its place, or above it',
  EEXIST: 'there is a file in its place',
  8: 'its database can only be read',
  14: 'its database cannot be opened by this user',
}

/**
 * The same error, or what it means in words: of what a start met, a full disk is not ours either, nor is a folder that may not be written, a
 * damaged file, or a database that is away.
 */
export function asStartupError(error: unknown, dataDir: string, databaseUrl: string | null = null): unknown {
  if (!isDiskFull(error)) return asUnusable(error, dataDir) ?? asUnreachable(error, databaseUrl)
  return new StartupError(
    `There is no space left for the data in ${dataDir}. Free some, and start again: what was saved is there.`,
  )
}

function asUnusable(error: unknown, dataDir: string): StartupError | null {
  if (!(error instanceof Error)) return null
  const { code, errcode, path } = error as { code?: string; errcode?: number; path?: string }
  if (errcode !== undefined && isDamage(error))
    return new StartupError(
      `The database in ${dataDir} is damaged. Look at it with "npm run doctor", or restore a backup.`,
    )
  // Files elsewhere, such as those of the program itself, are another matter.
  const isInside =
    errcode !== undefined || (path !== undefined && (path === dataDir || isWithin(path, dataDir)))
  const why = isInside ? UNUSABLE[errcode === undefined ? String(code) : errcode & 0xff] : undefined
  return why === undefined
    ? null
    : new StartupError(`The data folder ${dataDir} cannot be used: ${why}. It is set by DATA_DIR.`)
}

/** Is one of these two paths in the other? A folder that is to be made is refused by the one above it. */
const isWithin = (path: string, dataDir: string): boolean =>
  path.startsWith(`${dataDir}/`) || dataDir.startsWith(`${path}/`)

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
