import { resolve } from 'node:path'
import { BackupError } from '@/server/backup/format'
import { restoreBackup } from '@/server/backup/restore-backup'
import { writeBackup } from '@/server/backup/write-backup'
import { type Config, ConfigError, readConfig } from '@/server/config'
import { DataFolderInUseError, lockDataFolder } from '@/server/data-lock'
import { connect } from '@/server/db/db'
import { NewerDatabaseError } from '@/server/db/migrations/migrate'
import { asAppError } from '@/server/faults'

/** `backup FILE` and `restore FILE [--force]`, with the settings of the environment. */
async function run([verb, ...rest]: string[]): Promise<void> {
  const files = rest.filter((word) => !word.startsWith('--'))
  const options = rest.filter((word) => word.startsWith('--'))
  const [file] = files
  const isRight = files.length === 1 && options.every((option) => verb === 'restore' && option === '--force')
  if (!file || !isRight || (verb !== 'backup' && verb !== 'restore')) {
    throw new BackupError('Usage: npm run backup -- FILE\n       npm run restore -- FILE [--force]')
  }
  const config = readConfig(process.env)
  if (verb === 'backup') await backup(config, resolve(file))
  else await restore(config, resolve(file), options.length > 0)
}

async function backup(config: Config, file: string): Promise<void> {
  const database = connect(config)
  try {
    const { rows, hash } = await writeBackup(database, file)
    process.stdout.write(`${rows} rows written to ${file}\nsha256 of the content: ${hash}\n`)
  } finally {
    await database.db.destroy()
  }
}

/** Holds the data folder meanwhile, so that no server can start on half a database. */
async function restore(config: Config, file: string, force: boolean): Promise<void> {
  const lock = lockDataFolder(config.dataDir)
  try {
    const database = connect(config)
    try {
      const { rows, hash } = await restoreBackup(database, file, { force })
      process.stdout.write(`${rows} rows restored from ${file}\nsha256 of the content: ${hash}\n`)
    } finally {
      await database.db.destroy()
    }
  } finally {
    lock.release()
  }
}

const EXPECTED = [BackupError, ConfigError, DataFolderInUseError, NewerDatabaseError]

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  const words = isExpected ? (error as Error).message : asAppError(error)?.message
  process.stderr.write(`${words ?? (error as Error).stack ?? error}\n`)
  process.exitCode = 1
}
