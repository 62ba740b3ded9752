import { serveWork } from '@/server/workers/serve-work'
import { scanWork } from './scan-work'

/** Compares vectors in a thread of its own (`resident-vectors.ts`). Somebody waits for it, and it takes milliseconds: it does not stand back. */
serveWork(scanWork, 0)
