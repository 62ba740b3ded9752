import { serveWork } from '@/server/workers/serve-work'
import { scanWork } from './scan-work'

/** Compares vectors in a thread of its own (`resident-vectors.ts`). */
serveWork(scanWork)
