import { readConfig } from '@/server/config'
import { createGuardedFetch } from '@/server/fetch/guarded-fetch'
import { createLog } from '@/server/log'
import { startServer } from '@/server/server'

/** The whole server as a program that can be killed, for which the one push service on loopback is a public one; with `APP_FOLDER` it serves the interface too. */
const fetch = createGuardedFetch({
  resolve: async () => [{ address: '10.0.0.8', family: 4 }],
  isPublic: (address) => address === '127.0.0.1',
})
const appFolder = process.env.APP_FOLDER
const server = await startServer(readConfig(process.env), {
  log: createLog('error'),
  fetch,
  ...(appFolder && { appFolder }),
})
process.stdout.write(`listening ${server.localUrl}\n`)
