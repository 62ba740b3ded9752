import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** What stands in a data folder; what is in the folders among them is out of reach with these. */
const NAMES = [
  'sheaf.db',
  'sheaf.db-wal',
  'sheaf.db-shm',
  'server.lock',
  'server.lock-journal',
  'server.lock.json',
  'auth-secret',
  'push-keys',
  'outbox',
  'files',
  'imports',
] as const

/** The part of a mode that is the owner's. */
const OWNERS = 0o700

/**
 * Makes the data folder where there is none, and keeps everybody but its owner out of it and of what is in it, also where
 * an older version let them in: it holds everybody's pages, sessions and the secret. Where the system does not let us
 * (a file system without modes, a folder of somebody else's), it stays as the person who runs the server has made it.
 */
export function makeDataFolderOwn(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: OWNERS })
  for (const path of [dataDir, ...NAMES.map((name) => join(dataDir, name))]) takeFromOthers(path)
}

/** Makes a file that is the owner's alone, unless it is there. A program that opens it by its name keeps its mode. */
export function makeFileOwn(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

function takeFromOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink() || (found.mode & 0o777 & ~OWNERS) === 0) return
  try {
    chmodSync(path, found.mode & OWNERS)
  } catch (error) {
    if (!NOT_OURS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

const NOT_OURS = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'ENOENT'])
