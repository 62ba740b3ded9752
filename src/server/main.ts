import { join } from 'node:path'
import { forgetStart } from '@/server/after-start'
import { readConfig } from '@/server/config'
import { lockDataFolder } from '@/server/data-lock'
import { createLog } from '@/server/log'
import { asStartupError, StartupError } from '@/server/startup-error'

/** A signal that comes again within these milliseconds is the same one. */
const SAME_SIGNAL_MS = 2_000

/**
 * Runs the server as a program: settings from the environment, one line for the person, signals that drain. The data folder
 * is taken before the rest of the program is loaded, which takes most of a start: who comes second knows at once (R4).
 */
async function runProgram(): Promise<void> {
  let dataDir = ''
  let databaseUrl: string | null = null
  try {
    const config = readConfig(process.env)
    dataDir = config.dataDir
    databaseUrl = config.databaseUrl
    const lock = lockDataFolder(config.dataDir)
    const log = createLog(config.logLevel)
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
    const appFolder = join(import.meta.dirname, '..', 'app')
    const onLost = () => process.exit(1)
    const starting = import('@/server/server').then(({ startServer }) =>
      startServer(config, { log, lock, appFolder, onLost }),
    )
    let stopping: number | null = null
    const stop = async (signal: string) => {
      if (stopping !== null) {
        // Ctrl-C and a service manager reach npm as well, which passes the signal on. Somebody who presses again later means it.
        if (performance.now() - stopping > SAME_SIGNAL_MS) process.exit(1)
        return
      }
      stopping = performance.now()
      log.info({ signal }, 'stopping')
      try {
        // A start that is under way, with its migrations, comes to its end first.
        await (await starting).close()
        process.exit(0)
      } catch (error) {
        log.error({ err: error }, 'stopping did not go well')
        process.exit(1)
      }
    }
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
    const server = await starting
    forgetStart()
    process.stdout.write(`\n  Sheaf is running at ${server.url}\n\n`)
  } catch (thrown) {
    const error = asStartupError(thrown, dataDir, databaseUrl)
    if (error instanceof StartupError) process.stderr.write(`\n${error.message}\n\n`)
    else process.stderr.write(`\nSheaf could not start: ${(error as Error).stack ?? error}\n\n`)
    process.exit(1)
  }
}

await runProgram()
