import { serveWork } from '@/server/workers/serve-work'
import { placeWork } from './place-work'

/** Looks through long pages that were found in a thread of its own (`found-places.ts`). */
serveWork(placeWork)
