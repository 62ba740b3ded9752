import { serveWork } from '@/server/workers/serve-work'
import { versionWork } from './version-work'

/** Compares and unpacks long versions of pages in a thread of its own (`ask-version.ts`). */
serveWork(versionWork)
