import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataFolder } from './data-lock'
import { openDb } from './db/db'
import { makeDataFolderOwn } from './own-files'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-own-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)

test('S12 a new data folder and all that is in it are its owner’s alone, whatever the mask of the process', async () => {
  const before = process.umask(0)
  try {
    const dataDir = join(folder, 'new')
    const lock = lockDataFolder(dataDir)
    const { db } = await openDb({ dataDir, databaseUrl: null })
    expect(modeOf('new')).toBe('700')
    for (const name of ['sheaf.db', 'sheaf.db-wal', 'sheaf.db-shm', 'server.lock', 'server.lock.json']) {
      expect([name, modeOf('new', name)]).toEqual([name, '600'])
    }
    await db.destroy()
    lock.release()
  } finally {
    process.umask(before)
  }
})

test('S12 what an older version left open is closed at the start; what is not ours stays', () => {
  const dataDir = join(folder, 'old')
  mkdirSync(join(dataDir, 'outbox'), { recursive: true })
  for (const name of ['sheaf.db', 'sheaf.db-wal', 'auth-secret', 'notes.txt'])
    writeFileSync(join(dataDir, name), '')
  for (const name of ['', 'outbox']) chmodSync(join(dataDir, name), 0o755)
  for (const name of ['sheaf.db', 'sheaf.db-wal', 'auth-secret', 'notes.txt'])
    chmodSync(join(dataDir, name), 0o644)
  writeFileSync(join(folder, 'elsewhere'), '')
  chmodSync(join(folder, 'elsewhere'), 0o644)
  symlinkSync(join(folder, 'elsewhere'), join(dataDir, 'server.lock'))
  makeDataFolderOwn(dataDir)
  for (const name of ['', 'outbox']) expect([name, modeOf('old', name)]).toEqual([name, '700'])
  for (const name of ['sheaf.db', 'sheaf.db-wal', 'auth-secret']) {
    expect([name, modeOf('old', name)]).toEqual([name, '600'])
  }
  expect(modeOf('old', 'notes.txt')).toBe('644')
  expect(modeOf('elsewhere')).toBe('644')
})
