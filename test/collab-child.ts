import { createLog } from '@/server/log'
import { startCollabHost } from './collab-host'

/** The collaboration server as a program of its own, so that it can be killed: settings come from the environment. */
const { DATA_DIR = '', DATABASE_URL, PORT = '0' } = process.env
const host = await startCollabHost({
  dataDir: DATA_DIR,
  databaseUrl: DATABASE_URL ?? null,
  port: Number(PORT),
  log: createLog('warn'),
})
process.once('SIGTERM', () => void host.close().then(() => process.exit(0)))
process.stdout.write(`listening ${host.url}\n`)
