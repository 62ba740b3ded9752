import { serveWork } from '@/server/workers/serve-work'
import { publicWork } from './public-work'

/** Shows long public pages in a thread of its own (`ask-public.ts`). */
serveWork(publicWork)
