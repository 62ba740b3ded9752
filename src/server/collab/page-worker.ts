import { serveWork } from '@/server/workers/serve-work'
import { pageWork } from './page-work'

/** Goes through long pages in a thread of its own (`ask-page.ts`). */
serveWork(pageWork)
