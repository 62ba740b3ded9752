import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BackupError } from '@/server/backup/format'
import { restoreBackup } from '@/server/backup/restore-backup'
import { doesSecretFit } from '@/server/backup/secret-check'
import { writeBackup } from '@/server/backup/write-backup'
import { type Config, readConfig } from '@/server/config'
import { lockDataFolder } from '@/server/data-lock'
import { connect } from '@/server/db/db'
import { holdDatabase } from '@/server/db/one-server'
import { asAppError } from '@/server/errors'
import { openFileStore } from '@/server/files/disk-store'
import { SPARE } from '@/server/files/room'
import { createLog } from '@/server/log'
import { asUnreachable, StartupError } from '@/server/startup-error'

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
    const { rows, files, hash, missing } = await writeBackup(database, openFileStore(config), file, {
      // What people write comes first, where it goes to the same disk.
      spare: (await areOnOneDisk(config.dataDir, dirname(file))) ? SPARE : 0,
    })
    process.stdout.write(
      `${rows} rows and ${files} files written to ${file}\nsha256 of the content: ${hash}\n`,
    )
    process.stdout.write(
      'The secret in DATA_DIR/auth-secret (or AUTH_SECRET) is not in it. Keep it too, apart from the backup: without it nobody’s authenticator app and recovery codes work on what is restored.\n',
    )
    if (missing.length > 0) {
      process.stderr.write(
        `The content of ${missing.length} files is not there and so not in the backup: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}. npm run doctor lists them.\n`,
      )
    }
  } finally {
    await database.db.destroy()
  }
}

const OTHER_SECRET =
  'The secret of this installation is another than that of the backup: authenticator apps and recovery codes do not work with it. Put the old one into DATA_DIR/auth-secret (or AUTH_SECRET) before people sign in, or turn second factors off one by one: npm run account -- EMAIL --no-second-factor\n'

async function areOnOneDisk(...folders: [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(folders.map((folder) => stat(folder).catch(() => null)))
  return one?.dev === other?.dev
}

/** Holds the data folder and the database meanwhile, so that no server can start on half of it. */
async function restore(config: Config, file: string, force: boolean): Promise<void> {
  const lock = lockDataFolder(config.dataDir)
  let letGo = async () => {}
  try {
    if (config.databaseUrl !== null) {
      const log = createLog('error')
      letGo = await holdDatabase(config.databaseUrl, log, () => process.exit(1))
    }
    const database = connect(config)
    try {
      const { rows, files, hash } = await restoreBackup(database, openFileStore(config), file, { force })
      process.stdout.write(
        `${rows} rows and ${files} files restored from ${file}\nsha256 of the content: ${hash}\n`,
      )
      if (!(await doesSecretFit(database.db, config))) process.stderr.write(OTHER_SECRET)
    } finally {
      await database.db.destroy()
    }
  } finally {
    await letGo()
    lock.release()
  }
}

try {
  await run(process.argv.slice(2))
} catch (thrown) {
  const error = asUnreachable(thrown, process.env.DATABASE_URL)
  const words = error instanceof StartupError ? error.message : asAppError(error)?.message
  process.stderr.write(`${words ?? (error as Error).stack ?? error}\n`)
  process.exitCode = 1
}
