import { openDb } from '@/server/db/db'

/** Opens the database and kills itself, as a power cut would, right after the statement number KILL_AFTER. */
const { DATA_DIR = '', DATABASE_URL, KILL_AFTER = '' } = process.env
let statements = 0
const { db } = await openDb(
  { dataDir: DATA_DIR, databaseUrl: DATABASE_URL ?? null },
  {
    onQuery: () => {
      statements += 1
      if (statements === Number(KILL_AFTER)) process.kill(process.pid, 'SIGKILL')
    },
  },
)
await db.destroy()
process.stdout.write(`statements ${statements}\n`)
