import { serveWork } from '@/server/workers/serve-work'
import { writtenWork } from './written-work'

/** Reads what models write in a thread of its own (`ask-written.ts`). */
serveWork(writtenWork)
