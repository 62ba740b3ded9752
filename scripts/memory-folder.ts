import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** Bytes that the tests' data folders and databases take at once, at most, with room to spare. */
const NEEDED = 3 * 1024 ** 3

/**
 * Makes temporary files of this process and its children stand in memory when there is plenty of it: thousands of tests
 * wait for a disk to sync what is thrown away a second later. A program that is killed loses nothing by it, so tests of
 * that lose nothing either. Answers what removes the folder; where memory is short it is the disk as ever.
 */
export function keepTemporaryFilesInMemory(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => undefined
  const folder = mkdtempSync(join(MEMORY, 'sheaf-'))
  // A database that does not run as root has its folder in here.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED && freemem() > 2 * NEEDED
  } catch {
    return false
  }
}
