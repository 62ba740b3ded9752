import { serveWork } from '@/server/workers/serve-work'
import { embedWork } from './embed-work'

/** Turns texts into vectors in a thread of its own (`embedder.ts`); the model takes 270 MB while it is loaded. */
serveWork(embedWork)
