import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolderOwn, makeFileOwn } from '@/server/own-files'
import { StartupError } from '@/server/startup-error'

/** Who uses a data folder. */
interface Owner {
  pid: number
  host: string
  startedAt: string
  /** `null` until it listens, and for a restore. */
  url: string | null
}

/** A data folder held by this process; the system itself lets go of it when the process dies in any way. */
export interface DataLock {
  /** Tells others, in the lock's note, where this server can be reached. */
  announce(url: string): void
  release(): void
}

/** Thrown when another process uses the folder; the message names it. */
export class DataFolderInUseError extends StartupError {}

/**
 * Takes the data folder for this process alone (R4). The lock itself is the operating system's, on a small SQLite
 * file: it cannot be left behind by a killed process, nor fooled by a process number that is used again. The note
 * beside it only names the owner. Throws {@link DataFolderInUseError} at once when somebody else has the folder.
 */
export function lockDataFolder(dataDir: string): DataLock {
  makeDataFolderOwn(dataDir)
  makeFileOwn(join(dataDir, 'server.lock'))
  const note = join(dataDir, 'server.lock.json')
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new DataFolderInUseError(inUseMessage(dataDir, readOwner(note)), { cause: error })
  }
  const owner: Owner = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString(), url: null }
  const write = () => writeFileSync(note, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  write()
  return {
    announce(url) {
      owner.url = url
      write()
    },
    release: () => lock.close(),
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY

function readOwner(note: string): Owner | null {
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as Owner
  } catch {
    // The owner has the folder but has not written its note yet.
    return null
  }
}

function inUseMessage(dataDir: string, owner: Owner | null): string {
  const who = owner
    ? `process ${owner.pid} on ${owner.host}${owner.url ? `, serving ${owner.url}` : ''}, since ${owner.startedAt}`
    : 'a process that is just starting'
  return `The data folder ${dataDir} is in use by another Sheaf: ${who}. Stop it first, or set another DATA_DIR.`
}
