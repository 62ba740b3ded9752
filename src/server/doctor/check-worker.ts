import { serveWork } from '@/server/workers/serve-work'
import { checkWork } from './check-work'

/** Checks pages in a thread of its own (`doctor.ts`). */
serveWork(checkWork)
